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

/** Kysely's own SQLite dialect on `node:sqlite`. */
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
  // SQLite can; Kysely leaves it off because its own driver never begins a transaction for it.
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
    // A writer takes the lock before it reads: what its rule decides on cannot change under it.
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate'
    await connection.executeQuery(CompiledQuery.raw(begin))
  }

  override async rollbackTransaction() {
    this.#shim.rollback()
  }
}

/** `node:sqlite` as Kysely expects a database, with booleans and JSON as values. */
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
    // On a full disk SQLite has rolled back by itself.
    if (this.#database.isTransaction) this.#database.exec('rollback')
  }

  close(): void {
    this.#database.close()
  }

  /** After a failed statement a transaction takes no other, as on PostgreSQL: SQLite would go on without it. */
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

/** The migrations name the columns' types so that they can be decoded here. */
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
