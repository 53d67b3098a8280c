import type { TeamId } from '../../../domain/cup.ts'
import { done, type Outcome, refused } from '../../../domain/outcome.ts'
import { entryName } from '../../../domain/teams/names.ts'
import type { Organiser } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import { findTeamsInDraw } from '../../storage/matches.ts'
import { entryOf, saveTeam } from '../../storage/teams.ts'
import { type Changed, change, listNames, type Parts, type Tap } from '../change.ts'
import { checkTeamsSeen, refuseGone } from '../stale-screen.ts'
import { currentEditionTeams, missingFrom } from './current-edition-teams.ts'

const removing = journalAction('teams', 'remove-teams')
const puttingBack = journalAction('teams', 'put-back-teams')

/** Takes entries off the list; they can be put back. */
export function removeTeams(
  parts: Parts,
  { teamIds, ...tap }: { teamIds: readonly TeamId[] } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return change(parts, { who: organiser.email, requestId: tap.requestId }, async ({ db, cup, moment }) => {
    const wanted = [...new Set(teamIds)]
    const teams = await currentEditionTeams(db, wanted)
    if (teams.length === 0 || teams.length < wanted.length)
      return refuseGone(db, missingFrom(teams, wanted), tap)
    const inDraw = cup.tournamentID ? await findTeamsInDraw(db, cup.tournamentID, wanted) : new Set()
    const standing = teams.filter(({ id }) => inDraw.has(id))
    if (standing.length > 0) return refused('team-in-draw', standing.map(entryName))
    const before = teams.filter(({ removedAt }) => removedAt === undefined)
    const words = `Removed from the entries: ${listNames(teams.map(entryName))}.`
    if (before.length === 0) return done({ unchanged: words })
    const outdated = await checkTeamsSeen(db, before, tap)
    if (outdated) return outdated

    for (const team of before)
      await saveTeam(db, { ...team, removedAt: moment.at, revision: moment.revision })
    return done({
      action: removing,
      words,
      changes: before.map(({ id }) => ({ kind: 'entry-removed', id })),
      before: { teams: before },
    })
  })
}

/** Puts removed entries back on the list, as they were. */
export function putBackTeams(
  parts: Parts,
  { teamIds, ...tap }: { teamIds: readonly TeamId[] } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return change(parts, { who: organiser.email, requestId: tap.requestId }, async ({ db, moment }) => {
    const wanted = [...new Set(teamIds)]
    const teams = await currentEditionTeams(db, wanted)
    if (teams.length === 0 || teams.length < wanted.length)
      return refuseGone(db, missingFrom(teams, wanted), tap)
    const before = teams.filter(({ removedAt }) => removedAt !== undefined)
    const words = `Put back on the entries: ${listNames(teams.map(entryName))}.`
    if (before.length === 0) return done({ unchanged: words })
    const outdated = await checkTeamsSeen(db, before, tap)
    if (outdated) return outdated

    const after = before.map((team) => ({ ...team, removedAt: undefined, revision: moment.revision }))
    for (const team of after) await saveTeam(db, team)
    return done({
      action: puttingBack,
      words,
      changes: after.map((team) => ({ kind: 'entry', entry: entryOf(team) })),
      before: { teams: before },
    })
  })
}
