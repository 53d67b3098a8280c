import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change, Position, ViewSlice } from '../../src/domain/changes.ts'
import type { CupView, Draw, Entry, Match } from '../../src/domain/cup.ts'
import { eventSourceAt, type LiveEvent, type OpenStream } from '../../src/web/live/live-connection.ts'
import { createLiveStore } from '../../src/web/live/live-store.ts'
import { manualClock } from '../support/manual-clock.ts'
import { journalView } from './support/journal-view.ts'
import { serveHub } from './support/serve-hub.ts'

/** What the network does with an event. */
type Fate = 'arrives' | 'is lost' | 'comes twice' | 'comes after the next' | 'brings back an old one'

/** A random event of a night between the hub and an open page. */
type Happening =
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'fates'; readonly fates: readonly Fate[] }
  | { readonly kind: 'cut' | 'restart' | 'restore' | 'sleep' | 'wake' | 'time passes' | 'all is quiet' }
  | { readonly kind: 'open a page'; readonly shows: readonly (keyof CupView)[]; readonly age: number }
  | { readonly kind: 'leave a page' }

const round = (matches: readonly Match[]): Draw => ({
  id: 'draw',
  edition: 11,
  createdAt: '2025-04-04T19:00:00.000Z',
  shuffleSeed: 'seed',
  teams: { a: { name: 'Ann', players: ['Ann'] }, b: { name: 'Bob', players: ['Bob', 'Bea'] } },
  absent: [],
  rounds: [{ name: 'Grand Finals', matches }],
})

const match = fc
  .record({ winner: fc.constantFrom<(1 | 2 | undefined)[]>(1, 2, undefined), revision: fc.nat(9) })
  .map(
    ({ winner, revision }): Match => ({
      round: 0,
      index: 0,
      id: '1-abcdefgh',
      sides: ['a', 'b'],
      revision,
      ...(winner && { winner }),
    }),
  )

const entry = fc
  .record({ id: fc.constantFrom('a', 'b', 'c'), approved: fc.boolean(), player1Name: fc.string() })
  .map(
    (fields): Entry => ({
      ...fields,
      player2Name: '',
      teams: '',
      teamName: 'Team',
      createdAt: '2025-04-04T19:00:00.000Z',
    }),
  )

const change: fc.Arbitrary<Change> = fc.oneof(
  match.map((one): Change => ({ kind: 'matches', matches: [one] })),
  match.map((one): Change => ({ kind: 'draw', status: 'active', draw: round([one]) })),
  fc.constant<Change>({ kind: 'draw', status: 'none' }),
  entry.map((one): Change => ({ kind: 'entry', entry: one })),
  fc.constantFrom('a', 'b', 'c').map((id): Change => ({ kind: 'entry-removed', id })),
  fc.string().map((editionTitle): Change => ({ kind: 'settings', settings: { editionTitle } })),
  fc.subarray(['a', 'b']).map((absent): Change => ({ kind: 'absent', absent })),
)

const pages: readonly (readonly (keyof CupView)[])[] = [
  ['settings', 'drawStatus', 'draw'],
  ['settings', 'entries'],
  ['settings', 'editions'],
]

const fate = fc.constantFrom<Fate[]>(
  'arrives',
  'is lost',
  'comes twice',
  'comes after the next',
  'brings back an old one',
)

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 8, arbitrary: change.map((one): Happening => ({ kind: 'change', change: one })) },
  {
    weight: 2,
    arbitrary: fc.array(fate, { maxLength: 4 }).map((fates): Happening => ({ kind: 'fates', fates })),
  },
  {
    weight: 8,
    arbitrary: fc
      .constantFrom<('cut' | 'restart' | 'restore' | 'sleep' | 'wake' | 'time passes' | 'all is quiet')[]>(
        'cut',
        'restart',
        'restore',
        'sleep',
        'wake',
        'time passes',
        'all is quiet',
        'all is quiet',
        'all is quiet',
      )
      .map((kind): Happening => ({ kind })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ shows: fc.constantFrom(...pages), age: fc.nat(12) })
      .map((page): Happening => ({ kind: 'open a page', ...page })),
  },
  { weight: 1, arbitrary: fc.constant<Happening>({ kind: 'leave a page' }) },
)

/** A fresh load, as the page's loader returns it. */
function load(view: CupView, shows: readonly (keyof CupView)[]): ViewSlice {
  const parts = Object.entries(view).filter(([key]) => shows.includes(key as keyof CupView))
  return { ...Object.fromEntries(parts), epoch: view.epoch, revision: view.revision }
}

