import { expect, test } from 'vitest'
import type { Revision } from '../../domain/changes.ts'
import type { CupView } from '../../domain/cup.ts'
import { defaultEditions } from '../../domain/settings/past-editions.ts'
import { defaultSettings } from '../../domain/settings/settings.ts'
import { liveWords } from './live-dot.tsx'
import type { StreamHandlers } from './live-event.ts'
import { createLiveStore, notConnected } from './live-store.ts'

const nineForty = new Date('2025-04-04T21:40:00')

function titled(revision: number, editionTitle: string): Revision {
  return { revision, at: '', changes: [{ kind: 'settings', settings: { editionTitle } }] }
}

function viewAt(revision: number, editionTitle: string): CupView {
  return {
    revision,
    settings: { ...defaultSettings, editionTitle },
    entries: [],
    editions: defaultEditions,
    pastDraws: [],
    drawStatus: 'none',
  }
}

const page = (revision: number) => ({ revision, settings: defaultSettings })

/** A store whose server is this test: it sees each connection and speaks on it. */
function storeOnHand() {
  let now = nineForty.getTime()
  let isOnline = true
  const alarms = new Set<{ at: number; run: () => void }>()
  const connections: { since: number; on: StreamHandlers; isClosed: boolean }[] = []
  const clock = {
    now: () => new Date(now),
    after(milliseconds: number, run: () => void) {
      const alarm = { at: now + milliseconds, run }
      alarms.add(alarm)
      return () => alarms.delete(alarm)
    },
  }
  const store = createLiveStore({
    clock,
    isOnline: () => isOnline,
    openStream(since, on) {
      const connection = { since, on, isClosed: false }
      connections.push(connection)
      on.opened()
      return () => {
        connection.isClosed = true
      }
    },
  })
  return {
    store,
    connections,
    last: () => connections.at(-1) as (typeof connections)[number],
    goOffline: () => {
      isOnline = false
    },
    pass(milliseconds: number) {
      const end = now + milliseconds
      for (;;) {
        const due = [...alarms].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!due) break
        alarms.delete(due)
        now = due.at
        due.run()
      }
      now = end
    },
  }
}

test('a page that comes to life finds the status it was rendered with, so it is not rendered a second time', () => {
  expect(storeOnHand().store.status()).toBe(notConnected)
})

test('a page connects from the revision it was rendered with, and not before it is started', () => {
  const { store, connections, last } = storeOnHand()
  store.follow(page(41), () => {})
  expect(connections).toHaveLength(0)
  store.start()
  expect(connections).toHaveLength(1)
  expect(last().since).toBe(41)
})

test('an event changes the page at once, and only once however often it comes', () => {
  const { store, last } = storeOnHand()
  let told = 0
  const slice = page(4)
  store.follow(slice, () => {
    told += 1
  })
  store.start()
  last().on.event({ kind: 'revision', revision: titled(5, 'Five') })
  const shown = store.read(slice)
  expect(shown).toEqual({ revision: 5, settings: { ...defaultSettings, editionTitle: 'Five' } })
  last().on.event({ kind: 'revision', revision: titled(5, 'Five') })
  last().on.event({ kind: 'revision', revision: titled(3, 'Three') })
  expect(store.read(slice)).toBe(shown)
  expect(told).toBe(1)
})

test('a page opened later by a link, and one older than all that is known, both become current', () => {
  const { store, connections, last } = storeOnHand()
  store.follow(page(4), () => {})
  store.start()
  last().on.event({ kind: 'revision', revision: titled(5, 'Five') })
  last().on.event({ kind: 'revision', revision: titled(6, 'Six') })
  const linked = page(5)
  store.follow(linked, () => {})
  expect(store.read(linked).settings.editionTitle).toBe('Six')
  expect(connections).toHaveLength(1)
  const kept = page(2)
  store.follow(kept, () => {})
  expect(last().since).toBe(2)
  last().on.event({ kind: 'view', view: viewAt(6, 'Six') })
  expect(store.read(kept)).toEqual({ revision: 6, settings: { ...defaultSettings, editionTitle: 'Six' } })
})

test('of a whole view a page takes the parts it has', () => {
  const { store, last } = storeOnHand()
  const parts = { revision: 2, editions: [], pastDraws: [10, 9], drawStatus: 'active' } as const
  store.follow(parts, () => {})
  store.start()
  const view = { ...viewAt(6, 'Six'), pastDraws: [11] }
  last().on.event({ kind: 'view', view })
  const { revision, editions, pastDraws, drawStatus } = view
  expect(store.read(parts)).toEqual({ revision, editions, pastDraws, drawStatus })
})

test('a missing event makes the page ask again from where it is', () => {
  const { store, connections, last } = storeOnHand()
  store.follow(page(4), () => {})
  store.start()
  const first = last()
  first.on.event({ kind: 'revision', revision: titled(6, 'Six') })
  expect(first.isClosed).toBe(true)
  expect(connections.map(({ since }) => since)).toEqual([4, 4])
  // The same gap again: asking at once would not help, so the page waits.
  last().on.event({ kind: 'revision', revision: titled(6, 'Six') })
  expect(connections).toHaveLength(2)
})

test('a whole view of the page’s own revision counts as the answer to a new connection: the database came to it by another way', () => {
  const { store, last } = storeOnHand()
  const slice = page(4)
  store.follow(slice, () => {})
  store.start()
  last().on.event({ kind: 'revision', revision: titled(5, 'lost') })
  last().on.event({ kind: 'hello', revision: 5 })
  expect(store.read(slice)).toMatchObject({ revision: 5, settings: { editionTitle: 'lost' } })
  last().on.opened()
  last().on.event({ kind: 'view', view: viewAt(5, 'instead') })
  expect(store.read(slice)).toMatchObject({ revision: 5, settings: { editionTitle: 'instead' } })
  last().on.event({ kind: 'hello', revision: 5 })
  last().on.event({ kind: 'revision', revision: titled(6, 'next') })
  expect(store.read(slice)).toMatchObject({ revision: 6, settings: { editionTitle: 'next' } })
})

