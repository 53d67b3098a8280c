import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { Change } from '../../src/domain/changes.ts'
import { type LiveSource, listenersWithin } from '../../src/server/live/hub.ts'
import { atTestEnd } from '../support/at-test-end.ts'
import { emptyView, journalView } from './support/journal-view.ts'
import { listen } from './support/listen.ts'
import { serveHub } from './support/serve-hub.ts'

const title = (editionTitle: string): Change => ({ kind: 'settings', settings: { editionTitle } })
const announcement = (text: string): Change => ({ kind: 'settings', settings: { announcement: text } })

test('a page that has seen everything only gets a hello', async () => {
  const view = journalView({ ...emptyView, revision: 41 })
  const { url } = await serveHub(view)
  const listener = await listen(url, { since: 41 })
  expect(await listener.caughtUp()).toMatchObject([
    { type: 'hello', id: 41, data: { epoch: 1, revision: 41 } },
  ])
  expect(listener.text()).toContain('\nretry: 3000\n\n')
})

test("the stream's headers tell proxies not to buffer", async () => {
  const { url } = await serveHub(journalView())
  const listener = await listen(url)
  await listener.caughtUp()
  const head = listener.head().toLowerCase()
  expect(head).toContain('200 ok')
  expect(head).toContain('content-type: text/event-stream')
  expect(head).toContain('cache-control: no-cache, no-transform')
  expect(head).toContain('x-accel-buffering: no')
  expect(head).toContain('connection: close')
  expect(head).not.toContain('transfer-encoding')
})

test('a page rendered a while ago first gets what it missed, then new revisions', async () => {
  const view = journalView()
  const { url } = await serveHub(view)
  view.write(title('one'))
  view.write(title('two'))
  const listener = await listen(url, { since: 0 })
  expect(await listener.caughtUp()).toMatchObject([
    { type: 'message', id: 1, data: { revision: 1, changes: [title('one')] } },
    { type: 'message', id: 2, data: { revision: 2, changes: [title('two')] } },
    { type: 'hello', id: 2 },
  ])
  view.write(title('three'))
  await listener.reached(3)
  expect(listener.events().at(-1)).toMatchObject({
    type: 'message',
    id: 3,
    data: { changes: [title('three')] },
  })
})

test('Last-Event-ID resumes, and overrides the position in the address', async () => {
  const view = journalView()
  const { url } = await serveHub(view)
  for (const name of ['one', 'two', 'three']) view.write(title(name))
  const listener = await listen(url, { since: 0, lastEventId: '1-2' })
  expect((await listener.caughtUp()).map(({ type, id }) => [type, id])).toEqual([
    ['message', 3],
    ['hello', 3],
  ])
})

test.each([
  ['no revision', undefined],
  ['a word instead of a revision', 'yesterday'],
  ['a negative revision', '-1'],
  ['an epoch alone', '1-'],
  ['another epoch', '2-6'],
  ['an earlier epoch', '0-6'],
  ['a revision further back than what is kept', 1],
  ['a revision from the future', 4_000],
])('%s gets the whole view', async (_, since) => {
  const view = journalView()
  const { url } = await serveHub(view, { eventsKept: 3 })
  for (let n = 1; n <= 6; n += 1) view.write(title(`title ${n}`))
  const listener = await listen(url, since === undefined ? {} : { since })
  const [first, second, ...more] = await listener.caughtUp()
  expect(first).toMatchObject({ type: 'view', id: 6, data: JSON.parse(JSON.stringify(view.current())) })
  expect(second).toMatchObject({ type: 'hello', id: 6 })
  expect(more).toEqual([])
})

test('a page from a node that is ahead makes this node catch up before it answers', async () => {
  const view = journalView()
  const { url } = await serveHub(view)
  view.writeElsewhere(title('from the other node'))
  const listener = await listen(url, { since: 1 })
  expect((await listener.caughtUp()).map(({ type, id }) => [type, id])).toEqual([['hello', 1]])
})

