import { type Refused, refused } from '../../../domain/outcome.ts'
import { readSettings } from '../../storage/system.ts'
import type { Work } from '../change.ts'

/** Undo, Exchange and Reset rest until an organiser switches them on. */
export async function checkTools({ db }: Work): Promise<Refused | undefined> {
  const { organiserTools } = await readSettings(db)
  return organiserTools === 'off' ? refused('tools-off') : undefined
}
