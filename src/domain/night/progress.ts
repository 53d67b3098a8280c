import { type Match, type Rounds, type TeamId, winnerOf } from '../cup.ts'
import { isBye } from '../draw/draw-reader.ts'

export type RoundProgress = {
  readonly round: number
  readonly name: string
  readonly played: number
  readonly total: number
}

/** 'x of y played': byes count in neither, a walkover counts as played. */
export function roundProgress(draw: Rounds): RoundProgress[] {
  return draw.rounds.map(({ name, matches }, round) => {
    const counted = matches.filter((match) => !isBye(match))
    return { round, name, played: counted.filter((match) => match.winner).length, total: counted.length }
  })
}

/** The first unfinished round; the last one once all are finished. */
export function currentRound(draw: Rounds): RoundProgress | undefined {
  const all = roundProgress(draw)
  return all.find(({ played, total }) => played < total) ?? all.at(-1)
}

/** Latest first, without byes. */
export function latestResults(draw: Rounds, limit = 5): Match[] {
  return draw.rounds
    .flatMap(({ matches }) => matches.filter((match) => match.decidedAt && !isBye(match)))
    .sort((a, b) => timeOf(b) - timeOf(a) || b.round - a.round || b.index - a.index)
    .slice(0, limit)
}

export function finalMatch(draw: Rounds): Match | undefined {
  return draw.rounds.at(-1)?.matches[0]
}

/** A draw of one team has a final against a BYE. */
export function isAlone(draw: Rounds): boolean {
  const final = finalMatch(draw)
  return final !== undefined && isBye(final)
}

/** The winner of the final; undefined for a draw of one team. */
export function championOf(draw: Rounds): TeamId | undefined {
  const final = finalMatch(draw)
  return final && !isAlone(draw) ? winnerOf(final) : undefined
}

export function isBeingPlayed(draw: Rounds | undefined): boolean {
  return draw !== undefined && championOf(draw) === undefined
}

/** When the final was won, if recorded. */
export function wonAt(draw: Rounds): string | undefined {
  return championOf(draw) && finalMatch(draw)?.decidedAt
}

function timeOf(match: Match): number {
  return Date.parse(match.decidedAt ?? '')
}
