import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, PostgresQueryCompiler, sql } from 'kysely'
import pg from 'pg'
import { migrate, migrationsFor } from './migrations.ts'
import type { Tables } from './schema.ts'
import { NoCupThere, type Storage, StorageProblem } from './storage.ts'
import { canWrite, isHealthy } from './storage-health.ts'

const migrations = migrationsFor({ json: 'json', instant: 'timestamptz' })

// Every change takes the same row lock: a node that freezes while it holds it must lose it.
const patience = {
  idle_in_transaction_session_timeout: 8_000,
  lock_timeout: 8_000,
  statement_timeout: 8_000,
}

// Above the server's own timeouts, so that its more precise error comes first.
const longestAnswerMs = 9_000

const int8 = 20
const timestamptz = 1184
// The same values as on SQLite: numbers instead of bigint text, ISO strings instead of Date.
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8) return Number
    if (oid === timestamptz) return (text: string) => new Date(text).toISOString()
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

/** Connects and migrates. A database that cannot be used is left untouched. */
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
    connectionTimeoutMillis: 3_000,
  }
  let db: Kysely<Tables> | undefined
  try {
    const pool = createPool({ ...settings, ...patience })
    db = new Kysely<Tables>({ dialect: new Dialect({ pool }) })
    await inspect(db, url, mustExist)
    await migrate(db, migrations)
    return storageOn(db, url, createHints(pool, settings))
  } catch (error) {
    await db?.destroy().catch(() => {})
    throw unusable(url, error)
  }
}

function createPool(settings: pg.PoolConfig): pg.Pool {
  // With `pipeline`, a query that times out ends its connection, and the pool opens a new one.
  const pool = new pg.Pool({ ...settings, max: 10, pipeline: true })
  // The next query reports a broken connection; an 'error' event without a listener would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

function storageOn(db: Kysely<Tables>, url: string, hints: ReturnType<typeof createHints>): Storage {
  const read: Storage['read'] = (ask) => ask(db)
  return {
    name: 'PostgreSQL',
    place: withoutCredentials(url),
    read,
    snapshot: (ask) =>
      db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(ask),
    async transaction(run) {
      const value = await db.transaction().execute(run)
      hints.send()
      return value
    },
    listen: hints.listen,
    isHealthy: () => isHealthy(read),
    canWrite: () => canWrite((run) => db.transaction().execute(run)),
    async close() {
      await hints.close()
      await db.destroy()
    },
  }
}

class Dialect extends PostgresDialect {
  override createQueryCompiler() {
    return new QueryCompiler()
  }
}

class QueryCompiler extends PostgresQueryCompiler {
  /** PostgreSQL's text cannot hold NUL: U+FFFD, which our texts never contain, replaces it. */
  protected override addParameter(value: unknown): void {
    super.addParameter(typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value)
  }
}

async function inspect(db: Kysely<Tables>, url: string, mustExist: boolean): Promise<void> {
  const found = await sql<{
    table: string | null
  }>`select to_regclass('kysely_migration') as "table"`.execute(db)
  if (!found.rows[0]?.table) {
    if (!mustExist) return
    throw new NoCupThere(
      `There is no cup in the database at ${withoutCredentials(url)}: correct DATABASE_URL, or begin one with npm start.`,
    )
  }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  if (rows.every(({ name }) => name in migrations)) return
  throw new StorageProblem(
    `The database at ${withoutCredentials(url)} was written by a newer version of The Cup: start that version, or restore a backup of this one.`,
  )
}

function unusable(url: string, error: unknown): StorageProblem {
  if (error instanceof StorageProblem) return error
  const code = (error as { code?: string }).code ?? ''
  const why = error instanceof Error && error.message ? error.message : code || String(error)
  const advice = adviceFor(code)
  return new StorageProblem(`PostgreSQL at ${withoutCredentials(url)} cannot be used (${why}): ${advice}.`, {
    cause: error,
  })
}

function adviceFor(code: string): string {
  if (code === '3D000') return 'create that database, or correct DATABASE_URL'
  if (code.startsWith('28')) return 'correct the user and the password in DATABASE_URL'
  if (code === '42501') return 'let this user create tables in that database'
  return 'start the server, or correct DATABASE_URL'
}

function withoutCredentials(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url)
    return `${hostname || 'localhost'}:${port || 5432}${pathname}`
  } catch {
    return 'DATABASE_URL'
  }
}

const channel = 'cup_revision'
const reconnectMs = 1_000
const betweenHintsMs = 20
type HintSettings = pg.ClientConfig & { readonly query_timeout: number }

/**
 * NOTIFY between nodes, after the commit: inside the transaction it would cost about as much as the change itself. After a
 * lost hint the other nodes find the change by polling, within two seconds.
 */
function createHints(pool: pg.Pool, settings: HintSettings) {
  const node = randomBytes(6).toString('base64url')
  const closing = new AbortController()
  let sending: Promise<void> | undefined
  let isAskedAgain = false

  // Coalesced: every NOTIFY makes the server flush its log once more.
  async function sendHints() {
    do {
      isAskedAgain = false
      await pool.query('select pg_notify($1, $2)', [channel, node]).catch(() => {})
      await pause(betweenHintsMs)
    } while (isAskedAgain)
    sending = undefined
  }

  return {
    send() {
      isAskedAgain = true
      sending ??= sendHints()
    },
    listen(onNotify: () => void): () => void {
      const stopping = new AbortController()
      const stopped = AbortSignal.any([closing.signal, stopping.signal])
      listen(settings, (from) => from !== node && onNotify(), stopped)
      return () => stopping.abort()
    },
    async close() {
      closing.abort()
      await sending
    },
  }
}

/** A dedicated LISTEN connection, which reconnects. */
async function listen(settings: HintSettings, onHint: (from?: string) => void, stopped: AbortSignal) {
  while (!stopped.aborted) {
    const client = new pg.Client(settings)
    const end = () => client.end().catch(() => {})
    const ended = new Promise<'ended'>((resolve) => client.once('end', () => resolve('ended')))
    client.on('error', () => {})
    client.on('notification', ({ payload }) => onHint(payload))
    stopped.addEventListener('abort', end, { once: true })
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      // Hints may have been missed while disconnected.
      onHint()
      // Heartbeat: only a query reveals a dead connection.
      while ((await Promise.race([ended, pause(settings.query_timeout)])) !== 'ended')
        await client.query('select 1')
    } catch {}
    stopped.removeEventListener('abort', end)
    end()
    await pause(reconnectMs)
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
