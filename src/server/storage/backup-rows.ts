import type { Tables } from './schema.ts'
import type { Db } from './storage.ts'

/**
 * Tables of a backup and their primary keys, parents before children. Without sessions: a restore would revive those that
 * ended since.
 */
const primaryKeys = {
  teams: ['id'],
  tournaments: ['id'],
  brackets: ['tournament_id', 'round_index'],
  matches: ['tournament_id', 'id'],
  system: ['id'],
  editions: ['id'],
  journal: ['revision'],
  admins: ['email'],
  push_subscriptions: ['id'],
  shown_links: ['link_hash'],
} as const satisfies Readonly<Record<Exclude<keyof Tables, 'sessions'>, readonly string[]>>

/** Columns that a backup leaves out: a restore voids reports. */
const leftOut = ['reports']

export type BackupTable = keyof typeof primaryKeys
export const backupTables = Object.keys(primaryKeys) as BackupTable[]

/** Page size, also of INSERTs: engines limit the parameters of a statement. */
export const rowsAtOnce = 100

/** All rows of a table in pages, ordered by primary key. */
export async function* pagesOf(db: Db, table: BackupTable): AsyncGenerator<object[]> {
  for (let offset = 0; ; offset += rowsAtOnce) {
    let query = db.selectFrom(table).selectAll().limit(rowsAtOnce).offset(offset)
    for (const key of primaryKeys[table]) query = query.orderBy(key as never)
    const rows: object[] = await query.execute()
    yield rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !leftOut.includes(column))),
    )
    if (rows.length < rowsAtOnce) return
  }
}

/** Children first, because of foreign keys. */
export async function deleteEverything(db: Db): Promise<void> {
  for (const table of ['sessions', ...backupTables.toReversed()] as const)
    await db.deleteFrom(table).execute()
}

export async function insertRows(db: Db, table: BackupTable, rows: readonly object[]): Promise<void> {
  const written = rows.map((row) => Object.fromEntries(Object.entries(row).map(asColumn)))
  await db
    .insertInto(table)
    .values(written as never)
    .execute()
}

/** Lists and documents are written as JSON text. */
function asColumn([column, value]: [string, unknown]): [string, unknown] {
  return [column, typeof value === 'object' && value !== null ? JSON.stringify(value) : value]
}

/** Whether a column of a table may hold a value: SQLite itself accepts any type in any column. */
export type ColumnCheck = (table: BackupTable, column: string, value: unknown) => boolean

export async function columnCheck(db: Db): Promise<ColumnCheck> {
  const tables = await db.introspection.getTables()
  return (table, name, value) => {
    const column = tables.find((one) => one.name === table)?.columns.find((one) => one.name === name)
    if (!column) return false
    const isKey = (primaryKeys[table] as readonly string[]).includes(name)
    if (value === null) return column.isNullable && !isKey
    return isOfType(column.dataType.toLowerCase(), value)
  }
}

/** Types by the names of both engines. */
function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'integer':
    case 'int4':
    case 'int8':
      return Number.isInteger(value) && Math.abs(value as number) < 1e15
    case 'boolean':
    case 'bool':
      return typeof value === 'boolean'
    case 'json text':
    case 'json':
      return typeof value === 'object'
    case 'instant text':
    case 'timestamptz':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))
    default:
      return typeof value === 'string'
  }
}

export type Contents = {
  /** Numbers of the editions with a draw that was not reset. */
  readonly draws: readonly number[]
  readonly teams: number
  readonly matches: number
  readonly accounts: number
}

export async function countContents(db: Db): Promise<Contents> {
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
  const draws = await db
    .selectFrom('tournaments')
    .innerJoin('editions', 'editions.id', 'tournaments.edition_id')
    .select('editions.number')
    .distinct()
    .where('status', '=', 'active')
    .orderBy('editions.number')
    .execute()
  return {
    draws: draws.map(({ number }) => number),
    teams: Number(counts.teams),
    matches: Number(counts.matches),
    accounts: Number(counts.accounts),
  }
}
