import { recordedUnder } from '../../domain/actions.ts'
import type { Change } from '../../domain/changes.ts'
import type { CupView, Draw } from '../../domain/cup.ts'
import { type DrawRecord, recordOf } from '../../domain/draw/check-draw.ts'
import { type Final, finalOf } from '../../domain/editions/hall-of-fame.ts'
import { type Calls, callsIn, matchesAsDecided } from '../../domain/night/as-it-went.ts'
import { visitor } from '../actors.ts'
import type { Before } from '../commands/change.ts'
import { findEdition } from '../storage/edition-rows.ts'
import { type JournalEntry, listChanges, listEntries } from '../storage/journal-rows.ts'
import type { Storage } from '../storage/storage.ts'
import { readCurrent } from '../storage/system-rows.ts'
import { hasTournament, listDrawsOfEdition, readDrawOfEdition } from '../storage/tournament-rows.ts'
import type { PublicView } from '../view.ts'

/** The draw that the edition with this number was played with. */
export function pastDraw(storage: Storage, number: number): Promise<Draw | undefined> {
  return storage.snapshot(async (db) => {
    const edition = await findEdition(db, number)
    return edition && readDrawOfEdition(db, edition.id)
  })
}

/** Dangling pointer: the current tournament is missing. */
export function pointsNowhere(storage: Storage): Promise<boolean> {
  return storage.read(async (db) => {
    const { tournamentID } = await readCurrent(db)
    return tournamentID !== null && !(await hasTournament(db, tournamentID))
  })
}

/** Changes that never affect the draws of other editions. */
const ofTheEvening: ReadonlySet<Change['kind']> = new Set([
  'matches',
  'draw',
  'show-over',
  'absent',
  'draw-teams',
  'entry',
  'entry-removed',
  'sessions',
])

/** The finals of other editions. Cached until a change that may affect past draws. */
export function createPastFinals(storage: Storage, view: Pick<PublicView, 'subscribe'>) {
  const known = new Map<number, Promise<Final | undefined>>()
  view.subscribe((news) => {
    const changes = news.kind === 'revision' ? news.revision.changes : []
    if (changes.length === 0 || !changes.every(({ kind }) => ofTheEvening.has(kind))) known.clear()
  })

  function finalOfEdition(number: number): Promise<Final | undefined> {
    const final = known.get(number) ?? pastDraw(storage, number).then((draw) => draw && finalOf(draw))
    known.set(number, final)
    final.catch(() => known.delete(number))
    return final
  }

  return async (editions: readonly number[]): Promise<readonly Final[]> =>
    (await Promise.all(editions.map(finalOfEdition))).filter((final) => final !== undefined)
}

/** When decided matches were called, and to which tables, from the journal. */
export async function callsOf(storage: Storage, draw: Draw): Promise<Calls> {
  const until = matchesAsDecided(draw).at(-1)?.decidedAt
  if (until === undefined) return {}
  const actions = (['tables', 'winners', 'places', 'back'] as const).flatMap(recordedUnder)
  const changes = await storage.read((db) => listChanges(db, { actions, from: draw.createdAt, until }))
  return callsIn(
    draw,
    changes.map((list) => list.flatMap((change) => (change.kind === 'matches' ? change.matches : []))),
  )
}

/** Public, so it names no organiser. */
export type DrawHistory = {
  /** Of the current draw; undefined without one, or if it was imported. */
  readonly record: DrawRecord | undefined
  /** Oldest first. */
  readonly events: readonly DrawEvent[]
}

export type DrawEvent = {
  readonly revision: number
  readonly at: string
  readonly by: 'an organiser' | 'a visitor'
  readonly what: 'made' | 'made again' | 'reset and made again' | 'taken back' | 'put back'
  readonly teams?: number
}

const actions = {
  'create-draw': 'made',
  'draw-again': 'made again',
  reset: 'reset and made again',
} as const
const recorded = Object.keys(actions) as (keyof typeof actions)[]

/** Every draw made or taken back in this edition, from the journal. */
export function drawHistory(storage: Storage, view: CupView): Promise<DrawHistory> {
  return storage.snapshot(async (db) => {
    const ids = new Set(await listDrawsOfEdition(db, (await readCurrent(db)).editionId))
    const entries = await listEntries(db, { actions: [...recorded, 'take-back'], limit: 1_000 })
    const made = entries.map(drawnBy).filter((draw) => draw !== undefined)
    const order = made.map(({ id }) => id).reverse()
    const events = entries.flatMap((entry) => eventOf(entry, ids, order)).reverse()
    const current = made.find(({ id }) => id === view.draw?.id)
    return { record: current && recordOf(current), events }
  })
}

/** The draw an entry made, not one it restored. */
function drawnBy({ action, changes }: JournalEntry): Draw | undefined {
  const change = action === 'take-back' ? undefined : changes.find(({ kind }) => kind === 'draw')
  return change?.kind === 'draw' ? change.draw : undefined
}

/** `order` has the ids of all draws made here, oldest first. */
function eventOf(entry: JournalEntry, ids: ReadonlySet<string>, order: readonly string[]): DrawEvent[] {
  const { revision, at, who, action, changes } = entry
  const by = who === visitor ? 'a visitor' : 'an organiser'
  const drawn = drawnBy(entry)
  if (drawn) {
    const what = actions[action as keyof typeof actions]
    return ids.has(drawn.id) ? [{ revision, at, by, what, teams: Object.keys(drawn.teams).length }] : []
  }
  const { previousDrawId: left } = (entry.before ?? {}) as Before
  // Without it the entry only switched the edition, and with it the shown draw.
  if (left === undefined) return []
  const change = changes.find(({ kind }) => kind === 'draw')
  const came = change?.kind === 'draw' ? change.draw?.id : undefined
  if (![left, came].some((id) => id && ids.has(id))) return []
  // A take-back shows an earlier draw or none; taking that back shows a later one again.
  const isPutBack = came !== undefined && (left === null || order.indexOf(came) > order.indexOf(left))
  return [{ revision, at, by, what: isPutBack ? 'put back' : 'taken back' }]
}
