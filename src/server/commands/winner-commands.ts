import { isTeam, type Match, otherSide, type SideNumber, sideOf, TBD, winnerOf } from '../../domain/cup.ts'
import { advanceByes, recordWinner, undoWinner, winnerMessage } from '../../domain/draw/winners.ts'
import { messages } from '../../domain/messages.ts'
import { staysWon } from '../../domain/organiser-messages.ts'
import { done, type Outcome } from '../../domain/outcome.ts'
import { refusals } from '../../domain/refusals.ts'
import { sideLabel, sideName } from '../../domain/teams/names.ts'
import type { JournalledChange, Unchanged } from './change.ts'
import {
  type DrawWork,
  drawCommand,
  matchPlace,
  saveChanged,
  saveConfirmed,
  tappedMatch,
} from './change-draw.ts'
import type { Commands } from './command.ts'
import { sideNumber, type Tap, text } from './form-fields.ts'

export const winnerCommands = {
  /** Sets, changes or reconfirms a winner. */
  'set-winner': drawCommand({ matchId: text, side: sideNumber }, async (work, { matchId, side, ...tap }) => {
    const tapped = await tappedMatch(work, matchId, tap)
    return tapped.ok ? saveWinner(work, tapped.value, side, tap) : tapped
  }),

  /** Clears a winner and, in a cascade, all its later wins. */
  undo: drawCommand({ matchId: text }, async (work, { matchId, ...tap }) => {
    const { draw } = work
    const tapped = await tappedMatch(work, matchId, tap)
    if (!tapped.ok) return tapped
    const match = tapped.value
    const undone = undoWinner(draw, { match, ...work.moment })
    if (!undone.ok) return undone
    const winner = sideLabel(draw.teams, undone.value.winner)
    return saveConfirmed(work, tap, undone.value, {
      words: `The win of ${winner} in ${matchPlace(draw, match)} was undone.`,
      message: messages.undone,
    })
  }),

  'advance-byes': drawCommand({}, async (work) => {
    const advanced = advanceByes(work.draw, work.moment)
    // Not a refusal: if two organisers tap at once, the second finds it done.
    if (!advanced.ok) return done({ unchanged: refusals[advanced.reason].sentence })
    const saved = await saveChanged(work, advanced.value.matches)
    return done({ words: 'All byes advanced to the next round.', ...saved })
  }),
} satisfies Commands

/** Records a winner; `by` is appended to the words of the journal. */
export async function saveWinner(
  work: DrawWork,
  match: Match,
  side: SideNumber,
  tap: Tap,
  by = '',
): Promise<Outcome<JournalledChange | Unchanged>> {
  const { draw } = work
  const recorded = recordWinner(draw, { match, side, ...work.moment })
  if (!recorded.ok) return recorded
  const { kind, winner, matches, stays } = recorded.value

  const team = sideName(draw.teams, winner)
  // The spec keeps a later result against the corrected team: the mistake was who lost it, not who won.
  const staying = stays.map((later) => staysText(draw, later))
  const sentence =
    kind === 'changed' ? messages.winnerChanged(team) : winnerMessage(team, match, draw.rounds.length)
  const message = [sentence, ...staying].join('. ')
  if (matches.length === 0) return done({ unchanged: message })

  const place = matchPlace(draw, match)
  const name = sideLabel(draw.teams, winner)
  const opponent = sideOf(match, otherSide(side))
  const other = sideLabel(draw.teams, opponent)
  const words = {
    set: isTeam(opponent)
      ? `${name} won against ${other} (${place}).${by}`
      : `${messages.goesThrough(name)} (${place}).`,
    changed: `The winner of ${place} was changed from ${other} to ${name}.`,
    reconfirmed: `${name} was confirmed as the winner of ${place}.`,
  }[kind]
  return saveConfirmed(work, tap, recorded.value, { words: [words, ...staying].join(' '), message })
}

function staysText(draw: DrawWork['draw'], match: Match): string {
  const place = match.round === draw.rounds.length - 1 ? 'The final' : matchPlace(draw, match)
  return staysWon(place, sideLabel(draw.teams, winnerOf(match) ?? TBD))
}
