import { expect, test } from 'vitest'
import { drawOfNames, won } from '../../../tests/support/draws.ts'
import { arrivals, freshResults } from './announcer.tsx'

const draw = drawOfNames('a b c d')

test('a result is new only between the draw before it and the one after', () => {
  const after = won(draw, 'a')
  expect(freshResults(draw, after).map(({ round, index, winner }) => [round, index, winner])).toEqual([
    [0, 0, 1],
  ])
  expect(freshResults(after, after)).toEqual([])
  expect(freshResults(after, won(after, 'c')).map(({ index }) => index)).toEqual([1])
})

test('a changed winner is news too, an undone one is not', () => {
  expect(freshResults(won(draw, 'a'), won(draw, 'b'))).toHaveLength(1)
  expect(freshResults(won(draw, 'a'), draw)).toEqual([])
})

test('a winner arrives in the next round from the match it won', () => {
  expect(arrivals(draw, won(draw, 'd'))).toEqual([
    { from: { round: 0, index: 1 }, to: { round: 1, index: 0, side: 2 } },
  ])
  expect(arrivals(draw, draw)).toEqual([])
})
