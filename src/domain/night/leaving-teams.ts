import type { Draw, Entry, TeamId } from '../cup.ts'
import { outlookOf } from './outlook.ts'

/** Teams with a match to play that have said on their own link that they will not, until an organiser confirms it. */
export function leavingTeams(draw: Draw, entries: readonly Entry[]): TeamId[] {
  return entries
    .filter(
      ({ id, withdrawnAt }) => withdrawnAt && !draw.absent.includes(id) && 'match' in outlookOf(draw, id),
    )
    .map(({ id }) => id)
}
