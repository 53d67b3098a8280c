import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { enginesToTest } from '../support/engines.ts'
import { createDatabase } from '../support/postgres.ts'
import { organiserOfTests, startCup, type TestCup } from '../support/start-cup.ts'

describe.each(enginesToTest)('what no page of ours sends is no failure of ours, on %s', (engine) => {
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

  test.each(['before=9007199254740991', 'before=x', 'q=%00', 'kind=%00'])(
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

  const bodies: readonly [type: string, body: string, status: number][] = [
    ['text/plain', 'a=b', 415],
    ['application/json', '{}', 415],
    ['multipart/form-data', 'a=b', 400],
    ['multipart/form-data; boundary=x', 'garbage', 400],
    ['multipart/form-data; boundary=x', '', 400],
    ['nonsense', '', 415],
  ]
  const addresses = ['/register', '/login', '/draw', '/draw.data', '/admin/draw', '/admin/settings', '/rules']
  test.each(bodies)('a post of type %s with "%s" in it', async (type, body, status) => {
    const log = vi.spyOn(console, 'error')
    for (const address of addresses) {
      const response = await fetch(cup.url + address, {
        method: 'POST',
        body,
        headers: { 'content-type': type, cookie },
        redirect: 'manual',
      })
      expect([address, response.status]).toEqual([address, status])
      expect(await response.text()).toContain('role="alert"')
    }
    expect(log.mock.calls).toEqual([])
    log.mockRestore()
  })

  test('a post of nothing at all is a form without fields', async () => {
    const nothing = await fetch(`${cup.url}/login`, { method: 'POST' })
    const withoutFields = await cup.post('/login', {})
    expect(nothing.status).toBe(withoutFields.status)
    expect(await nothing.text()).toContain('name="email"')
  })

  test('a form in parts is read as any other', async () => {
    const form = new FormData()
    form.set('email', organiserOfTests.email)
    form.set('password', organiserOfTests.password)
    const response = await fetch(`${cup.url}/login`, { method: 'POST', body: form, redirect: 'manual' })
    expect(response.status).toBe(303)
  })

  test('a tap whose token is a NUL', async () => {
    const response = await cup.post('/admin/draw', { intent: 'advance-byes', requestId: '\0' }, cookie)
    expect(response.status).toBe(404)
  })
})
