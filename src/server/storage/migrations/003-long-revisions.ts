import type { Kysely } from 'kysely'
import type { ColumnTypes } from './all.ts'

/** Revisions of 15 digits, as the live stream allows them. SQLite's integers have the room. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its day, not today's.
export async function longRevisions(db: Kysely<any>, types: ColumnTypes): Promise<void> {
  if (types.instant !== 'timestamptz') return
  for (const table of ['teams', 'matches', 'system', 'journal'])
    await db.schema
      .alterTable(table)
      .alterColumn('revision', (column) => column.setDataType('bigint'))
      .execute()
}
