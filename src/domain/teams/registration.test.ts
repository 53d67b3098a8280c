import { describe, expect, test } from 'vitest'
import { hasRegistrationRoom, isRegistrationOpen } from './registration.ts'

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
