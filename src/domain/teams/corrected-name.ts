import type { Entry } from '../cup.ts'
import { entryName } from './names.ts'

/** What a team in the draw wants to be called. Until an organiser accepts it, only the team and organisers see it. */
export type Correction = Pick<Entry, 'player1Name' | 'player2Name' | 'teams'>

/** The corrected name: 'Mia, Ben', and its teams where they differ: 'Mia, Ben (Tigers)'. */
export function correctedName(entry: Entry, correction: Correction): string {
  const corrected = { ...entry, ...correction }
  const teams = corrected.teams === entry.teams ? '' : ` (${corrected.teams || 'no team'})`
  return entryName(corrected) + teams
}
