import { execFileSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import type { Change } from '../../src/domain/changes.ts'
import { emptyView, journalView } from './support/journal-view.ts'
import { listen } from './support/listen.ts'
import { serveHub } from './support/serve-hub.ts'

/** A hub that keeps hardly anybody to itself. */
async function serve(limits: Parameters<typeof serveHub>[1]) {
  const view = journalView()
  const served = await serveHub(view, { relays: 1, atHome: 0, ...limits })
  onTestFinished(served.stop)
  return { ...served, view }
}

async function listenTo(url: string) {
  const listener = await listen(url, { since: 0 })
  onTestFinished(() => void listener.close())
  await listener.caughtUp()
  return listener
}

const gather = (url: string, count: number) => Promise.all(Array.from({ length: count }, () => listenTo(url)))

const announcement = (text: string): Change => ({ kind: 'settings', settings: { announcement: text } })

const relayProcesses = () =>
  execFileSync('pgrep', ['-P', String(process.pid), '-f', 'live/relay'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)

test('few listeners stay in the one process', async () => {
  const { url, hub, view } = await serve({ atHome: 3 })
  const listeners = await gather(url, 3)
  view.write(announcement('short way'))
  await Promise.all(listeners.map((listener) => listener.reached(1)))
  expect([hub.size, hub.relayed]).toEqual([3, 0])
})

test('many are shared out, and while they change hands each hears every event once and in order', async () => {
  const { url, hub, view } = await serve({ relays: 2, atHome: 2 })
  const arriving = Array.from({ length: 12 }, async () => {
    const listener = await listenTo(url)
    view.write(announcement('somebody came'))
    return listener
  })
  const listeners = await Promise.all(arriving)
  while (hub.relayed < 8) {
    view.write(announcement('while they move'))
    await new Promise((resolve) => setImmediate(resolve))
  }
  const last = view.write(announcement('all in place')).revision
  await Promise.all(listeners.map((listener) => listener.reached(last)))
  for (const listener of listeners) {
    const ids = listener
      .events()
      .filter(({ type }) => type === 'message')
      .map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: last }, (_, n) => n + 1))
  }
  expect(hub.size).toBe(12)
})

test('letters of any alphabet arrive as they were sent', async () => {
  const { url, hub, view } = await serve({})
  const listener = await listenTo(url)
  await expect.poll(() => hub.relayed).toBe(1)
  view.write(announcement('Zürich · Łódź · 東京 · 🎾'))
  await listener.reached(1)
  expect(listener.events().at(-1)).toMatchObject({
    data: { changes: [announcement('Zürich · Łódź · 東京 · 🎾')] },
  })
})

test('a heartbeat reaches those elsewhere, and none is sent when the last of them has left', async () => {
  const { url, hub, clock } = await serve({})
  const listener = await listenTo(url)
  await expect.poll(() => hub.relayed).toBe(1)
  await clock.advance(15_000)
  await listener.until(() => listener.text().endsWith('\n:\n\n'))
  listener.close()
  await expect.poll(() => hub.size).toBe(0)
  await clock.advance(15_000)
  expect(clock.waiting()).toBe(0)
})

test('one who does not read is dropped elsewhere too', async () => {
  const { url, hub, view } = await serve({})
  const stuck = await listenTo(url)
  await expect.poll(() => hub.relayed).toBe(1)
  stuck.socket.pause()
  // Enough to fill what the system itself buffers for a socket, and then the listener's own share.
  await expect
    .poll(() => {
      view.write(announcement('x'.repeat(400_000)))
      return hub.size
    })
    .toBe(0)
})

test('after a restored backup the streams elsewhere end as well', async () => {
  const { url, hub, view } = await serve({})
  const listeners = await gather(url, 4)
  await expect.poll(() => hub.relayed).toBe(2)
  view.restore(emptyView)
  await Promise.all(listeners.map((listener) => listener.ended()))
  await expect.poll(() => hub.size).toBe(0)
})

test('those elsewhere count against the bound on listeners', async () => {
  const { url, hub } = await serve({ listeners: 2 })
  await gather(url, 2)
  await expect.poll(() => hub.relayed).toBe(1)
  expect((await fetch(url)).status).toBe(503)
})

test('a relay that fails takes nobody else along: its listeners come again and are served at home', async () => {
  const { url, hub, view } = await serve({})
  const listeners = await gather(url, 4)
  await expect.poll(() => hub.relayed).toBe(2)
  for (const pid of relayProcesses()) process.kill(pid, 'SIGKILL')
  await expect.poll(() => hub.relayed).toBe(0)
  await expect.poll(() => listeners.filter((listener) => listener.isEnded()).length).toBe(2)
  const again = await gather(url, 2)
  view.write(announcement('still on'))
  const staying = listeners.filter((listener) => !listener.isEnded())
  await Promise.all([...staying, ...again].map((listener) => listener.reached(1)))
  expect([hub.size, hub.relayed]).toEqual([4, 0])
})

test('a relay that fails before it has taken a listener leaves nobody open whom no one tells anything', async () => {
  const { url, hub } = await serve({})
  const listener = await listenTo(url)
  await expect.poll(() => hub.relayed).toBe(1)
  // It takes longer to start than this: the listener is on its way to it.
  for (const pid of relayProcesses()) process.kill(pid, 'SIGKILL')
  await listener.ended()
  expect(hub.size).toBe(0)
})

test('closing ends the streams elsewhere, and no process is left behind', async () => {
  const { url, hub } = await serve({})
  const listeners = await gather(url, 4)
  await expect.poll(() => hub.relayed).toBe(2)
  const processes = relayProcesses()
  expect(processes).toHaveLength(1)
  hub.close()
  await Promise.all(listeners.map((listener) => listener.ended()))
  await expect.poll(() => processes.filter(isRunning)).toEqual([])
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
