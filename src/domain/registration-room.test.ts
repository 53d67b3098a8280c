import { expect, test } from 'vitest'
import { hasRegistrationRoom } from './registration-room.ts'

test('the list of an edition holds 10,000 teams', () => {
  expect(hasRegistrationRoom(0)).toBe(true)
  expect(hasRegistrationRoom(9_999)).toBe(true)
  expect(hasRegistrationRoom(10_000)).toBe(false)
})
