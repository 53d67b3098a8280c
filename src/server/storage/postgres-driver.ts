import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'

/** A transaction whose connection was found dead before anything was asked in it. */
export class NotBegun extends Error {
  override name = 'NotBegun'
}

/**
 * Kysely on a pool that sends questions without waiting for the answer to the one before: "begin" travels with the
 * first question of a transaction, and what is asked at once is answered at once.
 */
export function pipelinedDialect(pool: pg.Pool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PipelinedDriver(pool),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class PipelinedDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #connections = new WeakMap<pg.PoolClient, PipelinedConnection>()
  readonly #names = new StatementNames()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async init() {}

  async acquireConnection() {
    const client = await this.#pool.connect()
    const known = this.#connections.get(client)
    if (known) return known
    // One that breaks in the middle of a change is heard of by its next question; unheard, it would end the process.
    client.on('error', () => {})
    const connection = new PipelinedConnection(client, this.#names)
    this.#connections.set(client, connection)
    return connection
  }

  async beginTransaction(connection: PipelinedConnection, settings: TransactionSettings) {
    const { isolationLevel, accessMode } = settings
    const isolation = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    connection.begin(`begin${isolation}${accessMode ? ` ${accessMode}` : ''}`)
  }

  async commitTransaction(connection: PipelinedConnection) {
    await connection.commit()
  }

  async rollbackTransaction(connection: PipelinedConnection) {
    await connection.rollback()
  }

  async releaseConnection(connection: PipelinedConnection) {
    connection.release()
  }

  async destroy() {
    await this.#pool.end()
  }
}

class PipelinedConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #names: StatementNames
  #begun: Promise<unknown> | undefined
  #isBroken = false

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client
    this.#names = names
  }

  begin(sql: string) {
    this.#begun = this.#client.query(sql)
    // The first question tells what became of it.
    this.#begun.catch(() => {})
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const name = parameters.length > 0 ? this.#names.of(sql) : undefined
    const asked = this.#client.query({ text: sql, values: parameters.map(writable), ...(name && { name }) })
    if (this.#begun) await this.#hasBegun(asked)
    const { command, rowCount, rows } = await asked
    const hasWritten = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
    return { rows: rows ?? [], ...(hasWritten && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  async #hasBegun(asked: Promise<unknown>) {
    asked.catch(() => {})
    try {
      await this.#begun
      this.#begun = undefined
    } catch (cause) {
      throw new NotBegun('The transaction could not begin.', { cause })
    }
  }

  async commit() {
    const { command } = await this.#client.query('commit')
    // How PostgreSQL says that a question had failed before, and nothing was kept.
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back.')
  }

  /** A connection on which not even that works is given up, and the server then rolls back by itself. */
  async rollback() {
    try {
      await this.#client.query('rollback')
    } catch {
      this.#isBroken = true
    }
  }

  release() {
    this.#begun = undefined
    this.#client.release(this.#isBroken)
  }

  // biome-ignore lint/correctness/useYield: nothing here is read as a stream.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing is streamed from PostgreSQL.')
  }
}

/** Lets the server keep the plan of each statement, by its text: the same few run all night. */
class StatementNames {
  readonly #names = new Map<string, string>()

  of(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known) return known
    // Statements with lists of every length would fill the server's memory; these few hundred are enough.
    if (this.#names.size >= 200) return undefined
    const name = `cup${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

/** PostgreSQL's text cannot hold a NUL, and refuses even to look for one: a sign that no text of ours has stands for it. */
function writable(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value
}
