import type { Draw } from '../../../domain/cup.ts'
import { hasPlayed, teamsInDraw } from '../../../domain/draw/bracket.ts'
import { messages } from '../../../domain/messages.ts'
import { done, type Outcome, refused } from '../../../domain/outcome.ts'
import type { Organiser } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import { saveTournamentStatus } from '../../storage/tournaments.ts'
import type { Changed, JournalledChange, Parts, Tap } from '../change.ts'
import { changeDrawWithTools, checkConfirmed, checkDrawSeen, type DrawWork } from './change-draw.ts'
import { beginDraw, drawLots } from './draw-lots.ts'

const action = journalAction('draws', 'reset')

/** Puts the current draw away and draws lots anew. The old draw is kept, and can be brought back. */
export function resetDraw(parts: Parts, tap: Tap, organiser: Organiser): Promise<Outcome<Changed>> {
  return changeDrawWithTools(parts, organiser, tap, async (work) => {
    const outdated = await checkDrawSeen(work, tap)
    if (outdated) return outdated
    const played = work.draw.rounds.flatMap(({ matches }) => matches.filter(hasPlayed))
    const unconfirmed = checkConfirmed(work.draw, played, tap)
    if (unconfirmed) return unconfirmed
    // The spec asks before every reset, whether anything was played or not.
    if (!tap.confirm) return refused('needs-confirmation')

    const draw = await drawLots(work.db, work.moment)
    if (!draw) return refused('no-approved-teams')
    return done({
      action,
      words: `The tournament was reset: a new draw with ${Object.keys(draw.teams).length} teams.`,
      message: messages.wasReset,
      ...(await replaceDraw(work, draw)),
    })
  })
}

/** A new draw takes the place of the current one, which is put away. */
export async function replaceDraw(
  { db, moment, draw: old }: DrawWork,
  draw: Draw,
): Promise<Pick<JournalledChange, 'changes' | 'before'>> {
  await saveTournamentStatus(db, old.id, 'reset')
  await beginDraw(db, draw, moment)
  return {
    changes: [{ kind: 'draw', status: 'active', draw }],
    before: { previousDrawId: old.id, drawnTeams: [...teamsInDraw(old)] },
  }
}
