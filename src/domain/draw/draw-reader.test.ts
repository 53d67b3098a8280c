import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawOfNames, entryOf } from '../../../tests/support/draws.ts'
import {
  approvedOutsideDraw,
  compareMatchIds,
  feederOf,
  isBye,
  nextPlace,
  teamsInDraw,
  teamsOfDraw,
  withMatches,
} from './draw-reader.ts'

describe('the order of matches', () => {
  test.each([
    ['by the number inside the id', ['10-aaaa', '9-zzzz', '1-mmmm'], ['1-mmmm', '9-zzzz', '10-aaaa']],
    ['wherever the number stands', ['match-12', 'match-2'], ['match-2', 'match-12']],
    ['by text where there is no number', ['bbb', 'aaa'], ['aaa', 'bbb']],
    ['by text where numbers are equal', ['1-b', '1-a'], ['1-a', '1-b']],
    ['ids without a number last', ['aaa', 'z9'], ['z9', 'aaa']],
  ])('is %s', (_what, ids, sorted) => {
    expect([...ids].sort(compareMatchIds)).toEqual(sorted)
  })

  test('is a total order, also for random ids', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,20}$/), { maxLength: 20 }), (ids) => {
        expect([...ids].reverse().sort(compareMatchIds)).toEqual([...ids].sort(compareMatchIds))
      }),
    )
  })
})

describe('teams in draw', () => {
  test('do not include a BYE', () => {
    expect([...teamsInDraw(drawOfNames('a b c'))]).toEqual(['a', 'b', 'c'])
  })

  test('approved teams outside the draw are found, pending ones are not', () => {
    const entries = [entryOf('a'), entryOf('late'), entryOf('pending', { approved: false })]
    expect(approvedOutsideDraw(entries, drawOfNames('a b c')).map(({ id }) => id)).toEqual(['late'])
  })

  test('a replaced no-show is not outside the draw', () => {
    const draw = { ...drawOfNames('a b c'), absent: ['gone'] }
    const entries = [entryOf('gone'), entryOf('late')]
    expect(approvedOutsideDraw(entries, draw).map(({ id }) => id)).toEqual(['late'])
  })

  test('are in the order of entries, replaced teams included, unregistered teams last', () => {
    const draw = { ...drawOfNames('a b c'), absent: ['x'] }
    expect(teamsOfDraw(['x', 'c', 'nobody', 'a'], draw)).toEqual(['x', 'c', 'a', 'b'])
    expect(teamsOfDraw([], { rounds: [], absent: [] })).toEqual([])
  })
})

describe('places', () => {
  test('the final has no next place, and the first round no feeder', () => {
    expect(nextPlace({ round: 1, index: 1 }, 3)).toEqual({ round: 2, index: 0, side: 2 })
    expect(nextPlace({ round: 2, index: 0 }, 3)).toBeUndefined()
    expect(feederOf({ round: 1, index: 1, side: 2 })).toEqual({ round: 0, index: 3 })
    expect(feederOf({ round: 0, index: 0, side: 1 })).toBeUndefined()
  })

  test('a BYE on either side makes a bye', () => {
    const match = { round: 0, index: 0, id: '1-x', revision: 1 }
    expect(isBye({ ...match, sides: ['a', 'BYE'] })).toBe(true)
    expect(isBye({ ...match, sides: ['BYE', 'a'] })).toBe(true)
    expect(isBye({ ...match, sides: ['a', 'TBD'] })).toBe(false)
  })

  test('a match of another draw is not added', () => {
    const draw = drawOfNames('a b c d')
    const stray = { round: 0, index: 7, id: '8-x', sides: ['x', 'y'] as const, revision: 1 }
    expect(withMatches(draw, [stray, { ...stray, index: 0 }]).rounds).toEqual(draw.rounds)
  })
})
