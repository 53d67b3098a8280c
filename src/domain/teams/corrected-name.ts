import type { Entry } from '../cup.ts'
import { entryName } from './names.ts'

/** What a team wants to be called: 'Mia, Ben', and its teams where they differ: 'Mia, Ben (Tigers)'. */
export function correctedName(entry: Entry): string {
  const corrected = { ...entry, ...entry.correction }
  const teams = corrected.teams === entry.teams ? '' : ` (${corrected.teams || 'no team'})`
  return entryName(corrected) + teams
}
