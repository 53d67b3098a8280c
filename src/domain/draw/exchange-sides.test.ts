import { describe, expect, test } from 'vitest'
import { afterwards, at, drawOfNames, gone, won } from '../../../tests/support/draws.ts'
import type { Draw, SideNumber } from '../cup.ts'
import { readerOf } from './bracket.ts'
import { drawText, matchText } from './draw-text.ts'
import { exchangeSides } from './exchange-sides.ts'
import { findFaults } from './find-faults.ts'

type Place = readonly [round: number, index: number, side: SideNumber]

function exchange(draw: Draw, from: Place, to: Place, byesPlacedAtOnce = false) {
  const ref = ([round, index, side]: Place) => ({ round, index, side })
  return exchangeSides(readerOf(draw), { from: ref(from), to: ref(to), byesPlacedAtOnce, at, revision: 9 })
}

function lines(draw: Draw) {
  return drawText(draw).split('\n')
}

describe('exchanging two sides', () => {
  test('of one round swaps the teams', () => {
    const draw = drawOfNames('a b c d')
    expect(lines(afterwards(draw, exchange(draw, [0, 0, 1], [0, 1, 2])))).toEqual([
      'Semi Finals',
      '  d - b',
      '  c - a',
      'Grand Finals',
      '  TBD - TBD',
    ])
  })

  test('of one match swaps top and bottom', () => {
    const draw = drawOfNames('a b c d')
    expect(lines(afterwards(draw, exchange(draw, [0, 0, 1], [0, 0, 2])))[1]).toBe('  b - a')
  })

  test('clears the win of a team that moved, and what it led to', () => {
    const draw = won(drawOfNames('a b c d e f g h'), 'a', 'c', 'a')
    const outcome = exchange(draw, [0, 0, 1], [0, 2, 1])
    expect(lines(afterwards(draw, outcome))).toEqual([
      'Quarter Finals',
      '  e - b',
      '  c* - d',
      '  a - f',
      '  g - h',
      'Semi Finals',
      '  TBD - c',
      '  TBD - TBD',
      'Grand Finals',
      '  TBD - TBD',
    ])
    expect(outcome.ok && outcome.value.cleared.map((match) => matchText(match))).toEqual(['a* - b', 'a* - c'])
  })

  test('wins of teams that did not move stay', () => {
    const draw = won(drawOfNames('a b c d'), 'b', 'd')
    const outcome = exchange(draw, [0, 0, 1], [0, 1, 1])
    expect(lines(afterwards(draw, outcome))).toEqual([
      'Semi Finals',
      '  c - b*',
      '  a - d*',
      'Grand Finals',
      '  b - d',
    ])
    expect(outcome.ok && outcome.value.cleared).toEqual([])
  })

  test('whoever now stands against a BYE has won, as at creation', () => {
    const draw = won(drawOfNames('a b c'), 'a')
    expect(lines(afterwards(draw, exchange(draw, [0, 0, 1], [0, 1, 1])))).toEqual([
      'Semi Finals',
      '  b* - BYE',
      '  a - c',
      'Grand Finals',
      '  TBD - TBD',
    ])
    expect(lines(afterwards(draw, exchange(draw, [0, 0, 1], [0, 1, 1], true))).at(-1)).toBe('  b - TBD')
  })

  test('in a later round each team brings along the matches that led it there', () => {
    const draw = won(drawOfNames('a b c d e f g h'), 'a', 'c', 'e', 'g')
    const exchanged = afterwards(draw, exchange(draw, [1, 0, 1], [1, 1, 2]))
    expect(lines(exchanged)).toEqual([
      'Quarter Finals',
      '  g* - h',
      '  c* - d',
      '  e* - f',
      '  a* - b',
      'Semi Finals',
      '  g - c',
      '  e - a',
      'Grand Finals',
      '  TBD - TBD',
    ])
    expect(findFaults(exchanged)).toEqual([])
    expect(exchanged.rounds[0]?.matches.map(({ id }) => id)).toEqual(
      draw.rounds[0]?.matches.map(({ id }) => id),
    )
  })

  test('a walkover stays with the match in which somebody is missing', () => {
    const draw = gone(drawOfNames('a b c d'), 'a')
    expect(lines(afterwards(draw, exchange(draw, [0, 0, 1], [0, 1, 1])))).toEqual([
      'Semi Finals',
      '  c - b',
      '  a - d* w/o',
      'Grand Finals',
      '  TBD - d',
    ])
  })

  test('done twice is as if it was never done, when nobody has won', () => {
    const draw = drawOfNames('a b c d e f g h')
    const once = afterwards(draw, exchange(draw, [0, 0, 1], [0, 3, 2]))
    expect(drawText(afterwards(once, exchange(once, [0, 0, 1], [0, 3, 2])))).toBe(drawText(draw))
  })

  test.each([
    ['one side with itself', [0, 0, 1], [0, 0, 1], 'same-side'],
    ['sides of different rounds', [0, 1, 1], [1, 0, 1], 'different-rounds'],
    ['a team with a BYE', [0, 1, 1], [0, 0, 2], 'not-a-team'],
    ['a side that is TBD', [1, 0, 1], [1, 0, 2], 'not-a-team'],
    ['a match that is not there', [0, 0, 1], [0, 7, 1], 'no-such-match'],
  ] as const)('refuses %s', (_what, from, to, reason) => {
    expect(exchange(drawOfNames('a b c'), from, to)).toMatchObject({ ok: false, reason })
  })
})
