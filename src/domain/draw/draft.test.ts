import { expect, test } from 'vitest'
import { at, drawOfNames } from '../../../tests/support/draws.ts'
import type { Match } from '../cup.ts'
import { byeWinner, draftOf, isSameState } from './draft.ts'

const match: Match = { round: 0, index: 0, id: '1-x', sides: ['a', 'b'], revision: 1 }

test('returns only changed matches, with their revision, in the order of play', () => {
  const draw = drawOfNames('a b c d e f g h')
  const draft = draftOf(draw, { at, revision: 9 })
  const [first = [], second = []] = draw.rounds.map(({ matches }) => matches)
  for (const touched of [second[0], first[3], first[1], second[1], first[2]])
    if (touched) draft.put(touched === first[2] ? touched : { ...touched, winner: 1 })
  const changed = draft.changed()
  expect(changed.map(({ round, index, revision }) => [round, index, revision])).toEqual([
    [0, 1, 9],
    [0, 3, 9],
    [1, 0, 9],
    [1, 1, 9],
  ])
})

test('two matches that differ only in their revision have the same state', () => {
  expect(isSameState(match, { ...match, revision: 7 })).toBe(true)
  expect(isSameState(match, undefined)).toBe(false)
  const others: Partial<Match>[] = [
    { sides: ['x', 'b'] },
    { sides: ['a', 'x'] },
    { winner: 1 },
    { walkover: true },
    { table: 1 },
    { calledAt: at },
    { decidedAt: at },
  ]
  for (const other of others)
    expect(isSameState(match, { ...match, ...other }), JSON.stringify(other)).toBe(false)
})

test('a team against a BYE wins on either side; two BYEs have no winner', () => {
  expect(byeWinner({ ...match, sides: ['a', 'BYE'] })).toBe(1)
  expect(byeWinner({ ...match, sides: ['BYE', 'b'] })).toBe(2)
  expect(byeWinner({ ...match, sides: ['BYE', 'BYE'] })).toBeUndefined()
  expect(byeWinner(match)).toBeUndefined()
})
