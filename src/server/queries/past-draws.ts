import type { CupView, Draw } from '../../domain/cup.ts'
import { type PastEdition, pastEditions } from '../../domain/editions/past-editions.ts'
import { type Calls, callsIn, matchesAsDecided } from '../../domain/night/as-it-went.ts'
import { actionsOf } from '../journal-actions.ts'
import { findEdition } from '../storage/edition-rows.ts'
import { listChanges } from '../storage/journal-rows.ts'
import type { Storage } from '../storage/storage.ts'
import { readCurrent } from '../storage/system-rows.ts'
import { listPastDraws, readDrawOfEdition } from '../storage/tournament-rows.ts'

/** The draw that the edition with this number was played with; undefined when none was kept. */
export function pastDraw(storage: Storage, number: number): Promise<Draw | undefined> {
  return storage.snapshot(async (db) => {
    const edition = await findEdition(db, number)
    return edition && readDrawOfEdition(db, edition.id)
  })
}

/** The list of the past tournaments, as the storage has it now. */
export async function listEditionsWithDraw(storage: Storage, view: CupView): Promise<readonly PastEdition[]> {
  const pastDraws = await storage.snapshot(async (db) => listPastDraws(db, (await readCurrent(db)).editionId))
  return pastEditions({ ...view, pastDraws })
}

/** When the matches of a draw that were decided had been called, and to which tables: from the journal. */
export async function callsOf(storage: Storage, draw: Draw): Promise<Calls> {
  const until = matchesAsDecided(draw).at(-1)?.decidedAt
  if (until === undefined) return {}
  const actions = (['tables', 'winners', 'places', 'back'] as const).flatMap(actionsOf)
  const changes = await storage.read((db) => listChanges(db, { actions, from: draw.createdAt, until }))
  return callsIn(
    draw,
    changes.map((list) => list.flatMap((change) => (change.kind === 'matches' ? change.matches : []))),
  )
}
