import type { TeamId } from '../../../domain/cup.ts'
import { setAbsent as mark } from '../../../domain/draw/attendance.ts'
import { firstMatchOf } from '../../../domain/draw/draw-reader.ts'
import { done, type Outcome, type Refused } from '../../../domain/outcome.ts'
import { sideLabel } from '../../../domain/teams/names.ts'
import type { Organiser } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import { saveTeam } from '../../storage/team-rows.ts'
import { saveAbsent } from '../../storage/tournament-rows.ts'
import type { Changed, Parts, Tap, Work } from '../change.ts'
import { concernsPlaceOf, happenedSince, refuseGone, refuseStale } from '../stale-screen.ts'
import { currentEditionTeams, entryChange } from '../teams/change-teams.ts'
import { changeDraw, saveChanged } from './change-draw.ts'

const action = journalAction('places', 'set-absent')

/** A team did not come, or came after all: its opponents have walkovers, or have to play. */
export function setAbsent(
  parts: Parts,
  { teamId, absent, ...tap }: { teamId: TeamId; absent: boolean } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return changeDraw(parts, organiser, tap, async (work) => {
    const { draw } = work
    const first = firstMatchOf(draw, teamId)
    const isReplaced = !first && draw.absent.includes(teamId)
    if (!first && (absent || !isReplaced)) return refuseGone(work.db, [teamId], tap)
    const team = sideLabel(draw.teams, teamId)
    const words = absent ? `${team} did not come: their opponents go through.` : `${team} came after all.`
    if (draw.absent.includes(teamId) === absent) return done({ unchanged: words })
    const outdated = await checkPlaceSeen(work, teamId, tap)
    if (outdated) return outdated
    const marked = mark(draw, { team: teamId, first, absent, ...work.moment })
    if (!marked.ok) return marked

    await saveAbsent(work.db, draw.id, marked.value.absent)
    const { changes, before } = await saveChanged(work, marked.value.matches)
    const lifted = absent ? undefined : await liftWithdrawal(work, teamId)
    return done({
      action,
      words,
      changes: [{ kind: 'absent', absent: marked.value.absent }, ...changes, ...(lifted?.changes ?? [])],
      before: { ...before, absent: draw.absent, ...(lifted && { withdrawal: lifted.withdrawal }) },
    })
  })
}

/** Who has come has not withdrawn. */
async function liftWithdrawal({ db, moment }: Work, teamId: TeamId) {
  const [team] = await currentEditionTeams(db, [teamId])
  if (!team?.withdrawnAt) return undefined
  const after = { ...team, withdrawnAt: undefined, revision: moment.revision }
  await saveTeam(db, after)
  return { withdrawal: { teamId, at: team.withdrawnAt }, changes: [entryChange(after)] }
}

/** The screen must have shown where the team stands now. */
async function checkPlaceSeen({ db, cup }: Work, team: TeamId, { seen }: Tap): Promise<Refused | undefined> {
  if (seen === undefined || cup.revision <= seen) return undefined
  const entries = await happenedSince(db, seen, (entry) => concernsPlaceOf(entry, team))
  return entries.length > 0 ? refuseStale(entries) : undefined
}
