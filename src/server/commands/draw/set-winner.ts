import { isTeam, sideOf } from '../../../domain/cup.ts'
import { recordWinner, winnerMessage } from '../../../domain/draw/winners.ts'
import { messages } from '../../../domain/messages.ts'
import { done, type Outcome } from '../../../domain/outcome.ts'
import { sideLabel, sideName } from '../../../domain/teams/names.ts'
import type { Organiser } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import type { Changed, MatchSide, Parts, Tap } from '../change.ts'
import { changeDraw, matchPlace, saveConfirmed, tappedMatch } from './change-draw.ts'

const action = journalAction('winners', 'set-winner')

/** Sets, changes or reconfirms a winner. */
export function setWinner(
  parts: Parts,
  { matchId, side, ...tap }: MatchSide & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return changeDraw(parts, organiser, tap, async (work) => {
    const { draw } = work
    const tapped = await tappedMatch(work, matchId, tap)
    if (!tapped.ok) return tapped
    const match = tapped.value
    const recorded = recordWinner(draw, { match, side, ...work.moment })
    if (!recorded.ok) return recorded
    const { kind, winner, matches } = recorded.value

    const team = sideName(draw.teams, winner)
    const message =
      kind === 'changed' ? messages.winnerChanged(team) : winnerMessage(team, match, draw.roundCount)
    if (matches.length === 0) return done({ unchanged: message })

    const place = matchPlace(draw, match)
    const name = sideLabel(draw.teams, winner)
    const opponent = sideOf(match, side === 1 ? 2 : 1)
    const other = sideLabel(draw.teams, opponent)
    const words = {
      set: isTeam(opponent)
        ? `${name} won against ${other} (${place}).`
        : `${messages.goesThrough(name)} (${place}).`,
      changed: `The winner of ${place} was changed from ${other} to ${name}.`,
      reconfirmed: `${name} was confirmed as the winner of ${place}.`,
    }[kind]
    return saveConfirmed(work, tap, recorded.value, { action, words, message })
  })
}
