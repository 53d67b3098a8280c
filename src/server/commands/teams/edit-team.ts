import type { Change } from '../../../domain/changes.ts'
import type { TeamId } from '../../../domain/cup.ts'
import { done, type Outcome } from '../../../domain/outcome.ts'
import { drawTeamOf, entryName } from '../../../domain/teams/names.ts'
import type { TeamForm } from '../../../domain/teams/team-form.ts'
import { checkTeamForm } from '../../../domain/teams/team-form.ts'
import type { Organiser } from '../../actors.ts'
import { type JournalAction, journalAction } from '../../journal-actions.ts'
import { findTeamsInDraw } from '../../storage/match-rows.ts'
import { entryOf, isListed, type StoredTeam, saveTeam } from '../../storage/team-rows.ts'
import { renameInDraw } from '../../storage/tournament-rows.ts'
import {
  type Changed,
  change,
  type JournalledChange,
  type Parts,
  type Tap,
  type Unchanged,
  type Work,
} from '../change.ts'
import { checkTeamsSeen, refuseGone } from '../stale-screen.ts'
import { currentEditionTeams } from './change-teams.ts'

const action = journalAction('teams', 'edit-team')

/** Corrects what a team typed. */
export function editTeam(
  parts: Parts,
  { teamId, form, ...tap }: { teamId: TeamId; form: TeamForm } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return change(parts, { who: organiser.email, requestId: tap.requestId }, async (work) => {
    const [before] = await currentEditionTeams(work.db, [teamId])
    const read = checkTeamForm(form, { hasNoPhone: before?.teamPhoneNumber === '' })
    if (!read.ok) return read
    if (!before || !isListed(before)) return refuseGone(work.db, [teamId], tap)
    const after = { ...before, ...read.value, correctedFrom: undefined }
    return saveEdited(work, { action, before, after, tap })
  })
}

type Edited = {
  readonly action: JournalAction
  readonly before: StoredTeam
  readonly after: StoredTeam
  readonly tap: Tap
}

/** Saves what was corrected; where the team stands in the draw, its names change there too. */
export async function saveEdited(
  work: Work,
  { action, before, after, tap }: Edited,
): Promise<Outcome<JournalledChange | Unchanged>> {
  const words = editWords(before, after)
  if (!words) return done({ unchanged: `${entryName(before)}: nothing to correct.` })
  const outdated = await checkTeamsSeen(work.db, [before], tap, isAboutApproval)
  if (outdated) return outdated
  const saved = { ...after, revision: work.moment.revision }
  await saveTeam(work.db, saved)
  const changes: Change[] = [{ kind: 'entry', entry: entryOf(saved) }]
  return done({
    action,
    words,
    changes: [...changes, ...(await renameInCurrentDraw(work, [saved]))],
    before: { teams: [before] },
  })
}

/** Writes teams' names into the current draw, if they stand there. */
export async function renameInCurrentDraw(
  { db, cup }: Work,
  teams: readonly StoredTeam[],
): Promise<Change[]> {
  if (!cup.tournamentID) return []
  const drawId = cup.tournamentID
  const found = await findTeamsInDraw(
    db,
    drawId,
    teams.map(({ id }) => id),
  )
  const inDraw = teams.filter(({ id }) => found.has(id))
  if (inDraw.length === 0) return []
  const named = Object.fromEntries(inDraw.map((team) => [team.id, drawTeamOf(team)]))
  await renameInDraw(db, drawId, named)
  return [{ kind: 'draw-teams', teams: named }]
}

const isAboutApproval = ({ action }: { action: string }) => action === 'approve' || action === 'unapprove'

/** What was corrected, without the phone number itself. */
function editWords(before: StoredTeam, after: StoredTeam): string | undefined {
  const parts = [
    hasOtherNames(before, after) && `now called ${entryName(after)}`,
    before.teams !== after.teams && `team(s) now ${after.teams || 'not specified'}`,
    before.teamPhoneNumber !== after.teamPhoneNumber && 'phone number changed',
  ].filter((part) => part !== false)
  return parts.length > 0 ? `${entryName(before)}: ${parts.join(', ')}.` : undefined
}

/** Field by field: 'Ann, Ben' in one field reads like Ann and Ben in two, but is one player. */
function hasOtherNames(before: StoredTeam, after: StoredTeam): boolean {
  return before.player1Name !== after.player1Name || before.player2Name !== after.player2Name
}
