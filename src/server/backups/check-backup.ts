import { openMemory } from '../storage/sqlite.ts'
import type { Db } from '../storage/storage.ts'
import { readRevision, readSettings } from '../storage/system-rows.ts'
import { type BackupHeader, readBackup } from './copy-rows.ts'

/** What is in a backup. */
export type BackupContents = BackupHeader & {
  /** When the cup was changed last. */
  readonly changedAt: string | undefined
  readonly editionNumber: number
  /** Numbers of the editions that a draw is kept of. */
  readonly draws: readonly number[]
  readonly teams: number
  readonly matches: number
  readonly accounts: number
}

/** Restores a backup where nothing is kept, so that it is checked exactly as a restore would, and looks at what came out. */
export async function checkBackup(
  lines: AsyncIterable<string> | Iterable<string>,
  now: Date,
): Promise<BackupContents> {
  const storage = await openMemory()
  try {
    const header = await readBackup(storage, lines, now)
    return { ...header, ...(await storage.snapshot(contentsOf)) }
  } finally {
    await storage.close()
  }
}

async function contentsOf(db: Db): Promise<Omit<BackupContents, keyof BackupHeader>> {
  const counts = await db
    .selectNoFrom((eb) => {
      const count = eb.fn.countAll<number>().as('count')
      return [
        eb.selectFrom('teams').select(count).where('removed_at', 'is', null).as('teams'),
        eb.selectFrom('matches').select(count).as('matches'),
        eb.selectFrom('admins').select(count).as('accounts'),
      ]
    })
    .executeTakeFirstOrThrow()
  const restored = await readRevision(db)
  const last = await db
    .selectFrom('journal')
    .select('at')
    // The newest line tells of this restore.
    .where('revision', '<', restored)
    .orderBy('revision', 'desc')
    .executeTakeFirst()
  const draws = await db
    .selectFrom('tournaments')
    .innerJoin('editions', 'editions.id', 'tournaments.edition_id')
    .select('editions.number')
    .distinct()
    .where('status', '=', 'active')
    .orderBy('editions.number')
    .execute()
  return {
    changedAt: last?.at,
    editionNumber: (await readSettings(db)).editionNumber,
    draws: draws.map(({ number }) => number),
    teams: Number(counts.teams),
    matches: Number(counts.matches),
    accounts: Number(counts.accounts),
  }
}
