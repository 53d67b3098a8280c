import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawOf, drawOfNames, gone, teamIds, won } from '../../../tests/support/draws.ts'
import type { Draw, Match } from '../cup.ts'
import { withMatches } from '../draw/draw-reader.ts'
import { callMatch, queueOf } from '../draw/tables.ts'
import { recordWinner } from '../draw/winners.ts'
import { defaultSettings } from '../settings/settings.ts'
import { endWords, expectedTimes } from './expected-times.ts'
import { buildSchedule } from './schedule.ts'

type Night = {
  readonly teams: number
  readonly tables: number
  /** Minutes of each match in turn; cycles. */
  readonly lengths: readonly number[]
  readonly areCalled: boolean
  /** The organiser records all results of a turn after the last one. */
  readonly areTappedTogether: boolean
  /** Minutes after nine of the first call. */
  readonly begins?: number
  /** A break of `minutes` after some results. */
  readonly pause?: { readonly after: number; readonly minutes: number }
}

type Moment = { readonly draw: Draw; readonly minute: number }

/** A whole night, result by result; no table is idle while a match is ready. */
function play({ teams, tables, lengths, areCalled, areTappedTogether, begins = 0, pause }: Night): Moment[] {
  let draw = drawOf(teamIds(teams), { byesPlacedAtOnce: true })
  let minute = begins
  let begun = 0
  let hasPaused = false
  let running: { match: Match; end: number }[] = []
  const moments: Moment[] = []
  const isRunning = (match: Match) =>
    running.some(({ match: { id, round } }) => id === match.id && round === match.round)

  for (;;) {
    for (const match of queueOf(draw).filter((waiting) => !isRunning(waiting))) {
      if (running.length === tables) break
      running.push({ match, end: minute + (lengths[begun++ % lengths.length] ?? 1) })
      const call = areCalled ? callMatch({ draw, tables, match, at: clock(minute), revision: 2 }) : undefined
      if (call?.ok) draw = withMatches(draw, [call.value.match])
    }
    if (running.length === 0) return moments
    const ends = running.map(({ end }) => end)
    minute = areTappedTogether ? Math.max(...ends) : Math.min(...ends)
    for (const { match } of running.filter(({ end }) => end <= minute)) {
      draw = decided(draw, match, minute)
      moments.push({ draw, minute })
    }
    running = running.filter(({ end }) => end > minute)
    if (pause && moments.length >= pause.after && !hasPaused) {
      hasPaused = true
      minute += pause.minutes
      running = running.map(({ match, end }) => ({ match, end: end + pause.minutes }))
    }
  }
}

function decided(draw: Draw, { round, index }: Pick<Match, 'round' | 'index'>, minute: number): Draw {
  const match = draw.rounds[round]?.matches[index]
  const outcome = match && recordWinner(draw, { match, side: 1, at: clock(minute), revision: 3 })
  if (!outcome?.ok) throw new Error(outcome?.reason)
  return withMatches(draw, outcome.value.matches)
}

/** The first round, with these matches decided at these minutes after nine. */
function decidedAt(draw: Draw, indexes: readonly number[], minutes: readonly number[]): Draw {
  return indexes.reduce((sofar, index, nth) => decided(sofar, { round: 0, index }, minutes[nth] ?? 0), draw)
}

const nine = new Date(2025, 4, 2, 21).getTime()
const at = (minute: number) => new Date(nine + minute * 60_000)
const clock = (minute: number) => at(minute).toISOString()
const onTables = (tables: number) => ({ ...defaultSettings, scheduleGroupSize: tables })
const minutesAfterNine = (time: Date | undefined) => time && (time.getTime() - nine) / 60_000

/** Expected end of the final, in minutes after nine. */
function said(draw: Draw, minute: number, tables: number): number | undefined {
  return minutesAfterNine(expectedTimes(draw, onTables(tables), at(minute)).end)
}

/** Expected start of each match, round by round, in minutes after nine. */
function starts(draw: Draw, minute: number, tables: number): (number | undefined)[][] {
  const { start } = expectedTimes(draw, onTables(tables), at(minute))
  return draw.rounds.map(({ matches }) => matches.map((match) => minutesAfterNine(start(match))))
}

const steady = { lengths: [15], areCalled: true, areTappedTogether: false }

