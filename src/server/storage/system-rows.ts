import type { Position } from '../../domain/changes.ts'
import type { Settings } from '../../domain/cup.ts'
import { defaultSettings, settingsOf, splitSettings } from '../../domain/settings/settings.ts'
import { readEdition, updateEdition } from './edition-rows.ts'
import type { CurrentDocument, EpochDocument } from './schema.ts'
import { type Db, isPostgres } from './storage.ts'

/** `at` distinguishes equal revisions: a standby that lost a commit reaches the same number at another time. */
export type Reached = Position & { readonly at: string | undefined }

export type CurrentCup = CurrentDocument & Reached

function currentOf(db: Db) {
  return (
    db
      .selectFrom('system')
      .select((eb) => [
        'id',
        'document',
        'revision',
        // Null on PostgreSQL after waiting for the lock: the subquery does not see rows committed during the wait.
        eb.selectFrom('journal').select('at').whereRef('journal.revision', '=', 'system.revision').as('at'),
      ])
      .where('id', 'in', ['current', 'epoch'])
      // A fixed order of locks prevents deadlocks.
      .orderBy('id')
  )
}

export async function readCurrent(db: Db): Promise<CurrentCup> {
  return currentFrom(await currentOf(db).execute())
}

/** Takes the lock that every change takes, until the transaction ends. */
export async function lockCurrent(db: Db): Promise<CurrentCup> {
  // On SQLite, BEGIN IMMEDIATE took it.
  const query = isPostgres(db) ? currentOf(db).forUpdate() : currentOf(db)
  const rows = await query.execute()
  // A restore may have replaced the rows while we waited for the lock: `FOR UPDATE` then returns nothing, so query again.
  return currentFrom(rows.length > 0 ? rows : await query.execute())
}

type SystemDocument = { id: string; document: unknown; revision: number; at: string | null }

function currentFrom(rows: readonly SystemDocument[]): CurrentCup {
  const [current, epoch] = ['current', 'epoch'].map((name) => rows.find(({ id }) => id === name))
  if (!current) throw new Error("The system document 'current' is missing.")
  return {
    ...(current.document as CurrentDocument),
    epoch: (epoch?.document as EpochDocument | undefined)?.epoch ?? 0,
    revision: current.revision,
    at: current.at ?? undefined,
  }
}

export async function readDocument(db: Db, id: string): Promise<unknown> {
  const row = await db.selectFrom('system').select('document').where('id', '=', id).executeTakeFirst()
  return row?.document
}

/** Upsert, for documents without a revision of their own. */
export async function saveDocument(db: Db, id: string, content: object): Promise<void> {
  const document = JSON.stringify(content)
  await db
    .insertInto('system')
    .values({ id, document, revision: 0 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ document }))
    .execute()
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

/**
 * Begins a new epoch, later than all before it: pages and nodes of an earlier epoch reload everything.
 * `after` is an epoch that this database may not know of.
 */
export async function beginEpoch(db: Db, now: Date, after = 0): Promise<void> {
  const { epoch: known } = await lockCurrent(db)
  const epoch = Math.max(Math.floor(now.getTime() / 1_000), known + 1, after + 1)
  await saveDocument(db, 'epoch', { epoch } satisfies EpochDocument)
}

/** For a database shared by several nodes: a restart must not begin an epoch. */
export async function ensureEpoch(db: Db, now: Date): Promise<void> {
  if ((await lockCurrent(db)).epoch === 0) await beginEpoch(db, now)
}

/** Points at another draw, or at none, and voids all reports. Keeps the edition unless another one is given. */
export async function saveCurrent(
  db: Db,
  document: Omit<CurrentDocument, 'editionId'> & Partial<CurrentDocument>,
): Promise<void> {
  const { editionId } = await readCurrent(db)
  await db
    .updateTable('system')
    .set({ document: JSON.stringify({ editionId, ...document } satisfies CurrentDocument) })
    .where('id', '=', 'current')
    .execute()
  await db.updateTable('matches').set({ reports: null }).where('reports', 'is not', null).execute()
}

/** The settings as the public sees them: defaults, what an organiser changed, and the fields of the current edition. */
export async function readSettings(db: Db): Promise<Settings> {
  const rows = await db
    .selectFrom('system')
    .select('document')
    .where('id', 'in', ['current', 'settings'])
    .orderBy('id')
    .execute()
  const [current, chosen] = rows.map(({ document }) => document) as [CurrentDocument, Partial<Settings>]
  return { ...defaultSettings, ...chosen, ...settingsOf(await readEdition(db, current.editionId)) }
}

/** Saves some settings; those of the edition go into its row. */
export async function saveSettings(
  db: Db,
  changed: Partial<Settings>,
  { editionId, revision }: { readonly editionId: number; readonly revision: number },
): Promise<void> {
  const { edition, chosen } = splitSettings(changed)
  if (Object.keys(edition).length > 0) await updateEdition(db, editionId, edition)
  if (Object.keys(chosen).length === 0) return
  const before = (await readDocument(db, 'settings')) as Partial<Settings>
  await db
    .updateTable('system')
    .set({ document: JSON.stringify({ ...before, ...chosen }), revision })
    .where('id', '=', 'settings')
    .execute()
}
