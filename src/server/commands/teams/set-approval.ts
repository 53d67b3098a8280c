import type { TeamId } from '../../../domain/cup.ts'
import type { Outcome } from '../../../domain/outcome.ts'
import type { Organiser } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import type { Changed, Parts, Tap } from '../change.ts'
import { changeTeams } from './change-teams.ts'

const approving = journalAction('teams', 'approve')
const unapproving = journalAction('teams', 'unapprove')

/** Approves teams, or removes their approval. Only approved teams enter the draw. */
export function setApproval(
  parts: Parts,
  { approved, ...tap }: { teamIds: readonly TeamId[]; approved: boolean } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return changeTeams(parts, organiser, tap, {
    action: approved ? approving : unapproving,
    isThere: ({ removedAt }) => removedAt === undefined,
    isDue: (team) => team.approved !== approved,
    // Whoever approves a team has seen what it corrected.
    becomes: () => ({ approved, correctedFrom: undefined }),
    words: approved ? 'Approved' : 'Approval removed',
  })
}
