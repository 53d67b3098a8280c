import { expect, test } from 'vitest'
import { drawOfNames } from '../../tests/support/draws.ts'
import type { Entry } from './cup.ts'
import { approvedOutsideDraw, teamsInDraw } from './teams-in-draw.ts'

function entry(id: string, approved = true): Entry {
  return { id, player1Name: id, player2Name: '', teams: '', teamName: '', approved, createdAt: '' }
}

test('a BYE is no team of the draw', () => {
  expect([...teamsInDraw(drawOfNames('a b c'))]).toEqual(['a', 'b', 'c'])
})

test('approved teams the draw was made without are pointed out, pending ones are not', () => {
  const entries = [entry('a'), entry('late'), entry('pending', false)]
  expect(approvedOutsideDraw(entries, drawOfNames('a b c')).map(({ id }) => id)).toEqual(['late'])
})
