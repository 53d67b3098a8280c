import { type Draw, isTeam, type Match, type SideRef, sideOf, TBD, type TeamId, winnerOf } from './cup.ts'
import { feederOf, firstMatchOf, nextPlace, readerOf, sideNumberOf } from './draw-reader.ts'
import { hasPlayed, isBye } from './has-played.ts'
import { matchesOf } from './set-absent.ts'

type Rounds = Pick<Draw, 'rounds'>

export type RoundProgress = {
  readonly round: number
  readonly name: string
  readonly played: number
  readonly total: number
}

/** 'x of y played': byes are no matches anybody waits for, so they count in neither; a walkover counts as played. */
export function roundProgress(draw: Rounds): RoundProgress[] {
  return draw.rounds.map(({ name, matches }, round) => {
    const counted = matches.filter((match) => !isBye(match))
    return { round, name, played: counted.filter((match) => match.winner).length, total: counted.length }
  })
}

/** The first round that is not played to the end; the last one once all are. */
export function currentRound(draw: Rounds): RoundProgress | undefined {
  const all = roundProgress(draw)
  return all.find(({ played, total }) => played < total) ?? all.at(-1)
}

/** The latest results first; byes are none. */
export function latestResults(draw: Rounds, limit = 5): Match[] {
  return results(draw)
    .sort((a, b) => timeOf(b) - timeOf(a) || b.round - a.round || b.index - a.index)
    .slice(0, limit)
}

/** The team that won the last match there is. */
export function championOf(draw: Rounds): TeamId | undefined {
  const final = draw.rounds.at(-1)?.matches[0]
  return final && winnerOf(final)
}

/**
 * When the final ends if the night goes on as it went so far: one result every so often. Undefined until three
 * matches were played, and once it is over. Never before the next result could be in.
 */
export function estimateEnd(draw: Rounds, now: string): string | undefined {
  const times = results(draw)
    .filter(hasPlayed)
    .map(timeOf)
    .sort((a, b) => a - b)
  const [first] = times
  const last = times.at(-1)
  const remaining = roundProgress(draw).reduce((sum, { played, total }) => sum + total - played, 0)
  if (times.length < 3 || first === undefined || last === undefined || remaining === 0) return undefined
  const pace = (last - first) / (times.length - 1)
  return new Date(Math.max(last + remaining * pace, Date.parse(now) + pace)).toISOString()
}

export type Outlook =
  | { readonly state: 'not-in-draw' | 'out' | 'champion' }
  | {
      readonly state: 'playing' | 'waiting'
      /** The match the team plays next, or the bye it goes through by. */
      readonly match: Match
      /** Who stands on the other side, or who still could. */
      readonly opponents: readonly TeamId[]
      /** Matches that come before it in the order of play and are neither decided nor on a table. */
      readonly matchesBefore: number
      /** Who could come in the round after, should the team win. */
      readonly after: readonly TeamId[]
    }

/** "When do I play, and against whom?" */
export function outlookOf(draw: Draw, team: TeamId): Outlook {
  const first = firstMatchOf(draw, team)
  const last = first && matchesOf(readerOf(draw), team, first).at(-1)
  const side = last && sideNumberOf(last, team)
  if (!last || !side) return { state: 'not-in-draw' }
  if (last.winner && last.winner !== side) return { state: 'out' }

  const place = nextPlace(last, draw.rounds.length)
  if (last.winner && !place) return { state: 'champion' }
  // A winner who is not in the next round yet, after a bye that waits for confirmation, already looks ahead to it.
  const ahead = last.winner && place ? place : { round: last.round, index: last.index, side }
  const match = draw.rounds[ahead.round]?.matches[ahead.index] ?? last
  const beyond = nextPlace(match, draw.rounds.length)
  return {
    state: match.table === undefined ? 'waiting' : 'playing',
    match,
    opponents: possibleTeams(draw, otherPlace(ahead)),
    matchesBefore: match.table === undefined ? countBefore(draw, match) : 0,
    after: beyond ? possibleTeams(draw, otherPlace(beyond)) : [],
  }
}

/** The teams that stand in a place or could still come to it; those that did not come are left out. */
export function possibleTeams(draw: Draw, place: SideRef): TeamId[] {
  const match = draw.rounds[place.round]?.matches[place.index]
  const side = match ? sideOf(match, place.side) : TBD
  if (isTeam(side)) return [side]
  const feeder = feederOf(place)
  const fed = feeder && draw.rounds[feeder.round]?.matches[feeder.index]
  if (!feeder || !fed) return []
  const winner = winnerOf(fed)
  if (winner) return isTeam(winner) ? [winner] : []
  const either = ([1, 2] as const).flatMap((number) => possibleTeams(draw, { ...feeder, side: number }))
  return either.filter((team) => !draw.absent.includes(team))
}

function otherPlace(place: SideRef): SideRef {
  return { ...place, side: place.side === 1 ? 2 : 1 }
}

function countBefore(draw: Rounds, { round, index }: Match): number {
  let count = 0
  for (const match of draw.rounds.slice(0, round + 1).flatMap(({ matches }) => matches)) {
    const isBefore = match.round < round || match.index < index
    if (isBefore && !match.winner && !isBye(match) && match.table === undefined) count += 1
  }
  return count
}

function results(draw: Rounds): Match[] {
  return draw.rounds.flatMap(({ matches }) => matches.filter((match) => match.decidedAt && !isBye(match)))
}

function timeOf(match: Match): number {
  return Date.parse(match.decidedAt ?? '')
}
