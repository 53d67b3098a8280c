import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDatabase } from '../support/postgres.ts'
import { startCup, type TestCup } from '../support/start-cup.ts'

describe.each(['SQLite', 'PostgreSQL'] as const)(
  'what no page of ours sends is no failure of ours, on %s',
  (engine) => {
    let cup: TestCup
    let cookie: string
    beforeAll(async () => {
      const databaseUrl = engine === 'PostgreSQL' ? await createDatabase(inject('postgresUrl')) : undefined
      cup = await startCup(databaseUrl ? { databaseUrl } : {})
      cookie = await cup.signIn()
    })
    afterAll(() => cup.stop())

    test.each(['abc', '1.5', '-1', '99999999999', ''])('a take-back of revision "%s"', async (revision) => {
      const response = await cup.post('/admin/draw', { intent: 'take-back', revision }, cookie)
      expect(response.status).toBe(422)
    })

    test.each(['before=9007199254740991', 'before=x', 'q=%00', 'action=%00'])(
      'a journal with %s',
      async (query) => {
        const response = await fetch(`${cup.url}/admin/journal?${query}`, { headers: { cookie } })
        expect(response.status).toBe(200)
      },
    )

    test('a sign-in with a NUL in it', async () => {
      const response = await cup.post('/login', { email: 'organiser\0@cup.test', password: 'a password' })
      expect(response.status).toBe(401)
    })

    test('a tap whose token is a NUL', async () => {
      const response = await cup.post('/admin/draw', { intent: 'advance-byes', requestId: '\0' }, cookie)
      expect(response.status).toBe(404)
    })
  },
)
