import { expect, test } from 'vitest'
import { drawOfNames, won } from '../../../tests/support/draws.ts'
import { whereIs } from './where-is.ts'

const draw = drawOfNames('a b c d e f g h')

test('a team is to be found where it stood last', () => {
  expect(whereIs(won(draw, 'a'), 'a')).toMatchObject({ round: 1, index: 0 })
  expect(whereIs(won(draw, 'a'), 'b')).toMatchObject({ round: 0, index: 0 })
  expect(whereIs(draw, 'nobody')).toBeUndefined()
})
