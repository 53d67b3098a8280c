import { expect, test } from 'vitest'
import { drawOf, drawOfNames, teamIds, won } from '../../../tests/support/draws.ts'
import { defaultSettings } from '../../domain/settings/settings.ts'
import { plannedFinal, whereIs } from './planned-time.ts'

const draw = drawOfNames('a b c d e f g h')

test('the final of 32 teams is planned for 11 PM by the fixed times', () => {
  // 16 matches in 3 slots, 8 in 2, 4, 2 and 1 in one each: the eighth slot.
  expect(plannedFinal(drawOf(teamIds(32)), defaultSettings)).toBe('11:00 PM')
})

test('a team is to be found where it stood last', () => {
  expect(whereIs(won(draw, 'a'), 'a')).toMatchObject({ round: 1, index: 0 })
  expect(whereIs(won(draw, 'a'), 'b')).toMatchObject({ round: 0, index: 0 })
  expect(whereIs(draw, 'nobody')).toBeUndefined()
})
