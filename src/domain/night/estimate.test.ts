import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawOf, drawOfNames, gone, teamIds, won } from '../../../tests/support/draws.ts'
import type { Draw, Match } from '../cup.ts'
import { readerOf, withMatches } from '../draw/bracket.ts'
import { callMatch, queueOf } from '../draw/tables.ts'
import { recordWinner } from '../draw/winners.ts'
import { estimateEnd, estimateStart } from './estimate.ts'

type Night = {
  readonly teams: number
  readonly tables: number
  /** Minutes each match takes, one after the other; the list begins again when it ends. */
  readonly lengths: readonly number[]
  readonly areCalled: boolean
  /** The organiser taps all results of a turn when the last of them is in. */
  readonly areTappedTogether: boolean
}

type Moment = { readonly draw: Draw; readonly minute: number }

/** A whole night, result by result, on tables that are never left empty while two teams wait. */
function play({ teams, tables, lengths, areCalled, areTappedTogether }: Night): Moment[] {
  let draw = drawOf(teamIds(teams), { byesPlacedAtOnce: true })
  let minute = 0
  let begun = 0
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
  }
}

function decided(draw: Draw, { round, index }: Pick<Match, 'round' | 'index'>, minute: number): Draw {
  const match = draw.rounds[round]?.matches[index]
  const outcome = match && recordWinner(readerOf(draw), { match, side: 1, at: clock(minute), revision: 3 })
  if (!outcome?.ok) throw new Error(outcome?.reason)
  return withMatches(draw, outcome.value.matches)
}

const nine = Date.UTC(2025, 4, 2, 21)
const clock = (minute: number) => new Date(nine + minute * 60_000).toISOString()

/** What is said at that minute, in minutes after nine. */
function said(draw: Draw, minute: number, tables: number): number | undefined {
  const end = estimateEnd(draw, { now: clock(minute), tables })
  return end === undefined ? undefined : (Date.parse(end) - nine) / 60_000
}

const steady = { lengths: [15], areCalled: true, areTappedTogether: false }

describe('when it will be over', () => {
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

  test('whatever is said of a night is true to a match and a half and as much of what is left as its matches differ', () => {
    fc.assert(
      fc.property(anyNight, (night) => {
        const moments = play(night)
        const end = moments.at(-1)?.minute ?? 0
        const [shortest, longest] = [Math.min(...night.lengths), Math.max(...night.lengths)]
        // The matches so far may have been the longest of all, and those to come the shortest.
        const part = longest / shortest - 1
        for (const { draw, minute } of moments) {
          const estimate = said(draw, minute, night.tables) ?? end
          expect(Math.abs(estimate - end)).toBeLessThanOrEqual(longest * 1.5 + (end - minute) * part + 5)
        }
      }),
    )
  })

  test('is said once a turn of matches is through, and from then on to the end', () => {
    const moments = play({ ...steady, teams: 32, tables: 6 })
    const speaks = moments.slice(0, -1).map(({ draw, minute }) => said(draw, minute, 6) !== undefined)
    expect(speaks.indexOf(true)).toBe(6)
    expect(speaks.slice(6)).not.toContain(false)
  })

  test('six results at once are no pace', () => {
    const [sixth] = play({ ...steady, teams: 32, tables: 6, areTappedTogether: true }).slice(5)
    expect(sixth && said(sixth.draw, sixth.minute, 6)).toBeUndefined()
  })

  test('the last rounds take as long as the first, with fewer matches', () => {
    // Five turns of six, the quarter finals among them, then two matches and one: a quarter of an hour each.
    for (const { draw, minute } of play({ ...steady, teams: 32, tables: 6 }).slice(12, -1))
      expect(said(draw, minute, 6)).toBe(105)
  })

  test('after a break it counts from now, with all that is still to be played', () => {
    const { draw } = play({ ...steady, teams: 16, tables: 4 })[7] as Moment
    expect(said(draw, 30, 4)).toBe(75)
    expect(said(draw, 200, 4)).toBe(245)
  })

  test('a match that is on its table a while is sooner over', () => {
    const { draw } = play({ ...steady, teams: 8, tables: 1, areCalled: false }).at(-2) as Moment
    const call = callMatch({ draw, tables: 1, at: clock(90), revision: 4 })
    if (!call.ok) throw new Error(call.reason)
    expect(said(draw, 100, 1)).toBe(115)
    expect(said(withMatches(draw, [call.value.match]), 100, 1)).toBe(105)
  })

  test('is not guessed before a turn is through, and not told once it is over', () => {
    const eight = drawOfNames('a b c d e f g h')
    expect(said(won(eight, 'a', 'c', 'e'), 20, 4)).toBeUndefined()
    const over = play({ ...steady, teams: 4, tables: 1 }).at(-1) as Moment
    expect(said(over.draw, over.minute, 1)).toBeUndefined()
  })

  test('walkovers took no time', () => {
    const { draw } = play({ ...steady, teams: 8, tables: 1 })[1] as Moment
    expect(said(draw, 30, 1)).toBeUndefined()
    expect(said(gone(draw, 't5'), 30, 1)).toBeUndefined()
  })
})

describe('when a match will begin', () => {
  test('comes true when the night goes on as it went', () => {
    const moments = play({ ...steady, teams: 32, tables: 6 })
    const { draw, minute } = moments[11] as Moment
    // Two turns are through: the four last of the first round begin at once, with the two first of the second.
    const starts = (round: number) =>
      draw.rounds[round]?.matches.map((match) => {
        const start = estimateStart(draw, match, { now: clock(minute), tables: 6 })
        return start && (Date.parse(start) - nine) / 60_000
      })
    expect(starts(0)?.slice(11)).toEqual([undefined, 30, 30, 30, 30])
    expect(starts(1)).toEqual([30, 30, 45, 45, 45, 45, 45, 45])
    expect(starts(4)).toEqual([90])
  })

  test('is not said of one that is on its table', () => {
    const { draw, minute } = play({ ...steady, teams: 8, tables: 1 })[3] as Moment
    const next = queueOf(draw)[0]
    const call = callMatch({ draw, tables: 1, at: clock(minute), revision: 4 })
    if (!call.ok || !next) throw new Error('nothing to call')
    const moment = { now: clock(minute), tables: 1 }
    expect(estimateStart(draw, next, moment)).toBe(clock(minute))
    expect(estimateStart(withMatches(draw, [call.value.match]), call.value.match, moment)).toBeUndefined()
  })
})
