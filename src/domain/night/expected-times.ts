import { type Match, type MatchRef, matchAt, type Rounds } from '../cup.ts'
import { hasBegun, hasPlayed, isBye } from '../draw/draw-reader.ts'
import { instantOf, wallTime } from '../wall-clock.ts'
import { finalMatch } from './progress.ts'
import { buildSchedule, clockTime, plannedStart, type ScheduleSettings, startMinutes } from './schedule.ts'

export type ExpectedTimes = {
  /** When a waiting match will begin, never before now. Undefined for a bye, and once called or decided. */
  readonly start: (match: MatchRef) => Date | undefined
  /** When the final ends; undefined while the pace is unknown, and once it is played. */
  readonly end: Date | undefined
}

/** Number of tables, and the duration of a match on one of them. */
type Pace = { readonly tables: number; readonly length: number }

type Play = { readonly start: number; readonly end?: number }

const minute = 60_000
const step = 5 * minute
const day = 24 * 60 * minute
/** Beyond this delay the planned start means the next evening. */
const mostDelay = 6 * 60 * minute

/**
 * Estimates as of `now`; the only source of them, so that all pages agree. Once every table has had a match, the rest is
 * simulated at the pace so far; until then it is the plan, shifted by the delay so far.
 */
export function expectedTimes(draw: Rounds, settings: ScheduleSettings, now: Date): ExpectedTimes {
  const pace = paceOf(draw, settings.scheduleGroupSize)
  const plays = pace ? playOut(draw, pace, now.getTime()) : shiftedPlan(draw, settings, now)
  const final = finalMatch(draw)
  const end = final && plays.get(final)?.end
  return {
    start(ref) {
      const match = matchAt(draw, ref)
      const start = match && isWaiting(match) ? plays.get(match)?.start : undefined
      return start === undefined ? undefined : new Date(start)
    },
    end: end === undefined ? undefined : new Date(end),
  }
}

/** The expected start of the final and, once the pace is known, its end; equal times only once. */
export function endWords(draw: Rounds, settings: ScheduleSettings, now: Date): string {
  const { start, end } = expectedTimes(draw, settings, now)
  const final = finalMatch(draw)
  const timeOf = (instant: Date | undefined) => instant && clockTime(instant, settings.timeZone ?? '')
  const [starts, ends] = [timeOf(final && start(final)), timeOf(end)]
  return [
    starts && starts !== ends && `The final starts around ${starts}.`,
    ends && `At this pace it ends around ${ends}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function isWaiting(match: Match): boolean {
  return match.winner === undefined && match.table === undefined && !isBye(match)
}

/**
 * The plan, shifted by the delay of the first match on a table, and at least so far that no waiting match is planned
 * for the past. A night ahead of its plan is not slowed down.
 */
function shiftedPlan(draw: Rounds, settings: ScheduleSettings, now: Date): Map<Match, Play> {
  const length = settings.scheduleInterval * minute
  const slots = buildSchedule(draw, settings)
  const start = startOf(settings, now)
  const planned = slots.flatMap(({ matches }, index) =>
    matches.map((match) => ({ match, at: start + index * length })),
  )

  const called = planned.find(({ match }) => match.table !== undefined && !match.winner)
  const isUnderWay = planned.some(({ match }) => hasPlayed(match))
  const delay = called ? Date.parse(called.match.calledAt ?? '') - called.at : isUnderWay ? -Infinity : 0
  const first = planned.find(({ match }) => isWaiting(match))
  const missed = first ? now.getTime() - (now.getTime() % minute) - first.at : 0
  const shift = Math.max(Math.round(delay / step) * step, Math.ceil(missed / step) * step)
  return new Map(planned.map(({ match, at }) => [match, { start: at + shift }]))
}

/** More than six hours before the evening's date and time, with nothing called or played yet. */
export function isLongBefore(draw: Rounds, settings: ScheduleSettings, now: Date): boolean {
  const planned = plannedStart(settings)
  return planned !== undefined && planned - now.getTime() > mostDelay && !hasBegun(draw)
}

/** The start of the current or coming evening: on its date, unless that is over. */
function startOf(settings: ScheduleSettings, now: Date): number {
  const planned = plannedStart(settings)
  if (planned !== undefined && planned > now.getTime() - mostDelay) return planned
  const { timeZone = '' } = settings
  const today = wallTime(now, timeZone)
  today.setUTCHours(0, startMinutes(settings), 0, 0)
  const later = (days: number) => instantOf(new Date(today.getTime() + days * day), timeZone).getTime()
  return later(Math.ceil((now.getTime() - mostDelay - later(0)) / day))
}

/**
 * The pace, from the results so far. On n busy tables, n results later means one match later: their median is robust
 * against breaks and late taps. A team's next result comes at least one match after its last, which gives a match's length.
 */
function paceOf(draw: Rounds, tables: number): Pace | undefined {
  const played = draw.rounds.flatMap(({ matches }) => matches.filter(isTimed))
  const most = Math.max(...draw.rounds.map(({ matches }) => matches.filter((match) => !isBye(match)).length))
  const atOnce = Math.max(Math.min(tables, most), 1)

  const ends = played.map(endOf).sort((a, b) => a - b)
  const turn = median(ends.slice(atOnce).map((end, index) => end - (ends[index] ?? end)))
  if (played.length < 3 || !turn) return undefined
  const waits = played.flatMap((match) => {
    const before = feedersOf(draw, match).filter(isTimed)
    return before.length > 0 ? [endOf(match) - Math.max(...before.map(endOf))] : []
  })
  // At least as long as with every table in use: a correction or late taps may leave no time between two results.
  const length = Math.max(Math.min(turn, quantile(waits, 0.25) ?? turn), turn / atOnce)
  return { length, tables: Math.max(Math.round((atOnce * length) / turn), 1) }
}

/** Imported results have no time. */
function isTimed(match: Match): boolean {
  return hasPlayed(match) && match.decidedAt !== undefined
}

/** Simulates the remaining matches in order, each as soon as a table is free and both teams are known. */
function playOut(draw: Rounds, { tables, length }: Pace, now: number): Map<Match, Play> {
  const free = Array.from({ length: tables }, () => now)
  const ends = new Map<Match, number>()
  const plays = new Map<Match, Play>()
  const play = (match: Match, start: number, table: number) => {
    const end = Math.max(start + length, now)
    free[table] = end
    ends.set(match, end)
    plays.set(match, { start: roundedUp(start), end: roundedUp(end) })
  }
  const nextFree = () => free.indexOf(Math.min(...free))

  for (const match of draw.rounds.flatMap(({ matches }) => matches))
    if (match.calledAt) play(match, Date.parse(match.calledAt), nextFree())
  for (const { matches } of draw.rounds) {
    const readyAt = (match: Match) =>
      Math.max(now, ...feedersOf(draw, match).map((feeder) => ends.get(feeder) ?? now))
    const waiting = matches.filter(isWaiting).toSorted((a, b) => readyAt(a) - readyAt(b))
    for (const match of waiting) {
      const table = nextFree()
      play(match, Math.max(readyAt(match), free[table] ?? now), table)
    }
  }
  return plays
}

function roundedUp(time: number): number {
  return Math.ceil(time / step) * step
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