test('a whole view older than the page counts only as the answer to a new connection', () => {
  const { store, last } = storeOnHand()
  const slice = page(9)
  store.follow(slice, () => {})
  store.start()
  last().on.event({ kind: 'hello', revision: 9 })
  last().on.event({ kind: 'view', view: viewAt(3, 'stale') })
  expect(store.read(slice).revision).toBe(9)
  last().on.opened()
  last().on.event({ kind: 'view', view: viewAt(3, 'restored') })
  expect(store.read(slice)).toMatchObject({ revision: 3, settings: { editionTitle: 'restored' } })
})

test('after a cut the page comes again when the server said, later each time, and says how old it is', () => {
  const { store, connections, last, pass } = storeOnHand()
  store.follow(page(4), () => {})
  store.start()
  last().on.retry(2_000)
  last().on.event({ kind: 'hello', revision: 4 })
  expect(liveWords(store.status())).toBe('Live')
  pass(60_000 - 45_000)
  last().on.alive()
  last().on.end()
  expect(liveWords(store.status())).toBe('Reconnecting…')
  pass(1_999)
  expect(connections).toHaveLength(1)
  pass(1)
  expect(connections).toHaveLength(2)
  last().on.end()
  pass(2_999)
  expect(connections).toHaveLength(2)
  pass(1)
  last().on.end()
  expect(liveWords(store.status())).toBe('Offline · as of 9:40 PM')
  pass(30_000)
  expect(connections).toHaveLength(4)
  last().on.event({ kind: 'hello', revision: 4 })
  expect(liveWords(store.status())).toBe('Live')
})

test('a connection that died without a word is given up after three missed heartbeats', () => {
  const { store, connections, last, pass } = storeOnHand()
  store.follow(page(4), () => {})
  store.start()
  last().on.event({ kind: 'hello', revision: 4 })
  pass(30_000)
  last().on.alive()
  pass(44_999)
  expect(last().isClosed).toBe(false)
  pass(1)
  expect(connections[0]?.isClosed).toBe(true)
  expect(store.status().state).toBe('reconnecting')
})

test('a phone taken out of the pocket looks at once', () => {
  const { store, connections, last, pass } = storeOnHand()
  store.follow(page(4), () => {})
  store.start()
  last().on.event({ kind: 'hello', revision: 4 })
  store.check()
  expect(connections).toHaveLength(1)
  pass(20_000)
  store.check()
  expect(connections).toHaveLength(2)
  last().on.end()
  store.check()
  expect(connections).toHaveLength(3)
})

test('a device that knows it has no network says so without waiting', () => {
  const { store, last, goOffline } = storeOnHand()
  store.follow(page(4), () => {})
  store.start()
  last().on.event({ kind: 'hello', revision: 4 })
  goOffline()
  store.check()
  expect(store.status().state).toBe('offline')
})

test('an old copy shown while the network is away does not claim an hour it does not know', () => {
  const { store, last, goOffline } = storeOnHand()
  store.follow(page(9), () => {})
  store.start()
  last().on.event({ kind: 'hello', revision: 9 })
  goOffline()
  store.follow(page(2), () => {})
  last().on.end()
  expect(liveWords(store.status())).toBe('Offline · an older copy')
})

test('a page opened from a kept copy goes on from what the stream had told, and says how old that is', () => {
  const before = storeOnHand()
  before.store.follow(page(4), () => {})
  before.store.start()
  before.last().on.event({ kind: 'hello', revision: 4 })
  before.last().on.event({ kind: 'revision', revision: titled(5, 'Five') })
  const kept = before.store.save()
  if (!kept) throw new Error('Nothing was kept')

  const { store, connections, last, pass } = storeOnHand()
  pass(3_600_000)
  const slice = page(4)
  store.follow(slice, () => {})
  store.recall(JSON.parse(JSON.stringify(kept), (key, value) => (key === 'asOf' ? new Date(value) : value)))
  store.start(new Date('2025-04-04T21:05:00'))
  expect(store.read(slice).settings.editionTitle).toBe('Five')
  expect(liveWords(store.status())).toBe('Offline · as of 9:40 PM')
  expect(connections.map(({ since }) => since)).toEqual([5])
  last().on.end()
  expect(liveWords(store.status())).toBe('Offline · as of 9:40 PM')
})

test('what was kept of a later page leaves an older copy as old as it is', () => {
  const { store, connections } = storeOnHand()
  const slice = page(4)
  store.follow(slice, () => {})
  store.recall({ base: { revision: 8 }, revisions: [titled(9, 'Nine')], asOf: nineForty })
  store.start(new Date('2025-04-04T21:05:00'))
  expect(store.read(slice)).toBe(slice)
  expect(liveWords(store.status())).toBe('Offline · as of 9:05 PM')
  expect(connections.map(({ since }) => since)).toEqual([4])
})

test('a page put aside closes its stream, and goes on from where it was when it is shown again', () => {
  const { store, connections, last } = storeOnHand()
  store.follow(page(4), () => {})
  store.start()
  last().on.event({ kind: 'revision', revision: titled(5, 'Five') })
  store.stop()
  expect(last().isClosed).toBe(true)
  store.start()
  expect(connections.map(({ since }) => since)).toEqual([4, 5])
})
