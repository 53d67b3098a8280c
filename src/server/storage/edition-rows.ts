import type { Edition } from '../../domain/cup.ts'
import type { Db } from './storage.ts'

export async function listEditions(db: Db): Promise<Edition[]> {
  const rows = await db.selectFrom('editions').selectAll().orderBy('number').execute()
  return rows.map(({ number, season, theme, winners }) => ({ number, season, theme, winners }))
}

export async function saveEditions(db: Db, editions: readonly Edition[]): Promise<void> {
  await db.deleteFrom('editions').execute()
  if (editions.length === 0) return
  await db
    .insertInto('editions')
    .values(editions.map(({ number, season, theme, winners }) => ({ number, season, theme, winners })))
    .execute()
}
