import { describe, expect, test } from 'vitest'
import { entryOf } from '../../../tests/support/draws.ts'
import {
  hasRegistrationRoom,
  isCheckInOpen,
  isRegistrationOpen,
  missingTeams,
  teamsHere,
} from './registration.ts'

describe('is registration open', () => {
  const closesAt = '2025-04-04T18:00:00.000Z'

  test.each([
    [
      'closed stays closed, whatever the hour',
      { registration: 'closed', registrationClosesAt: closesAt },
      '2025-04-01T00:00:00Z',
      false,
    ],
    [
      'open without an hour stays open',
      { registration: 'open', registrationClosesAt: '' },
      '2035-01-01T00:00:00Z',
      true,
    ],
    [
      'open until an hour is open a second before',
      { registration: 'open', registrationClosesAt: closesAt },
      '2025-04-04T17:59:59Z',
      true,
    ],
    [
      'and closed when it strikes',
      { registration: 'open', registrationClosesAt: closesAt },
      '2025-04-04T18:00:00Z',
      false,
    ],
  ] as const)('registration that is %s', (_, settings, now, expected) => {
    expect(isRegistrationOpen(settings, new Date(now))).toBe(expected)
  })
})

describe('registration room', () => {
  test('the list of an edition holds 10,000 teams', () => {
    expect(hasRegistrationRoom(0)).toBe(true)
    expect(hasRegistrationRoom(9_999)).toBe(true)
    expect(hasRegistrationRoom(10_000)).toBe(false)
  })
})

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

test('missing teams are approved, not here and not withdrawn', () => {
  const entries = [
    entryOf('missing'),
    entryOf('here', { checkedInAt: at }),
    entryOf('pending', { approved: false }),
    entryOf('withdrawn', { withdrawnAt: at }),
  ]
  expect(missingTeams(entries).map(({ id }) => id)).toEqual(['missing'])
})

test('teams that are here are approved and checked in', () => {
  const entries = [
    entryOf('here', { checkedInAt: at }),
    entryOf('missing'),
    entryOf('came without approval', { approved: false, checkedInAt: at }),
    entryOf('pending', { approved: false }),
  ]
  expect(teamsHere(entries).map(({ id }) => id)).toEqual(['here'])
})
