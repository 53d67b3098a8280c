import type { Kysely } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its day, not today's.
type AnyDb = Kysely<any>

/**
 * An edition is a row with an id; teams and tournaments refer to it, and `system/current` points at the one being played. Ids are
 * the numbers that stood there before.
 */
export function editionIds(db: AnyDb): Promise<void> {
  // SQLite's migrator begins no transaction.
  return db.isTransaction ? giveIds(db) : db.transaction().execute(giveIds)
}

async function giveIds(db: AnyDb): Promise<void> {
  for (const table of ['teams', 'tournaments'])
    await db.schema.alterTable(table).renameColumn('edition', 'edition_id').execute()
  const lines = await db.selectFrom('editions').selectAll().execute()
  await db.schema.dropTable('editions').execute()
  await db.schema
    .createTable('editions')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('number', 'integer', (column) => column.notNull().unique())
    .addColumn('season', 'text', (column) => column.notNull())
    .addColumn('theme', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('winners', 'text')
    .execute()
  for (const line of lines) await db.insertInto('editions').values(withEditionId('editions', line)).execute()
  await pointAtEdition(db)
}

/** A row of an older backup, with the columns it would have got here. */
export function withEditionId(table: string, row: object): object {
  if (table === 'editions') return 'number' in row ? { id: row.number, title: '', ...row } : row
  if (!('edition' in row) || (table !== 'teams' && table !== 'tournaments')) return row
  const { edition, ...rest } = row
  return { ...rest, edition_id: edition }
}

/** Gives every edition that is mentioned a row, and the current one what the settings say of it. */
export async function pointAtEdition(db: AnyDb): Promise<void> {
  const document = async (id: string) =>
    (await db.selectFrom('system').select('document').where('id', '=', id).executeTakeFirst())?.document ?? {}
  const {
    editionNumber: number = 11,
    editionSeason = 'Spring 2025',
    editionTheme = '',
    editionTitle: title = 'The Cup N11',
    ...chosen
  } = await document('settings')

  const known = new Map((await db.selectFrom('editions').selectAll().execute()).map((row) => [row.id, row]))
  const mentioned = new Set<number>([number])
  for (const table of ['teams', 'tournaments'])
    for (const row of await db.selectFrom(table).select('edition_id').distinct().execute())
      mentioned.add(row.edition_id)
  for (const id of mentioned) {
    if (known.has(id)) continue
    const row = { id, number: id, season: '', theme: '', title: '', winners: null }
    await db.insertInto('editions').values(row).execute()
  }

  const line = known.get(number)
  const names = {
    season: editionSeason || (line?.season ?? ''),
    theme: editionTheme || (line?.theme ?? ''),
    title,
  }
  await db.updateTable('editions').set(names).where('id', '=', number).execute()
  const current = { ...(await document('current')), editionId: number }
  for (const [id, content] of Object.entries({ current, settings: chosen }))
    await db
      .updateTable('system')
      .set({ document: JSON.stringify(content) })
      .where('id', '=', id)
      .execute()
}
