import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterActions,
  anyAction,
  drawOf,
  drawOfNames,
  gone,
  lastMatchOf,
  teamIds,
  won,
} from '../../../tests/support/draws.ts'
import { type Draw, matchAt } from '../cup.ts'
import { withMatches } from '../draw/draw-reader.ts'
import { callMatch, queueOf } from '../draw/tables.ts'
import { recordWinner } from '../draw/winners.ts'
import { outlookOf, possibleTeams } from './outlook.ts'
import { championOf, currentRound, isBeingPlayed, latestResults, roundProgress } from './progress.ts'

/** Each team in turn wins its current match, at that minute after nine. */
function wonAt(draw: Draw, ...wins: readonly [team: string, minute: number][]): Draw {
  return wins.reduce((played, [team, minute]) => {
    const match = lastMatchOf(played, team)
    const side = match.sides[0] === team ? 1 : 2
    const outcome = recordWinner(played, { match, side, at: clock(minute), revision: 9 })
    return outcome.ok ? withMatches(played, outcome.value.matches) : played
  }, draw)
}

function clock(minute: number): string {
  return new Date(Date.UTC(2025, 4, 2, 21, minute)).toISOString()
}

const eight = drawOfNames('a b c d e f g h')

describe('the progress of the night', () => {
  test('counts the matches played of each round, without byes', () => {
    expect(roundProgress(won(drawOfNames('a b c d e'), 'a', 'e'))).toEqual([
      { round: 0, name: 'Quarter Finals', played: 1, total: 1 },
      { round: 1, name: 'Semi Finals', played: 0, total: 2 },
      { round: 2, name: 'Grand Finals', played: 0, total: 1 },
    ])
  })

  test('a walkover counts as played', () => {
    expect(roundProgress(gone(eight, 'a'))[0]).toMatchObject({ played: 1, total: 4 })
  })

  test('the current round is the first unfinished one', () => {
    expect(currentRound(won(eight, 'a', 'c'))?.name).toBe('Quarter Finals')
    expect(currentRound(won(eight, 'a', 'c', 'e', 'g'))?.name).toBe('Semi Finals')
    expect(currentRound(won(drawOfNames('a b'), 'a'))?.name).toBe('Grand Finals')
  })

  test('the latest results come first, without byes', () => {
    const draw = wonAt(drawOfNames('a b c d e f'), ['a', 1], ['d', 20], ['b', 10])
    expect(latestResults(draw).map(({ sides }) => sides.join('-'))).toEqual(['b-c'])
    expect(
      latestResults(wonAt(eight, ['a', 5], ['d', 9], ['e', 7]), 2).map(({ sides }) => sides.join('-')),
    ).toEqual(['c-d', 'e-f'])
  })

  test('of results at the same time, later rounds come first, then lower matches', () => {
    const draw = wonAt(eight, ['a', 5], ['c', 5], ['e', 5], ['a', 5])
    expect(latestResults(draw).map(({ sides }) => sides.join('-'))).toEqual(['a-c', 'e-f', 'c-d', 'a-b'])
  })

  test('the champion is the winner of the final', () => {
    expect(championOf(won(drawOfNames('a b c d'), 'a', 'c'))).toBeUndefined()
    expect(championOf(won(drawOfNames('a b c d'), 'a', 'c', 'c'))).toBe('c')
  })

  test('it is being played from the draw to the champion', () => {
    const semis = won(drawOfNames('a b c d'), 'a', 'd')
    expect([undefined, drawOfNames('a b c d'), semis, won(semis, 'd')].map(isBeingPlayed)).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  test('a champion has won a match: alone in the draw there is none, against a team that did not come there is', () => {
    expect(championOf(drawOfNames('a'))).toBeUndefined()
    expect(championOf(won(drawOfNames('a'), 'a'))).toBeUndefined()
    expect(championOf(gone(drawOfNames('a b'), 'a'))).toBe('b')
  })
})

describe('the outlook of a team', () => {
  test('is its match, its opponent, and the number of matches before', () => {
    expect(outlookOf(eight, 'f')).toMatchObject({
      state: 'waiting',
      match: { round: 0, index: 2 },
      opponents: ['e'],
      matchesBefore: 2,
      after: ['g', 'h'],
    })
  })

  test('lists its possible opponents', () => {
    expect(outlookOf(won(eight, 'a'), 'a')).toMatchObject({
      match: { round: 1, index: 0 },
      opponents: ['c', 'd'],
      matchesBefore: 3,
      after: ['e', 'f', 'g', 'h'],
    })
  })

  test('a match on a table is being played, and does not count as one before', () => {
    const called = callMatch({ draw: eight, tables: 6, at: clock(0), revision: 9 })
    if (!called.ok) throw new Error(called.reason)
    const draw = withMatches(eight, [called.value.match])
    expect(outlookOf(draw, 'b')).toMatchObject({ state: 'playing', matchesBefore: 0 })
    expect(outlookOf(draw, 'c')).toMatchObject({ state: 'waiting', matchesBefore: 0 })
  })

  test('the first of the queue has no match before it, even if earlier ones cannot be played yet', () => {
    let draw = eight
    for (const index of [0, 1]) {
      const called = callMatch({ draw, tables: 6, match: { round: 0, index }, at: clock(0), revision: 9 })
      if (!called.ok) throw new Error(called.reason)
      draw = withMatches(draw, [called.value.match])
    }
    draw = won(draw, 'e', 'g')
    expect(queueOf(draw)).toMatchObject([{ round: 1, index: 1 }])
    expect(outlookOf(draw, 'e')).toMatchObject({ state: 'waiting', opponents: ['g'], matchesBefore: 0 })
  })

  test('before a match with unknown teams come all earlier ones that are not on a table', () => {
    const ahead = won(eight, 'g')
    expect(outlookOf(ahead, 'g')).toMatchObject({ opponents: ['e', 'f'], matchesBefore: 4 })
    const called = callMatch({ draw: ahead, tables: 6, at: clock(0), revision: 9 })
    if (!called.ok) throw new Error(called.reason)
    expect(outlookOf(withMatches(ahead, [called.value.match]), 'g')).toMatchObject({ matchesBefore: 3 })
  })

  test('on any night, every queued team has the right number of matches before', () => {
    const night = { count: fc.integer({ min: 2, max: 24 }), actions: fc.array(anyAction, { maxLength: 40 }) }
    fc.assert(
      fc.property(fc.record(night), ({ count, actions }) => {
        const draw = afterActions(drawOf(teamIds(count)), actions)
        for (const [place, match] of queueOf(draw).entries())
          for (const team of match.sides)
            expect(outlookOf(draw, team)).toMatchObject({ state: 'waiting', match, matchesBefore: place })
      }),
    )
  })

  test('an unconfirmed bye counts, and the next match is in the next round', () => {
    expect(outlookOf(drawOfNames('a b c'), 'a')).toMatchObject({
      match: { round: 1, index: 0 },
      opponents: ['b', 'c'],
      after: [],
    })
  })

  test("is 'out', 'champion', or 'not-in-draw'", () => {
    expect(outlookOf(won(eight, 'a'), 'b')).toEqual({ state: 'out' })
    expect(outlookOf(won(drawOfNames('a b'), 'b'), 'b')).toEqual({ state: 'champion' })
    expect(outlookOf(drawOfNames('a'), 'a')).toEqual({ state: 'alone' })
    expect(outlookOf(eight, 'x')).toEqual({ state: 'not-in-draw' })
  })

  test('in the final there is no later opponent', () => {
    const draw = won(drawOfNames('a b c d'), 'a', 'c')
    expect(outlookOf(draw, 'a')).toMatchObject({ match: { round: 1 }, opponents: ['c'], after: [] })
  })

  test('absent teams are not possible opponents', () => {
    const draw = gone(won(eight, 'c'), 'c')
    expect(possibleTeams(draw, { round: 2, index: 0, side: 1 })).toEqual(['a', 'b'])
    expect(matchAt(draw, { round: 1, index: 0 })?.sides).toEqual(['TBD', 'c'])
  })

  test('in a draw of 4,096 every team could reach the final', () => {
    expect(possibleTeams(drawOf(teamIds(4096)), { round: 11, index: 0, side: 2 })).toHaveLength(2048)
  })
})
