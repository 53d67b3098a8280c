import type { CupView, Draw } from '../../domain/cup.ts'
import type { Storage } from '../storage/storage.ts'
import { findDrawOfEdition, listDrawnEditions, readDraw } from '../storage/tournaments.ts'

/** The draw an edition was played with; undefined when none was kept. */
export function pastDraw(storage: Storage, edition: number): Promise<Draw | undefined> {
  return storage.snapshot(async (db) => {
    const id = await findDrawOfEdition(db, edition)
    return id === undefined ? undefined : readDraw(db, id)
  })
}

/** Editions with a draw to look at, newest first; always holds the current one. */
export async function pastEditions(
  storage: Storage,
  { settings, editions }: CupView,
): Promise<readonly { number: number; season: string; current: boolean }[]> {
  const drawn = await storage.read(listDrawnEditions)
  const numbers = [...new Set([settings.editionNumber, ...drawn])].sort((a, b) => b - a)
  return numbers.map((number) => {
    const current = number === settings.editionNumber
    const season = editions.find((edition) => edition.number === number)?.season ?? ''
    return { number, season: current ? settings.editionSeason : season, current }
  })
}
