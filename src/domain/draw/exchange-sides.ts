import { isTeam, type Match, type MatchRef, type SideRef, sideOf } from '../cup.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { clearWinner, type Draft, draftOf, seat, settleBye, settleWalkover } from './draft.ts'
import { type DrawReader, feederOf, hasPlayed, type Moment, nextPlace } from './draw-reader.ts'

export type Exchanged = {
  readonly matches: readonly Match[]
  /** Played results that are cleared: those of the two matches, and all that followed from them. */
  readonly cleared: readonly Match[]
}

/**
 * Two teams of one round change places. A match that gets another team has not been played: the results of both
 * matches, and what they led to, are cleared as by undo. A team that now meets a BYE wins as when the draw is made.
 *
 * In a later round the matches that led a team there move with it: every team in a later round is the winner of
 * the match that feeds it.
 */
export function exchangeSides(
  reader: DrawReader,
  {
    from,
    to,
    byesPlacedAtOnce,
    ...moment
  }: { readonly from: SideRef; readonly to: SideRef; readonly byesPlacedAtOnce: boolean } & Moment,
): Outcome<Exchanged> {
  if (from.round !== to.round) return refused('different-rounds')
  if (from.index === to.index && from.side === to.side) return refused('same-side')
  const first = reader.match(from)
  const second = reader.match(to)
  if (!first || !second) return refused('no-such-match')
  const one = sideOf(first, from.side)
  const other = sideOf(second, to.side)
  if (!isTeam(one) || !isTeam(other)) return refused('not-a-team')

  const draft = draftOf(reader, moment)
  clearWinner(draft, from)
  clearWinner(draft, to)
  exchangeFeeders(draft, feederOf(from), feederOf(to))
  seat(draft, from, other)
  seat(draft, to, one)
  for (const ref of [from, to]) {
    settleBye(draft, ref, byesPlacedAtOnce)
    settleWalkover(draft, ref)
  }
  for (const ref of [from, to]) clearUnplayed(draft, reader, ref)
  const cleared = draft.cleared.map((match) => reader.match(match) ?? match)
  return done({ matches: draft.changed(), cleared })
}

/** A bye or a walkover may put another team into a later match, which then has not been played. */
function clearUnplayed(draft: Draft, reader: DrawReader, ref: MatchRef) {
  for (let place = nextPlace(ref, draft.roundCount); place; place = nextPlace(place, draft.roundCount)) {
    const match = draft.match(place)
    const arrived = match && sideOf(match, place.side)
    const before = reader.match(place)
    if (!match || !arrived || !isTeam(arrived) || !before || sideOf(before, place.side) === arrived) continue
    if (hasPlayed(match)) clearWinner(draft, place)
    settleWalkover(draft, place)
  }
}

function exchangeFeeders(draft: Draft, from: MatchRef | undefined, to: MatchRef | undefined) {
  const one = from && draft.match(from)
  const other = to && draft.match(to)
  if (!one || !other) return
  draft.put({ ...other, ...placeOf(one) })
  draft.put({ ...one, ...placeOf(other) })
  for (const side of [1, 2] as const) {
    exchangeFeeders(draft, feederOf({ ...one, side }), feederOf({ ...other, side }))
  }
}

/** The part of a match that belongs to its place, not to its teams. */
function placeOf({ round, index, id }: Match) {
  return { round, index, id }
}
