import { undoWinner as undo } from '../../../domain/draw/winners.ts'
import { messages } from '../../../domain/messages.ts'
import { done, type Outcome, refused } from '../../../domain/outcome.ts'
import { sideLabel } from '../../../domain/teams/names.ts'
import type { Changed, Organiser, Tap } from '../../app.ts'
import { change, matchPlace, type Parts } from '../change.ts'
import { checkTools } from './check-tools.ts'
import {
  checkConfirmed,
  checkSeen,
  loadCurrentDraw,
  matchById,
  saveChanged,
  withCleared,
} from './load-draw.ts'

/** Clears a winner, and whatever that team had gone on to win. */
export function undoWinner(
  parts: Parts,
  { matchId, ...tap }: { matchId: string } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return change(parts, { who: organiser.email, requestId: tap.requestId }, async (work) => {
    const off = await checkTools(work)
    if (off) return off
    const loaded = await loadCurrentDraw(work)
    if (!loaded.ok) return loaded
    const draw = loaded.value
    const match = matchById(draw, matchId)
    if (!match) return refused('no-such-match')
    const outdated = await checkSeen(work.db, match, tap)
    if (outdated) return outdated

    const undone = undo(draw, { match, ...work.moment })
    if (!undone.ok) return undone
    const { winner, matches, cleared } = undone.value
    const unconfirmed = checkConfirmed(draw, cleared, tap)
    if (unconfirmed) return unconfirmed

    const saved = await saveChanged(work, draw, matches)
    const words = `The win of ${sideLabel(draw.teams, winner)} in ${matchPlace(draw, match)} was undone.`
    return done({
      action: 'undo-winner',
      words: withCleared(words, draw, cleared),
      message: messages.undone,
      ...saved,
    })
  })
}
