import { closeSync, existsSync, mkdirSync, openSync, readSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrationsFor } from './migrations/all.ts'
import { withConnection } from './prepared.ts'
import { NoCupThere, type Storage, StorageProblem } from './storage.ts'
import type { Tables } from './tables.ts'

const migrations = migrationsFor({ json: 'json text', instant: 'instant text' })

/** Opens the cup's file, or makes it. What cannot be used is left untouched. */
export async function openSqlite(file: string, { mustExist = false } = {}): Promise<Storage> {
  if (mustExist && !isThere(file)) throw noneAt(file)
  inspect(file)
  const database = open(file)
  const db = new Kysely<Tables>({ dialect: dialectFor(database) })
  try {
    await migrate(db)
  } catch (error) {
    database.close()
    throw error
  }
  return {
    name: 'SQLite',
    place: resolve(file),
    read: (ask) => ask(db),
    snapshot: (ask) => db.transaction().setAccessMode('read only').execute(ask),
    transaction: (run) => db.transaction().execute((db) => withConnection(db, run)),
    listen: () => () => {},
    async isHealthy() {
      try {
        await db.selectFrom('system').select('revision').where('id', '=', 'current').executeTakeFirstOrThrow()
        return true
      } catch {
        return false
      }
    },
    close: () => db.destroy(),
  }
}

function isThere(file: string): boolean {
  return existsSync(file) && statSync(file).size > 0
}

/** Looks at an existing file without writing anything, not even the files of a write-ahead log. */
function inspect(file: string): void {
  if (!isThere(file)) return
  if (firstBytes(file) !== 'SQLite format 3\0') throw damaged(file)
  const hasLog = existsSync(`${file}-wal`)
  const location = pathToFileURL(file)
  if (!hasLog) location.searchParams.set('immutable', '1')
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(location, { readOnly: true })
    const [check] = database.prepare('pragma quick_check(1)').all() as { quick_check: string }[]
    if (check?.quick_check !== 'ok') throw damaged(file)
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all()
    const names = tables.map((table) => String(table.name))
    if (names.length > 0 && !names.includes('kysely_migration')) throw foreign(file)
    if (!names.includes('kysely_migration')) return
    const done = database.prepare('select name from kysely_migration').all()
    if (done.some(({ name }) => !(String(name) in migrations))) throw newer(file)
  } catch (error) {
    if (error instanceof StorageProblem) throw error
    throw isDamage(error) ? damaged(file) : unopenable(file, error)
  } finally {
    database?.close()
  }
}

function firstBytes(file: string): string {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, 'r')
    const bytes = Buffer.alloc(16)
    readSync(descriptor, bytes, 0, 16, 0)
    return bytes.toString('latin1')
  } catch (error) {
    throw unopenable(file, error)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function open(file: string): DatabaseSync {
  try {
    mkdirSync(dirname(file), { recursive: true })
    const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5_000 })
    // SQLite's own knows the letters of English only.
    database.function('lower', { deterministic: true }, (text) => String(text ?? '').toLowerCase())
    database.exec('pragma journal_mode = wal; pragma synchronous = full')
    const journalMode = database.prepare('pragma journal_mode').get()?.journal_mode
    const synchronous = database.prepare('pragma synchronous').get()?.synchronous
    // Every write that was answered must survive a power cut: without these two it would not.
    if (journalMode !== 'wal' || synchronous !== 2) {
      database.close()
      throw new StorageProblem(
        `${file} lies on a disk that cannot keep a write-ahead log; put DATA_DIR on a local disk.`,
      )
    }
    return database
  } catch (error) {
    if (error instanceof StorageProblem) throw error
    throw isDamage(error) ? damaged(file) : unopenable(file, error)
  }
}

async function migrate(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const migrator = new Migrator({ db: transaction, provider: { getMigrations: async () => migrations } })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  })
}

function damaged(file: string): StorageProblem {
  return new StorageProblem(
    `The database ${file} is damaged: move it away and bring back a backup with npm run restore -- FILE.`,
  )
}

function newer(file: string): StorageProblem {
  return new StorageProblem(
    `The database ${file} was written by a newer version of The Cup: start that version, or restore a backup of this one.`,
  )
}

