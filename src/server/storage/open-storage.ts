import { join } from 'node:path'
import { openSqlite } from './sqlite.ts'
import type { Storage } from './storage.ts'

export type StorageConfig = {
  /** The folder of the SQLite file; unused with a databaseUrl. */
  readonly dataDir: string
  /** A PostgreSQL address; without one the cup lives in a file. */
  readonly databaseUrl?: string | undefined
}

/** Opens the cup's storage. Where there is none yet it is made, or refused if it must exist. */
export async function openStorage(
  { dataDir, databaseUrl }: StorageConfig,
  { mustExist = false }: { readonly mustExist?: boolean } = {},
): Promise<Storage> {
  if (!databaseUrl) return openSqlite(join(dataDir, 'cup.sqlite'), { mustExist })
  // Loaded on demand: most cups never need PostgreSQL's client.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(databaseUrl, { mustExist })
}