test('a view that skips revisions is sent whole, so that no event is missing in between', async () => {
  const view = journalView()
  const { url } = await serveHub(view)
  const listener = await listen(url, { since: 0 })
  await listener.caughtUp()
  view.restore({ ...emptyView, revision: 300, drawStatus: 'creating' })
  view.write(title('next'))
  await listener.reached(301)
  expect(listener.events().map(({ type, id }) => [type, id])).toEqual([
    ['hello', 0],
    ['view', 300],
    ['message', 301],
  ])
})

test.each([
  ['an earlier number', 2],
  ['the same number', 5],
])(
  'a restored backup of %s is sent whole to all listeners, and to those that reconnect',
  async (_, revision) => {
    const view = journalView()
    const { url } = await serveHub(view)
    for (let n = 1; n <= 5; n += 1) view.write(title(`title ${n}`))
    const before = await listen(url, { since: '1-5' })
    await before.caughtUp()
    view.restore({ ...emptyView, epoch: 2, revision })
    view.write(title('next'))
    await before.reached(revision + 1)
    expect(before.events().map(({ type, epoch, id }) => [type, epoch, id])).toEqual([
      ['hello', 1, 5],
      ['view', 2, revision],
      ['message', 2, revision + 1],
    ])
    const after = await listen(url, { since: '1-5' })
    expect((await after.caughtUp()).map(({ type, epoch, id }) => [type, epoch, id])).toEqual([
      ['view', 2, revision + 1],
      ['hello', 2, revision + 1],
    ])
  },
)

test('a page that knows a later epoch makes this node catch up before it answers', async () => {
  const view = journalView()
  let looked = 0
  const { url } = await serveHub({
    ...view,
    async catchUp() {
      looked += 1
      view.restore({ ...emptyView, epoch: 2, revision: 3 })
    },
  })
  const listener = await listen(url, { since: '2-3' })
  expect((await listener.caughtUp()).map(({ type, epoch, id }) => [type, epoch, id])).toEqual([
    ['hello', 2, 3],
  ])
  expect(looked).toBe(1)
})

test('a heartbeat comes every 15 seconds, and without listeners no timer runs', async () => {
  const { url, clock, hub } = await serveHub(journalView())
  expect(clock.waiting()).toBe(0)
  const listener = await listen(url)
  await listener.caughtUp()
  const beats = () => listener.text().split('event: heartbeat\ndata: {}\n\n').length - 1
  await clock.advance(14_999)
  expect(beats()).toBe(0)
  await clock.advance(1)
  await listener.until(() => beats() === 1)
  listener.close()
  await expect.poll(() => hub.size).toBe(0)
  await clock.advance(60_000)
  expect(clock.waiting()).toBe(0)
})

test('a listener that does not read is dropped, and the others get every event', async () => {
  const view = journalView()
  const { url, hub } = await serveHub(view)
  const stuck = await listen(url, { since: 0 })
  const others = await Promise.all(Array.from({ length: 3 }, () => listen(url, { since: 0 })))
  await Promise.all([stuck, ...others].map((listener) => listener.caughtUp()))
  stuck.socket.pause()
  // Fills the kernel's socket buffer, then the listener's own limit.
  for (let n = 1; n <= 100; n += 1) {
    view.write(announcement('x'.repeat(400_000)))
    await Promise.all(others.map((listener) => listener.reached(n)))
    if (hub.size === 3) break
  }
  expect(hub.size).toBe(3)
  const last = view.write(title('still here')).revision
  await Promise.all(others.map((listener) => listener.reached(last)))
  for (const listener of others) {
    const ids = listener.events().map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: last + 1 }, (_, n) => n))
  }
})

test('a catch-up larger than the limit of unread bytes does not drop the listener', async () => {
  const view = journalView()
  const { url, hub } = await serveHub(view, { unread: 1_000 })
  view.write(announcement('x'.repeat(5_000_000)))
  const listener = await listen(url)
  listener.socket.pause()
  await expect.poll(() => hub.size).toBe(1)
  const { revision } = view.write(title('meanwhile'))
  listener.socket.resume()
  await listener.reached(revision)
  expect(hub.size).toBe(1)
})