function noneAt(file: string): NoCupThere {
  return new NoCupThere(
    `There is no cup at ${resolve(file)}: set DATA_DIR to the folder of yours, or begin one with npm start.`,
  )
}

function foreign(file: string): StorageProblem {
  return new StorageProblem(`The database ${file} is not one of The Cup: choose another DATA_DIR.`)
}

function unopenable(file: string, error: unknown): StorageProblem {
  const why = error instanceof Error ? error.message : String(error)
  return new StorageProblem(
    `The database ${file} cannot be opened (${why}): check that this user may read and write it.`,
    { cause: error },
  )
}

function isDamage(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode ?? 0
  // SQLITE_CORRUPT and SQLITE_NOTADB, with whatever extension.
  return (code & 0xff) === 11 || (code & 0xff) === 26
}

function dialectFor(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new SqliteDriver(database),
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

class SqliteDriver implements Driver {
  readonly #database: DatabaseSync
  readonly #connection: SqliteConnection

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#connection = new SqliteConnection(database)
  }

  async init() {}

  async acquireConnection() {
    return this.#connection
  }

  async beginTransaction(_connection: DatabaseConnection, settings: TransactionSettings) {
    // A writer takes the lock before it reads: what its rule decides on cannot change under it.
    this.#connection.begin(settings.accessMode === 'read only' ? 'begin' : 'begin immediate')
  }

  async commitTransaction() {
    this.#connection.commit()
  }

  async rollbackTransaction() {
    this.#connection.rollback()
  }

  async releaseConnection() {}

  async destroy() {
    this.#database.close()
  }
}

type Decode = (value: unknown) => unknown
type Prepared = { statement: StatementSync; returnsRows: boolean; decoders: readonly [string, Decode][] }

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, Prepared>()
  #hasFailed = false

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  begin(sql: string): void {
    this.#run(sql)
    this.#hasFailed = false
  }

  commit(): void {
    this.#refuseFailed()
    this.#run('commit')
  }

  rollback(): void {
    this.#hasFailed = false
    if (this.#database.isTransaction) this.#run('rollback')
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#refuseFailed()
    const isInTransaction = this.#database.isTransaction
    try {
      return this.#execute<Row>(query)
    } catch (error) {
      this.#hasFailed = isInTransaction
      throw error
    }
  }

  /**
   * A transaction in which a question failed takes no other, as on PostgreSQL. On a full disk SQLite has given it up by
   * itself, and what was asked next would be kept alone.
   */
  #refuseFailed(): void {
    if (this.#hasFailed) throw new Error('An earlier question of this transaction failed.')
  }

  #run(sql: string): void {
    this.#prepare(sql).statement.run()
  }

  #execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const { statement, returnsRows, decoders } = this.#prepare(sql)
    const values = parameters.map(encode)
    if (!returnsRows) {
      const { changes } = statement.run(...values)
      return { numAffectedRows: BigInt(changes), rows: [] }
    }
    const rows = statement.all(...values) as Record<string, unknown>[]
    for (const row of rows) {
      for (const [name, decode] of decoders) row[name] = decode(row[name])
    }
    return { rows: rows as Row[] }
  }

  // biome-ignore lint/correctness/useYield: nothing here is read as a stream.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing is streamed from SQLite.')
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    const columns = statement.columns()
    const decoders = columns.flatMap(({ name, type }): [string, Decode][] => {
      const decode = decoderFor(type)
      return decode ? [[name, decode]] : []
    })
    const prepared = { statement, returnsRows: columns.length > 0, decoders }
    // Lists of ids make texts of every length; a few hundred are plenty to keep.
    if (this.#statements.size >= 300) this.#statements.clear()
    this.#statements.set(sql, prepared)
    return prepared
  }
}

function encode(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === undefined) return null
  return value as SQLInputValue
}

function decoderFor(type: string | null): Decode | undefined {
  if (type === 'boolean') return (value) => value === 1
  if (type === 'json text') return (value) => (typeof value === 'string' ? JSON.parse(value) : value)
  return undefined
}
