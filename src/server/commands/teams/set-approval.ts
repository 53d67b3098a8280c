import type { TeamId } from '../../../domain/cup.ts'
import { teamsInDraw } from '../../../domain/draw/draw-reader.ts'
import { type Outcome, type Refused, refused } from '../../../domain/outcome.ts'
import { beyondLimit } from '../../../domain/teams/entries.ts'
import { counted } from '../../../domain/text.ts'
import type { Organiser } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import { readSettings } from '../../storage/system-rows.ts'
import { isListed, listApprovedTeams, type StoredTeam } from '../../storage/team-rows.ts'
import { readCurrentDraw } from '../../storage/tournament-rows.ts'
import type { Changed, Parts, Tap, Work } from '../change.ts'
import { changeTeams, listNames } from './change-teams.ts'

const approving = journalAction('teams', 'approve')
const unapproving = journalAction('teams', 'unapprove')

/** Approves teams, or removes their approval. Only approved teams enter the draw; more of them than the limit are asked about. */
export function setApproval(
  parts: Parts,
  { approved, ...tap }: { teamIds: readonly TeamId[]; approved: boolean } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return changeTeams(parts, organiser, tap, {
    action: approved ? approving : unapproving,
    isThere: isListed,
    ...(approved && !tap.confirm && { check: checkLimit }),
    isDue: (team) => team.approved !== approved,
    // Whoever approves a team has seen what it corrected, and wants it to play.
    becomes: () => ({ approved, correctedFrom: undefined, ...(approved && { withdrawnAt: undefined }) }),
    words: approved ? 'Approved' : 'Approval removed',
    ...(!approved && { note: stillDrawn }),
  })
}

/** Who is in the draw plays, approved or not. */
async function stillDrawn({ db, cup }: Work, teams: readonly StoredTeam[]): Promise<string> {
  const draw = await readCurrentDraw(db, cup)
  const inDraw = draw ? teamsInDraw(draw) : new Set()
  const drawn = teams.filter(({ id }) => inDraw.has(id) && !draw?.absent.includes(id))
  if (drawn.length === 0) return ''
  return `Still in the draw: ${listNames(drawn)}. Mark a team there as not here, or put another in its place.`
}

async function checkLimit({ db, cup }: Work, teams: readonly StoredTeam[]): Promise<Refused | undefined> {
  const { teamLimit } = await readSettings(db)
  if (teamLimit === 0) return undefined
  const approved = (await listApprovedTeams(db, cup.editionId)).length
  const added = teams.filter((team) => !team.approved).length
  if (beyondLimit({ approved, added, teamLimit }) === 0) return undefined
  return refused('over-limit', [
    `The limit is ${counted(teamLimit, 'team')}; ${approved + added} would be approved.`,
  ])
}
