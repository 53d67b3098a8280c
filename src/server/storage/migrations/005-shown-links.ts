import type { Kysely } from 'kysely'

/** Links that organisers showed as a code, beside the one that a team got when it registered. They go with the team. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its day, not today's.
export async function shownLinks(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('shown_links')
    .addColumn('link_hash', 'text', (column) => column.primaryKey())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('shown_links_by_team').on('shown_links').columns(['team_id']).execute()
}
