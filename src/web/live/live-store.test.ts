import { describe, expect, test } from 'vitest'
import { firstEditions } from '../../../tests/support/first-editions.ts'
import type { Position, Revision } from '../../domain/changes.ts'
import type { CupView } from '../../domain/cup.ts'
import { defaultSettings } from '../../domain/settings/settings.ts'
import type { StreamHandlers } from './live-connection.ts'
import { liveWords } from './live-dot.tsx'
import { createLiveStore, notConnected } from './live-store.ts'
import type { ReplayLog } from './replay-log.ts'

const nineForty = new Date('2025-04-04T21:40:00')

function titled(revision: number, editionTitle: string): Revision {
  return { revision, at: '', changes: [{ kind: 'settings', settings: { editionTitle } }] }
}

function viewAt(revision: number, editionTitle: string, epoch = 1): CupView {
  return {
    epoch,
    revision,
    settings: { ...defaultSettings, editionTitle },
    entries: [],
    editions: firstEditions,
    pastDraws: [],
    drawStatus: 'none',
  }
}

const page = (revision: number) => ({ epoch: 1, revision, settings: defaultSettings })

const hello = (revision: number, epoch = 1) => ({ kind: 'hello', position: { epoch, revision } }) as const

/** A store whose connections the test observes and answers. */
function storeOnHand({ random = 0.25, log = undefined as ReplayLog | undefined } = {}) {
  let now = nineForty.getTime()
  let isOnline = true
  const alarms = new Set<{ at: number; run: () => void }>()
  const connections: { since: Position; on: StreamHandlers; isClosed: boolean }[] = []
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
    // At 0.25 the first wait is 2 s.
    random: () => random,
    isOnline: () => isOnline,
    readLog: () => log,
    openStream(since, on) {
      const connection = { since, on, isClosed: false }
      connections.push(connection)
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

test('hydration finds the status of the server-rendered page', () => {
  expect(storeOnHand().store.status()).toBe(notConnected)
})

test('a page connects only once started, from the revision it was rendered with', () => {
  const { store, connections, last } = storeOnHand()
  store.follow(page(41), () => {})
  expect(connections).toHaveLength(0)
  store.start()
  expect(connections).toHaveLength(1)
  expect(last().since).toEqual({ epoch: 1, revision: 41 })
})

test('an event changes the page at once, and a repeated one does nothing', () => {
  const { store, last } = storeOnHand()
  let told = 0
  const slice = page(4)
  store.follow(slice, () => {
    told += 1
  })
  store.start()
  last().on.event({ kind: 'revision', revision: titled(5, 'Five') })
  const shown = store.read(slice)
  expect(shown).toEqual({ epoch: 1, revision: 5, settings: { ...defaultSettings, editionTitle: 'Five' } })
  last().on.event({ kind: 'revision', revision: titled(5, 'Five') })
  last().on.event({ kind: 'revision', revision: titled(3, 'Three') })
  expect(store.read(slice)).toBe(shown)
  expect(told).toBe(1)
})

test('a page opened later by a link, and a cached older one, both become current', () => {
  const { store, connections, last } = storeOnHand()
  store.follow(page(4), () => {})
  store.start()
  last().on.event({ kind: 'revision', revision: titled(5, 'Five') })
  last().on.event({ kind: 'revision', revision: titled(6, 'Six') })
  const linked = page(5)
  store.follow(linked, () => {})
  expect(connections.map(({ since }) => since.revision)).toEqual([4, 5])
  last().on.event({ kind: 'revision', revision: titled(6, 'Six') })
  expect(store.read(linked).settings.editionTitle).toBe('Six')
  const kept = page(2)
  store.follow(kept, () => {})
  expect(last().since).toEqual({ epoch: 1, revision: 2 })
  last().on.event({ kind: 'view', view: viewAt(6, 'Six') })
  expect(store.read(kept)).toEqual({
    epoch: 1,
    revision: 6,
    settings: { ...defaultSettings, editionTitle: 'Six' },
  })
})

test('a page takes its own parts of a snapshot', () => {
  const { store, last } = storeOnHand()
  const parts = { epoch: 1, revision: 2, editions: [], pastDraws: [10, 9], drawStatus: 'active' } as const
  store.follow(parts, () => {})
  store.start()
  const view = { ...viewAt(6, 'Six'), pastDraws: [11] }
  last().on.event({ kind: 'view', view })
  const { epoch, revision, editions, pastDraws, drawStatus } = view
  expect(store.read(parts)).toEqual({ epoch, revision, editions, pastDraws, drawStatus })
})

test('a session may have ended at the revision that says so, or in any snapshot', () => {
  const { store, connections } = storeOnHand()
  store.start()
  store.follow(page(5), () => {})
  const on = connections.at(-1)?.on
  on?.event(hello(5))
  on?.event({ kind: 'revision', revision: titled(6, 'The Cup N12') })
  expect(store.sessionEndedAt()).toBe(0)
  on?.event({ kind: 'revision', revision: { revision: 7, at: '', changes: [{ kind: 'sessions' }] } })
  expect(store.sessionEndedAt()).toBe(7)
  on?.event({ kind: 'view', view: viewAt(9, 'The Cup N12') })
  expect(store.sessionEndedAt()).toBe(9)
})

test('a gap makes the page reconnect from its position', () => {
  const { store, connections, last } = storeOnHand()
  store.follow(page(4), () => {})
  store.start()
  const first = last()
  first.on.event({ kind: 'revision', revision: titled(6, 'Six') })
  expect(first.isClosed).toBe(true)
  expect(connections.map(({ since }) => since.revision)).toEqual([4, 4])
  // The same gap again: the page waits instead of reconnecting at once.
  last().on.event({ kind: 'revision', revision: titled(6, 'Six') })
  expect(connections).toHaveLength(2)
})

test('another epoch replaces what the page shows, even with the same revision, and continues from there', () => {
  const { store, last, pass } = storeOnHand()
  const slice = page(4)
  store.follow(slice, () => {})
  store.start()
  last().on.event({ kind: 'revision', revision: titled(5, 'lost') })
  last().on.event(hello(5))
  expect(store.read(slice)).toMatchObject({ revision: 5, settings: { editionTitle: 'lost' } })
  last().on.event({ kind: 'view', view: viewAt(5, 'instead', 2) })
  expect(store.read(slice)).toMatchObject({ epoch: 2, revision: 5, settings: { editionTitle: 'instead' } })
  last().on.event({ kind: 'revision', revision: titled(6, 'next') })
  expect(store.read(slice)).toMatchObject({ epoch: 2, revision: 6, settings: { editionTitle: 'next' } })
  last().on.end()
  pass(3_000)
  expect(last().since).toEqual({ epoch: 2, revision: 6 })
})

test('a hello of another epoch makes the page reconnect', () => {
  const { store, connections, last } = storeOnHand()
  store.follow(page(9), () => {})
  store.start()
  last().on.event(hello(3, 2))
  expect(connections.map(({ since }) => since)).toEqual([
    { epoch: 1, revision: 9 },
    { epoch: 1, revision: 9 },
  ])
})

test('after a restore, a newly fetched page waits for a snapshot that also replaces the older header', () => {
  const { store, connections, last } = storeOnHand()
  const header = page(9)
  store.follow(header, () => {})
  store.start()
  last().on.event(hello(9))
  const fetched = { ...page(4), epoch: 2 }
  store.follow(fetched, () => {})
  expect(connections).toHaveLength(1)
  last().on.event({ kind: 'revision', revision: titled(10, 'late') })
  expect(store.read(fetched)).toBe(fetched)
  last().on.event({ kind: 'view', view: viewAt(4, 'restored', 2) })
  for (const slice of [header, fetched])
    expect(store.read(slice)).toMatchObject({ epoch: 2, revision: 4, settings: { editionTitle: 'restored' } })
})

test('a snapshot older than the page counts only as the answer to a new connection', () => {
  const { store, last, pass } = storeOnHand()
  const slice = page(9)
  store.follow(slice, () => {})
  store.start()
  last().on.event(hello(9))
  last().on.event({ kind: 'view', view: viewAt(3, 'stale') })
  expect(store.read(slice).revision).toBe(9)
  last().on.end()
  pass(3_000)
  last().on.event({ kind: 'view', view: viewAt(3, 'what is') })
  expect(store.read(slice)).toMatchObject({ revision: 3, settings: { editionTitle: 'what is' } })
})

test('a cut page reconnects with growing waits, and says how old it is', () => {
  const { store, connections, last, pass } = storeOnHand()
  store.follow(page(4), () => {})
  store.start()
  last().on.event(hello(4))
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
  last().on.event(hello(4))
  expect(liveWords(store.status())).toBe('Live')
})

test('pages that were cut in the same instant reconnect spread over four seconds', () => {
  const waits = [0, 0.5, 1].map((random) => {
    const { store, connections, last, pass } = storeOnHand({ random })
    store.follow(page(4), () => {})
    store.start()
    last().on.end()
    let waited = 0
    for (; connections.length === 1; waited += 500) pass(500)
    return waited
  })
  expect(waits).toEqual([1_000, 3_000, 5_000])
})

test('a silent connection is closed after three missed heartbeats', () => {
  const { store, connections, last, pass } = storeOnHand()
  store.follow(page(4), () => {})
  store.start()
  last().on.event(hello(4))
  pass(30_000)
  last().on.alive()
  pass(44_999)
  expect(last().isClosed).toBe(false)
  pass(1)
  expect(connections[0]?.isClosed).toBe(true)
  expect(store.status().state).toBe('reconnecting')
})

test('a phone that wakes up checks its connection at once', () => {
  const { store, connections, last, pass } = storeOnHand()
  store.follow(page(4), () => {})
  store.start()
  last().on.event(hello(4))
  store.check()
  expect(connections).toHaveLength(1)
  pass(20_000)
  store.check()
  expect(connections).toHaveLength(2)
  last().on.end()
  store.check()
  expect(connections).toHaveLength(3)
})

test('a device without a network is offline without waiting', () => {
  const { store, last, goOffline } = storeOnHand()
  store.follow(page(4), () => {})
  store.start()
  last().on.event(hello(4))
  goOffline()
  store.check()
  expect(store.status().state).toBe('offline')
})

test('an old copy shown without a network claims no time', () => {
  const { store, last, goOffline } = storeOnHand()
  store.follow(page(9), () => {})
  store.start()
  last().on.event(hello(9))
  goOffline()
  store.follow(page(2), () => {})
  last().on.end()
  expect(liveWords(store.status())).toBe('Offline · an older copy')
})

test('a page opened from a cached copy says how old that is until it has caught up', () => {
  const { store, connections, last } = storeOnHand()
  store.follow(page(4), () => {})
  store.start(new Date('2025-04-04T21:05:00'))
  expect(liveWords(store.status())).toBe('Offline · as of 9:05 PM')
  expect(connections.map(({ since }) => since.revision)).toEqual([4])
  last().on.end()
  expect(liveWords(store.status())).toBe('Offline · as of 9:05 PM')
  store.check()
  last().on.event({ kind: 'revision', revision: titled(5, 'Five') })
  last().on.event(hello(5))
  expect(liveWords(store.status())).toBe('Live')
})

test('a stopped page closes its stream, and continues from its position when started again', () => {
  const { store, connections, last } = storeOnHand()
  store.follow(page(4), () => {})
  store.start()
  last().on.event({ kind: 'revision', revision: titled(5, 'Five') })
  store.stop()
  expect(last().isClosed).toBe(true)
  store.start()
  expect(connections.map(({ since }) => since.revision)).toEqual([4, 5])
})

describe('after a reload without a network', () => {
  /** The log of a tab that received revisions 5 and 6. */
  function heard(first?: CupView) {
    const { store, last } = storeOnHand()
    store.follow(page(4), () => {})
    store.start()
    if (first) last().on.event({ kind: 'view', view: first })
    last().on.event({ kind: 'revision', revision: titled(5, 'Five') })
    last().on.event({ kind: 'revision', revision: titled(6, 'Six') })
    last().on.event(hello(6))
    return store.log()
  }

  test('an older copy shows what the tab had, says as of when, and continues from there', () => {
    const { store, last } = storeOnHand({ log: heard() })
    const copy = page(4)
    expect(store.read(copy)).toMatchObject({ revision: 6, settings: { editionTitle: 'Six' } })
    expect(store.read(copy)).toBe(store.read(copy))
    store.follow(copy, () => {})
    store.start(new Date('2025-04-04T20:10:00'))
    expect(liveWords(store.status())).toBe('Offline · as of 9:40 PM')
    expect(last().since).toEqual({ epoch: 1, revision: 6 })
    last().on.event({ kind: 'revision', revision: titled(7, 'Seven') })
    expect(storeOnHand({ log: store.log() }).store.read(copy).settings.editionTitle).toBe('Seven')
  })

  test('also if the tab had caught up by a snapshot', () => {
    const { store } = storeOnHand({ log: heard(viewAt(4, 'Four')) })
    expect(store.read({ ...page(2), own: 'stays' })).toMatchObject({
      revision: 6,
      settings: { editionTitle: 'Six' },
      own: 'stays',
    })
  })

  test.each([
    ['that is newer', page(9)],
    ['of another epoch', { ...page(4), epoch: 2 }],
    ['with a gap before the log', page(2)],
  ])('a copy %s stays as it is', (_which, copy) => {
    const { store } = storeOnHand({ log: heard() })
    expect(store.read(copy)).toBe(copy)
    store.follow(copy, () => {})
    store.start(new Date('2025-04-04T20:10:00'))
    expect(liveWords(store.status())).toBe('Offline · as of 8:10 PM')
  })
})
