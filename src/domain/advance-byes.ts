import type { Match } from './cup.ts'
import { winnerOf } from './cup.ts'
import { byeWinner, draftOf, placeWinner, settleBye } from './draft.ts'
import { type DrawReader, type Moment, nextPlace, sideNumberOf } from './draw-reader.ts'
import { done, type Outcome, refused } from './outcome.ts'

/** Every bye's winner goes to the next round; a bye whose win was undone is decided again, nobody else can win it. */
export function advanceByes(
  reader: DrawReader,
  moment: Moment,
): Outcome<{ readonly matches: readonly Match[] }> {
  const draft = draftOf(reader, moment)
  for (let index = 0; index < 2 ** (reader.roundCount - 1); index += 1) {
    const ref = { round: 0, index }
    const match = draft.match(ref)
    if (!match || !byeWinner(match)) continue
    settleBye(draft, ref, true)
    placeWinner(draft, ref)
  }
  const matches = draft.changed()
  return matches.length > 0 ? done({ matches }) : refused('no-byes-left')
}

/** A bye whose winner does not stand in the next round yet: while there is one, 'Advance all byes' is offered. */
export function isWaitingBye(reader: DrawReader, match: Match): boolean {
  if (!byeWinner(match)) return false
  const winner = winnerOf(match)
  if (!winner) return true
  const place = nextPlace(match, reader.roundCount)
  const next = place && reader.match(place)
  return next !== undefined && sideNumberOf(next, winner) !== place?.side
}
