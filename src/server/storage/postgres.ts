import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { revisionWritten } from './journal.ts'
import { migrationsFor } from './migrations/all.ts'
import { NotBegun, pipelinedDialect } from './postgres-driver.ts'
import { createHints } from './postgres-hints.ts'
import { withConnection } from './prepared.ts'
import { NoCupThere, type Storage, StorageProblem } from './storage.ts'
import type { Tables } from './tables.ts'

const migrations = migrationsFor({ json: 'json', instant: 'timestamptz' })

// Every change takes the same lock. A node that freezes while it holds it loses it, and nobody waits for it without end.
const patience = {
  idle_in_transaction_session_timeout: 10_000,
  lock_timeout: 10_000,
  statement_timeout: 10_000,
}

// A little more than the server's own: what it has to say about a lock is heard first. The client then ends the
// connection, and the pool replaces it.
const longestAnswerMs = 12_000

const int8 = 20
const timestamptz = 1184
// Nothing above the storage meets a bigint as text or a Date: numbers and ISO instants on both engines.
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8) return Number
    if (oid === timestamptz) return (text: string) => new Date(text).toISOString()
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

/** Opens a PostgreSQL database and brings its tables up to date. What cannot be used is left untouched. */
export async function openPostgres(
  url: string,
  {
    mustExist = false,
    answerMs = longestAnswerMs,
  }: { readonly mustExist?: boolean; readonly answerMs?: number } = {},
): Promise<Storage> {
  const settings = {
    connectionString: url,
    types,
    application_name: 'the-cup',
    keepAlive: true,
    query_timeout: answerMs,
  }
  let pool: pg.Pool
  try {
    pool = new pg.Pool({ ...settings, ...patience, max: 10, connectionTimeoutMillis: 5_000, pipeline: true })
  } catch (error) {
    throw unusable(url, error)
  }
  // An idle connection that breaks is replaced by the pool; unheard, its error would end the process.
  pool.on('error', () => {})
  const db = new Kysely<Tables>({ dialect: pipelinedDialect(pool) })
  try {
    await inspect(pool, url, mustExist)
    await migrate(db)
  } catch (error) {
    await db.destroy().catch(() => {})
    await pool.end().catch(() => {})
    throw unusable(url, error)
  }
  const hints = createHints(pool, settings)
  return {
    name: 'PostgreSQL',
    place: placeOf(url),
    read: (ask) => ask(db),
    snapshot: (ask) =>
      beginAnew(() =>
        db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(ask),
      ),
    async transaction(run) {
      const { value, revision } = await beginAnew(() =>
        db
          .transaction()
          .execute(async (db) => ({ value: await withConnection(db, run), revision: revisionWritten(db) })),
      )
      if (revision !== undefined) hints.tell(revision)
      return value
    },
    listen: hints.listen,
    async isHealthy() {
      try {
        await sql`select 1 from system limit 1`.execute(db)
        return true
      } catch {
        return false
      }
    },
    async close() {
      await hints.close()
      await db.destroy()
    },
  }
}

/** A connection of the pool may have died unheard: a change that could not even begin is tried once more, on another one. */
async function beginAnew<Value>(attempt: () => Promise<Value>): Promise<Value> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof NotBegun)) throw error
    return attempt()
  }
}

async function inspect(pool: pg.Pool, url: string, mustExist: boolean): Promise<void> {
  const { rows: found } = await pool.query(`select to_regclass('kysely_migration') is not null as "isThere"`)
  if (!found[0]?.isThere) {
    if (!mustExist) return
    throw new NoCupThere(
      `There is no cup in the database at ${placeOf(url)}: correct DATABASE_URL, or begin one with npm start.`,
    )
  }
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration')
  if (rows.every(({ name }) => name in migrations)) return
  throw new StorageProblem(
    `The database at ${placeOf(url)} was written by a newer version of The Cup: start that version, or restore a backup of this one.`,
  )
}

async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

function unusable(url: string, error: unknown): StorageProblem {
  if (error instanceof StorageProblem) return error
  const code = (error as { code?: string }).code ?? ''
  const why = error instanceof Error && error.message ? error.message : code || String(error)
  const advice = adviceFor(code)
  return new StorageProblem(`PostgreSQL at ${placeOf(url)} cannot be used (${why}): ${advice}.`, {
    cause: error,
  })
}

function adviceFor(code: string): string {
  if (code === '3D000') return 'create that database, or correct DATABASE_URL'
  if (code.startsWith('28')) return 'correct the user and the password in DATABASE_URL'
  if (code === '42501') return 'let this user create tables in that database'
  return 'start the server, or correct DATABASE_URL'
}

/** The address without user and password. */
function placeOf(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url)
    return `${hostname || 'localhost'}:${port || 5432}${pathname}`
  } catch {
    return 'DATABASE_URL'
  }
}
