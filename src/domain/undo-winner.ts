import type { Match, MatchRef, Side } from './cup.ts'
import { winnerOf } from './cup.ts'
import { clearWinner, draftOf, settleWalkover } from './draft.ts'
import type { DrawReader, Moment } from './draw-reader.ts'
import { done, type Outcome, refused } from './outcome.ts'

export type Undone = {
  readonly winner: Side
  readonly matches: readonly Match[]
  /** Played results of later rounds that fall with it. */
  readonly cleared: readonly Match[]
}

/** Clears a winner, takes that team out of the next round, and so on as far as it had won there too. */
export function undoWinner(
  reader: DrawReader,
  { match: ref, ...moment }: { readonly match: MatchRef } & Moment,
): Outcome<Undone> {
  const match = reader.match(ref)
  if (!match) return refused('no-such-match')
  const winner = winnerOf(match)
  if (!winner) return refused('not-decided')
  // As long as a team is not here its opponents go through: undoing that would only happen again.
  if (match.walkover) return refused('walkover-stands')

  const draft = draftOf(reader, moment)
  clearWinner(draft, ref)
  settleWalkover(draft, ref)
  const cleared = draft.cleared.filter((fallen) => fallen !== match)
  return done({ winner, matches: draft.changed(), cleared })
}
