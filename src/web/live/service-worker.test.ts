import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadIfUpgraded } from './service-worker.ts'

const reload = vi.fn()

beforeEach(() => {
  vi.stubGlobal('location', { href: 'https://cup.test/screen', reload })
  runs('1a2b3c4d')
})
afterEach(() => {
  vi.unstubAllGlobals()
  reload.mockClear()
})

function runs(version: string | undefined) {
  vi.stubGlobal('window', { __reactRouterManifest: { version } })
}

function serves(page: string, status = 200) {
  const fetch = vi.fn(async (_url: string, _init?: RequestInit) => new Response(page, { status }))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

test('a page reloads when the server has another version of the app', async () => {
  serves('<script src="/static/js/manifest-5e6f7a8b.js">')
  await reloadIfUpgraded()
  expect(reload).toHaveBeenCalledOnce()
})

test('a page stays while the server has its version, fetched without a cache', async () => {
  const fetch = serves('<script src="/static/js/manifest-1a2b3c4d.js">')
  await reloadIfUpgraded()
  expect(reload).not.toHaveBeenCalled()
  expect(fetch).toHaveBeenCalledWith('https://cup.test/screen', { cache: 'no-store' })
})

test('a page stays while the server answers with an error, or not at all', async () => {
  serves('Bad gateway', 502)
  await reloadIfUpgraded()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await reloadIfUpgraded()
  expect(reload).not.toHaveBeenCalled()
})

test('a page stays when its answer breaks off halfway', async () => {
  const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) })
  vi.stubGlobal('fetch', async () => new Response(broken))
  await reloadIfUpgraded()
  expect(reload).not.toHaveBeenCalled()
})

test.each(['', undefined])(
  'a page that does not know its version (%o) stays, without a request',
  async (version) => {
    runs(version)
    const fetch = serves('<script src="/static/js/manifest-5e6f7a8b.js">')
    await reloadIfUpgraded()
    expect(reload).not.toHaveBeenCalled()
    expect(fetch).not.toHaveBeenCalled()
  },
)
