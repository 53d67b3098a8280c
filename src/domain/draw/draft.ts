import type { Draw, Match, MatchRef, Side, SideNumber, SideRef, TeamId } from '../cup.ts'
import { isTeam, loserOf, matchAt, placeOf, sideOf, TBD, winnerOf } from '../cup.ts'
import { hasPlayed, isBye, isPlayable, type Moment, nextPlace, withoutTable } from './draw-reader.ts'

/**
 * Copy-on-write overlay of a draw: reads fall through to the draw, writes stay here until the rule is done.
 * Each rule of the draw combines a few of the functions below.
 */
export type Draft = {
  readonly roundCount: number
  readonly moment: Moment
  readonly absent: ReadonlySet<TeamId>
  match(ref: MatchRef): Match | undefined
  put(match: Match): void
  /** Played results that are cleared, as they were: the organiser confirms these. */
  readonly cleared: Match[]
  /** Played results that are cleared, or whose teams change. */
  readonly disturbed: Match[]
  /** The changed matches, with the new revision, in the order of play. */
  changed(): Match[]
}

export function draftOf(
  draw: Draw,
  { at, revision }: Moment,
  absent: readonly TeamId[] = draw.absent,
): Draft {
  const written = new Map<string, Match>()
  return {
    roundCount: draw.rounds.length,
    moment: { at, revision },
    absent: new Set(absent),
    match: (ref) => written.get(placeOf(ref)) ?? matchAt(draw, ref),
    put: (match) => written.set(placeOf(match), match),
    cleared: [],
    disturbed: [],
    changed: () =>
      [...written.values()]
        .filter((match) => !isSameState(match, matchAt(draw, match)))
        .map((match) => ({ ...match, revision }))
        .sort((a, b) => a.round - b.round || a.index - b.index),
  }
}

/** Decides a match for a side and puts the winner into the next round. */
export function decide(draft: Draft, ref: MatchRef, winner: SideNumber, how: { walkover?: true } = {}) {
  const match = draft.match(ref)
  if (!match) return
  // A corrected result keeps the time at which the match was decided.
  const decidedAt = (hasPlayed(match) && match.decidedAt) || draft.moment.at
  draft.put({ ...withoutDecision(match), ...how, winner, decidedAt })
  placeWinner(draft, ref)
}

/** Puts the winner of a match into its place in the next round, unless it is there already. */
export function placeWinner(draft: Draft, ref: MatchRef) {
  const match = draft.match(ref)
  const winner = match && winnerOf(match)
  const place = nextPlace(ref, draft.roundCount)
  if (!winner || !place) return
  seat(draft, place, winner)
  settleWalkover(draft, place)
}

/** Clears a match's winner and, in a cascade, all its later wins. */
export function clearWinner(draft: Draft, ref: MatchRef) {
  const match = draft.match(ref)
  const winner = match && winnerOf(match)
  if (!match || !winner) return
  if (hasPlayed(match)) {
    draft.cleared.push(match)
    draft.disturbed.push(match)
  }
  draft.put(withoutDecision(match))
  const place = nextPlace(ref, draft.roundCount)
  const next = place && draft.match(place)
  if (place && next && sideOf(next, place.side) === winner) seat(draft, place, TBD)
}

/**
 * Puts a side into a place. A win of the previous side is cleared; a win of its opponent stays if it was played, and is
 * cleared if it was a bye or a walkover.
 */
export function seat(draft: Draft, place: SideRef, side: Side) {
  const before = draft.match(place)
  if (!before || sideOf(before, place.side) === side) return
  if (hasPlayed(before) && before.winner !== place.side) draft.disturbed.push(before)
  if (before.winner === place.side || !hasPlayed(before)) clearWinner(draft, place)

  const match = draft.match(place) ?? before
  const seated: Match = {
    ...match,
    sides: place.side === 1 ? [side, match.sides[1]] : [match.sides[0], side],
  }
  draft.put(isPlayable(seated) ? seated : withoutTable(seated))
}

/** The opponent of an absent team goes through; a walkover over a present team is cleared. */
export function settleWalkover(draft: Draft, ref: MatchRef) {
  const match = draft.match(ref)
  if (!match) return
  if (match.walkover && !draft.absent.has(loserOf(match) ?? TBD)) clearWinner(draft, ref)
  const due = walkoverFor(match, draft.absent)
  if (due && draft.match(ref)?.winner === undefined) decide(draft, ref, due, { walkover: true })
}

/** Decides an undecided bye, as when the draw is made. */
export function settleBye(draft: Draft, ref: MatchRef, byesPlacedAtOnce: boolean) {
  const match = draft.match(ref)
  const winner = match && byeWinner(match)
  if (!winner || match.winner !== undefined) return
  draft.put({ ...match, winner })
  if (byesPlacedAtOnce) placeWinner(draft, ref)
}

/** The team against a BYE. */
export function byeWinner(match: Match): SideNumber | undefined {
  if (!isBye(match)) return undefined
  if (isTeam(sideOf(match, 1))) return 1
  if (isTeam(sideOf(match, 2))) return 2
  return undefined
}

/** If both teams are absent, side 1 goes through, and loses its next match. */
function walkoverFor(match: Match, absent: ReadonlySet<TeamId>): SideNumber | undefined {
  const [one, two] = match.sides
  if (!isTeam(one) || !isTeam(two)) return undefined
  if (absent.has(two)) return 1
  if (absent.has(one)) return 2
  return undefined
}

function withoutDecision({ winner, walkover, decidedAt, table, calledAt, ...match }: Match): Match {
  return match
}

/** Equal apart from the revision. */
export function isSameState(a: Match, b: Match | undefined): boolean {
  return (
    b !== undefined &&
    a.sides[0] === b.sides[0] &&
    a.sides[1] === b.sides[1] &&
    a.winner === b.winner &&
    a.walkover === b.walkover &&
    a.table === b.table &&
    a.calledAt === b.calledAt &&
    a.decidedAt === b.decidedAt
  )
}
