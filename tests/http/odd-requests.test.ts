import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { enginesToTest } from '../support/engines.ts'
import { createDatabase } from '../support/postgres.ts'
import { organiserOfTests, startCup, type TestCup } from '../support/start-cup.ts'
import { watchLog } from '../support/watch-log.ts'

describe.each(enginesToTest)('malformed input is an answer, not a server error, on %s', (engine) => {
  let cup: TestCup
  let cookie: string
  beforeAll(async () => {
    const databaseUrl = engine === 'PostgreSQL' ? await createDatabase(inject('postgresUrl')) : undefined
    cup = await startCup(databaseUrl ? { databaseUrl } : {})
    cookie = await cup.signIn()
  })

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

  test('a stream behind another request on its connection', async () => {
    const socket = connect(cup.port, '127.0.0.1')
    let text = ''
    socket.setEncoding('latin1').on('data', (part) => {
      text += part
    })
    const head = 'HTTP/1.1\r\nhost: localhost\r\n'
    socket.write(`GET /healthz ${head}\r\nGET /events ${head}connection: close\r\n\r\n`)
    await once(socket, 'close')
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
  })

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
    const logged = watchLog()
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
    expect(logged).toEqual([])
  })

  test('an empty post is a form without fields', async () => {
    const nothing = await fetch(`${cup.url}/login`, { method: 'POST' })
    const withoutFields = await cup.post('/login', {})
    expect(nothing.status).toBe(withoutFields.status)
    expect(await nothing.text()).toContain('name="email"')
  })

  test('a multipart form is read like any other', async () => {
    const form = new FormData()
    form.set('email', organiserOfTests.email)
    form.set('password', organiserOfTests.password)
    const response = await fetch(`${cup.url}/login`, { method: 'POST', body: form, redirect: 'manual' })
    expect(response.status).toBe(303)
  })

  test.each([
    ['/register', { player1Name: 'marks', teamPhoneNumber: '1' }],
    ['/login', { email: organiserOfTests.email, password: 'marks' }],
  ])('64 KB of combining marks are handled at once: %s', async (path, fields) => {
    await cup.app.changeSettings(
      { registration: 'open' },
      { kind: 'organiser', email: 'a@b', sessionId: 'a' },
    )
    const form = new FormData()
    const marks = `A${'\u0301'.repeat(15_000)}${'\u0327'.repeat(15_000)}`
    for (const [name, value] of Object.entries(fields)) form.set(name, value === 'marks' ? marks : value)
    const cost = await cpuTimeOf(async () => {
      const response = await fetch(cup.url + path, { method: 'POST', body: form, redirect: 'manual' })
      expect([303, 401]).toContain(response.status)
    })
    // Normalising takes quadratic time: all of the marks cost 16 times as much as a quarter of them.
    const quarter = marks.slice(0, 3_750) + marks.slice(-3_750)
    expect(cost).toBeLessThan(8 * (await cpuTimeOf(async () => quarter.normalize('NFC'))))
  })

  test('a form with too many fields is refused, and not echoed', async () => {
    for (const body of ['a&'.repeat(30_000), 'a=&'.repeat(101)]) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const response = await fetch(`${cup.url}/register`, { method: 'POST', body, headers })
      expect(response.status).toBe(413)
      expect((await response.text()).length).toBeLessThan(10_000)
    }
    const form = new FormData()
    for (let field = 0; field <= 100; field += 1) form.append('a', '')
    expect((await fetch(`${cup.url}/register`, { method: 'POST', body: form })).status).toBe(413)
    const many = new URLSearchParams(Array.from({ length: 5_000 }, () => ['teamId', 'nobody']))
    const asked = {
      method: 'POST',
      body: `${many}&intent=approve`,
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    }
    expect((await fetch(`${cup.url}/admin/teams`, asked)).status).toBe(404)
  })

  test('a tap whose request id is a NUL', async () => {
    const response = await cup.post('/admin/draw', { intent: 'advance-byes', requestId: '\0' }, cookie)
    expect(response.status).toBe(404)
  })
})

/** In microseconds: unlike the clock's, this time does not grow while the machine is busy. */
async function cpuTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
