import { isTeam, sideOf } from '../../../domain/cup.ts'
import { recordWinner, winnerMessage } from '../../../domain/draw/winners.ts'
import { messages } from '../../../domain/messages.ts'
import { done, type Outcome, refused } from '../../../domain/outcome.ts'
import { sideLabel, sideName } from '../../../domain/teams/names.ts'
import type { Changed, MatchSide, Organiser, Tap } from '../../app.ts'
import { change, matchPlace, type Parts } from '../change.ts'
import {
  checkConfirmed,
  checkSeen,
  loadCurrentDraw,
  matchById,
  saveChanged,
  withCleared,
} from './load-draw.ts'

/** Sets, changes or reconfirms a winner: the tap of the evening. */
export function setWinner(
  parts: Parts,
  { matchId, side, ...tap }: MatchSide & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return change(parts, { who: organiser.email, requestId: tap.requestId }, async (work) => {
    const loaded = await loadCurrentDraw(work)
    if (!loaded.ok) return loaded
    const draw = loaded.value
    const match = matchById(draw, matchId)
    if (!match) return refused('no-such-match')
    const outdated = await checkSeen(work.db, match, tap)
    if (outdated) return outdated

    const recorded = recordWinner(draw, { match, side, ...work.moment })
    if (!recorded.ok) return recorded
    const { kind, matches, winner, cleared } = recorded.value
    const unconfirmed = checkConfirmed(draw, cleared, tap)
    if (unconfirmed) return unconfirmed

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
    const saved = await saveChanged(work, draw, matches)
    return done({
      action: 'set-winner',
      words: withCleared(words, draw, cleared),
      message,
      ...saved,
    })
  })
}
