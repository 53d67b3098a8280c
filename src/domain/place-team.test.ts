import { describe, expect, test } from 'vitest'
import { absence, afterwards, at, drawOfNames, gone, won } from '../../tests/support/draws.ts'
import type { Draw, SideNumber } from './cup.ts'
import { readerOf } from './draw-reader.ts'
import { drawText } from './draw-text.ts'
import { placeTeam } from './place-team.ts'

function place(draw: Draw, round: number, index: number, side: SideNumber) {
  return placeTeam(readerOf(draw), { team: 'late', place: { round, index, side }, at, revision: 9 })
}

function lines(draw: Draw) {
  return drawText(draw).split('\n')
}

describe('a late team', () => {
  test("takes a BYE's place, and the match is to be played", () => {
    const draw = drawOfNames('a b c')
    expect(lines(afterwards(draw, place(draw, 0, 0, 2))).slice(0, 2)).toEqual(['Semi Finals', '  a - late'])
  })

  test('takes its opponent back out of the next round', () => {
    const draw = won(drawOfNames('a b c'), 'a', 'b')
    expect(lines(draw).at(-1)).toBe('  a - b')
    expect(lines(afterwards(draw, place(draw, 0, 0, 2))).at(-1)).toBe('  TBD - b')
  })

  test("takes a missing team's place, and the walkover is cleared", () => {
    const draw = gone(drawOfNames('a b c d'), 'a')
    const outcome = place(draw, 0, 0, 1)
    expect(outcome).toMatchObject({ ok: true, value: { replaced: 'a', absent: [] } })
    expect(lines(afterwards(draw, outcome))).toEqual([
      'Semi Finals',
      '  late - b',
      '  c - d',
      'Grand Finals',
      '  TBD - TBD',
    ])
  })

  test('has the bye the missing team had', () => {
    const draw = won(gone(won(drawOfNames('a b c'), 'a'), 'a'), 'b')
    expect(lines(draw).at(-1)).toBe('  a - b* w/o')
    const expected = ['Semi Finals', '  late* - BYE', '  b* - c', 'Grand Finals', '  late - b']
    expect(lines(afterwards(draw, place(draw, 1, 0, 1)))).toEqual(expected)
    expect(lines(afterwards(draw, place(draw, 0, 0, 1)))).toEqual(expected)
  })

  test('goes through at once against a team that is missing too', () => {
    const draw = gone(drawOfNames('a b c'), 'a')
    expect(lines(afterwards(draw, place(draw, 0, 0, 2)))).toEqual([
      'Semi Finals',
      '  a - late* w/o',
      '  b - c',
      'Grand Finals',
      '  late - TBD',
    ])
    const both = gone(gone(drawOfNames('a b c d'), 'a'), 'b')
    expect(lines(afterwards(both, place(both, 0, 0, 2)))[1]).toBe('  a - late* w/o')
  })

  test("is too late once its opponent's next match was played, whoever won it", () => {
    for (const winner of ['a', 'b']) {
      const draw = won(drawOfNames('a b c'), 'a', 'b', winner)
      expect(place(draw, 0, 0, 2)).toMatchObject({ ok: false, reason: 'already-played' })
    }
  })

  test('cannot take the place of a team that played before it left', () => {
    const draw = gone(won(drawOfNames('a b c d'), 'a'), 'a')
    expect(place(draw, 1, 0, 1)).toMatchObject({ ok: false, reason: 'already-played' })
    expect(place(draw, 0, 0, 1)).toMatchObject({ ok: false, reason: 'already-played' })
  })

  test('cannot take the place of a team that is here, or of nobody', () => {
    expect(place(drawOfNames('a b c'), 0, 1, 1)).toMatchObject({ ok: false, reason: 'not-absent-or-bye' })
    expect(place(drawOfNames('a b c'), 1, 0, 1)).toMatchObject({ ok: false, reason: 'not-absent-or-bye' })
    expect(place(drawOfNames('a b c'), 5, 0, 1)).toMatchObject({ ok: false, reason: 'no-such-match' })
  })

  test('may not come itself', () => {
    const draw = drawOfNames('a b c')
    const placed = afterwards(draw, place(draw, 0, 0, 2))
    expect(lines(afterwards(placed, absence(placed, 'late', true)))[1]).toBe('  a* - late w/o')
  })
})
