import { sideOf, type TeamId } from '../../../domain/cup.ts'
import { placeTeam as place } from '../../../domain/draw/attendance.ts'
import { firstMatchOf } from '../../../domain/draw/bracket.ts'
import { done, type Outcome, refused } from '../../../domain/outcome.ts'
import { drawTeamOf, sideLabel } from '../../../domain/teams/names.ts'
import type { Organiser } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import { saveAbsent, saveDrawTeams } from '../../storage/tournaments.ts'
import { type Changed, change, type MatchSide, matchPlace, type Parts, type Tap } from '../change.ts'
import { refuseGone } from '../stale-screen.ts'
import { currentEditionTeams } from '../teams/current-edition-teams.ts'
import { checkSeen, loadCurrentDraw, matchById, saveChanged } from './load-draw.ts'

const action = journalAction('places', 'place-team')

/** A late team takes the place of a BYE, or of a team that did not come. */
export function placeTeam(
  parts: Parts,
  { matchId, side, teamId, ...tap }: MatchSide & { teamId: TeamId } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return change(parts, { who: organiser.email, requestId: tap.requestId }, async (work) => {
    const loaded = await loadCurrentDraw(work)
    if (!loaded.ok) return loaded
    const draw = loaded.value
    const [team] = await currentEditionTeams(work.db, [teamId])
    if (!team || team.removedAt !== undefined) return refuseGone(work.db, [teamId], tap)
    const isMoved = !team.approved || firstMatchOf(draw, teamId) !== undefined
    const meanwhile = isMoved ? await refuseGone(work.db, [teamId], tap) : undefined
    if (meanwhile?.reason === 'changed-meanwhile') return meanwhile
    if (!team.approved) return refused('not-approved')
    if (isMoved) return refused('already-in-draw')
    const match = matchById(draw, matchId)
    if (!match) return refused('no-such-match')
    const outdated = await checkSeen(work.db, match, tap)
    if (outdated) return outdated

    const spot = { round: match.round, index: match.index, side }
    const placed = place(draw, { team: teamId, place: spot, ...work.moment })
    if (!placed.ok) return placed
    const { matches, absent, replaced } = placed.value
    const added = { [teamId]: drawTeamOf(team) }
    const teams = { ...draw.teams, ...added }
    await saveDrawTeams(work.db, draw.id, added)
    if (replaced) await saveAbsent(work.db, draw.id, absent)
    const { changes, before } = await saveChanged(work, { ...draw, teams }, matches)

    const gaveUp = replaced ? sideLabel(teams, replaced) : sideOf(match, side)
    return done({
      action,
      words: `${sideLabel(teams, teamId)} took the place of ${gaveUp} (${matchPlace(draw, match)}).`,
      changes: [
        { kind: 'draw-teams', teams: added },
        ...(replaced ? [{ kind: 'absent' as const, absent }] : []),
        ...changes,
      ],
      before: { ...before, ...(replaced && { absent: draw.absent }) },
    })
  })
}
