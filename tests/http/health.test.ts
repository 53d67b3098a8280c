import { expect, test } from 'vitest'
import { loginUnanswered } from '../../src/domain/answer.ts'
import { organiser, said, startOrganisedCup } from '../support/organised-cup.ts'
import { rawRequest, startCup } from '../support/start-cup.ts'
import { watchLog } from '../support/watch-log.ts'

test('the health check names the storage engine, and is 503 while it does not answer', async () => {
  const cup = await startOrganisedCup()
  const health = await fetch(`${cup.url}/healthz`)
  expect([health.status, health.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const { revision } = await cup.view()
  expect(await health.json()).toEqual({ status: 'ok', storage: 'SQLite', revision, listeners: 0 })

  cup.storageIs('fails')
  const ill = await fetch(`${cup.url}/healthz`)
  expect(ill.status).toBe(503)
  expect(await ill.json()).toEqual({ status: 'unavailable', storage: 'SQLite' })

  cup.storageIs('works')
  expect((await fetch(`${cup.url}/healthz`)).status).toBe(200)
})

/** A cup that counts its writes, the health check's included, and can make them fail. */
async function startCounted() {
  const counted = { writes: 0, isFull: false }
  const cup = await startCup({
    wrapStorage: (storage) => ({
      ...storage,
      transaction(run) {
        counted.writes += 1
        return counted.isFull ? Promise.reject(new Error('disk full')) : storage.transaction(run)
      },
      async canWrite() {
        counted.writes += 1
        return !counted.isFull && storage.canWrite()
      },
    }),
  })
  return { cup, counted, health: async () => (await fetch(`${cup.url}/healthz`)).status }
}

test('the health check writes nothing after a recent change, and otherwise once a minute', async () => {
  const { cup, counted, health } = await startCounted()
  const before = counted.writes
  for (let second = 0; second < 60; second += 5) {
    expect(await health()).toBe(200)
    await cup.clock.advance(5_000)
  }
  expect(counted.writes).toBe(before)
  for (let second = 0; second < 180; second += 5) {
    expect(await health()).toBe(200)
    await cup.clock.advance(5_000)
  }
  expect(counted.writes - before).toBe(3)
})

test('a failed write shows in the health check at once, and a successful one ends it', async () => {
  const logged = watchLog(/disk full/)
  const { cup, counted, health } = await startCounted()
  const change = () => cup.app.changeSettings({ teamLimit: 8 }, organiser)
  counted.isFull = true
  await change().catch(() => {})
  expect(await health()).toBe(503)
  counted.isFull = false
  expect(await health()).toBe(503)
  await change()
  expect(await health()).toBe(200)
  expect(logged).not.toEqual([])
})

test('a wall clock that is set back does not stop the health check from writing', async () => {
  const { cup, counted, health } = await startCounted()
  expect(await health()).toBe(200)
  counted.isFull = true
  cup.clock.setBack(3_600_000)
  await cup.clock.advance(60_000)
  expect(await health()).toBe(503)
})

test('over HTTP/1.0 without a Host only the health check is answered', async () => {
  const cup = await startCup()
  expect(await rawRequest(cup.url, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 200 .*"status":"ok"/s,
  )
  expect(await rawRequest(cup.url, 'GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
})

test('while the storage fails visitors keep their pages, and known organisers stay signed in', async () => {
  const logged = watchLog(/The database is gone\./)
  const cup = await startOrganisedCup()
  cup.storageIs('fails')
  expect((await cup.open('/rules')).status).toBe(200)
  expect((await cup.page('/admin')).status).toBe(200)
  // The session cannot be looked up, and a login page would be wrong.
  const asSomebody = (path: string) =>
    fetch(cup.url + path, { headers: { cookie: `cup-session=${'x'.repeat(43)}` }, redirect: 'manual' })
  const unknown = await asSomebody('/admin')
  expect(unknown.status).toBe(503)
  expect(await unknown.text()).toContain('Retry')
  expect((await asSomebody('/rules')).status).toBe(200)
  // The credentials may be right.
  const login = await cup.submit('/login', { email: 'a@b.c', password: 'whatever it is' })
  expect([login.status, said(login.html, 'alert')[0]]).toEqual([
    503,
    expect.stringContaining(loginUnanswered),
  ])
  expect(logged).not.toEqual([])
})