describe('the expected end', () => {
  const anyNight = fc.record({
    teams: fc.integer({ min: 4, max: 64 }),
    tables: fc.integer({ min: 1, max: 8 }),
    lengths: fc
      .tuple(
        fc.integer({ min: 5, max: 30 }),
        fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 7, maxLength: 40 }),
      )
      .map(([usual, percents]) => percents.map((percent) => usual * (1 + percent / 100))),
    areCalled: fc.boolean(),
    areTappedTogether: fc.boolean(),
  })

  test('is right to within a match and a half, plus the remaining time times the spread of match lengths', () => {
    fc.assert(
      fc.property(anyNight, (night) => {
        const moments = play(night)
        const end = moments.at(-1)?.minute ?? 0
        const [shortest, longest] = [Math.min(...night.lengths), Math.max(...night.lengths)]
        // Worst case: the longest matches so far, and the shortest ones to come.
        const part = longest / shortest - 1
        for (const { draw, minute } of moments) {
          const estimate = said(draw, minute, night.tables) ?? end
          expect(Math.abs(estimate - end)).toBeLessThanOrEqual(longest * 1.5 + (end - minute) * part + 5)
        }
      }),
    )
  })

  test('is known from the end of the first turn of matches', () => {
    const moments = play({ ...steady, teams: 32, tables: 6 })
    const speaks = moments.slice(0, -1).map(({ draw, minute }) => said(draw, minute, 6) !== undefined)
    expect(speaks.indexOf(true)).toBe(6)
    expect(speaks.slice(6)).not.toContain(false)
  })

  test('imported results without times do not affect the pace', () => {
    for (const { draw, minute } of play({ ...steady, teams: 16, tables: 4 }).slice(0, -1)) {
      const rounds = draw.rounds.map((round) => ({
        ...round,
        matches: round.matches.map((match) =>
          match.round === 0 && match.index === 0 ? { ...match, decidedAt: undefined } : match,
        ),
      }))
      expect(said({ ...draw, rounds } as Draw, minute, 4) ?? 0).not.toBeNaN()
    }
  })

  test('six results at the same time give no pace', () => {
    const [sixth] = play({ ...steady, teams: 32, tables: 6, areTappedTogether: true }).slice(5)
    expect(sixth && said(sixth.draw, sixth.minute, 6)).toBeUndefined()
  })

  test('the last rounds take as long as the first, with fewer matches', () => {
    // Five turns of six, the quarter finals among them, then two matches and one: a quarter of an hour each.
    for (const { draw, minute } of play({ ...steady, teams: 32, tables: 6 }).slice(12, -1))
      expect(said(draw, minute, 6)).toBe(105)
  })

  test('after a break, counts from now with all remaining matches', () => {
    const { draw } = play({ ...steady, teams: 16, tables: 4 })[7] as Moment
    expect(said(draw, 30, 4)).toBe(75)
    expect(said(draw, 200, 4)).toBe(245)
  })

  test('a match that began earlier ends earlier', () => {
    const { draw } = play({ ...steady, teams: 8, tables: 1, areCalled: false }).at(-2) as Moment
    const call = callMatch({ draw, tables: 1, at: clock(90), revision: 4 })
    if (!call.ok) throw new Error(call.reason)
    expect(said(draw, 100, 1)).toBe(115)
    expect(said(withMatches(draw, [call.value.match]), 100, 1)).toBe(105)
  })

  test('is unknown before the first turn is over, and after the final', () => {
    const eight = drawOfNames('a b c d e f g h')
    expect(said(won(eight, 'a', 'c', 'e'), 20, 4)).toBeUndefined()
    const over = play({ ...steady, teams: 4, tables: 1 }).at(-1) as Moment
    expect(said(over.draw, over.minute, 1)).toBeUndefined()
  })

  test('three results are enough, in any order of matches', () => {
    const eight = drawOf(teamIds(8))
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
      [3, 2, 0],
    ])
      expect(said(decidedAt(eight, order, [15, 30, 45]), 45, 1)).toBe(105)
  })

  test('ignores a break between two results', () => {
    const draw = decidedAt(drawOf(teamIds(8)), [0, 1, 2, 3], [15, 30, 75, 90])
    expect(said(draw, 90, 1)).toBe(135)
  })

  test('in the last rounds, trusts the results if fewer tables are in use than set', () => {
    const uneven = { ...steady, lengths: [10, 15, 20, 15, 12, 18] }
    const saidLast = (night: typeof steady) =>
      play({ ...night, teams: 16, tables: 3 })
        .slice(-3, -1)
        .map(({ draw, minute }) => said(draw, minute, 6))
    expect(saidLast(steady)).toEqual([90, 90])
    expect(saidLast(uneven)).toEqual([105, 105])
  })

  test('is the same after an earlier winner is corrected, and after late taps', () => {
    const [settings, now] = [onTables(2), at(62)]
    const record = (draw: Draw, round: number, index: number, minute: number, side: 1 | 2 = 1) => {
      const outcome = recordWinner(draw, { match: { round, index }, side, at: clock(minute), revision: 3 })
      return outcome.ok ? withMatches(draw, outcome.value.matches) : draw
    }
    const eight = drawOf(teamIds(8))
    const quarters = [30, 31, 45, 46].reduce((draw, minute, index) => record(draw, 0, index, minute), eight)
    const played = record(quarters, 1, 0, 60, 2)
    const { end } = expectedTimes(played, settings, now)
    expect(end?.getTime()).toBeGreaterThan(at(62 + 15).getTime())
    expect(expectedTimes(record(played, 0, 0, 61, 2), settings, now).end).toEqual(end)
    const late = [30, 60, 31, 45].reduce((draw, minute, index) => record(draw, 0, index, minute), eight)
    expect(expectedTimes(record(late, 1, 0, 60.3, 2), settings, now).end?.getTime()).toBeGreaterThan(
      at(62 + 2 * 5).getTime(),
    )
  })

  test('walkovers take no time', () => {
    const { draw } = play({ ...steady, teams: 8, tables: 1 })[1] as Moment
    expect(said(draw, 30, 1)).toBeUndefined()
    expect(said(gone(draw, 't5'), 30, 1)).toBeUndefined()
  })
})

