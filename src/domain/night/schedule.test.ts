import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawOf, drawOfNames, teamIds } from '../../../tests/support/draws.ts'
import { BYE, type Round } from '../cup.ts'
import { defaultSettings } from '../settings/settings.ts'
import { buildSchedule, clockText, clockTime, eveningWords, twelveHour } from './schedule.ts'

describe('clock text', () => {
  test.each([
    ['00:00', '12:00 AM'],
    ['00:05', '12:05 AM'],
    ['09:15', '9:15 AM'],
    ['12:00', '12:00 PM'],
    ['21:15', '9:15 PM'],
    ['23:59', '11:59 PM'],
  ])('%s reads %s', (time, words) => {
    expect(twelveHour(time)).toBe(words)
  })

  test('text that is not a time stays as it is', () => {
    expect(twelveHour('after the final')).toBe('after the final')
  })

  test("times are in the cup's zone", () => {
    expect(clockTime('2025-05-02T21:05:00.000Z', 'UTC')).toBe('9:05 PM')
    expect(clockTime('2025-05-02T21:05:00.000Z', 'Europe/Zurich')).toBe('11:05 PM')
  })

  test.each([
    ['2025-05-02', 'The Old Bar', 'Fri 2 May 2025, 9:15 PM · The Old Bar'],
    ['2025-05-02', '', 'Fri 2 May 2025, 9:15 PM'],
    ['', 'The Old Bar', 'The Old Bar'],
    ['', '', ''],
  ])('when and where: %j %j', (eventDate, venue, words) => {
    expect(eveningWords({ ...defaultSettings, eventDate, venue })).toBe(words)
  })

  test.each([
    ['00:30', 'Sat 3 May 2025, 12:30 AM'],
    ['05:59', 'Sat 3 May 2025, 5:59 AM'],
    ['06:00', 'Fri 2 May 2025, 6:00 AM'],
  ])('an evening that starts at %s has the date of its first match', (scheduleStart, words) => {
    expect(eveningWords({ eventDate: '2025-05-02', venue: '', scheduleStart })).toBe(words)
  })

  test('the clock continues past midnight', () => {
    expect(clockText(24 * 60 + 75)).toBe('1:15 AM')
  })
})

describe('build schedule', () => {
  const summary = (draw: { rounds: readonly Round[] }, settings = defaultSettings) =>
    buildSchedule(draw, settings).map(
      ({ time, roundName, matches }) => `${time} ${roundName} ${matches.length}`,
    )

  describe('the schedule', () => {
    test('starts at 9:15 PM, six matches a slot, fifteen minutes apart', () => {
      expect(summary(drawOf(teamIds(32)))).toEqual([
        '9:15 PM Round of 32 6',
        '9:30 PM Round of 32 6',
        '9:45 PM Round of 32 4',
        '10:00 PM Eights 6',
        '10:15 PM Eights 2',
        '10:30 PM Quarter Finals 4',
        '10:45 PM Semi Finals 2',
        '11:00 PM Grand Finals 1',
      ])
    })

    test('skips matches with a BYE, and a round that has no other', () => {
      expect(summary(drawOfNames('a b c'))).toEqual(['9:15 PM Semi Finals 1', '9:30 PM Grand Finals 1'])
      expect(summary(drawOfNames('a'))).toEqual([])
    })

    test('continues past midnight', () => {
      const settings = { ...defaultSettings, scheduleStart: '23:30', scheduleInterval: 30 }
      expect(buildSchedule(drawOf(teamIds(8)), settings).map(({ time, minutes }) => [time, minutes])).toEqual(
        [
          ['11:30 PM', 1410],
          ['12:00 AM', 1440],
          ['12:30 AM', 1470],
        ],
      )
    })

    test('follows the settings', () => {
      const settings = {
        ...defaultSettings,
        scheduleStart: '09:00',
        scheduleGroupSize: 1,
        scheduleInterval: 5,
      }
      expect(summary(drawOf(teamIds(4)), settings)).toEqual([
        '9:00 AM Semi Finals 1',
        '9:05 AM Semi Finals 1',
        '9:10 AM Grand Finals 1',
      ])
    })

    test('keeps the spec’s order of rounds; names outside it go by their index', () => {
      const [match] = drawOfNames('a b').rounds[0]?.matches ?? []
      if (!match) throw new Error('no match')
      const rounds = [
        'Grand Finals',
        'Play-in',
        'Second Round',
        'First Round',
        'Quarter Finals',
        'Semi Finals',
      ].map((name) => ({
        name,
        matches: [match],
      }))
      expect(buildSchedule({ rounds }, defaultSettings).map(({ roundName }) => roundName)).toEqual([
        'First Round',
        'Play-in',
        'Second Round',
        'Quarter Finals',
        'Semi Finals',
        'Grand Finals',
      ])
    })

    test('has every match without a BYE once, one round per slot, and no slot too full', () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 300 }),
          fc.integer({ min: 1, max: 20 }),
          (count, scheduleGroupSize) => {
            const draw = drawOf(teamIds(count))
            const slots = buildSchedule(draw, { ...defaultSettings, scheduleGroupSize })
            const played = draw.rounds
              .flatMap(({ matches }) => matches)
              .filter(({ sides }) => !sides.includes(BYE))
            expect(slots.flatMap(({ matches }) => matches)).toEqual(played)
            for (const { matches } of slots) {
              expect(matches.length).toBeLessThanOrEqual(scheduleGroupSize)
              expect(new Set(matches.map(({ round }) => round)).size).toBe(1)
            }
          },
        ),
        { numRuns: 50 },
      )
    })
  })
})
