import {
  BYE,
  type Draw,
  type Entry,
  isTeam,
  type Match,
  type MatchRef,
  matchAt,
  type Rounds,
  type Side,
  type SideNumber,
  type SideRef,
  sideOf,
  type TeamId,
} from '../cup.ts'
import { entersDraw } from '../teams/entries.ts'
import { compareText } from '../text.ts'

/** Time and revision of a change; changed matches carry the revision. */
export type Moment = { readonly at: string; readonly revision: number }

/** The next power of two at or above the number of teams; 2 if there are none. */
export function drawSize(teamCount: number): number {
  let size = 2
  while (size < teamCount) size *= 2
  return size
}

/** Where the winner of a match goes: the match at floor(i/2); an even index fills side 1, an odd one side 2. */
export function nextPlace({ round, index }: MatchRef, roundCount: number): SideRef | undefined {
  if (round + 1 >= roundCount) return undefined
  return { round: round + 1, index: Math.floor(index / 2), side: index % 2 === 0 ? 1 : 2 }
}

/** The match whose winner fills a place; nothing feeds the first round. */
export function feederOf({ round, index, side }: SideRef): MatchRef | undefined {
  if (round === 0) return undefined
  return { round: round - 1, index: index * 2 + side - 1 }
}

export function sideNumberOf(match: Match, side: Side): SideNumber | undefined {
  if (sideOf(match, 1) === side) return 1
  if (sideOf(match, 2) === side) return 2
  return undefined
}

export function firstMatchOf(draw: Rounds, team: TeamId): Match | undefined {
  return draw.rounds[0]?.matches.find((match) => sideNumberOf(match, team))
}

/**
 * Has a winner, and is neither a bye nor a walkover. A result whose loser was removed since (the side is TBD) still
 * counts as played.
 */
export function hasPlayed(match: Match): boolean {
  return match.winner !== undefined && !match.walkover && !isBye(match)
}

export function isBye(match: Match): boolean {
  return match.sides[0] === BYE || match.sides[1] === BYE
}

/** A match has been called or played. */
export function hasBegun({ rounds }: Rounds): boolean {
  return rounds.some(({ matches }) => matches.some((match) => match.table !== undefined || hasPlayed(match)))
}

/** Two teams, no winner yet. */
export function isPlayable(match: Match): boolean {
  return match.winner === undefined && isTeam(sideOf(match, 1)) && isTeam(sideOf(match, 2))
}

/** The draw with some of its matches replaced, by id; every other round and match stays the same object. */
export function withMatches<Given extends Rounds>(draw: Given, matches: readonly Match[]): Given {
  if (matches.length === 0) return draw
  const rounds = draw.rounds.map((round, index) => {
    const changed = matches.filter(
      (match) => match.round === index && round.matches[match.index]?.id === match.id,
    )
    if (changed.length === 0) return round
    const next = [...round.matches]
    for (const match of changed) next[match.index] = match
    return { ...round, matches: next }
  })
  return { ...draw, rounds }
}

/** The spec's order of matches: by the number inside the match id, else by id text; ids without a number come last. */
export function compareMatchIds(a: string, b: string): number {
  // Without a number on both sides: Infinity - Infinity is NaN, which is falsy.
  return numberIn(a) - numberIn(b) || compareText(a, b)
}

function numberIn(id: string): number {
  const found = /\d+/.exec(id)
  return found ? Number(found[0]) : Number.POSITIVE_INFINITY
}

/** Every team of a draw is in its first round. */
export function teamsInDraw(draw: Rounds): Set<TeamId> {
  return new Set(draw.rounds[0]?.matches.flatMap((match) => match.sides.filter(isTeam)))
}

/** Teams of the draw, replaced no-shows included, in the given order; unregistered teams of an import come last. */
export function teamsOfDraw(ordered: readonly TeamId[], draw: Pick<Draw, 'rounds' | 'absent'>): TeamId[] {
  const inDraw = new Set([...teamsInDraw(draw), ...draw.absent])
  const registered = ordered.filter((id) => inDraw.delete(id))
  return [...registered, ...inDraw]
}

/** Approved teams that are not in the draw, without replaced no-shows. */
export function approvedOutsideDraw<Item extends Entry>(
  entries: readonly Item[],
  draw: Pick<Draw, 'rounds' | 'absent'>,
): Item[] {
  const inside = teamsInDraw(draw)
  return entries.filter(
    (entry) => entersDraw(entry) && !inside.has(entry.id) && !draw.absent.includes(entry.id),
  )
}

/** The matches of a team, from its first round on; none if it is not in the draw. */
export function matchesOf(draw: Rounds, team: TeamId): Match[] {
  const found: Match[] = []
  let match = firstMatchOf(draw, team)
  while (match && sideNumberOf(match, team)) {
    found.push(match)
    const next = nextPlace(match, draw.rounds.length)
    match = next && matchAt(draw, next)
  }
  return found
}

export function withoutTable({ table, calledAt, ...match }: Match): Match {
  return match
}