test('words tell the start and the end of the final, and equal times only once', () => {
  const night = (minutes: number) => play({ teams: 8, tables: 2, ...steady, lengths: [minutes] })
  const words = (moments: Moment[], nth: number) => {
    const { draw, minute } = moments[nth] as Moment
    return endWords(draw, onTables(2), at(minute))
  }
  expect(words(night(15), 3)).toBe('The final starts around 9:45 PM. At this pace it ends around 10:00 PM.')
  expect(words(night(1), 3)).toBe('At this pace it ends around 9:05 PM.')
  expect(words(night(15), 6)).toBe('')
})

describe('the expected start of a match', () => {
  test('is right if the pace does not change', () => {
    const moments = play({ ...steady, teams: 32, tables: 6 })
    const { draw, minute } = moments[11] as Moment
    // After two turns: the last four of the first round begin at once, with the first two of the second.
    const [first, second, , , last] = starts(draw, minute, 6)
    expect(first?.slice(11)).toEqual([undefined, 30, 30, 30, 30])
    expect(second).toEqual([30, 30, 45, 45, 45, 45, 45, 45])
    expect(last).toEqual([90])
  })

  test('is when both teams are known and a table is free, in any order of matches', () => {
    const draw = decidedAt(drawOf(teamIds(16)), [4, 5, 6, 7, 2, 3], [15, 15, 15, 15, 30, 30])
    const [first, second] = starts(draw, 30, 4)
    expect(first?.slice(0, 2)).toEqual([30, 30])
    expect(second).toEqual([45, 30, 30, 45])
  })

  test('a match decided early frees its table', () => {
    const played = decidedAt(drawOf(teamIds(8)), [0, 1, 2], [15, 30, 45])
    const call = callMatch({ draw: played, tables: 1, at: clock(45), revision: 4 })
    if (!call.ok) throw new Error(call.reason)
    const draw = decided(withMatches(played, [call.value.match]), { round: 0, index: 3 }, 50)
    expect(starts(draw, 50, 1)[1]).toEqual([50, 65])
  })

  test('is unknown for a match on a table', () => {
    const { draw, minute } = play({ ...steady, teams: 8, tables: 1 })[3] as Moment
    const next = queueOf(draw)[0]
    const call = callMatch({ draw, tables: 1, at: clock(minute), revision: 4 })
    if (!call.ok || !next) throw new Error('nothing to call')
    const start = (of: Draw) => expectedTimes(of, onTables(1), at(minute)).start(next)
    expect(start(draw)).toEqual(at(minute))
    expect(start(withMatches(draw, [call.value.match]))).toBeUndefined()
  })

  describe('without a pace', () => {
    const sixteen = drawOf(teamIds(16))
    const plan = [15, 15, 15, 15, 30, 30, 30, 30]

    test('is the plan, before its start', () => {
      expect(starts(sixteen, 0, 4)).toEqual([plan, [45, 45, 45, 45], [60, 60], [75]])
      expect(starts(sixteen, -600, 4)[0], 'also in the morning').toEqual(plan)
      expect(starts(sixteen, 15.9, 4)[0], 'to the last second').toEqual(plan)
    })

    test('is on the date of the evening, until that is over', () => {
      const settings = { ...onTables(4), timeZone: 'UTC', scheduleStart: '00:30', eventDate: '2025-05-09' }
      const startAt = (now: string) =>
        expectedTimes(sixteen, settings, new Date(now)).start({ round: 0, index: 0 })
      expect(startAt('2025-05-06T22:07Z')).toEqual(new Date('2025-05-10T00:30Z'))
      expect(startAt('2025-05-10T00:41Z')).toEqual(new Date('2025-05-10T00:45Z'))
      expect(startAt('2025-05-11T12:00Z')).toEqual(new Date('2025-05-12T00:30Z'))
    })

    test('is shifted to now, once the start has passed without a call', () => {
      expect(starts(sixteen, 40, 4)).toEqual([
        [40, 40, 40, 40, 55, 55, 55, 55],
        [70, 70, 70, 70],
        [85, 85],
        [100],
      ])
      expect(starts(sixteen, 195, 4)[0]?.[0], 'after midnight').toBe(195)
      expect(starts(sixteen, 600, 4)[0]?.[0], 'in the morning it is the next evening').toBe(24 * 60 + 15)
    })

    test('is shifted by the delay of the first call', () => {
      const called = [0, 1, 2, 3].reduce((draw, index) => {
        const call = callMatch({ draw, tables: 4, match: { round: 0, index }, at: clock(42), revision: 2 })
        return call.ok ? withMatches(draw, [call.value.match]) : draw
      }, sixteen)
      expect(starts(called, 45, 4)[0]?.slice(4)).toEqual([55, 55, 55, 55])
      expect(starts(called, 45, 4)[3]).toEqual([100])
      expect(starts(called, 70, 4)[0]?.slice(4), 'and further while it does not go on').toEqual([
        70, 70, 70, 70,
      ])
      expect(starts(called, 70, 4)[3]).toEqual([115])
    })

    test('follows a night ahead of its plan', () => {
      const turn = decidedAt(sixteen, [0, 1, 2, 3], [20, 20, 20, 20])
      expect(starts(turn, 20, 4)[0]?.slice(4)).toEqual([20, 20, 20, 20])
      expect(starts(turn, 23, 4)[0]?.slice(4)).toEqual([25, 25, 25, 25])
    })

    test('is earlier if the first call is', () => {
      const call = callMatch({ draw: sixteen, tables: 4, at: clock(0), revision: 2 })
      if (!call.ok) throw new Error(call.reason)
      const [first] = starts(withMatches(sixteen, [call.value.match]), 0, 4)
      expect(first).toEqual([undefined, 0, 0, 0, 15, 15, 15, 15])
    })
  })

  test('no expected time is in the past, on any night: early, late or interrupted', () => {
    const anyNight = fc.record({
      teams: fc.integer({ min: 2, max: 64 }),
      tables: fc.integer({ min: 1, max: 8 }),
      lengths: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 }),
      areCalled: fc.boolean(),
      areTappedTogether: fc.boolean(),
      begins: fc.integer({ min: -120, max: 240 }),
      pause: fc.record({ after: fc.integer({ min: 0, max: 30 }), minutes: fc.integer({ min: 1, max: 180 }) }),
    })
    const looks = fc.array(fc.double({ min: 0, max: 60, noNaN: true }), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(anyNight, looks, (night, later) => {
        const before = {
          draw: drawOf(teamIds(night.teams), { byesPlacedAtOnce: true }),
          minute: night.begins,
        }
        for (const { draw, minute } of [before, ...play(night)])
          for (const now of [minute, ...later.map((wait) => minute + wait)])
            expectTrue(draw, now, night.tables)
      }),
      { numRuns: 60 },
    )
  })
})

/** Expected times are not in the past, keep the order of the queue, and no team plays before its last match. */
function expectTrue(draw: Draw, minute: number, tables: number) {
  const said = starts(draw, minute, tables)
  // Collected, because a million calls of `expect` would take most of the time.
  const untrue = buildSchedule(draw, onTables(tables))
    .flatMap(({ matches }) => matches)
    .filter(({ round, index, winner, table }) => {
      const start = said[round]?.[index]
      if (winner || table !== undefined) return start !== undefined
      if (start === undefined) return true
      const feeders = [index * 2, index * 2 + 1].map((feeder) => said[round - 1]?.[feeder] ?? start)
      return start < Math.max(Math.floor(minute), ...feeders)
    })
  expect(untrue).toEqual([])
  const queued = queueOf(draw).map(({ round, index }) => said[round]?.[index] ?? 0)
  expect(queued).toEqual(queued.toSorted((a, b) => a - b))
}
