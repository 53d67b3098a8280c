import { type Match, type MatchRef, matchAt, type Rounds } from '../cup.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { isPlayable, type Moment, withoutTable } from './draw-reader.ts'

/** Playable matches without a table, in the order of play. */
export function queueOf(draw: Rounds): Match[] {
  return openMatches(draw).filter((match) => match.table === undefined)
}

/** The next match for each free table; if none is free, the first of the queue. */
export function upNext(draw: Rounds, tables: number): Match[] {
  return queueOf(draw).slice(0, Math.max(1, freeTables(draw, tables).length))
}

export function nowPlaying(draw: Rounds): Match[] {
  return openMatches(draw)
    .filter((match) => match.table !== undefined)
    .sort((a, b) => (a.table ?? 0) - (b.table ?? 0))
}

export function freeTables(draw: Rounds, tables: number): number[] {
  const taken = new Set(nowPlaying(draw).map((match) => match.table))
  return Array.from({ length: tables }, (_, index) => index + 1).filter((table) => !taken.has(table))
}

/** Calls a match to a table; by default the next of the queue to the lowest free table. */
export function callMatch({
  draw,
  tables,
  match: ref,
  table: wanted,
  at,
  revision,
}: {
  readonly draw: Rounds
  readonly tables: number
  readonly match?: MatchRef | undefined
  readonly table?: number | undefined
} & Moment): Outcome<{ readonly match: Match; readonly table: number }> {
  const match = ref ? matchAt(draw, ref) : queueOf(draw)[0]
  if (!match || !isPlayable(match)) return refused(ref ? 'not-playable' : 'nothing-to-call')
  if (match.table !== undefined && (wanted === undefined || wanted === match.table))
    return refused('already-called')
  const free = freeTables(draw, tables)
  const table = wanted ?? free[0]
  if (table === undefined) return refused('no-free-table')
  if (!Number.isInteger(table) || table < 1 || table > tables) return refused('no-such-table')
  if (!free.includes(table)) return refused('table-taken')
  return done({ match: { ...match, table, calledAt: at, revision }, table })
}

/** Repeats a call, and resets its time. */
export function callAgain(match: Match, { at, revision }: Moment): Outcome<{ readonly match: Match }> {
  if (match.table === undefined) return refused('not-called')
  return done({ match: { ...match, calledAt: at, revision } })
}

/** Takes back a call: the match is queued again. */
export function uncallMatch(
  match: Match,
  { revision }: Pick<Moment, 'revision'>,
): Outcome<{ readonly match: Match }> {
  if (match.table === undefined) return refused('not-called')
  return done({ match: { ...withoutTable(match), revision } })
}

function openMatches(draw: Rounds): Match[] {
  return draw.rounds.flatMap((round) => round.matches.filter(isPlayable))
}
