import {
  type Draw,
  isTeam,
  type Match,
  type MatchRef,
  matchAt,
  sideOf,
  TBD,
  type TeamId,
  winnerOf,
} from '../cup.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { type Draft, draftOf, isSameState, settleWalkover } from './draft.ts'
import { feederOf, isPlayable, type Moment, nextPlace, teamsInDraw, withoutTable } from './draw-reader.ts'

type Touched = {
  readonly before: readonly Match[]
  readonly after: readonly Match[]
}

/**
 * Reverts an earlier change. `before` and `after` are the matches it touched. Refused if any of those changed since;
 * changes elsewhere stay: taking back a winner does not remove the opponent that arrived since. `absent` are
 * the absent teams after the take-back.
 */
export function takeBackMatches(
  draw: Draw,
  { before, after, absent, ...moment }: Touched & Pick<Draw, 'absent'> & Moment,
): Outcome<{ readonly matches: readonly Match[] }> {
  if (!canChangeTeams(draw, { before, after })) return refused('cannot-take-back')
  const draft = draftOf(draw, moment, absent)
  for (const was of before) {
    const became = after.find((match) => isSamePlace(match, was))
    const now = matchAt(draw, was)
    const restored = became && now && restore({ was, became, now })
    if (!restored) return refused('cannot-take-back')
    draft.put(restored)
  }
  const places = draw.rounds.flatMap(({ matches }) => matches)
  for (const was of before) leaveTakenTable(draft, was, places)
  // Later walkovers may be in matches the change itself never touched.
  for (const place of places) settleWalkover(draft, place)
  if (draft.disturbed.length > 0) return refused('cannot-take-back')
  if (!before.every((match) => isCoherent(draft, match))) return refused('cannot-take-back')
  return done({ matches: draft.changed() })
}

/** Three-way merge: fields the change touched are restored, the others stay as they are now. */
function restore({ was, became, now }: { was: Match; became: Match; now: Match }): Match | undefined {
  if (isSameState(became, now)) return was
  if (!isSameDecision(became, now)) return undefined
  const decided = !isSameDecision(was, became)
  // A changed result keeps its time, so that a later one may differ in nothing but the team on the winning side.
  if (decided && winnerOf(became) !== winnerOf(now)) return undefined
  if (became.sides.some((side, at) => side !== was.sides[at] && side !== now.sides[at])) return undefined

  const [one, two] = now.sides.map((side, at) => (was.sides[at] === became.sides[at] ? side : was.sides[at]))
  const sides = [one ?? TBD, two ?? TBD] as const
  const called = was.table === became.table ? now : was
  const { winner, walkover, decidedAt, table, calledAt, ...place } = now
  const restored: Match = {
    ...place,
    sides,
    ...(was.winner && { winner: was.winner }),
    ...(was.walkover && { walkover: was.walkover }),
    ...(was.decidedAt && { decidedAt: was.decidedAt }),
    ...(called.table !== undefined && { table: called.table }),
    ...(called.calledAt && { calledAt: called.calledAt }),
  }
  // A result is restored between the same two teams, or not at all.
  if (was.winner && decided && sides.some((side, at) => side !== was.sides[at])) return undefined
  return isPlayable(restored) ? restored : withoutTable(restored)
}

/** If another match was called to the table since, this one is queued again. */
function leaveTakenTable(draft: Draft, ref: MatchRef, places: readonly MatchRef[]) {
  const match = draft.match(ref)
  if (match?.table === undefined) return
  const isTaken = places.some(
    (other) => !isSamePlace(other, ref) && draft.match(other)?.table === match.table,
  )
  if (isTaken) draft.put(withoutTable(match))
}

function isSamePlace(one: MatchRef, other: MatchRef): boolean {
  return one.round === other.round && one.index === other.index
}

/**
 * If the change put a team into the draw or took one out: a team that leaves must not have become absent since, and a
 * team that returns must not have another place by now.
 */
function canChangeTeams(draw: Draw, { before, after }: Touched): boolean {
  const were = firstRoundTeams(before)
  const became = firstRoundTeams(after)
  if (became.some((team) => !were.includes(team) && draw.absent.includes(team))) return false
  const returning = were.filter((team) => !became.includes(team))
  const inDraw = teamsInDraw(draw)
  return !returning.some((team) => inDraw.has(team))
}

export function firstRoundTeams(matches: readonly Match[]): TeamId[] {
  return matches.flatMap(({ round, sides }) => (round === 0 ? sides.filter(isTeam) : []))
}

function isSameDecision(a: Match, b: Match): boolean {
  return a.winner === b.winner && a.walkover === b.walkover && a.decidedAt === b.decidedAt
}

/** Every team won the match that feeds it: checked for this match's sides, and for the next match. */
function isCoherent(draft: Draft, ref: MatchRef): boolean {
  const match = draft.match(ref)
  if (!match) return false
  const place = nextPlace(ref, draft.roundCount)
  const next = place && draft.match(place)
  const placed = place && next ? sideOf(next, place.side) : TBD
  if (placed !== TBD && placed !== winnerOf(match)) return false
  return ([1, 2] as const).every((side) => {
    const team = sideOf(match, side)
    const feeder = feederOf({ ...ref, side })
    const fed = feeder && draft.match(feeder)
    return !isTeam(team) || !fed || winnerOf(fed) === team
  })
}
