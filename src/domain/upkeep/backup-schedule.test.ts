import { describe, expect, test } from 'vitest'
import { drawOfNames, won } from '../../../tests/support/draws.ts'
import type { Draw } from '../cup.ts'
import { defaultSettings as settings } from '../settings/settings.ts'
import { nextBackupAt } from './backup-schedule.ts'

/** The machine's local time. */
const local = (day: number, hour: number, minute = 0) => new Date(2025, 3, day, hour, minute)
const next = (last: Date | undefined, more: { draw?: Draw; revision?: number } = {}) =>
  nextBackupAt({ settings, revision: 7, ...more }, last?.toISOString())

const decidedAt = (draw: Draw, at: Date): Draw => ({
  ...draw,
  rounds: draw.rounds.map((round) => ({
    ...round,
    matches: round.matches.map((match) => (match.winner ? { ...match, decidedAt: at.toISOString() } : match)),
  })),
})

describe('the next backup', () => {
  test('is made at five in the morning', () => {
    expect(next(local(4, 5))).toBe(local(5, 5).getTime())
    expect(next(local(4, 4, 59))).toBe(local(4, 5).getTime())
    expect(next(local(4, 22))).toBe(local(5, 5).getTime())
  })

  test("is made at five on the cup's clock, whatever the server's zone", () => {
    const zoned = (timeZone: string) =>
      nextBackupAt({ settings: { ...settings, timeZone }, revision: 7 }, '2025-04-04T22:00:00.000Z')
    expect(zoned('Europe/Zurich')).toBe(Date.parse('2025-04-05T03:00:00.000Z'))
    expect(zoned('America/New_York')).toBe(Date.parse('2025-04-05T09:00:00.000Z'))
  })

  test('is made at once if there is none, but not of an unchanged cup', () => {
    expect(next(undefined)).toBe(0)
    expect(next(undefined, { revision: 0 })).toBeUndefined()
  })

  test('is made a minute after the final, once', () => {
    const final = decidedAt(won(drawOfNames('a b'), 'a'), local(4, 23))
    expect(next(local(4, 5), { draw: final })).toBe(local(4, 23, 1).getTime())
    expect(next(local(4, 23, 1), { draw: final })).toBe(local(5, 5).getTime())
    expect(next(local(4, 5), { draw: drawOfNames('a b') })).toBe(local(5, 5).getTime())
  })

  test('is not made while backups are off', () => {
    expect(
      nextBackupAt({ settings: { ...settings, backups: 'off' }, revision: 7 }, undefined),
    ).toBeUndefined()
  })
})
