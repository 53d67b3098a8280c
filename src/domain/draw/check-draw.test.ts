import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawOf, teamIds } from '../../../tests/support/draws.ts'
import { BYE } from '../cup.ts'
import { changedPlaces, isRepeated, orderBefore, recordOf, repeatDraw } from './check-draw.ts'
import { shuffle } from './make-draw.ts'

const shuffleSeed = '9f86d081884c7d659a2feaa0c55ad015'

/** A draw as the server makes it: the ids in order, shuffled with the seed. */
function made(teams: number, seed = shuffleSeed) {
  return { ...drawOf(shuffle(orderBefore(teamIds(teams)), seed)), shuffleSeed: seed }
}

describe('verifying a draw', () => {
  test('repeats a draw of any size and seed from its record alone', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.string(), (teams, seed) => {
        expect(isRepeated(recordOf(made(teams, seed)))).toBe(true)
      }),
    )
  })

  test('detects two teams swapped by hand', () => {
    const record = recordOf(made(8))
    const [[one, two] = ['', ''], ...rest] = record.firstRound
    expect(isRepeated({ ...record, firstRound: [[two, one], ...rest] })).toBe(false)
  })

  test('detects another seed, or a missing entry', () => {
    const record = recordOf(made(8))
    expect(isRepeated({ ...record, shuffleSeed: 'another' })).toBe(false)
    expect(isRepeated({ ...record, order: record.order.slice(1) })).toBe(false)
    expect(isRepeated({ ...record, firstRound: record.firstRound.slice(0, 2) })).toBe(false)
  })
})

test('lists changed places with the previous and the current side', () => {
  const firstRound = [
    ['ann', BYE],
    ['bob', 'cid'],
  ] as const
  expect(changedPlaces(firstRound, firstRound)).toEqual([])
  expect(
    changedPlaces(firstRound, [
      ['cid', 'dan'],
      ['bob', 'ann'],
    ]),
  ).toEqual([
    { index: 0, was: 'ann', is: 'cid' },
    { index: 0, was: BYE, is: 'dan' },
    { index: 1, was: 'cid', is: 'ann' },
  ])
})

// Test vectors for other implementations, also in docs/fair-draw.md.
test('reproduces the examples in the documents', () => {
  expect(shuffle([...'abcdefgh'], 'the cup').join(' ')).toBe('d c g b h f e a')
  expect(repeatDraw({ order: [...'abcde'], shuffleSeed })).toEqual([
    ['a', BYE],
    ['d', BYE],
    ['b', BYE],
    ['c', 'e'],
  ])
})
