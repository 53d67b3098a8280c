/** The nouns of the cup. All of them are public: none may carry a phone number. */

import type { Settings } from './settings/settings.ts'

export type { Settings }

export type TeamId = string

/** A free place in the first round: its opponent goes through. */
export const BYE = 'BYE'
/** A place in a later round whose team is not known yet. */
export const TBD = 'TBD'

/** Identified by team, never by name: two teams may share a name. */
export type Side = TeamId | typeof BYE | typeof TBD
export type SideNumber = 1 | 2

export type MatchRef = { readonly round: number; readonly index: number }
export type SideRef = MatchRef & { readonly side: SideNumber }

export type Match = MatchRef & {
  /** Begins with the match's number in its round, so that ids sort in the order of play. */
  readonly id: string
  readonly sides: readonly [Side, Side]
  readonly winner?: SideNumber
  /** Won without playing: the opponent did not come. */
  readonly walkover?: true
  /** The table the match was called to; absent once it is decided. */
  readonly table?: number
  readonly calledAt?: string
  /** When its result was first recorded: a correction keeps it. Absent for a bye that was never tapped. */
  readonly decidedAt?: string
  /** The revision that last changed this match, for optimistic concurrency: a tap carries the one its screen showed. */
  readonly revision: number
}

export type Round = { readonly name: string; readonly matches: readonly Match[] }

/** A team as the draw shows it. */
export type DrawTeam = { readonly name: string; readonly players: readonly string[] }

export type Draw = {
  readonly id: string
  readonly edition: number
  readonly createdAt: string
  /** The seed of the shuffle, with which anyone can replay the draw. */
  readonly shuffleSeed: string
  /** Lots are revealed one by one from `createdAt` on (draw/lots.ts); removed once all are. */
  readonly show?: true
  readonly teams: Readonly<Record<TeamId, DrawTeam>>
  /** No-shows: their opponents have walkovers, or play the team that replaced them. */
  readonly absent: readonly TeamId[]
  readonly rounds: readonly Round[]
}

/** The part of a draw that most of its readers need. */
export type Rounds = Pick<Draw, 'rounds'>

export type DrawStatus = 'none' | 'creating' | 'active'

/** The public part of a registered team. */
export type Entry = {
  readonly id: TeamId
  readonly player1Name: string
  readonly player2Name: string
  readonly teams: string
  readonly teamName: string
  readonly approved: boolean
  readonly createdAt: string
  /** When the team checked in. */
  readonly checkedInAt?: string
  /** Withdrawal after the draw; an organiser has to confirm it as a no-show. */
  readonly withdrawnAt?: string
}

/** One line of the past champions. Empty text: not recorded. */
export type Edition = {
  readonly number: number
  readonly season: string
  readonly theme: string
  readonly winners: string
}

/** Everything the public may see, as of one revision. */
export type CupView = {
  /** A page of an earlier epoch reloads: its history is gone (docs/live.md). */
  readonly epoch: number
  readonly revision: number
  readonly settings: Settings
  readonly entries: readonly Entry[]
  readonly editions: readonly Edition[]
  /** Numbers of the other editions with a stored draw. */
  readonly pastDraws: readonly number[]
  readonly drawStatus: DrawStatus
  /** May be absent while the status is 'active': a tournament without brackets. */
  readonly draw?: Draw
}

export function isTeam(side: Side): side is TeamId {
  return side !== BYE && side !== TBD
}

export function matchAt(draw: Rounds, { round, index }: MatchRef): Match | undefined {
  return draw.rounds[round]?.matches[index]
}

export function matchWithId({ rounds }: Rounds, id: string): Match | undefined {
  return rounds.flatMap(({ matches }) => matches).find((match) => match.id === id)
}

/** A match's position in the page and in addresses: '0.3'. */
export function placeOf({ round, index }: MatchRef): string {
  return `${round}.${index}`
}

export function sideOf(match: Match, side: SideNumber): Side {
  return match.sides[side - 1] as Side
}

export function otherSide(side: SideNumber): SideNumber {
  return side === 1 ? 2 : 1
}

export function winnerOf(match: Match): Side | undefined {
  return match.winner && sideOf(match, match.winner)
}

export function loserOf(match: Match): Side | undefined {
  return match.winner && sideOf(match, otherSide(match.winner))
}

export function roundNameOf(
  { rounds }: { readonly rounds: readonly Pick<Round, 'name'>[] },
  { round }: Pick<MatchRef, 'round'>,
): string {
  return rounds[round]?.name ?? `Round ${round + 1}`
}
