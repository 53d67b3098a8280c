import type { TeamId } from '../../../domain/cup.ts'
import { type Outcome, type Refused, refused } from '../../../domain/outcome.ts'
import { entryName } from '../../../domain/teams/names.ts'
import type { Organiser } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import { findTeamsInDraw } from '../../storage/matches.ts'
import type { StoredTeam } from '../../storage/teams.ts'
import type { Changed, Parts, Tap, Work } from '../change.ts'
import { changeTeams } from './change-teams.ts'

const removing = journalAction('teams', 'remove-teams')
const puttingBack = journalAction('teams', 'put-back-teams')

/** Takes entries off the list; they can be put back. */
export function removeTeams(
  parts: Parts,
  tap: { teamIds: readonly TeamId[] } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return changeTeams(parts, organiser, tap, {
    action: removing,
    check: checkNotInDraw,
    isDue: ({ removedAt }) => removedAt === undefined,
    becomes: ({ moment }) => ({ removedAt: moment.at }),
    words: 'Removed from the entries',
  })
}

/** Puts removed entries back on the list, as they were. */
export function putBackTeams(
  parts: Parts,
  tap: { teamIds: readonly TeamId[] } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return changeTeams(parts, organiser, tap, {
    action: puttingBack,
    isDue: ({ removedAt }) => removedAt !== undefined,
    becomes: () => ({ removedAt: undefined, withdrawnAt: undefined }),
    words: 'Put back on the entries',
  })
}

async function checkNotInDraw({ db, cup }: Work, teams: readonly StoredTeam[]): Promise<Refused | undefined> {
  if (!cup.tournamentID) return undefined
  const ids = teams.map(({ id }) => id)
  const inDraw = await findTeamsInDraw(db, cup.tournamentID, ids)
  const standing = teams.filter(({ id }) => inDraw.has(id))
  return standing.length > 0 ? refused('team-in-draw', standing.map(entryName)) : undefined
}
