import type { Settings } from '../../domain/cup.ts'
import { defaultSettings } from '../../domain/settings.ts'
import { prepared } from './prepared.ts'
import { type Db, isPostgres } from './storage.ts'
import type { CurrentDocument } from './tables.ts'

/** The document 'current' and the cup's revision. */
export type CurrentCup = CurrentDocument & { readonly revision: number }

const selectCurrent = prepared((db) =>
  db.selectFrom('system').select(['document', 'revision']).where('id', '=', 'current'),
)

const selectCurrentLocked = prepared((db) => {
  const query = db.selectFrom('system').select(['document', 'revision']).where('id', '=', 'current')
  // On SQLite the transaction itself began with the lock.
  return isPostgres(db) ? query.forUpdate() : query
})

export async function readCurrent(db: Db): Promise<CurrentCup> {
  return currentFrom(await selectCurrent(db, {}))
}

/** Reads the current cup so that nobody else changes anything until this transaction ends. */
export async function lockCurrent(db: Db): Promise<CurrentCup> {
  return currentFrom(await selectCurrentLocked(db, {}))
}

function currentFrom(rows: { document: unknown; revision: number }[]): CurrentCup {
  const row = rows[0]
  if (!row) throw new Error("The system document 'current' is missing.")
  return { ...(row.document as CurrentDocument), revision: row.revision }
}

const selectRevision = prepared((db) =>
  db.selectFrom('system').select('revision').where('id', '=', 'current'),
)

export async function readRevision(db: Db): Promise<number> {
  const [row] = await selectRevision(db, {})
  if (!row) throw new Error("The system document 'current' is missing.")
  return row.revision
}

/** The statement that moves the cup's clock, to be run or to be part of another. */
export function updateRevision(db: Pick<Db, 'updateTable'>, { revision }: { revision: number }) {
  return db.updateTable('system').set({ revision }).where('id', '=', 'current')
}

const moveClock = prepared(updateRevision)

export async function saveRevision(db: Db, revision: number): Promise<void> {
  await moveClock(db, { revision })
}

export async function saveCurrent(db: Db, document: CurrentDocument): Promise<void> {
  await db
    .updateTable('system')
    .set({ document: JSON.stringify(document) })
    .where('id', '=', 'current')
    .execute()
}

/** What an organiser chose; the rest is as the seed says. */
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
