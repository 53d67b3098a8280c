import { type Draw, type Match, type TeamId, winnerOf } from './cup.ts'
import { hasPlayed, isBye } from './has-played.ts'

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

function results(draw: Rounds): Match[] {
  return draw.rounds.flatMap(({ matches }) => matches.filter((match) => match.decidedAt && !isBye(match)))
}

function timeOf(match: Match): number {
  return Date.parse(match.decidedAt ?? '')
}
