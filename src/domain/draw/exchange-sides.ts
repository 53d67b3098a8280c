import { type Draw, isTeam, type Match, type MatchRef, matchAt, type SideRef, sideOf } from '../cup.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { clearWinner, type Draft, draftOf, seat, settleBye, settleWalkover } from './draft.ts'
import { feederOf, hasPlayed, type Moment, nextPlace } from './draw-reader.ts'

export type Exchanged = {
  readonly matches: readonly Match[]
  /** Played results that are cleared: of the two matches, and of all that followed from them. */
  readonly cleared: readonly Match[]
}

/**
 * Swaps two teams of one round. The results of both matches, and all that followed from them, are cleared as by undo:
 * they were not played between the teams that now meet. A team that now meets a BYE wins, as when the draw is made.
 *
 * In a later round the two subtrees of feeding matches are swapped too, so that every team is still the winner of its
 * feeder.
 */
export function exchangeSides(
  draw: Draw,
  {
    from,
    to,
    byesPlacedAtOnce,
    ...moment
  }: { readonly from: SideRef; readonly to: SideRef; readonly byesPlacedAtOnce: boolean } & Moment,
): Outcome<Exchanged> {
  if (from.round !== to.round) return refused('different-rounds')
  if (from.index === to.index && from.side === to.side) return refused('same-side')
  const first = matchAt(draw, from)
  const second = matchAt(draw, to)
  if (!first || !second) return refused('no-such-match')
  const one = sideOf(first, from.side)
  const other = sideOf(second, to.side)
  if (!isTeam(one) || !isTeam(other)) return refused('not-a-team')

  const draft = draftOf(draw, moment)
  clearWinner(draft, from)
  clearWinner(draft, to)
  exchangeFeeders(draft, feederOf(from), feederOf(to))
  seat(draft, from, other)
  seat(draft, to, one)
  for (const ref of [from, to]) {
    settleBye(draft, ref, byesPlacedAtOnce)
    settleWalkover(draft, ref)
  }
  for (const ref of [from, to]) clearUnplayed(draft, draw, ref)
  const cleared = draft.cleared.map((match) => matchAt(draw, match) ?? match)
  return done({ matches: draft.changed(), cleared })
}

/** A bye or walkover may send another team into later matches: their results are void. */
function clearUnplayed(draft: Draft, draw: Draw, ref: MatchRef) {
  for (let place = nextPlace(ref, draft.roundCount); place; place = nextPlace(place, draft.roundCount)) {
    const match = draft.match(place)
    const arrived = match && sideOf(match, place.side)
    const before = matchAt(draw, place)
    if (!match || !arrived || !isTeam(arrived) || !before || sideOf(before, place.side) === arrived) continue
    if (hasPlayed(match)) clearWinner(draft, place)
    settleWalkover(draft, place)
  }
}

function exchangeFeeders(draft: Draft, from: MatchRef | undefined, to: MatchRef | undefined) {
  const one = from && draft.match(from)
  const other = to && draft.match(to)
  if (!one || !other) return
  draft.put({ ...other, ...positionOf(one) })
  draft.put({ ...one, ...positionOf(other) })
  for (const side of [1, 2] as const) {
    exchangeFeeders(draft, feederOf({ ...one, side }), feederOf({ ...other, side }))
  }
}

/** The fields that belong to the position in the bracket, not to the teams. */
function positionOf({ round, index, id }: Match) {
  return { round, index, id }
}
