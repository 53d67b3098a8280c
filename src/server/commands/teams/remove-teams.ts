import type { TeamId } from '../../../domain/cup.ts'
import { done, type Outcome, type Refused, refused } from '../../../domain/outcome.ts'
import { entryName } from '../../../domain/teams/names.ts'
import type { Organiser } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import { findTeamsInDraw } from '../../storage/match-rows.ts'
import { isListed, listPendingSince, type StoredTeam, saveTeams } from '../../storage/team-rows.ts'
import { type Changed, change, type Parts, type Tap, type Work } from '../change.ts'
import { changeTeams, entryChange, listNames } from './change-teams.ts'

const removing = journalAction('teams', 'remove-teams')
const removingPending = journalAction('teams', 'remove-pending')
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
    isDue: isListed,
    becomes: ({ moment }) => ({ removedAt: moment.at }),
    words: 'Removed from the entries',
  })
}

/** Takes every entry that came since and still waits off the list, as after a flood; they can be put back together. */
export function removePendingSince(
  parts: Parts,
  { since, requestId }: { since: string } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return change(parts, { who: organiser.email, requestId }, async ({ db, cup, moment }) => {
    const pending = await listPendingSince(db, cup.editionId, since)
    // A team whose approval was taken away again may still stand in the draw.
    const ids = pending.map(({ id }) => id)
    const inDraw = cup.tournamentID ? await findTeamsInDraw(db, cup.tournamentID, ids) : new Set<TeamId>()
    const before = pending.filter(({ id }) => !inDraw.has(id))
    if (before.length === 0) return done({ unchanged: 'Nobody who came since then is pending.' })
    const after = before.map((team) => ({ ...team, removedAt: moment.at, revision: moment.revision }))
    await saveTeams(db, after)
    return done({
      action: removingPending,
      words: `Removed ${before.length === 1 ? '1 pending team' : `${before.length} pending teams`}: ${listNames(before)}.`,
      changes: after.map(entryChange),
      before: { teams: before },
    })
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
    isDue: (team) => !isListed(team),
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
