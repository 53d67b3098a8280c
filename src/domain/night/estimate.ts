import type { Draw, Match } from '../cup.ts'
import { hasPlayed, isBye } from '../draw/bracket.ts'

type Rounds = Pick<Draw, 'rounds'>

/** So many tables at once, with a match of so many milliseconds on each. */
type Pace = { readonly tables: number; readonly length: number }

type Play = { readonly start: number; readonly end: number }

type Now = { readonly now: string; readonly tables: number }

const step = 5 * 60_000

/**
 * When the final ends at the pace so far, rounded up to five minutes. Undefined while the pace is unknown, and once the
 * final is played.
 */
export function estimateEnd(draw: Rounds, now: Now): string | undefined {
  const final = draw.rounds.at(-1)?.matches[0]
  return final && roundedUp(playedOut(draw, final, now)?.end)
}

/** When a match begins at the pace so far. Undefined where estimateEnd() is, and once the match was called. */
export function estimateStart(draw: Rounds, match: Match, now: Now): string | undefined {
  return match.calledAt ? undefined : roundedUp(playedOut(draw, match, now)?.start)
}

function playedOut(draw: Rounds, match: Match, { now, tables }: Now): Play | undefined {
  const pace = match.winner ? undefined : paceOf(draw, tables)
  return pace && playOut(draw, pace, Date.parse(now))[match.round]?.[match.index]
}

function roundedUp(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(Math.ceil(time / step) * step).toISOString()
}

/**
 * The pace, from the results so far. On n tables, the n-th result after another comes one match later; and a team's next
 * result comes at least one match after its last. The median counts, so that a break or a late tap does not.
 */
function paceOf(draw: Rounds, tables: number): Pace | undefined {
  const played = draw.rounds.flatMap(({ matches }) => matches.filter(hasPlayed))
  const most = Math.max(...draw.rounds.map(({ matches }) => matches.filter((match) => !isBye(match)).length))
  const atOnce = Math.max(Math.min(tables, most), 1)

  const ends = played.map(endOf).sort((a, b) => a - b)
  const turn = median(ends.slice(atOnce).map((end, index) => end - (ends[index] ?? end)))
  if (played.length < 3 || !turn) return undefined
  const waits = played.flatMap((match) => {
    const before = feedersOf(draw, match).filter(hasPlayed)
    return before.length > 0 ? [endOf(match) - Math.max(...before.map(endOf))] : []
  })
  const length = Math.min(turn, quantile(waits, 0.25) ?? turn)
  return { length, tables: Math.max(Math.round((atOnce * length) / turn), 1) }
}

/** Plays the remaining matches in their order, each as soon as a table is free and both teams are known. */
function playOut(draw: Rounds, { tables, length }: Pace, now: number): Play[][] {
  const free = Array.from({ length: tables }, () => now)
  const over = { start: now, end: now }
  const night: Play[][] = []
  for (const { matches } of draw.rounds) {
    const before = night.at(-1)
    const readyAt = ({ index }: Match) =>
      Math.max(before?.[index * 2]?.end ?? now, before?.[index * 2 + 1]?.end ?? now)
    const round = matches.map(() => over)
    const left = matches.filter((match) => !match.winner)
    const inOrder = left.toSorted(
      (a, b) => Number(!a.calledAt) - Number(!b.calledAt) || readyAt(a) - readyAt(b),
    )
    for (const match of inOrder) {
      const ready = readyAt(match)
      const table = free.indexOf(Math.min(...free))
      const start = match.calledAt ? Date.parse(match.calledAt) : Math.max(ready, free[table] ?? now)
      const end = Math.max(start + length, now)
      round[match.index] = isBye(match) ? { start: ready, end: ready } : { start, end }
      if (!isBye(match)) free[table] = end
    }
    night.push(round)
  }
  return night
}

function feedersOf(draw: Rounds, { round, index }: Match): Match[] {
  return draw.rounds[round - 1]?.matches.slice(index * 2, index * 2 + 2) ?? []
}

function endOf(match: Match): number {
  return Date.parse(match.decidedAt ?? '')
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}

function quantile(values: readonly number[], part: number): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)]
}
