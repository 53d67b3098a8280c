import type { Change } from '../../domain/changes.ts'
import { type KeptPhones, overAt, phonesGoAt } from '../../domain/upkeep/kept-phones.ts'
import { listEntries } from '../storage/journal-rows.ts'
import { countPhones } from '../storage/personal-data-rows.ts'
import type { Db } from '../storage/storage.ts'
import { readSettings } from '../storage/system-rows.ts'
import { readDrawOfEdition } from '../storage/tournament-rows.ts'

/** Of which editions phone numbers are kept, and until when. */
export async function keptPhones(db: Db): Promise<readonly KeptPhones[]> {
  const settings = await readSettings(db)
  const leftAt = await lastLeftAt(db)
  const kept: KeptPhones[] = []
  for (const { editionId, edition, phones, latestArrival } of await countPhones(db)) {
    const draw = await readDrawOfEdition(db, editionId)
    const isCurrent = edition === settings.editionNumber
    const known = [latestArrival, draw?.createdAt, leftAt].filter((at) => at !== undefined)
    const lastKnown = known.toSorted().at(-1) ?? latestArrival
    const over = overAt({ draw, isCurrent, latestArrival, lastKnown })
    const goAt = phonesGoAt(over, settings)
    kept.push({ edition, phones, ...(over && { overAt: over }), ...(goAt && { goAt }) })
  }
  return kept
}

/** When the number of the edition was last changed: who looks at another one for a day, or begins one by mistake, loses nothing. */
async function lastLeftAt(db: Db): Promise<string | undefined> {
  const actions = ['settings', 'begin-edition', 'take-back']
  const lines = await listEntries(db, { actions, limit: 500 })
  const isMove = (change: Change) => change.kind === 'settings' && 'editionNumber' in change.settings
  return lines.find(({ changes }) => changes.some(isMove))?.at
}
