import { expect, test } from 'vitest'
import { drawOfNames, won } from '../../../tests/support/draws.ts'
import type { Entry } from '../cup.ts'
import { checkDrawAgain } from './draw-again.ts'

function entry(id: string, approved = true): Entry {
  return { id, player1Name: id, player2Name: '', teams: '', teamName: '', approved, createdAt: '' }
}

const inside = ['a', 'b', 'c'].map((id) => entry(id))

test('lots are drawn again for everybody approved, while nothing was played', () => {
  const entries = [...inside, entry('late'), entry('pending', false)]
  expect(checkDrawAgain(drawOfNames('a b c'), entries)).toEqual({ ok: true, value: { teams: 4 } })
})

test('they are not when nobody approved stands outside', () => {
  const entries = [...inside, entry('pending', false)]
  expect(checkDrawAgain(drawOfNames('a b c'), entries)).toMatchObject({ reason: 'nobody-outside' })
})

test('they are not once something was played', () => {
  const draw = won(drawOfNames('a b c d'), 'a')
  expect(checkDrawAgain(draw, [...inside, entry('late')])).toMatchObject({ reason: 'already-played' })
})
