import { expect, test } from 'vitest'
import { eventSourceAt } from '../../src/web/live/live-connection.ts'
import { createLiveStore } from '../../src/web/live/live-store.ts'
import { atTestEnd } from '../support/at-test-end.ts'
import { manualClock } from '../support/manual-clock.ts'
import { journalView } from './support/journal-view.ts'
import { listen } from './support/listen.ts'
import { serveHub } from './support/serve-hub.ts'

/** An open page with its own clock, connected to the real hub. */
async function openPage(limits?: Parameters<typeof serveHub>[1]) {
  const view = journalView()
  const cup = await serveHub(view, limits)
  const clock = manualClock()
  const seen = { alive: 0, end: 0 }
  const open = eventSourceAt(cup.url)
  const store = createLiveStore({
    clock,
    openStream: (since, on) =>
      open(since, {
        ...on,
        alive() {
          seen.alive += 1
          on.alive()
        },
        end() {
          seen.end += 1
          on.end()
        },
      }),
  })
  atTestEnd(store.stop)
  return {
    cup,
    clock,
    start() {
      store.follow(view.current() as never, () => {})
      store.start()
    },
    state: () => store.status().state,
    seen,
  }
}

test('a page refused with a 503 reconnects until there is room', async () => {
  const { cup, clock, start, state, seen } = await openPage({ listeners: 1 })
  const first = await listen(cup.url)
  await first.caughtUp()
  start()
  await expect.poll(() => seen.end).toBe(1)
  first.close()
  await expect.poll(() => cup.hub.size).toBe(0)
  // The longest first backoff. Advancing while the connection opens would time it out.
  await clock.advance(5_000)
  await expect.poll(state).toBe('live')
})

test('heartbeats keep a page live, and their absence makes it reconnect', async () => {
  const { cup, clock, start, state, seen } = await openPage()
  start()
  await expect.poll(state).toBe('live')
  await clock.advance(30_000)
  const before = seen.alive
  await cup.clock.advance(15_000)
  await expect.poll(() => seen.alive).toBe(before + 1)
  await clock.advance(44_999)
  expect(state()).toBe('live')
  await clock.advance(1)
  expect(state()).toBe('reconnecting')
})
