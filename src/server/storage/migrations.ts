import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

/** Column types that the engines name differently. SQLite accepts any name; its adapter decodes values by it. */
type ColumnTypes = {
  readonly json: 'json' | 'json text'
  readonly instant: 'timestamptz' | 'instant text'
}

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its time.
type TablesThen = Kysely<any>

/**
 * Every migration by name, oldest first; a released one is never edited. A backup carries the newest name, and its rows
 * are inserted into today's tables: a new column is nullable or has a default, or the restore fills it (`withEditionId`).
 */
const all: Record<string, (db: TablesThen, types: ColumnTypes) => Promise<void>> = {
  '001-first-tables': firstTables,
  '002-entry-links': entryLinks,
  '003-long-revisions': longRevisions,
  '004-push': push,
  '005-shown-links': shownLinks,
  '006-edition-ids': editionIds,
  '007-corrections': corrections,
  '008-reports': reports,
}

export const migrationNames: readonly string[] = Object.keys(all)

export function migrationsFor(types: ColumnTypes): Record<string, Migration> {
  const bound = Object.entries(all).map(([name, up]) => [name, { up: (db: TablesThen) => up(db, types) }])
  return Object.fromEntries(bound)
}

export async function migrate<Tables>(
  db: Kysely<Tables>,
  migrations: Record<string, Migration>,
): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Past champions at the time of the first version. */
const firstEditions = [
  'Spring 2020',
  'Fall 2020',
  'Spring 2021',
  'Fall 2021',
  'Spring 2022',
  'Fall 2022',
  'Spring 2023',
  'Fall 2023',
  'Spring 2024',
  'Fall 2024',
  'Spring 2025',
].map((season, index) => ({ number: index + 1, season, theme: '', winners: '' }))

