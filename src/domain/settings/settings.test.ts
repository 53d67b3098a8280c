import { describe, expect, test } from 'vitest'
import { buildSchedule, twelveHour } from '../night/schedule.ts'
import { creatingWaitMs, exchangeLimit, loadTimeoutMs, scriptTimeoutMs, statusMessageMs } from './limits.ts'
import { defaultSettings, settingsOf, splitSettings } from './settings.ts'

describe('a fresh start', () => {
  test('has the spec’s constants', () => {
    expect(defaultSettings).toMatchObject({
      registration: 'closed',
      organiserTools: 'off',
      drawCreation: 'anyone',
      byes: 'confirm',
      editionNumber: 11,
      editionSeason: 'Spring 2025',
      scheduleGroupSize: 6,
      scheduleInterval: 15,
    })
    expect(twelveHour(defaultSettings.scheduleStart)).toBe('9:15 PM')
    expect({ loadTimeoutMs, statusMessageMs, creatingWaitMs, scriptTimeoutMs, exchangeLimit }).toEqual({
      loadTimeoutMs: 10_000,
      statusMessageMs: 5_000,
      creatingWaitMs: 2_000,
      scriptTimeoutMs: 120_000,
      exchangeLimit: 2,
    })
    expect(buildSchedule({ rounds: [] }, defaultSettings)).toEqual([])
  })

  test('has the four special events, each with a description', () => {
    expect(defaultSettings.specialEvents.map(({ time, name }) => `${twelveHour(time)} ${name}`)).toEqual([
      '9:00 PM 1st Round',
      '10:00 PM 2nd Round',
      '11:00 PM 3rd Round',
      '12:00 AM 4th and Final Round',
    ])
    expect(defaultSettings.specialEvents.every(({ description }) => description.length > 0)).toBe(true)
  })
})

test('the fields of the edition are separated from the other settings', () => {
  const edition = { number: 12, season: 'Fall 2025', theme: '', title: 'Our twelfth' }
  const chosen = { teamLimit: 16, venue: 'The Anchor' }
  expect(splitSettings({ ...settingsOf(edition), ...chosen })).toEqual({ edition, chosen })
  expect(splitSettings({})).toEqual({ edition: {}, chosen: {} })
})
