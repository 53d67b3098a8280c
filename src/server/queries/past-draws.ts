import type { CupView, Draw } from '../../domain/cup.ts'
import { type PastEdition, pastEditions } from '../../domain/settings/past-editions.ts'
import type { Storage } from '../storage/storage.ts'
import { findDrawOfEdition, listPastDraws, readDraw } from '../storage/tournaments.ts'

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