function isLevel(one: Position, other: Position | undefined): boolean {
  return one.epoch === other?.epoch && one.revision === other.revision
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A network that applies the given fates to the next events, and then works normally. */
function unreliable(open: OpenStream) {
  let fates: Fate[] = []
  const network: OpenStream = (since, on) => {
    const old: LiveEvent[] = []
    let late: LiveEvent | undefined
    let isClosed = false
    const give = (event: LiveEvent | undefined) => {
      if (event && !isClosed) on.event(event)
    }
    const close = open(since, {
      ...on,
      event(event) {
        const next = fates.shift() ?? 'arrives'
        old.push(event)
        if (next === 'comes after the next' && !late) {
          late = event
          return
        }
        if (next !== 'is lost') give(event)
        if (next === 'comes twice') give(event)
        if (next === 'brings back an old one') give(old[0])
        give(late)
        late = undefined
      },
    })
    return () => {
      isClosed = true
      close()
    }
  }
  return { network, setFates: (next: readonly Fate[]) => (fates = [...next]) }
}

test('after any night of cuts, restarts and lost events a page shows what a fresh load shows', async () => {
  const seen = { connections: 0, hello: 0, revision: 0, view: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 40, size: 'max' }), async (happenings) => {
      const view = journalView()
      const cup = await serveHub(view, { eventsKept: 6 })
      const clock = manualClock()
      const { network, setFates } = unreliable(eventSourceAt(cup.url))
      let isConnecting = false
      const store = createLiveStore({
        openStream(since, on) {
          seen.connections += 1
          isConnecting = true
          const close = network(since, {
            ...on,
            event(event) {
              seen[event.kind] += 1
              on.event(event)
            },
            end() {
              isConnecting = false
              on.end()
            },
          })
          return () => {
            isConnecting = false
            close()
          }
        },
        clock,
      })
      const history: CupView[] = [view.current() as CupView]
      const open: { slice: ViewSlice; shows: readonly (keyof CupView)[]; leave: () => void }[] = []

      function openPage(shows: readonly (keyof CupView)[], age: number) {
        const slice = load(history.at(-1 - Math.min(age, history.length - 1)) as CupView, shows)
        open.push({ slice, shows, leave: store.follow(slice, () => {}) })
      }

      const isCurrent = () =>
        store.status().state === 'live' &&
        open.every(({ slice }) => isLevel(store.read(slice), view.current()))

      const happens: Record<Happening['kind'], (what: never) => unknown> = {
        change: ({ change: one }: { change: Change }) => {
          view.write(one)
          history.push(view.current() as CupView)
        },
        fates: ({ fates }: { fates: Fate[] }) => setFates(fates),
        cut: () => cup.cut(),
        restart: () => cup.restart(),
        restore: () => {
          // Its revisions may repeat earlier numbers, in a new epoch.
          const earlier = history[Math.floor(history.length / 2)] as CupView
          view.restore({ ...earlier, epoch: (view.current()?.epoch ?? 0) + 1 })
          history.push(view.current() as CupView)
        },
        sleep: () => store.stop(),
        wake: () => store.start(),
        'time passes': () => clock.advance(60_000),
        'all is quiet': async () => {
          for (let turn = 0; turn < 500 && isConnecting && !isCurrent(); turn += 1) await nextTurn()
        },
        'open a page': ({ shows, age }: { shows: (keyof CupView)[]; age: number }) => openPage(shows, age),
        'leave a page': () => open.pop()?.leave(),
      }

      try {
        openPage(pages[0] as readonly (keyof CupView)[], 0)
        store.start()
        for (const what of happenings) {
          await happens[what.kind](what as never)
          await nextTurn()
        }
        // The network works again: the next event or the next connection must repair everything.
        setFates([])
        store.stop()
        store.start()
        openPage(pages[1] as readonly (keyof CupView)[], 3)
        view.write({ kind: 'settings', settings: { editionTitle: 'The end' } })
        const isCurrent = () => open.every(({ slice }) => isLevel(store.read(slice), view.current()))
        // Time passes only while the page waits to reconnect; an opening connection gets all the time it needs.
        while (!isCurrent()) {
          await nextTurn()
          if (!isConnecting) await clock.advance(5_000)
        }
        for (const { slice, shows } of open) {
          expect(store.read(slice)).toEqual(load(view.current() as CupView, shows))
        }
      } finally {
        store.stop()
        await cup.stop()
      }
    }),
    { numRuns: 120 },
  )
  // The nights must have been eventful.
  expect(seen.connections).toBeGreaterThan(200)
  expect(seen.revision).toBeGreaterThan(200)
  expect(seen.view).toBeGreaterThan(30)
})
