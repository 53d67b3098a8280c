import { expect, test } from 'vitest'
import type { Entry } from '../cup.ts'
import { isCheckInOpen, missingTeams, teamsHere } from './check-in.ts'

const at = '2025-05-02T19:00:00.000Z'
const now = new Date(at)

test.each([
  ['off', '', false],
  ['on', '', true],
  ['on', '2025-05-02T19:00:00.000Z', true],
  ['on', '2025-05-02T19:00:01.000Z', false],
  ['off', '2025-05-02T18:00:00.000Z', false],
] as const)('check-in that is %s from %j', (checkIn, checkInFrom, isOpen) => {
  expect(isCheckInOpen({ checkIn, checkInFrom }, now)).toBe(isOpen)
})

function entry(id: string, more: Partial<Entry>): Entry {
  const approved = true
  return { id, player1Name: id, player2Name: '', teams: '', teamName: '', approved, createdAt: at, ...more }
}

test('who is missing is approved, not here and has not withdrawn', () => {
  const entries = [
    entry('missing', {}),
    entry('here', { checkedInAt: at }),
    entry('pending', { approved: false }),
    entry('withdrawn', { withdrawnAt: at }),
  ]
  expect(missingTeams(entries).map(({ id }) => id)).toEqual(['missing'])
})

test('who is here is approved and has come', () => {
  const entries = [
    entry('here', { checkedInAt: at }),
    entry('missing', {}),
    entry('came without approval', { approved: false, checkedInAt: at }),
    entry('pending', { approved: false }),
  ]
  expect(teamsHere(entries).map(({ id }) => id)).toEqual(['here'])
})
