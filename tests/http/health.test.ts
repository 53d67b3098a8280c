import { expect, test, vi } from 'vitest'
import type { Storage } from '../../src/server/storage/storage.ts'
import { startCup } from '../support/start-cup.ts'

/** Storage with a switch: pulled, nothing can be read or written any more. */
function breakable(inner: Storage) {
  let isBroken = false
  const fail = () => Promise.reject(new Error('The database is gone.'))
  const storage: Storage = {
    ...inner,
    read: (ask) => (isBroken ? fail() : inner.read(ask)),
    snapshot: (ask) => (isBroken ? fail() : inner.snapshot(ask)),
    transaction: (run) => (isBroken ? fail() : inner.transaction(run)),
    isHealthy: async () => !isBroken && inner.isHealthy(),
  }
  return {
    storage,
    pull: (broken: boolean) => {
      isBroken = broken
    },
  }
}

test('the health says which storage answers, and 503 while it does not', async () => {
  let pull = (_broken: boolean) => {}
  const cup = await startCup({
    wrapStorage: (inner) => {
      const broken = breakable(inner)
      pull = broken.pull
      return broken.storage
    },
  })
  const health = await fetch(`${cup.url}/healthz`)
  expect([health.status, health.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const { revision } = await cup.app.publicView()
  expect(await health.json()).toEqual({ status: 'ok', storage: 'SQLite', revision, listeners: 0 })

  pull(true)
  const ill = await fetch(`${cup.url}/healthz`)
  expect(ill.status).toBe(503)
  expect(await ill.json()).toEqual({ status: 'unavailable', storage: 'SQLite' })

  pull(false)
  expect((await fetch(`${cup.url}/healthz`)).status).toBe(200)
  await cup.stop()
})

test('while the storage is away visitors keep their pages, and organisers are still known', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  let pull = (_broken: boolean) => {}
  const cup = await startCup({
    wrapStorage: (inner) => {
      const broken = breakable(inner)
      pull = broken.pull
      return broken.storage
    },
  })
  const cookie = await cup.signIn()
  const open = (path: string, headers = {}) => fetch(cup.url + path, { headers, redirect: 'manual' })
  expect((await open('/admin', { cookie })).status).toBe(200)

  pull(true)
  expect((await open('/rules')).status).toBe(200)
  expect((await open('/admin', { cookie })).status).toBe(200)
  // Nobody can say who this is, and a login page would be a lie.
  const unknown = await open('/admin', { cookie: 'cup-session=somebody' })
  expect(unknown.status).toBe(503)
  expect(await unknown.text()).toContain('Retry')
  expect((await open('/rules', { cookie: 'cup-session=somebody' })).status).toBe(200)
  expect((await cup.post('/login', { email: 'a@b.c', password: 'whatever it is' })).status).toBe(503)
  await cup.stop()
  log.mockRestore()
})
