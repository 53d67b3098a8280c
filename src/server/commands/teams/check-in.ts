import type { TeamId } from '../../../domain/cup.ts'
import { done, type Outcome, refused } from '../../../domain/outcome.ts'
import { entryName } from '../../../domain/teams/names.ts'
import { isCheckInOpen } from '../../../domain/teams/registration.ts'
import type { Organiser } from '../../actors.ts'
import { readSettings } from '../../storage/system-rows.ts'
import { isListed, saveTeam } from '../../storage/team-rows.ts'
import type { Changed, Parts, Tap } from '../change.ts'
import { checkingIn } from '../stale-screen.ts'
import { changeTeams, entryChange } from './change-teams.ts'
import { changeOnLink, type LinkParts } from './entry-link.ts'

/** The team says on its own link that it is here. Twice counts once. */
export function checkIn(parts: LinkParts, tap: { token: string } & Tap): Promise<Outcome<Changed>> {
  return changeOnLink(parts, tap, async ({ db, moment }, team) => {
    const words = `Here: ${entryName(team)}.`
    if (team.checkedInAt) return done({ unchanged: words })
    if (!isCheckInOpen(await readSettings(db), new Date(moment.at))) return refused('check-in-closed')
    // Who is here has not withdrawn.
    const after = { ...team, checkedInAt: moment.at, withdrawnAt: undefined, revision: moment.revision }
    await saveTeam(db, after)
    return done({ action: checkingIn, words, changes: [entryChange(after)], before: { teams: [team] } })
  })
}

/** An organiser ticks teams at the door, or takes the tick away. */
export function setCheckedIn(
  parts: Parts,
  { here, ...tap }: { teamIds: readonly TeamId[]; here: boolean } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return changeTeams(parts, organiser, tap, {
    action: checkingIn,
    isThere: isListed,
    isDue: ({ checkedInAt }) => (checkedInAt !== undefined) !== here,
    becomes: ({ moment }) =>
      here ? { checkedInAt: moment.at, withdrawnAt: undefined } : { checkedInAt: undefined },
    words: here ? 'Here' : 'Not here yet',
  })
}
