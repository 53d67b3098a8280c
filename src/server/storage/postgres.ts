import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { migrationsFor } from './migrations/all.ts'
import { type Db, NoCupThere, type Storage, StorageProblem } from './storage.ts'
import type { Tables } from './tables.ts'

/** The channel on which a transaction tells the other nodes that there is something new. */
export const channel = 'cup_revision'

const migrations = migrationsFor({ json: 'json', instant: 'timestamptz' })
const reconnectMs = 1_000

// Every change takes the same lock. A node that freezes while it holds it loses it, and nobody waits for it without end.
const patience = {
  idle_in_transaction_session_timeout: 10_000,
  lock_timeout: 10_000,
  statement_timeout: 10_000,
}

// A little more than the server's own: what it has to say about a lock is heard first.
const longestAnswerMs = 12_000

/** What PostgreSQL's client calls an answer that did not come in time. */
const silence = 'Query read timeout'

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
    pool = new pg.Pool({ ...settings, ...patience, max: 10, connectionTimeoutMillis: 5_000 })
  } catch (error) {
    throw unusable(url, error)
  }
  // An idle connection that breaks is replaced by the pool; unheard, its error would end the process.
  pool.on('error', () => {})
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }) })
  try {
    await inspect(pool, url, mustExist)
    await migrate(db)
  } catch (error) {
    await db.destroy().catch(() => {})
    await pool.end().catch(() => {})
    throw unusable(url, error)
  }
  const listeners = new Set<() => void>()
  return {
    name: 'PostgreSQL',
    place: placeOf(url),
    read: (ask) => ask(db),
    snapshot: (ask) =>
      db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(ask),
    transaction: (run) => inTransaction(db, run),
    listen(onNotify) {
      const stop = listen(settings, onNotify)
      listeners.add(stop)
      return () => {
        listeners.delete(stop)
        stop()
      }
    },
    async isHealthy() {
      try {
        await sql`select 1 from system limit 1`.execute(db)
        return true
      } catch {
        return false
      }
    },
    async close() {
      for (const stop of listeners) stop()
      await db.destroy()
    },
  }
}

/** A connection of the pool may have died unheard: a change that could not even begin is tried once more, on another one. */
async function inTransaction<Value>(db: Kysely<Tables>, run: (db: Db) => Promise<Value>): Promise<Value> {
  let hasBegun = false
  const attempt = () =>
    db.transaction().execute((transaction) => {
      hasBegun = true
      return run(transaction)
    })
  try {
    return await attempt()
  } catch (error) {
    if (hasBegun) throw error
    return attempt()
  }
}

/** A connection of its own that hears every NOTIFY and, when it breaks, connects again. */
function listen(
  settings: pg.ClientConfig & { readonly query_timeout: number },
  onNotify: Parameters<Storage['listen']>[0],
): () => void {
  let client: pg.Client | undefined
  let listening: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function connect() {
    timer = undefined
    const next = new pg.Client({ ...settings, connectionTimeoutMillis: 5_000 })
    client = next
    next.on('error', () => {})
    next.on('end', again)
    next.on('notification', ({ payload }) => onNotify(Number(payload)))
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      listening = next
      // Whatever was said while nobody listened is caught up with now.
      onNotify()
    } catch {
      next.end().catch(() => {})
      again()
    }
  }

  // Only who asks learns that a connection has fallen silent; one with a question open is ended at once.
  const asking = setInterval(() => {
    const asked = listening
    asked?.query('select 1').catch(() => asked.end().catch(() => {}))
  }, settings.query_timeout).unref()

  function again() {
    listening = undefined
    if (isStopped || timer) return
    timer = setTimeout(connect, reconnectMs).unref()
  }

  connect()
  return () => {
    isStopped = true
    clearTimeout(timer)
    clearInterval(asking)
    client?.end().catch(() => {})
  }
}

/** Lets the server keep the plan of each statement, by its text: the same few run all night. */
function withPreparedStatements(pool: pg.Pool) {
  const names = new Map<string, string>()
  const clients = new WeakMap<pg.PoolClient, { query(text: string, values: readonly unknown[]): unknown }>()

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known) return known
    // Statements with lists of every length would fill the server's memory; these few hundred are enough.
    if (names.size >= 200) return undefined
    const name = `cup${names.size}`
    names.set(text, name)
    return name
  }

  function prepare(client: pg.PoolClient) {
    const known = clients.get(client)
    if (known) return known
    // One that breaks in the middle of a change is heard of by its next question; unheard, it would end the process too.
    client.on('error', () => {})
    // One that does not answer would let the next question wait as long; ended, it is replaced by the pool.
    const endIfSilent = (error: Error) => {
      if (error.message === silence) client.end()
      throw error
    }
    const wrapped = {
      query: (text: string, values: readonly unknown[]) => {
        const name = values.length > 0 ? nameOf(text) : undefined
        const answer = client.query({ text, values: values.map(writable), ...(name && { name }) })
        return answer.catch(endIfSilent)
      },
      release: (destroy?: boolean) => client.release(destroy),
    }
    clients.set(client, wrapped)
    return wrapped
  }

  return {
    connect: async () => prepare(await pool.connect()) as never,
    end: () => pool.end(),
    options: pool.options as never,
  }
}

/** PostgreSQL's text cannot hold a NUL, and refuses even to look for one: a sign that no text of ours has stands for it. */
function writable(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value
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
