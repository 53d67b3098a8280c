import { undoWinner as undo } from '../../../domain/draw/winners.ts'
import { messages } from '../../../domain/messages.ts'
import type { Outcome } from '../../../domain/outcome.ts'
import { sideLabel } from '../../../domain/teams/names.ts'
import type { Organiser } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import type { Changed, Parts, Tap } from '../change.ts'
import { changeDrawWithTools, matchPlace, saveConfirmed, tappedMatch } from './change-draw.ts'

const action = journalAction('winners', 'undo-winner')

/** Clears a winner, and whatever that team had gone on to win. */
export function undoWinner(
  parts: Parts,
  { matchId, ...tap }: { matchId: string } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return changeDrawWithTools(parts, organiser, tap, async (work) => {
    const { draw } = work
    const tapped = await tappedMatch(work, matchId, tap)
    if (!tapped.ok) return tapped
    const match = tapped.value
    const undone = undo(draw, { match, ...work.moment })
    if (!undone.ok) return undone
    const winner = sideLabel(draw.teams, undone.value.winner)
    return saveConfirmed(work, tap, undone.value, {
      action,
      words: `The win of ${winner} in ${matchPlace(draw, match)} was undone.`,
      message: messages.undone,
    })
  })
}
