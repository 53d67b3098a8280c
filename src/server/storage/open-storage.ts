import { join } from 'node:path'
import { openSqlite } from './sqlite.ts'
import type { Storage } from './storage.ts'

export type StorageConfig = {
  /** The folder of the SQLite file; unused with a databaseUrl. */
  readonly dataDir: string
  /** A PostgreSQL address; without one the cup lives in a file. */
  readonly databaseUrl?: string | undefined
}

export async function openStorage({ dataDir, databaseUrl }: StorageConfig): Promise<Storage> {
  if (!databaseUrl) return openSqlite(join(dataDir, 'cup.sqlite'))
  // Loaded on demand: most cups never need PostgreSQL's client.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(databaseUrl)
}
