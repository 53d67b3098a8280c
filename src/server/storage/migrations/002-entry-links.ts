import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './all.ts'

/** A team's own link, and what the team says on it. Teams of before have no link until an organiser makes one. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its day, not today's.
export async function entryLinks(db: Kysely<any>, types: ColumnTypes): Promise<void> {
  const instant = sql.raw<unknown>(types.instant)
  // One by one: SQLite adds a single column at a time.
  await db.schema.alterTable('teams').addColumn('link_hash', 'text').execute()
  await db.schema.alterTable('teams').addColumn('checked_in_at', instant).execute()
  await db.schema.alterTable('teams').addColumn('withdrawn_at', instant).execute()
  await db.schema.alterTable('teams').addColumn('corrected_from', 'text').execute()
  await db.schema.createIndex('teams_by_link').unique().on('teams').columns(['link_hash']).execute()
}