/** Opens a stream without reading it. */
async function openUnread(port: number) {
  const socket = connect(port, '127.0.0.1')
  atTestEnd(() => socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write('GET /events HTTP/1.1\r\nhost: cup\r\n\r\n')
  return socket
}

test('60 listeners that never read a large view share one copy, and are dropped after a minute; a slow reader stays', async () => {
  const view = journalView()
  // More than the kernel buffers for a connection.
  view.write(announcement('x'.repeat(12_000_000)))
  const { port, hub, clock } = await serveHub(view)
  const before = process.memoryUsage().arrayBuffers
  const unread = await Promise.all(Array.from({ length: 60 }, () => openUnread(port)))
  await expect.poll(() => hub.size).toBe(60)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(3 * 12_000_000)

  await clock.advance(59_000)
  expect(hub.size).toBe(60)
  const [slow] = unread
  let taken = 0
  slow?.on('data', (bytes) => {
    taken += bytes.length
  })
  await expect.poll(() => taken).toBeGreaterThan(12_000_000)
  await clock.advance(1_000)
  await expect.poll(() => hub.size).toBe(1)
})

test('an event larger than the limit drops no listener that is still reading it', async () => {
  const view = journalView()
  const { url, hub } = await serveHub(view, { unread: 1_000 })
  const listener = await listen(url)
  await listener.caughtUp()
  listener.socket.pause()
  view.write(announcement('x'.repeat(5_000_000)))
  await Promise.resolve()
  const { revision } = view.write(title('meanwhile'))
  await Promise.resolve()
  expect(hub.size).toBe(1)
  listener.socket.resume()
  await listener.reached(revision)
  expect(hub.size).toBe(1)
})

test('closing ends every stream at once, and later requests are told to retry', async () => {
  const { url, hub } = await serveHub(journalView())
  const listeners = await Promise.all([listen(url), listen(url)])
  await Promise.all(listeners.map((listener) => listener.caughtUp()))
  hub.close()
  await Promise.all(listeners.map((listener) => listener.ended()))
  expect(hub.size).toBe(0)
  const late = await fetch(url)
  expect(late.status).toBe(503)
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
})

test.each([
  ['a small one', 64, 32],
  ['an old default', 256, 128],
  ['the usual default', 1_024, 524],
  ['a server', 65_536, 15_000],
  ['no limit', Number.POSITIVE_INFINITY, 15_000],
])('a limit (%s) of %d open files leaves room for %d listeners', (_, files, listeners) => {
  expect(listenersWithin(files)).toBe(listeners)
})

test('beyond the limit of listeners one is told to retry, and gets in when another leaves', async () => {
  const { url, hub } = await serveHub(journalView(), { listeners: 1 })
  const first = await listen(url)
  await first.caughtUp()
  const second = await fetch(url)
  expect(second.status).toBe(503)
  expect(second.headers.get('retry-after')).toBe('5')
  first.close()
  await expect.poll(() => hub.size).toBe(0)
  await (await listen(url)).caughtUp()
})

test('a public view that cannot be read is a 503, and the next request tries again', async () => {
  const view = journalView()
  let isBroken = true
  const { url } = await serveHub({
    ...view,
    current: () => (isBroken ? undefined : view.current()),
    ready: () => (isBroken ? Promise.reject(new Error('disk full')) : view.ready()),
  })
  expect((await fetch(url)).status).toBe(503)
  isBroken = false
  await (await listen(url)).caughtUp()
})

test('only a GET that accepts events gets the stream', async () => {
  const { url, hub } = await serveHub(journalView())
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  expect((await fetch(url, { headers: { accept: 'text/html' } })).status).toBe(406)
  expect(hub.size).toBe(0)
})

test('only the revision, its time and its public changes are sent', async () => {
  const view = journalView()
  const told: Parameters<Parameters<LiveSource['subscribe']>[0]>[] = []
  const { url } = await serveHub({
    ...view,
    subscribe: (listener) =>
      view.subscribe((news) => {
        told.push([news])
        const extra = { who: 'organiser@club.example', teamPhoneNumber: '555-0100' }
        listener(news.kind === 'revision' ? { ...news, revision: { ...news.revision, ...extra } } : news)
      }),
  })
  const listener = await listen(url, { since: 0 })
  await listener.caughtUp()
  view.write(title('public'))
  await listener.reached(1)
  expect(told).toHaveLength(1)
  expect(listener.text()).not.toMatch(/organiser@|555-0100/)
})
