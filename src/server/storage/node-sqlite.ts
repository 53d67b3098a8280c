import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementColumnMetadata } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely'

/** Kysely's SQLite dialect on `node:sqlite`. */
export function nodeSqliteDialect(database: DatabaseSync): Dialect {
  const shim = new NodeSqlite(database)
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new Driver(shim),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class Adapter extends SqliteAdapter {
  // Off in Kysely because its own driver begins no transaction for migrations.
  override get supportsTransactionalDdl() {
    return true
  }
}

class Driver extends SqliteDriver {
  readonly #shim: NodeSqlite

  constructor(shim: NodeSqlite) {
    super({ database: shim })
    this.#shim = shim
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings) {
    // Take the write lock before the first read, so that rules decide on rows that cannot change.
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate'
    await connection.executeQuery(CompiledQuery.raw(begin))
  }

  override async rollbackTransaction() {
    this.#shim.rollback()
  }
}

/** Adapter from `node:sqlite` to Kysely's database interface; encodes and decodes booleans and JSON. */
class NodeSqlite implements SqliteDatabase {
  readonly #database: DatabaseSync
  #hasFailed = false

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  prepare(sql: string): SqliteStatement {
    const statement = this.#attempt(() => this.#database.prepare(sql))
    const columns = statement.columns()
    const decode = decoderFor(columns)
    const all = (values: readonly unknown[]) =>
      this.#attempt(() => statement.all(...values.map(encode)).map(decode))
    return {
      reader: columns.length > 0,
      all,
      run: (values) => this.#attempt(() => statement.run(...values.map(encode))),
      iterate: (values) => all(values).values(),
    }
  }

  rollback(): void {
    this.#hasFailed = false
    // After SQLITE_FULL the transaction is already rolled back.
    if (this.#database.isTransaction) this.#database.exec('rollback')
  }

  close(): void {
    this.#database.close()
  }

  /** Aborts a transaction at its first failed statement, as PostgreSQL does: SQLite would carry on without it. */
  #attempt<Result>(execute: () => Result): Result {
    if (this.#hasFailed) throw new Error('An earlier statement of this transaction failed.')
    const isInTransaction = this.#database.isTransaction
    try {
      return execute()
    } catch (error) {
      this.#hasFailed = isInTransaction
      throw error
    }
  }
}

function encode(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  return (value ?? null) as SQLInputValue
}

type Row = Record<string, SQLOutputValue>

/** Decodes by the column types that the migrations declare. */
function decoderFor(columns: readonly StatementColumnMetadata[]): (row: Row) => Record<string, unknown> {
  const named = (wanted: string) => columns.filter(({ type }) => type === wanted).map(({ name }) => name)
  const booleans = named('boolean')
  const json = named('json text')
  return (row) => {
    const decoded: Record<string, unknown> = row
    for (const name of booleans) decoded[name] = row[name] === 1
    for (const name of json) if (typeof row[name] === 'string') decoded[name] = JSON.parse(row[name])
    return decoded
  }
}
