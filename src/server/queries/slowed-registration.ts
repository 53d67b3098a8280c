import type { Position } from '../../domain/changes.ts'
import type { Clock } from '../clock.ts'
import { listEntries } from '../storage/journal-rows.ts'
import type { Storage } from '../storage/storage.ts'

const shownForMs = 15 * 60_000
/** More lines than an evening's quarter of an hour writes. */
const farthestLook = 5_000

/** When registration was last slowed down, on whichever node; undefined once it is a while ago. */
export async function slowedRegistration(
  { storage, clock }: { storage: Storage; clock: Clock },
  { revision }: Position,
): Promise<string | undefined> {
  const after = Math.max(0, revision - farthestLook)
  const [latest] = await storage.read((db) =>
    listEntries(db, { actions: ['slow-registration'], after, limit: 1 }),
  )
  const isRecent = latest && clock.now().getTime() - Date.parse(latest.at) < shownForMs
  return isRecent ? latest.at : undefined
}
