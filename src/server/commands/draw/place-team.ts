import { sideOf, type TeamId } from '../../../domain/cup.ts'
import { placeTeam as place } from '../../../domain/draw/attendance.ts'
import { firstMatchOf } from '../../../domain/draw/draw-reader.ts'
import { done, type Outcome, refused } from '../../../domain/outcome.ts'
import { drawTeamOf, sideLabel } from '../../../domain/teams/names.ts'
import type { Organiser } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import { isListed } from '../../storage/team-rows.ts'
import { saveAbsent, saveDrawTeams } from '../../storage/tournament-rows.ts'
import type { Changed, MatchSide, Parts, Tap } from '../change.ts'
import { refuseGone } from '../stale-screen.ts'
import { currentEditionTeams } from '../teams/change-teams.ts'
import { changeDraw, matchPlace, saveChanged, tappedMatch } from './change-draw.ts'

const action = journalAction('places', 'place-team')

/** A late team takes the place of a BYE, or of a team that did not come. */
export function placeTeam(
  parts: Parts,
  { matchId, side, teamId, ...tap }: MatchSide & { teamId: TeamId } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return changeDraw(parts, organiser, tap, async (work) => {
    const { draw } = work
    const [team] = await currentEditionTeams(work.db, [teamId])
    if (!team || !isListed(team)) return refuseGone(work.db, [teamId], tap)
    const isMoved = !team.approved || firstMatchOf(draw, teamId) !== undefined
    const stale = isMoved ? await refuseGone(work.db, [teamId], tap) : undefined
    if (stale?.reason === 'changed-meanwhile') return stale
    if (!team.approved) return refused('not-approved')
    if (isMoved) return refused('already-in-draw')
    const tapped = await tappedMatch(work, matchId, tap)
    if (!tapped.ok) return tapped
    const match = tapped.value

    const spot = { round: match.round, index: match.index, side }
    const placed = place(draw, { team: teamId, place: spot, ...work.moment })
    if (!placed.ok) return placed
    const { matches, absent, replaced } = placed.value
    const added = { [teamId]: drawTeamOf(team) }
    const teams = { ...draw.teams, ...added }
    await saveDrawTeams(work.db, draw.id, added)
    const isAbsentChanged = absent.length !== draw.absent.length
    if (isAbsentChanged) await saveAbsent(work.db, draw.id, absent)
    const { changes, before } = await saveChanged({ ...work, draw: { ...draw, teams } }, matches)

    const gaveUp = replaced ? sideLabel(teams, replaced) : sideOf(match, side)
    return done({
      action,
      words: `${sideLabel(teams, teamId)} took the place of ${gaveUp} (${matchPlace(draw, match)}).`,
      changes: [
        { kind: 'draw-teams', teams: added },
        ...(isAbsentChanged ? [{ kind: 'absent' as const, absent }] : []),
        ...changes,
      ],
      before: { ...before, ...(isAbsentChanged && { absent: draw.absent }) },
    })
  })
}
