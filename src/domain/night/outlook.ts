import {
  type Draw,
  type Entry,
  isTeam,
  type Match,
  matchAt,
  otherSide,
  type SideRef,
  sideOf,
  TBD,
  type TeamId,
  winnerOf,
} from '../cup.ts'
import { feederOf, isBye, isPlayable, matchesOf, nextPlace, sideNumberOf } from '../draw/draw-reader.ts'
import { queueOf } from '../draw/tables.ts'

export type Outlook =
  | { readonly state: 'not-in-draw' | 'out' | 'champion' | 'alone' }
  | {
      readonly state: 'playing' | 'waiting'
      /** The team's next match, or its bye. */
      readonly match: Match
      /** The opponent, or all possible ones. */
      readonly opponents: readonly TeamId[]
      readonly matchesBefore: number
      /** Possible opponents in the round after, if the team wins. */
      readonly after: readonly TeamId[]
    }

/** A team's next match and its possible opponents. */
export function outlookOf(draw: Draw, team: TeamId): Outlook {
  const last = matchesOf(draw, team).at(-1)
  const side = last && sideNumberOf(last, team)
  if (!last || !side) return { state: 'not-in-draw' }
  if (last.winner && last.winner !== side) return { state: 'out' }

  const place = nextPlace(last, draw.rounds.length)
  if (last.winner && !place) return { state: isBye(last) ? 'alone' : 'champion' }
  // A bye counts even before it is confirmed: the team's next match is in the next round.
  const ahead = last.winner && place ? place : { round: last.round, index: last.index, side }
  const match = matchAt(draw, ahead) ?? last
  const beyond = nextPlace(match, draw.rounds.length)
  return {
    state: match.table === undefined ? 'waiting' : 'playing',
    match,
    opponents: possibleTeams(draw, otherPlace(ahead)),
    matchesBefore: matchesBefore(draw, match),
    after: beyond ? possibleTeams(draw, otherPlace(beyond)) : [],
  }
}

/** The team of a place, or all that could still reach it, without no-shows. */
export function possibleTeams(draw: Draw, place: SideRef): TeamId[] {
  const match = matchAt(draw, place)
  const side = match ? sideOf(match, place.side) : TBD
  if (isTeam(side)) return [side]
  const feeder = feederOf(place)
  const fed = feeder && matchAt(draw, feeder)
  if (!feeder || !fed) return []
  const winner = winnerOf(fed)
  if (winner) return isTeam(winner) ? [winner] : []
  const either = ([1, 2] as const).flatMap((number) => possibleTeams(draw, { ...feeder, side: number }))
  return either.filter((team) => !draw.absent.includes(team))
}

export function otherPlace(place: SideRef): SideRef {
  return { ...place, side: otherSide(place.side) }
}

/** Matches that will be called before this one: those ahead in the queue, or all before it in the order of play. */
export function matchesBefore(draw: Pick<Draw, 'rounds'>, match: Match): number {
  if (match.table !== undefined) return 0
  if (isPlayable(match))
    return queueOf(draw).findIndex(({ round, index }) => round === match.round && index === match.index)
  const { round, index } = match
  let count = 0
  for (const other of draw.rounds.slice(0, round + 1).flatMap(({ matches }) => matches)) {
    const isBefore = other.round < round || other.index < index
    if (isBefore && !other.winner && !isBye(other) && other.table === undefined) count += 1
  }
  return count
}

/** Withdrawn teams that still have a match, until an organiser marks them as no-shows. */
export function leavingTeams(draw: Draw, entries: readonly Entry[]): TeamId[] {
  return entries
    .filter(
      ({ id, withdrawnAt }) => withdrawnAt && !draw.absent.includes(id) && 'match' in outlookOf(draw, id),
    )
    .map(({ id }) => id)
}
