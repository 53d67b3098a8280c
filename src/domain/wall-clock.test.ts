import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { dateWords, instantOf, wallTime } from './wall-clock.ts'

afterEach(() => vi.unstubAllEnvs())

const late = '2025-07-04T22:30:00.000Z'

test.each([
  ['Europe/Zurich', '2025-07-05T00:30'],
  ['America/New_York', '2025-07-04T18:30'],
  ['Asia/Kolkata', '2025-07-05T04:00'],
  ['UTC', '2025-07-04T22:30'],
])('the wall clock in %s shows %s', (zone, shown) => {
  expect(wallTime(late, zone).toISOString().slice(0, 16)).toBe(shown)
})

test('without a zone, or with an unknown one, it is the machine’s local time', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  for (const zone of ['', 'Mars/Olympus']) expect(wallTime(late, zone).getUTCHours()).toBe(7)
})

test('local time and instant are inverse in any zone, except when clocks are changed', () => {
  const zones = ['', 'Europe/Zurich', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC']
  const hours = fc.integer({ min: 0, max: 24 * 365 * 40 })
  fc.assert(
    fc.property(fc.constantFrom(...zones), hours, (zone, hour) => {
      const wall = new Date(Date.UTC(1990, 0, 1, hour))
      const back = wallTime(instantOf(wall, zone), zone)
      // Off by at most the hour that is skipped.
      expect(Math.abs(back.getTime() - wall.getTime())).toBeLessThanOrEqual(3_600_000)
      const isChanged =
        instantOf(new Date(wall.getTime() + 864e5), zone).getTime() - instantOf(wall, zone).getTime() !==
        864e5
      const wasChanged =
        instantOf(wall, zone).getTime() - instantOf(new Date(wall.getTime() - 864e5), zone).getTime() !==
        864e5
      if (!isChanged && !wasChanged) expect(back).toEqual(wall)
    }),
  )
})

test('a year of two digits, as a hand may leave it, is a time like any other', () => {
  const wall = new Date('0025-05-02T20:00Z')
  expect(wallTime(instantOf(wall, 'Europe/Zurich'), 'Europe/Zurich')).toEqual(wall)
})

test.each([
  ['2025-05-02', 'Fri 2 May 2025'],
  ['2026-11-28', 'Sat 28 Nov 2026'],
])('a date in words: %s, %s', (date, words) => {
  expect(dateWords(date)).toBe(words)
  expect(dateWords(new Date(`${date}T23:59Z`))).toBe(words)
})
