import type { TeamId } from '../../../domain/cup.ts'
import { done, type Outcome } from '../../../domain/outcome.ts'
import { entryName } from '../../../domain/teams/names.ts'
import type { Organiser } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import { entryOf, saveTeam } from '../../storage/teams.ts'
import { type Changed, change, listNames, type Parts, type Tap } from '../change.ts'
import { checkTeamsSeen, refuseGone } from '../stale-screen.ts'
import { currentEditionTeams, missingFrom } from './current-edition-teams.ts'

const approving = journalAction('teams', 'approve')
const unapproving = journalAction('teams', 'unapprove')

/** Approves teams, or removes their approval. Only approved teams enter the draw. */
export function setApproval(
  parts: Parts,
  { teamIds, approved, ...tap }: { teamIds: readonly TeamId[]; approved: boolean } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return change(parts, { who: organiser.email, requestId: tap.requestId }, async ({ db, moment }) => {
    const wanted = new Set(teamIds)
    const teams = (await currentEditionTeams(db, [...wanted])).filter(
      ({ removedAt }) => removedAt === undefined,
    )
    if (teams.length === 0 || teams.length < wanted.size)
      return refuseGone(db, missingFrom(teams, wanted), tap)
    const before = teams.filter((team) => team.approved !== approved)
    const names = listNames((before.length > 0 ? before : teams).map(entryName))
    const words = approved ? `Approved: ${names}.` : `Approval removed: ${names}.`
    if (before.length === 0) return done({ unchanged: words })
    const outdated = await checkTeamsSeen(db, before, tap)
    if (outdated) return outdated

    const after = before.map((team) => ({ ...team, approved, revision: moment.revision }))
    for (const team of after) await saveTeam(db, team)
    return done({
      action: approved ? approving : unapproving,
      words,
      changes: after.map((team) => ({ kind: 'entry', entry: entryOf(team) })),
      before: { teams: before },
    })
  })
}
