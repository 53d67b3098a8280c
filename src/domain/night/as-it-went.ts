import type { Match, Rounds } from '../cup.ts'
import { hasPlayed, isBye, teamsInDraw } from '../draw/draw-reader.ts'
import { compareText } from '../text.ts'
import { wonAt } from './progress.ts'

export type Call = { readonly table: number; readonly at: string }

/** The last call of each called match, by match id. */
export type Calls = Readonly<Record<string, Call>>

/** Replays calls from the history of matches, oldest first: a decided match has no table. An uncall or undo removes the call. */
export function callsIn(draw: Rounds, changes: Iterable<readonly Match[]>): Calls {
  const ids = new Set(draw.rounds.flatMap(({ matches }) => matches.map(({ id }) => id)))
  const calls = new Map<string, Call>()
  for (const matches of changes) {
    for (const { id, table, calledAt, winner } of matches) {
      if (!ids.has(id)) continue
      if (table !== undefined && calledAt !== undefined) calls.set(id, { table, at: calledAt })
      else if (winner === undefined) calls.delete(id)
    }
  }
  return Object.fromEntries(calls)
}

export type DecidedMatch = Match & { readonly decidedAt: string }

/** Matches with a recorded time of decision, in that order, without byes. */
export function matchesAsDecided(draw: Rounds): DecidedMatch[] {
  return draw.rounds
    .flatMap(({ matches }) => matches)
    .filter((match): match is DecidedMatch => match.decidedAt !== undefined && !isBye(match))
    .sort((a, b) => compareText(a.decidedAt, b.decidedAt) || a.round - b.round || a.index - b.index)
}

export type NightNumbers = {
  readonly teams: number
  /** Neither byes nor walkovers. */
  readonly played: number
  readonly walkovers: number
  readonly byes: number
  /** From the first call or result to the final; undefined where not recorded. */
  readonly length?: NightLength
}

type NightLength = {
  readonly from: string
  readonly until: string
  readonly begins: 'call' | 'result'
}

export function nightNumbers(draw: Rounds, calls: Calls): NightNumbers {
  const matches = draw.rounds.flatMap((round) => round.matches)
  const length = lengthOf(draw, calls)
  return {
    teams: teamsInDraw(draw).size,
    played: matches.filter(hasPlayed).length,
    walkovers: matches.filter(({ walkover }) => walkover).length,
    byes: matches.filter(isBye).length,
    ...(length && { length }),
  }
}

function lengthOf(draw: Rounds, calls: Calls): NightLength | undefined {
  const until = wonAt(draw)
  const call = earliest(Object.values(calls).map(({ at }) => at))
  // Only played results: a walkover may be recorded hours before.
  const result = earliest(
    matchesAsDecided(draw).flatMap((match) => (hasPlayed(match) ? match.decidedAt : [])),
  )
  const from = earliest([call, result].filter((at) => at !== undefined))
  if (from === undefined || until === undefined || from >= until) return undefined
  return { from, until, begins: from === call ? 'call' : 'result' }
}

function earliest(instants: readonly string[]): string | undefined {
  return [...instants].sort(compareText)[0]
}

/** '45 min', '3 h 05 min'. */
export function lengthText({ from, until }: Pick<NightLength, 'from' | 'until'>): string {
  const minutes = Math.round((Date.parse(until) - Date.parse(from)) / 60_000)
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${String(minutes % 60).padStart(2, '0')} min`
}
