import { type KeptPhones, overAt, phonesGoAt } from '../../domain/settings/personal-data.ts'
import { countPhones } from '../storage/personal-data.ts'
import type { Db } from '../storage/storage.ts'
import { readSettings } from '../storage/system.ts'
import { findDrawOfEdition, readDraw } from '../storage/tournaments.ts'

/** Of which editions phone numbers are kept, and until when. */
export async function keptPhones(db: Db): Promise<readonly KeptPhones[]> {
  const settings = await readSettings(db)
  const kept: KeptPhones[] = []
  for (const { edition, phones, latestArrival } of await countPhones(db)) {
    const drawId = await findDrawOfEdition(db, edition)
    const draw = drawId === undefined ? undefined : await readDraw(db, drawId)
    const lastKnown = draw && draw.createdAt > latestArrival ? draw.createdAt : latestArrival
    const over = overAt({ draw, isCurrent: edition === settings.editionNumber, lastKnown })
    const goAt = phonesGoAt(over, settings)
    kept.push({ edition, phones, ...(over && { overAt: over }), ...(goAt && { goAt }) })
  }
  return kept
}