async function firstTables(db: TablesThen, types: ColumnTypes): Promise<void> {
  const json = sql.raw<unknown>(types.json)
  const instant = sql.raw<unknown>(types.instant)

  await db.schema
    .createTable('teams')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('edition', 'integer', (column) => column.notNull())
    .addColumn('player1_name', 'text', (column) => column.notNull())
    .addColumn('player2_name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('teams', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('team_phone_number', 'text', (column) => column.notNull())
    .addColumn('team_name', 'text', (column) => column.notNull())
    .addColumn('approved', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('removed_at', instant)
    .addColumn('revision', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('teams_by_edition').on('teams').columns(['edition']).execute()

  await db.schema
    .createTable('tournaments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('edition', 'integer', (column) => column.notNull())
    .addColumn('shuffle_seed', 'text', (column) => column.notNull())
    .addColumn('absent', json, (column) => column.notNull())
    .addColumn('teams', json, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('tournaments_by_edition').on('tournaments').columns(['edition']).execute()

  await db.schema
    .createTable('brackets')
    .addColumn('tournament_id', 'text', (column) =>
      column.notNull().references('tournaments.id').onDelete('cascade'),
    )
    .addColumn('round_index', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('brackets_pk', ['tournament_id', 'round_index'])
    .execute()

  await db.schema
    .createTable('matches')
    .addColumn('tournament_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('round_index', 'integer', (column) => column.notNull())
    .addColumn('match_index', 'integer', (column) => column.notNull())
    .addColumn('team1', 'text', (column) => column.notNull())
    .addColumn('team2', 'text', (column) => column.notNull())
    .addColumn('team1_players', json, (column) => column.notNull())
    .addColumn('team2_players', json, (column) => column.notNull())
    .addColumn('team1_id', 'text')
    .addColumn('team2_id', 'text')
    .addColumn('winner', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('winner_side', 'integer')
    .addColumn('walkover', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('table_number', 'integer')
    .addColumn('called_at', instant)
    .addColumn('decided_at', instant)
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('matches_pk', ['tournament_id', 'id'])
    .addUniqueConstraint('matches_place', ['tournament_id', 'round_index', 'match_index'])
    .addForeignKeyConstraint(
      'matches_bracket',
      ['tournament_id', 'round_index'],
      'brackets',
      ['tournament_id', 'round_index'],
      (key) => key.onDelete('cascade'),
    )
    .execute()

  await db.schema
    .createTable('system')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('document', json, (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('editions')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('season', 'text', (column) => column.notNull())
    .addColumn('theme', 'text', (column) => column.notNull())
    .addColumn('winners', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('journal')
    .addColumn('revision', 'integer', (column) => column.primaryKey())
    .addColumn('at', instant, (column) => column.notNull())
    .addColumn('who', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('words', 'text', (column) => column.notNull())
    .addColumn('details', json, (column) => column.notNull())
    .addColumn('changes', json, (column) => column.notNull())
    .addColumn('before', json)
    .addColumn('request_id', 'text')
    .execute()
  // In both engines a unique index may contain many NULLs: most rows have no request id.
  await db.schema.createIndex('journal_by_request').unique().on('journal').columns(['request_id']).execute()

  await db.schema
    .createTable('admins')
    .addColumn('email', 'text', (column) => column.primaryKey())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text', (column) => column.notNull().references('admins.email').onDelete('cascade'))
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('last_seen_at', instant, (column) => column.notNull())
    .addColumn('expires_at', instant, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sessions_by_email').on('sessions').columns(['email']).execute()

  await db.insertInto('editions').values(firstEditions).execute()
  const current = { tournamentID: null, tournamentStatus: null, updatedAt: new Date(0).toISOString() }
  await db
    .insertInto('system')
    .values([
      { id: 'current', document: JSON.stringify(current), revision: 0 },
      { id: 'settings', document: JSON.stringify({}), revision: 0 },
    ])
    .execute()
}

/** Links of teams, check-in, withdrawal and correction. Older teams have no link until an organiser makes one. */
async function entryLinks(db: TablesThen, types: ColumnTypes): Promise<void> {
  const instant = sql.raw<unknown>(types.instant)
  // SQLite adds one column per statement.
  await db.schema.alterTable('teams').addColumn('link_hash', 'text').execute()
  await db.schema.alterTable('teams').addColumn('checked_in_at', instant).execute()
  await db.schema.alterTable('teams').addColumn('withdrawn_at', instant).execute()
  await db.schema.alterTable('teams').addColumn('corrected_from', 'text').execute()
  await db.schema.createIndex('teams_by_link').unique().on('teams').columns(['link_hash']).execute()
}

/** Revisions of up to 15 digits, the limit of the live stream. SQLite's integers are 64-bit already. */
async function longRevisions(db: TablesThen, types: ColumnTypes): Promise<void> {
  if (types.instant !== 'timestamptz') return
  for (const table of ['teams', 'matches', 'system', 'journal'])
    await db.schema
      .alterTable(table)
      .alterColumn('revision', (column) => column.setDataType('bigint'))
      .execute()
}

/** Web Push subscriptions, one per phone, deleted with the followed team. */
async function push(db: TablesThen, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('push_subscriptions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id').onDelete('cascade'))
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('p256dh', 'text', (column) => column.notNull())
    .addColumn('auth', 'text', (column) => column.notNull())
    .addColumn('created_at', sql.raw<unknown>(types.instant), (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('push_subscriptions_by_team')
    .on('push_subscriptions')
    .columns(['team_id'])
    .execute()
}

/** Links that organisers showed as QR codes, in addition to the one from registration. */
async function shownLinks(db: TablesThen): Promise<void> {
  await db.schema
    .createTable('shown_links')
    .addColumn('link_hash', 'text', (column) => column.primaryKey())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('shown_links_by_team').on('shown_links').columns(['team_id']).execute()
}

/** Corrections by teams in the draw, pending an organiser's decision. */
async function corrections(db: TablesThen, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable('teams').addColumn('correction', sql.raw<unknown>(types.json)).execute()
}

/** Players' reports, until an organiser confirms one. */
async function reports(db: TablesThen, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable('matches').addColumn('reports', sql.raw<unknown>(types.json)).execute()
}

/**
 * Surrogate keys for editions: teams and tournaments refer to an id, and `system/current` points at the current one. Existing
 * editions get their number as id.
 */
function editionIds(db: TablesThen): Promise<void> {
  // SQLite's migrator begins no transaction.
  return db.isTransaction ? giveIds(db) : db.transaction().execute(giveIds)
}

async function giveIds(db: TablesThen): Promise<void> {
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
  for (const line of lines)
    await db
      .insertInto('editions')
      .values({ id: line.number, title: '', ...line })
      .execute()
  await pointAtEdition(db)
}

/** Upgrades a line of an older backup to this migration's columns. */
export function withEditionId({ table, row }: Record<string, unknown>): Record<string, unknown> {
  if (typeof row !== 'object' || row === null) return { table, row }
  if (table === 'editions' && 'number' in row) return { table, row: { id: row.number, title: '', ...row } }
  if ((table !== 'teams' && table !== 'tournaments') || !('edition' in row)) return { table, row }
  const { edition, ...rest } = row
  return { table, row: { ...rest, edition_id: edition } }
}

/** Creates missing edition rows, and moves the current edition's fields from the settings into its row. */
export async function pointAtEdition(db: TablesThen): Promise<void> {
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
  const referenced = new Set<number>([number])
  for (const table of ['teams', 'tournaments'])
    for (const row of await db.selectFrom(table).select('edition_id').distinct().execute())
      referenced.add(row.edition_id)
  for (const id of referenced) {
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
