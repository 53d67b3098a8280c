import { type Kysely, PostgresAdapter } from 'kysely'
import type { Tables } from './schema.ts'

/** A database or a transaction on it: what the functions of this folder take first. */
export type Db = Kysely<Tables>

/** Where the cup is kept. Nothing above this folder knows the engine. */
export type Storage = {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** The file, or the address without user and password. */
  readonly place: string
  /** Reads without a transaction: for a single question. */
  read<Value>(ask: (db: Db) => Promise<Value>): Promise<Value>
  /** Reads that all see the same moment. */
  snapshot<Value>(ask: (db: Db) => Promise<Value>): Promise<Value>
  /** Writes, whole or not at all; on its return the change is on the disk. */
  transaction<Value>(run: (db: Db) => Promise<Value>): Promise<Value>
  /** Calls back when another node wrote. A hint only: it can be lost. */
  listen(onNotify: () => void): () => void
  /** Whether it can be read. */
  isHealthy(): Promise<boolean>
  /** Whether a change would be kept: it is tried. */
  canWrite(): Promise<boolean>
  close(): Promise<void>
}

/** Why the storage cannot be used, in one sentence that says what to do. */
export class StorageProblem extends Error {
  override name = 'StorageProblem'
}

/** Where a cup was looked for, none has been begun. */
export class NoCupThere extends StorageProblem {
  override name = 'NoCupThere'
}

export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

export async function isHealthy(db: Db): Promise<boolean> {
  try {
    await db.selectFrom('system').select('revision').where('id', '=', 'current').executeTakeFirstOrThrow()
    return true
  } catch {
    return false
  }
}
