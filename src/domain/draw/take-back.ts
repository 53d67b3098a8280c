import { type Draw, isTeam, type Match, type MatchRef, sideOf, TBD, type TeamId, winnerOf } from '../cup.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { type DrawReader, feederOf, isPlayable, type Moment, nextPlace } from './bracket.ts'
import { type Draft, draftOf, isSameState, settleWalkover, withoutTable } from './draft.ts'

/** Where a take-back has to look besides the matches its change touched. Found once, they serve for many lines of the journal. */
export type Landmarks = {
  /** Matches on a table. */
  readonly called: readonly MatchRef[]
  /** Matches won without playing, or with a team that does not come. */
  readonly forfeited: readonly MatchRef[]
  readonly absent: readonly TeamId[]
}

export function landmarksOf({ rounds, absent }: Pick<Draw, 'rounds' | 'absent'>): Landmarks {
  const isAbsent = new Set<string>(absent)
  const matches = rounds.flatMap((round) => round.matches)
  return {
    called: matches.filter(({ table }) => table !== undefined),
    forfeited: matches.filter(({ walkover, sides }) => walkover || sides.some((side) => isAbsent.has(side))),
    absent,
  }
}

/**
 * Takes a whole earlier change back. `before` and `after` are the matches that change touched, as they were before
 * and after it. Nothing it touched may have changed since, but what others did next to it stays: taking back a
 * winner does not take the opponent out again that arrived meanwhile. `reader.absent` holds the teams that do not
 * come as of after the take-back.
 */
export function takeBackMatches(
  reader: DrawReader,
  {
    before,
    after,
    landmarks,
    ...moment
  }: {
    readonly before: readonly Match[]
    readonly after: readonly Match[]
    readonly landmarks: Landmarks
  } & Moment,
): Outcome<{ readonly matches: readonly Match[] }> {
  if (!canChangeTeams(reader, before, after)) return refused('cannot-take-back')
  const draft = draftOf(reader, moment)
  for (const was of before) {
    const became = after.find((match) => match.round === was.round && match.index === was.index)
    const now = reader.match(was)
    const restored = became && now && restore({ was, became, now })
    if (!restored) return refused('cannot-take-back')
    draft.put(restored)
  }
  for (const was of before) leaveTakenTable(draft, was, [...before, ...landmarks.called])
  for (const ref of placesToSettle(reader, before, landmarks)) settleWalkover(draft, ref)
  if (draft.disturbed.length > 0) return refused('cannot-take-back')
  if (!before.every((match) => isCoherent(draft, match))) return refused('cannot-take-back')
  return done({ matches: draft.changed() })
}

/** A three-way merge: what the change touched goes back, what it left alone stays as it is now. */
function restore({ was, became, now }: { was: Match; became: Match; now: Match }): Match | undefined {
  if (isSameState(became, now)) return was
  if (!isSameDecision(became, now)) return undefined
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
  // A result comes back between the two teams that had it, or not at all.
  const comesBack = was.winner && !isSameDecision(was, became)
  if (comesBack && sides.some((side, at) => side !== was.sides[at])) return undefined
  return isPlayable(restored) ? restored : withoutTable(restored)
}

/** A table that was given to another match meanwhile stays with that one: this match waits in the queue again. */
function leaveTakenTable(draft: Draft, ref: MatchRef, others: readonly MatchRef[]) {
  const match = draft.match(ref)
  if (match?.table === undefined) return
  const isTaken = others.some((other) => {
    const isOther = other.round !== ref.round || other.index !== ref.index
    return isOther && draft.match(other)?.table === match.table
  })
  if (isTaken) draft.put(withoutTable(match))
}

/**
 * Walkovers that followed since from who was marked as missing stand in matches the change itself never touched; a team
 * that is missing again may stand anywhere.
 */
function placesToSettle(
  { roundCount, absent }: DrawReader,
  before: readonly MatchRef[],
  { forfeited, absent: absentNow }: Landmarks,
): Iterable<MatchRef> {
  const isMissingAgain = absent.some((team) => !absentNow.includes(team))
  if (isMissingAgain) return allPlaces(roundCount)
  return [...before, ...forfeited].sort((a, b) => a.round - b.round || a.index - b.index)
}

function* allPlaces(roundCount: number): Generator<MatchRef> {
  for (let round = 0; round < roundCount; round += 1) {
    for (let index = 0; index < 2 ** (roundCount - 1 - round); index += 1) yield { round, index }
  }
}

/**
 * Where the change put a team into the draw or took one out: the one that leaves must not be marked as missing since,
 * the one that returns must not have found another place since.
 */
function canChangeTeams(reader: DrawReader, before: readonly Match[], after: readonly Match[]): boolean {
  const were = firstRoundTeams(before)
  const became = firstRoundTeams(after)
  if (became.some((team) => !were.includes(team) && reader.absent.includes(team))) return false
  const returning = were.filter((team) => !became.includes(team))
  if (returning.length === 0) return true
  return allFirstRoundTeams(reader).every((team) => !returning.includes(team))
}

function firstRoundTeams(matches: readonly Match[]): TeamId[] {
  return matches.flatMap(({ round, sides }) => (round === 0 ? sides.filter(isTeam) : []))
}

function allFirstRoundTeams(reader: DrawReader): TeamId[] {
  const matches = Array.from({ length: 2 ** (reader.roundCount - 1) }, (_, index) =>
    reader.match({ round: 0, index }),
  )
  return firstRoundTeams(matches.filter((match) => match !== undefined))
}

function isSameDecision(a: Match, b: Match): boolean {
  return a.winner === b.winner && a.walkover === b.walkover && a.decidedAt === b.decidedAt
}

/** Each team in a later round is the winner of the match that feeds it: here, and where this match's winner goes. */
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
