import { afterEach, expect, test } from 'vitest'
import { createLiveStore, type LiveStore } from '../../src/web/live/live-store.ts'
import { eventStreamOf } from '../../src/web/live/open-event-stream.ts'
import { shareStream } from '../../src/web/live/share-stream.ts'
import { manualClock } from '../support/manual-clock.ts'
import { emptyView, journalView } from './support/journal-view.ts'
import { serveHub } from './support/serve-hub.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

/** Tabs of one browser, here as stores that share real locks and a real channel, before a real hub. */
async function openBrowser() {
  const view = journalView({ ...emptyView, revision: 7 })
  const cup = await serveHub(view)
  stops.push(cup.stop)
  const clock = manualClock()

  function openTab() {
    const openStream = shareStream({
      name: `tabs of ${cup.port}`,
      openOwn: eventStreamOf(cup.url),
      locks: navigator.locks,
      openChannel: (name) => new BroadcastChannel(name),
      now: clock.now,
    })
    const store = createLiveStore({ openStream, clock })
    const slice = { revision: view.current()?.revision ?? 0, settings: emptyView.settings }
    store.follow(slice, () => {})
    store.start()
    stops.push(store.stop)
    return {
      store,
      revision: () => store.read(slice).revision,
      title: () => store.read(slice).settings.editionTitle,
    }
  }

  const write = (editionTitle: string) => view.write({ kind: 'settings', settings: { editionTitle } })
  return { cup, clock, openTab, write }
}

function until(store: LiveStore, isReached: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = store.subscribe(look)
    function look() {
      if (!isReached()) return
      stop()
      resolve()
    }
    look()
  })
}

const isLive = ({ store }: { store: LiveStore }) => until(store, () => store.status().state === 'live')

test('several tabs of a browser share one stream, and each hears everything', async () => {
  const { cup, openTab, write } = await openBrowser()
  const first = openTab()
  await isLive(first)
  const others = [openTab(), openTab()]
  await Promise.all(others.map(isLive))
  await expect.poll(() => cup.hub.size).toBe(1)
  const tabs = [first, ...others]
  for (const title of ['one', 'two', 'three']) write(title)
  await Promise.all(tabs.map((tab) => until(tab.store, () => tab.title() === 'three')))
  expect(tabs.map((tab) => tab.revision())).toEqual([10, 10, 10])
  expect(cup.hub.size).toBe(1)
})

test('when the tab that holds the stream is closed, another takes it over and misses nothing', async () => {
  const { cup, openTab, write } = await openBrowser()
  const first = openTab()
  await isLive(first)
  const second = openTab()
  await isLive(second)
  await expect.poll(() => cup.hub.size).toBe(1)
  first.store.stop()
  write('said in between')
  await until(second.store, () => second.title() === 'said in between')
  await expect.poll(() => cup.hub.size).toBe(1)
  write('and after')
  await until(second.store, () => second.title() === 'and after')
})

test('when the server restarts, all tabs come again and one stream is left', async () => {
  const { cup, clock, openTab, write } = await openBrowser()
  const tabs = [openTab(), openTab()]
  await Promise.all(tabs.map(isLive))
  cup.restart()
  write('after the restart')
  const titles = async () => {
    await clock.advance(1_000)
    return tabs.map((tab) => tab.title())
  }
  await expect.poll(titles).toEqual(['after the restart', 'after the restart'])
  await expect.poll(() => cup.hub.size).toBe(1)
})

test('a tab that sleeps with the stream in its hands loses it to one that is awake', async () => {
  const { cup, clock, openTab, write } = await openBrowser()
  const name = `tabs of ${cup.port}`
  let isStolen = false
  // A page frozen by the system: it holds the lock and says nothing.
  await new Promise<void>((holds) => {
    navigator.locks
      .request(name, () => {
        holds()
        return new Promise<void>(() => {})
      })
      .catch(() => {
        isStolen = true
      })
  })
  const tab = openTab()
  await isLive(tab)
  write('unheard')
  await expect.poll(() => cup.hub.size).toBe(0)
  await clock.advance(50_000)
  await until(tab.store, () => tab.title() === 'unheard')
  expect(isStolen).toBe(true)
  expect(cup.hub.size).toBe(1)
})
