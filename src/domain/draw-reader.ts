import type { Draw, Match, MatchRef, Side, SideNumber, SideRef, TeamId } from './cup.ts'
import { matchAt, sideOf } from './cup.ts'

/** What a rule may look at. The server hands over just the rows a rule needs; `readerOf` hands over a whole draw. */
export type DrawReader = {
  readonly roundCount: number
  readonly absent: readonly TeamId[]
  match(ref: MatchRef): Match | undefined
}

/** When a rule's result takes effect: each match it changes carries this revision. */
export type Moment = { readonly at: string; readonly revision: number }

export function readerOf(draw: Pick<Draw, 'rounds' | 'absent'>): DrawReader {
  return {
    roundCount: draw.rounds.length,
    absent: draw.absent,
    match: (ref) => matchAt(draw, ref),
  }
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

/** The side on which a team stands in a match. */
export function sideNumberOf(match: Match, side: Side): SideNumber | undefined {
  if (sideOf(match, 1) === side) return 1
  if (sideOf(match, 2) === side) return 2
  return undefined
}

/** The first-round match of a team, which is where every rule about a team begins. */
export function firstMatchOf(draw: Pick<Draw, 'rounds'>, team: TeamId): Match | undefined {
  return draw.rounds[0]?.matches.find((match) => sideNumberOf(match, team))
}
