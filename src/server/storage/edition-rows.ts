import type { Selectable } from 'kysely'
import type { Edition } from '../../domain/cup.ts'
import type { EditionRow } from './schema.ts'
import type { Db } from './storage.ts'

/** Its winners are null while it is not among the past champions. */
export type StoredEdition = Selectable<EditionRow>

export async function readEdition(db: Db, id: number): Promise<StoredEdition> {
  return db.selectFrom('editions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function hasEdition(db: Db, id: number | undefined): Promise<boolean> {
  if (id === undefined) return false
  const row = await db.selectFrom('editions').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export async function findEdition(db: Db, number: number): Promise<StoredEdition | undefined> {
  return db.selectFrom('editions').selectAll().where('number', '=', number).executeTakeFirst()
}

/** Find or insert: the id of the edition with this number. */
export async function ensureEdition(db: Db, number: number): Promise<number> {
  const known = await findEdition(db, number)
  return known ? known.id : insertEdition(db, { number, season: '', theme: '', title: '', winners: null })
}

async function insertEdition(db: Db, edition: Omit<StoredEdition, 'id'>): Promise<number> {
  const id = await nextId(db)
  await db
    .insertInto('editions')
    .values({ ...edition, id })
    .execute()
  return id
}

/** Not a sequence, because restored backups bring their own ids. The cup's lock keeps it unique. */
async function nextId(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('editions')
    .select((eb) => eb.fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

export async function updateEdition(
  db: Db,
  id: number,
  fields: Partial<Omit<StoredEdition, 'id'>>,
): Promise<void> {
  await db.updateTable('editions').set(fields).where('id', '=', id).execute()
}

/**
 * Corrects an edition's number. Lines of past champions keep their numbers: this edition takes over the line of the new
 * number, and its former line stays under the old number, as an edition without entries.
 */
export async function renumberEdition(db: Db, id: number, to: number): Promise<void> {
  const { id: _id, title: _title, ...line } = await readEdition(db, id)
  const replaced = await findEdition(db, to)
  if (replaced) {
    // Removed entries and reset draws move along: their phone numbers must not be orphaned.
    for (const table of ['teams', 'tournaments'] as const)
      await db.updateTable(table).set({ edition_id: id }).where('edition_id', '=', replaced.id).execute()
    await db.deleteFrom('editions').where('id', '=', replaced.id).execute()
  }
  await updateEdition(db, id, { number: to, winners: replaced?.winners ?? null })
  if (line.winners !== null) await insertEdition(db, { ...line, title: '' })
}

/** The past champions, oldest edition first. */
export async function listEditions(db: Db): Promise<Edition[]> {
  const rows = await db
    .selectFrom('editions')
    .select(['number', 'season', 'theme', 'winners'])
    .where('winners', 'is not', null)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({ ...row, winners: row.winners ?? '' }))
}

/** Replaces the list of past champions; an edition that is no longer on it keeps its row. */
export async function saveEditions(db: Db, editions: readonly Edition[]): Promise<void> {
  await db.updateTable('editions').set({ winners: null }).execute()
  for (const { number, season, theme, winners } of editions)
    await updateEdition(db, await ensureEdition(db, number), { season, theme, winners })
}
