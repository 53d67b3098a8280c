import { expect, test, vi } from 'vitest'
import { startOrganisedCup } from '../support/organised-cup.ts'

test('the health says which storage answers, and 503 while it does not', async () => {
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
  await cup.stop()
})

test('a clock that is set back does not keep the health from looking again', async () => {
  const cup = await startOrganisedCup()
  const health = async () => (await fetch(`${cup.url}/healthz`)).status
  expect(await health()).toBe(200)
  Object.assign(cup.storage, { canWrite: async () => false })
  cup.clock.setBack(3_600_000)
  await health()
  await cup.clock.advance(5_000)
  expect(await health()).toBe(503)
  await cup.stop()
})

test('while the storage is away visitors keep their pages, and organisers are still known', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const cup = await startOrganisedCup()
  cup.storageIs('fails')
  expect((await cup.open('/rules')).status).toBe(200)
  expect((await cup.page('/admin')).status).toBe(200)
  // Nobody can say who this is, and a login page would be a lie.
  const asSomebody = (path: string) =>
    fetch(cup.url + path, { headers: { cookie: `cup-session=${'x'.repeat(43)}` }, redirect: 'manual' })
  const unknown = await asSomebody('/admin')
  expect(unknown.status).toBe(503)
  expect(await unknown.text()).toContain('Retry')
  expect((await asSomebody('/rules')).status).toBe(200)
  expect((await cup.submit('/login', { email: 'a@b.c', password: 'whatever it is' })).status).toBe(503)
  await cup.stop()
  log.mockRestore()
})
