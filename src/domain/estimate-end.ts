import type { Draw, Match } from './cup.ts'
import { hasPlayed, isBye } from './has-played.ts'

type Rounds = Pick<Draw, 'rounds'>

/** How a night goes: on so many tables at once, a match every so many milliseconds on each. */
type Pace = { readonly tables: number; readonly length: number }

const step = 5 * 60_000

/**
 * When the final ends if the night goes on as it went so far: what is left of the draw, played out from now on, to the next five
 * minutes. Undefined while nobody can tell the pace, and once it is over.
 */
export function estimateEnd(
  draw: Rounds,
  { now, tables }: { readonly now: string; readonly tables: number },
): string | undefined {
  const final = draw.rounds.at(-1)?.matches[0]
  const pace = paceOf(draw, tables)
  if (!final || final.winner || !pace) return undefined
  return new Date(Math.ceil(endOfPlay(draw, pace, Date.parse(now)) / step) * step).toISOString()
}

/**
 * The pace so far, as the results tell it. On n tables the n-th result after another comes one match later, whether they come one by
 * one or all at once; and a team's next result comes no sooner than one match after its last. The middle one counts, so that
 * a break or a late tap does not.
 */
function paceOf(draw: Rounds, tables: number): Pace | undefined {
  const played = draw.rounds.flatMap(({ matches }) => matches.filter(hasPlayed))
  const most = Math.max(...draw.rounds.map(({ matches }) => matches.filter((match) => !isBye(match)).length))
  const atOnce = Math.max(Math.min(tables, most), 1)

  const ends = played.map(endOf).sort((a, b) => a - b)
  const turn = quantile(
    ends.slice(atOnce).map((end, index) => end - (ends[index] ?? end)),
    0.5,
  )
  if (played.length < 3 || !turn) return undefined
  const waits = played.flatMap((match) => {
    const before = feedersOf(draw, match).filter(hasPlayed)
    return before.length > 0 ? [endOf(match) - Math.max(...before.map(endOf))] : []
  })
  const length = Math.min(turn, quantile(waits, 0.25) ?? turn)
  return { length, tables: Math.max(Math.round((atOnce * length) / turn), 1) }
}

/** When the last match ends if all that are left are played in their order, each as soon as a table is free and both teams are there. */
function endOfPlay(draw: Rounds, { tables, length }: Pace, now: number): number {
  const free = Array.from({ length: tables }, () => now)
  let before: number[] = []
  for (const { matches } of draw.rounds) {
    const ends = matches.map(() => now)
    const left = matches
      .filter((match) => !match.winner)
      .map((match) => ({
        match,
        ready: Math.max(now, before[match.index * 2] ?? now, before[match.index * 2 + 1] ?? now),
      }))
      .sort((a, b) => Number(!a.match.calledAt) - Number(!b.match.calledAt) || a.ready - b.ready)
    for (const { match, ready } of left) {
      const table = free.indexOf(Math.min(...free))
      const start = match.calledAt ? Date.parse(match.calledAt) : Math.max(ready, free[table] ?? now)
      const end = isBye(match) ? ready : Math.max(start + length, now)
      ends[match.index] = end
      if (!isBye(match)) free[table] = end
    }
    before = ends
  }
  return before[0] ?? now
}

function feedersOf(draw: Rounds, { round, index }: Match): Match[] {
  return draw.rounds[round - 1]?.matches.slice(index * 2, index * 2 + 2) ?? []
}

function endOf(match: Match): number {
  return Date.parse(match.decidedAt ?? '')
}

/** The value that such a part of them lies below. */
function quantile(values: readonly number[], part: number): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)]
}
