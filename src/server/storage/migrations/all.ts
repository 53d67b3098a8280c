import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { firstTables } from './001-first-tables.ts'
import { entryLinks } from './002-entry-links.ts'
import { longRevisions } from './003-long-revisions.ts'
import { push } from './004-push.ts'
import { shownLinks } from './005-shown-links.ts'
import { editionIds } from './006-edition-ids.ts'

/** How each engine names a type. SQLite's names are read back by its adapter to decode the values. */
export type ColumnTypes = {
  readonly json: 'json' | 'json text'
  readonly instant: 'timestamptz' | 'instant text'
}

/**
 * Every migration by name, oldest first; a released one is never edited. Backups carry the newest name. Rows of an older backup
 * get the default of each column added since; a migration that does more also says what becomes of them (006-edition-ids.ts).
 */
export function migrationsFor(types: ColumnTypes): Record<string, Migration> {
  return {
    '001-first-tables': { up: (db) => firstTables(db, types) },
    '002-entry-links': { up: (db) => entryLinks(db, types) },
    '003-long-revisions': { up: (db) => longRevisions(db, types) },
    '004-push': { up: (db) => push(db, types) },
    '005-shown-links': { up: (db) => shownLinks(db) },
    '006-edition-ids': { up: (db) => editionIds(db) },
  }
}

/** Brings the tables up to date. */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  migrations: Record<string, Migration>,
): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
