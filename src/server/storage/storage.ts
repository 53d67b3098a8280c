import { type Kysely, PostgresAdapter } from 'kysely'
import type { Tables } from './schema.ts'

/** A database or a transaction on it. */
export type Db = Kysely<Tables>

/** One interface for both engines: nothing outside this folder knows which is in use. */
export type Storage = {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** The file's path, or the address without user and password. */
  readonly place: string
  /** Reads outside a transaction: for a single statement. */
  read<Value>(ask: (db: Db) => Promise<Value>): Promise<Value>
  /** A read-only transaction: all reads see the same state. On SQLite it uses a second connection, so it delays no write. */
  snapshot<Value>(ask: (db: Db) => Promise<Value>): Promise<Value>
  /** All or nothing; once it resolves, the change is flushed to disk. */
  transaction<Value>(run: (db: Db) => Promise<Value>): Promise<Value>
  /** Called after another node's commit. Only a hint: notifications can be lost. */
  listen(onNotify: () => void): () => void
  isHealthy(): Promise<boolean>
  /** Whether a change can be stored: false on a full or read-only disk. */
  canWrite(): Promise<boolean>
  close(): Promise<void>
}

/** Its message tells the operator what to do, in one sentence. */
export class StorageProblem extends Error {
  override name = 'StorageProblem'
}

export class NoCupThere extends StorageProblem {
  override name = 'NoCupThere'
}

/** Slices of one statement each: engines limit its parameters. */
export function inBatches<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, nth) =>
    items.slice(nth * size, (nth + 1) * size),
  )
}

export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
