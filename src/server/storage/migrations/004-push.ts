import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './all.ts'

/** Phones that are told when a team they follow is called. They belong to the team, and carry no name. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its day, not today's.
export async function push(db: Kysely<any>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('push_subscriptions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id').onDelete('cascade'))
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('p256dh', 'text', (column) => column.notNull())
    .addColumn('auth', 'text', (column) => column.notNull())
    .addColumn('created_at', sql.raw<unknown>(types.instant), (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('push_subscriptions_by_team')
    .on('push_subscriptions')
    .columns(['team_id'])
    .execute()
}
