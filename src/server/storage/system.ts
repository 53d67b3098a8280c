import type { Settings } from '../../domain/cup.ts'
import { defaultSettings } from '../../domain/settings/settings.ts'
import { type Db, isPostgres } from './storage.ts'
import type { CurrentDocument } from './tables.ts'

/** A revision and when it was made: together they name one history, also where a database was put back to an earlier state. */
export type Reached = { readonly revision: number; readonly at: string | undefined }

/** The document 'current' and what the cup has come to. */
export type CurrentCup = CurrentDocument & Reached

function currentOf(db: Db) {
  return db
    .selectFrom('system')
    .select((eb) => [
      'document',
      'revision',
      // Null on PostgreSQL if this had to wait for the lock: what was committed meanwhile is not seen yet.
      eb.selectFrom('journal').select('at').whereRef('journal.revision', '=', 'system.revision').as('at'),
    ])
    .where('id', '=', 'current')
}

export async function readCurrent(db: Db): Promise<CurrentCup> {
  return currentFrom(await currentOf(db).executeTakeFirst())
}

/** Reads the current cup so that nobody else changes anything until this transaction ends. */
export async function lockCurrent(db: Db): Promise<CurrentCup> {
  // On SQLite the transaction itself began with the lock.
  const query = isPostgres(db) ? currentOf(db).forUpdate() : currentOf(db)
  return currentFrom(await query.executeTakeFirst())
}

type StoredCurrent = { readonly document: unknown; readonly revision: number; readonly at: string | null }

function currentFrom(row: StoredCurrent | undefined): CurrentCup {
  if (!row) throw new Error("The system document 'current' is missing.")
  return { ...(row.document as CurrentDocument), revision: row.revision, at: row.at ?? undefined }
}

export async function readRevision(db: Db): Promise<number> {
  const { revision } = await db
    .selectFrom('system')
    .select('revision')
    .where('id', '=', 'current')
    .executeTakeFirstOrThrow()
  return revision
}

export async function saveRevision(db: Db, revision: number): Promise<void> {
  await db.updateTable('system').set({ revision }).where('id', '=', 'current').execute()
}

const firstSecond = Date.UTC(2025, 0, 1) / 1_000

/**
 * Moves the cup's clock to a number that no earlier start has used: to the seconds, which pass faster than changes are made. Files may have
 * been put back, or begun anew, while nobody was listening; a page that slept through it still names a number of the time that was lost.
 */
export async function leapAhead(db: Db, now: Date): Promise<void> {
  const { revision } = await lockCurrent(db)
  const second = Math.floor(now.getTime() / 1_000) - firstSecond
  await saveRevision(db, Math.max(revision + 1, second))
}

export async function saveCurrent(db: Db, document: CurrentDocument): Promise<void> {
  await db
    .updateTable('system')
    .set({ document: JSON.stringify(document) })
    .where('id', '=', 'current')
    .execute()
}

/** What an organiser chose; the rest is as the spec says. */
export async function readChosenSettings(db: Db): Promise<Partial<Settings>> {
  const row = await db
    .selectFrom('system')
    .select('document')
    .where('id', '=', 'settings')
    .executeTakeFirstOrThrow()
  return row.document as Partial<Settings>
}

export async function readSettings(db: Db): Promise<Settings> {
  return { ...defaultSettings, ...(await readChosenSettings(db)) }
}

export async function saveChosenSettings(
  db: Db,
  settings: Partial<Settings>,
  revision: number,
): Promise<void> {
  await db
    .updateTable('system')
    .set({ document: JSON.stringify(settings), revision })
    .where('id', '=', 'settings')
    .execute()
}
