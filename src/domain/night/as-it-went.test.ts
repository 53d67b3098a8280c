import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterActions,
  afterwards,
  anyAction,
  drawOf,
  drawOfNames,
  gone,
  lastMatchOf,
  teamIds,
} from '../../../tests/support/draws.ts'
import type { Draw, Match } from '../cup.ts'
import { withMatches } from '../draw/draw-reader.ts'
import { callMatch } from '../draw/tables.ts'
import { recordWinner } from '../draw/winners.ts'
import { callsIn, lengthText, matchesAsDecided, nightNumbers } from './as-it-went.ts'

const clock = (minute: number) => new Date(Date.UTC(2025, 4, 2, 21, minute)).toISOString()

/** Unique ids, as real draws have. */
function withOwnIds(draw: Draw): Draw {
  const rounds = draw.rounds.map(({ name, matches }) => ({
    name,
    matches: matches.map((match) => ({ ...match, id: `${match.index + 1}-round${match.round}` })),
  }))
  return { ...draw, rounds }
}

function wonAt(draw: Draw, team: string, minute: number): Draw {
  const match = lastMatchOf(draw, team)
  const side = match.sides[0] === team ? 1 : 2
  return afterwards(draw, recordWinner(draw, { match, side, at: clock(minute), revision: 9 }))
}

function called(draw: Draw, team: string, minute: number, table = 1): Match {
  const outcome = callMatch({
    draw,
    tables: 6,
    match: lastMatchOf(draw, team),
    table,
    at: clock(minute),
    revision: 8,
  })
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome.value.match
}

const four = withOwnIds(drawOfNames('a b c d'))
const played = wonAt(wonAt(wonAt(four, 'a', 10), 'd', 8), 'd', 30)

describe('the calls of a night', () => {
  const call = called(four, 'a', 2, 3)
  const { table: _table, calledAt: _calledAt, ...uncalled } = call
  const decided: Match = { ...uncalled, winner: 1, decidedAt: clock(10) }

  test('are kept for decided matches', () => {
    expect(callsIn(four, [[call], [decided]])).toEqual({ [call.id]: { table: 3, at: clock(2) } })
  })

  test('are the last ones of matches called again', () => {
    const again = { ...call, table: 4, calledAt: clock(5) }
    expect(callsIn(four, [[call], [again], [decided]])).toEqual({ [call.id]: { table: 4, at: clock(5) } })
  })

  test('are removed by an uncall and by an undo', () => {
    expect(callsIn(four, [[call], [uncalled], [decided]])).toEqual({})
    expect(callsIn(four, [[call], [decided], [uncalled]])).toEqual({})
  })

  test('leave out matches of another draw', () => {
    expect(callsIn(four, [[{ ...call, id: '1-another' }]])).toEqual({})
  })
})

describe('the record of a night', () => {
  test('lists matches in the order in which they were decided, without byes', () => {
    const winners = (draw: Draw) =>
      matchesAsDecided(draw).map(({ sides, winner }) => sides[(winner ?? 1) - 1])
    expect(winners(played)).toEqual(['d', 'a', 'd'])
    const alone = drawOfNames('a')
    const bye = { ...lastMatchOf(alone, 'a'), decidedAt: clock(1) }
    expect(winners(withMatches(alone, [bye]))).toEqual([])
  })

  test('of matches decided at the same time, earlier rounds come first, then upper matches', () => {
    const together = wonAt(wonAt(wonAt(four, 'd', 10), 'a', 10), 'd', 10)
    const places = matchesAsDecided(together).map(({ round, index }) => `${round}.${index}`)
    expect(places).toEqual(['0.0', '0.1', '1.0'])
  })

  test('counts teams, played matches, walkovers and byes', () => {
    const five = gone(withOwnIds(drawOfNames('a b c d e', { byesPlacedAtOnce: true })), 'a')
    expect(nightNumbers(five, {})).toEqual({ teams: 5, played: 0, walkovers: 1, byes: 3 })
    expect(nightNumbers(played, {})).toMatchObject({ teams: 4, played: 3, walkovers: 0, byes: 0 })
  })

  test('lasts from the first call to the final', () => {
    const calls = callsIn(four, [[called(four, 'a', 2)], [called(four, 'd', 1, 2)]])
    expect(nightNumbers(played, calls).length).toEqual({ from: clock(1), until: clock(30), begins: 'call' })
  })

  test('lasts from the first result if there was no call before it', () => {
    const late = { [lastMatchOf(played, 'd').id]: { table: 1, at: clock(20) } }
    const length = { from: clock(8), until: clock(30), begins: 'result' }
    expect(nightNumbers(played, {}).length).toEqual(length)
    expect(nightNumbers(played, late).length).toEqual(length)
  })

  test('has no length without a champion or recorded times', () => {
    expect(nightNumbers(wonAt(four, 'a', 10), {}).length).toBeUndefined()
    const timeless = withMatches(
      played,
      played.rounds.flatMap(({ matches }) => matches.map(({ decidedAt: _, ...match }) => match)),
    )
    expect(nightNumbers(timeless, {}).length).toBeUndefined()
    const atOnce = wonAt(wonAt(wonAt(four, 'a', 10), 'd', 10), 'd', 10)
    expect(nightNumbers(atOnce, {}).length).toBeUndefined()
    expect(matchesAsDecided(timeless)).toEqual([])
  })

  test('formats lengths of minutes and hours', () => {
    expect(lengthText({ from: clock(0), until: clock(45) })).toBe('45 min')
    expect(lengthText({ from: clock(0), until: clock(185) })).toBe('3 h 05 min')
  })

  test('always counts a decided match once: as played, walkover or bye', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(anyAction, { maxLength: 40 }),
        (size, actions) => {
          const draw = afterActions(drawOf(teamIds(size)), actions)
          const { teams, played, walkovers, byes } = nightNumbers(draw, {})
          const decided = draw.rounds.flatMap(({ matches }) => matches.filter(({ winner }) => winner))
          const openByes = byes - decided.filter(({ sides }) => sides.includes('BYE')).length
          expect(played + walkovers + byes - openByes).toBe(decided.length)
          expect(teams + byes).toBe(2 * (draw.rounds[0]?.matches.length ?? 0))
        },
      ),
    )
  })
})
