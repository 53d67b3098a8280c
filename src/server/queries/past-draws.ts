import { recordedUnder } from '../../domain/actions.ts'
import type { CupView, Draw } from '../../domain/cup.ts'
import { type PastEdition, pastEditions } from '../../domain/editions/past-editions.ts'
import { type Calls, callsIn, matchesAsDecided } from '../../domain/night/as-it-went.ts'
import { listChanges } from '../storage/journal-rows.ts'
import type { Storage } from '../storage/storage.ts'
import { findDrawOfEdition, listPastDraws, readDraw } from '../storage/tournament-rows.ts'

/** The draw an edition was played with; undefined when none was kept. */
export function pastDraw(storage: Storage, edition: number): Promise<Draw | undefined> {
  return storage.snapshot(async (db) => {
    const id = await findDrawOfEdition(db, edition)
    return id === undefined ? undefined : readDraw(db, id)
  })
}

/** The list of the past tournaments, as the storage has it now. */
export async function listEditionsWithDraw(storage: Storage, view: CupView): Promise<readonly PastEdition[]> {
  const pastDraws = await storage.read((db) => listPastDraws(db, view.settings.editionNumber))
  return pastEditions({ ...view, pastDraws })
}

/** When the matches of a draw that were decided had been called, and to which tables: from the journal. */
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
