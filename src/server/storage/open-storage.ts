import { join } from 'node:path'
import { openSqlite } from './sqlite.ts'
import type { Storage } from './storage.ts'

export type StorageConfig = {
  /** Folder of the SQLite file; unused with a `databaseUrl`. */
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
}

/** PostgreSQL with a `databaseUrl`, else SQLite. Creates what is missing unless `mustExist`. */
export async function openStorage(
  { dataDir, databaseUrl }: StorageConfig,
  { mustExist = false }: { readonly mustExist?: boolean } = {},
): Promise<Storage> {
  if (!databaseUrl) return openSqlite(join(dataDir, 'cup.sqlite'), { mustExist })
  // Imported on demand: most cups never need PostgreSQL's client.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(databaseUrl, { mustExist })
}
