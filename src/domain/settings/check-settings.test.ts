import { describe, expect, test } from 'vitest'
import {
  checkSettings,
  type PostedFields,
  settingFields,
  settingProblems,
  unsavedSettings,
} from './check-settings.ts'
import { defaultSettings, settingTable } from './settings.ts'

const sites = (count: number) => Array.from({ length: count }, (_, at) => `https://c${at}.example`).join(' ')

/** A valid site of any length: its labels are short. */
const siteOfLength = (length: number) => `https://${'ab'.padStart(length - 8, 'a.')}`

describe('settings from a form', () => {
  test('a post may contain just one', () => {
    expect(checkSettings({ registration: 'open' })).toEqual({ ok: true, value: { registration: 'open' } })
    expect(checkSettings({})).toEqual({ ok: true, value: {} })
  })

  test('fields that are not settings are ignored', () => {
    expect(checkSettings({ intent: 'save', requestId: 'x', constructor: 'y' })).toEqual({
      ok: true,
      value: {},
    })
  })

  test('the defaults are valid', () => {
    expect(checkSettings(settingFields(defaultSettings))).toEqual({ ok: true, value: defaultSettings })
  })

  const words = {
    control: 'must be plain text without control characters.',
    link: 'must begin with https:// and be a whole link, or be empty.',
    sites: 'must be sites such as https://club.example, without a path, separated by spaces.',
    time: 'must be a time such as 21:15.',
    instant: 'must be a date and a time, or be empty.',
    calendar: 'must be a date in the calendar, and a time before 24:00.',
  }

  test.each([
    ['registration', 'ajar', 'must be one of: closed, open.'],
    ['organiserTools', 'yes', 'must be one of: off, on.'],
    ['drawCreation', '', 'must be one of: anyone, admin.'],
    ['byes', 'at once', 'must be one of: confirm, at-once.'],
    ['teamLimit', '-1', 'must be a whole number from 0 to 4096.'],
    ['teamLimit', '4097', 'must be a whole number from 0 to 4096.'],
    ['teamLimit', '1e2', 'must be a whole number from 0 to 4096.'],
    ['editionNumber', '0', 'must be a whole number from 1 to 9999.'],
    ['editionNumber', '11.5', 'must be a whole number from 1 to 9999.'],
    ['editionTitle', '   ', 'must not be empty.'],
    ['editionTheme', 'x'.repeat(81), 'must have at most 80 characters.'],
    ['announcement', 'ring \u0007', words.control],
    ['announcement', 'x'.repeat(401), 'must have at most 400 characters.'],
    ['sponsorLink', 'http://example.com', words.link],
    ['sponsorLink', 'javascript:alert(1)', words.link],
    ['appLink', 'https://', words.link],
    ['appLink', 'https://exa mple.com', words.link],
    ['appLink', 'https://me:secret@example.com', words.link],
    ['appLink', 'here:https://example.com', words.link],
    ['citizensCupLink', `https://example.com/${'x'.repeat(500)}`, 'must have at most 500 characters.'],
    ['embedSites', 'http://club.example', words.sites],
    ['embedSites', 'club.example', words.sites],
    ['embedSites', 'https://club.example/cup', words.sites],
    ['embedSites', 'https://*.club.example', words.sites],
    ['embedSites', "https://club.example 'self'", words.sites],
    ['embedSites', 'https://club.example;script-src', words.sites],
    ['embedSites', 'https://localhost', words.sites],
    ['embedSites', siteOfLength(501), words.sites],
    ['embedSites', sites(11), 'must be 10 sites at most.'],
    ['scheduleStart', '9:15 PM', words.time],
    ['scheduleStart', '24:00', words.time],
    ['scheduleGroupSize', '0', 'must be a whole number from 1 to 64.'],
    ['scheduleInterval', '0', 'must be a whole number from 1 to 240.'],
    ['scheduleInterval', '241', 'must be a whole number from 1 to 240.'],
    ['registrationClosesAt', 'tomorrow', words.instant],
    ['registrationClosesAt', '2025-05-02', words.instant],
    ['registrationClosesAt', '2025-05-02 20:00', words.instant],
    ['registrationClosesAt', 'on 2025-05-02T20:00', words.instant],
    ['registrationClosesAt', '2025-05-02T20:00:30.1234', words.instant],
    ['registrationClosesAt', '2025-05-02T20:00:99Z', words.instant],
    ['registrationClosesAt', '2025-13-40T99:00', words.calendar],
  ] as const)('%s cannot be %j: it %s', (field, value, why) => {
    const problem = `${settingTable[field].label} ${why}`
    expect(checkSettings({ [field]: value, backups: 'on' })).toEqual({
      ok: false,
      reason: 'bad-setting',
      details: [problem],
    })
    expect(settingProblems({ [field]: value })).toEqual([{ field, words: problem }])
  })

  test.each([
    ['teamLimit', 0],
    ['teamLimit', 4096],
    ['editionNumber', 1],
    ['editionNumber', 9999],
    ['editionTheme', 'x'.repeat(80)],
    ['citizensCupLink', `https://example.com/${'x'.repeat(480)}`],
    ['embedSites', siteOfLength(500)],
    ['embedSites', sites(10)],
  ] as const)('%s may go as far as %s', (field, value) => {
    expect(checkSettings({ [field]: String(value) })).toEqual({ ok: true, value: { [field]: value } })
  })

  test('a field without a value changes nothing', () => {
    expect(checkSettings({ byes: undefined })).toEqual({ ok: true, value: {} })
  })

  test('the field `default` resets one', () => {
    expect(checkSettings({ default: ' byes ', registration: 'open' })).toEqual({
      ok: true,
      value: { byes: 'confirm' },
    })
    expect(checkSettings({ default: 'weather' })).toEqual({
      ok: false,
      reason: 'unknown-action',
      details: [],
    })
  })

  test.each(['https://example.com', 'https://example.com:8443/a?b=c#d', 'https://bücher.example/ü', ''])(
    'a link may be %j',
    (link) => {
      expect(checkSettings({ appLink: link })).toEqual({ ok: true, value: { appLink: link } })
    },
  )

  test.each([
    ['', ''],
    ['https://Club.example/', 'https://club.example'],
    [
      'https://a.example,\nhttps://b.example:8443  https://a.example',
      'https://a.example https://b.example:8443',
    ],
    ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
  ])('sites may be %j, stored as %j', (embedSites, kept) => {
    expect(checkSettings({ embedSites })).toEqual({ ok: true, value: { embedSites: kept } })
  })

  test('all invalid fields are reported together', () => {
    expect(
      settingProblems({ scheduleStart: 'x', editionNumber: 'y' })
        .map(({ field }) => field)
        .sort(),
    ).toEqual(['editionNumber', 'scheduleStart'])
  })

  test.each([' one\r\ntwo ', 'one\ntwo', 'one \n\n two', 'one\rtwo'])(
    'an announcement of several lines becomes one: %j',
    (announcement) => {
      expect(checkSettings({ announcement })).toEqual({ ok: true, value: { announcement: 'one two' } })
    },
  )

  test('a closing time is stored as an instant', () => {
    const value = { registrationClosesAt: '2025-05-02T18:00:00.000Z' }
    expect(checkSettings({ registrationClosesAt: '2025-05-02T20:00+02:00' })).toEqual({ ok: true, value })
    expect(checkSettings({ registrationClosesAt: '' })).toEqual({
      ok: true,
      value: { registrationClosesAt: '' },
    })
  })

  test.each([
    ['2025-05-02T20:00', '2025-05-02T20:00:00.000Z'],
    [' 2025-05-02T20:00Z ', '2025-05-02T20:00:00.000Z'],
    ['2025-05-02T20:00:30Z', '2025-05-02T20:00:30.000Z'],
    ['2025-05-02T20:00:30.25-01:00', '2025-05-02T21:00:30.250Z'],
  ])('a closing time may be written %j, and is %s', (registrationClosesAt, instant) => {
    expect(checkSettings({ registrationClosesAt })).toEqual({
      ok: true,
      value: { registrationClosesAt: instant },
    })
  })

  test.each([
    '2025-02-31T20:00',
    '2025-04-31T20:00Z',
    '2025-13-01T20:00',
    '2025-02-28T24:00',
    '2025-00-10T20:00',
  ])(
    'a closing time that is in no calendar does not roll over to another day: %s',
    (registrationClosesAt) => {
      expect(checkSettings({ registrationClosesAt })).toMatchObject({
        ok: false,
        details: [expect.stringContaining('Registration closing time must be a date in the calendar')],
      })
    },
  )

  test('29 February is valid in a leap year only', () => {
    expect(checkSettings({ registrationClosesAt: '2028-02-29T20:00Z' }).ok).toBe(true)
    expect(checkSettings({ registrationClosesAt: '2027-02-29T20:00Z' }).ok).toBe(false)
  })
})

describe('special events from a form', () => {
  const current = { timeZone: '', specialEvents: defaultSettings.specialEvents.slice(0, 2) }

  test('one field changes, the rest stay', () => {
    const outcome = checkSettings({ event2Name: ' Final ' }, current)
    expect(outcome).toEqual({
      ok: true,
      value: { specialEvents: [current.specialEvents[0], { ...current.specialEvents[1], name: 'Final' }] },
    })
  })

  test('an event can be added, and one with empty fields is removed', () => {
    const fields = {
      event1Time: '',
      event1Name: '',
      event1Description: '',
      event3Time: '01:00',
      event3Name: 'Dance',
    }
    expect(checkSettings(fields, current)).toEqual({
      ok: true,
      value: { specialEvents: [current.specialEvents[1], { time: '01:00', name: 'Dance', description: '' }] },
    })
  })

  test('texts contain neither line breaks nor bidirectional marks', () => {
    const fields = {
      event1Time: '21:00',
      event1Name: 'First\u2028Round',
      event1Description: 'At\u2029the\u202e bar',
    }
    expect(checkSettings(fields, { timeZone: '', specialEvents: [] })).toEqual({
      ok: true,
      value: { specialEvents: [{ time: '21:00', name: 'First Round', description: 'At the bar' }] },
    })
  })

  test('an event needs a time and a name; the error says which is wrong', () => {
    expect(settingProblems({ event5Description: 'Free water' })).toEqual([
      { field: 'event5Time', words: 'Special event 5, time, must be a time such as 21:15.' },
      { field: 'event5Name', words: 'Special event 5, name, must not be empty.' },
    ])
    expect(settingProblems({ event5Time: '01:00' }).map(({ field }) => field)).toEqual(['event5Name'])
    expect(settingProblems({ event5Name: 'Dance' }).map(({ field }) => field)).toEqual(['event5Time'])
    const long = { event1Name: 'x'.repeat(81), event1Description: 'x'.repeat(201) }
    expect(settingProblems(long).map(({ words }) => words)).toEqual([
      'Special event 1, name, must have at most 80 characters.',
      'Special event 1, description, must have at most 200 characters.',
    ])
  })

  test('surrounding spaces do not matter', () => {
    const fields = { event1Time: ' 20:30 ', event1Name: ' Warm-up ', event1Description: ' At the \n bar ' }
    expect(checkSettings(fields, { timeZone: '', specialEvents: [] })).toEqual({
      ok: true,
      value: { specialEvents: [{ time: '20:30', name: 'Warm-up', description: 'At the bar' }] },
    })
  })

  test('are not posted as one field', () => {
    expect(checkSettings({ specialEvents: '21:00 Dance' }, current)).toEqual({ ok: true, value: {} })
  })

  test('there is no seventh event', () => {
    expect(checkSettings({ event7Time: '01:00', event7Name: 'Dance' }, current)).toEqual({
      ok: true,
      value: {},
    })
  })
})

describe('settings as form fields', () => {
  test('have a field each, and fields for six events', () => {
    const event = { time: '21:00', name: 'Dance', description: 'At the bar' }
    expect(settingFields({ teamLimit: 16, byes: 'at-once', specialEvents: [event] })).toEqual({
      teamLimit: '16',
      byes: 'at-once',
      event1Time: '21:00',
      event1Name: 'Dance',
      event1Description: 'At the bar',
      ...Object.fromEntries(
        [2, 3, 4, 5, 6].flatMap((number) =>
          ['Time', 'Name', 'Description'].map((part) => [`event${number}${part}`, '']),
        ),
      ),
    })
  })

  test('a missing setting has no field', () => {
    const posted: PostedFields = { byes: undefined, teamLimit: '8' }
    expect(Object.keys(settingFields(posted))).toEqual(['teamLimit'])
  })
})

test('unsaved settings are listed once each', () => {
  const saved = settingFields(defaultSettings)
  expect(unsavedSettings(saved, defaultSettings)).toEqual([])
  const typed = { ...saved, editionTheme: 'Neon', event1Name: 'Warm-up', event2Name: 'More', other: 'x' }
  expect(unsavedSettings(typed, defaultSettings)).toEqual(['Theme', 'Special events'])
  expect(unsavedSettings({ editionTheme: ' ' }, defaultSettings)).toEqual([])
  const [first = '', ...others] = defaultSettings.rulesSetup
  const spread = [first, '', '', ...others].join('\n')
  expect(unsavedSettings({ rulesSetup: spread }, defaultSettings)).toEqual([])
  expect(unsavedSettings({ rulesSetup: first }, defaultSettings)).toHaveLength(1)
})

describe('the rules of the game', () => {
  test('are one per line; empty lines and spaces are dropped', () => {
    expect(checkSettings({ rulesGameplay: ' One ball each. \r\n\r\nBounces  count.\n' })).toEqual({
      ok: true,
      value: { rulesGameplay: ['One ball each.', 'Bounces count.'] },
    })
    expect(checkSettings({ rulesGameplay: '' })).toEqual({ ok: true, value: { rulesGameplay: [] } })
  })

  test('are parsed as they are shown', () => {
    const { rulesSetup } = defaultSettings
    expect(checkSettings(settingFields({ rulesSetup }))).toEqual({ ok: true, value: { rulesSetup } })
  })

  test('are limited in number and length, and plain text', () => {
    const tries = ['x'.repeat(301), 'a rule\u0007']
    for (const rulesSetup of tries)
      expect(checkSettings({ rulesSetup })).toMatchObject({ ok: false, reason: 'bad-setting' })
    const tooMany = checkSettings({ rulesSetup: 'rule\n'.repeat(21) })
    expect(tooMany).toMatchObject({ details: [expect.stringContaining('must be 20 lines at most.')] })
    expect(checkSettings({ rulesSetup: 'rule\n'.repeat(20) })).toMatchObject({ ok: true })
  })
})

describe('date and zone', () => {
  test.each([
    ['eventDate', '2025-05-02', '2025-05-02'],
    ['eventDate', '', ''],
    ['timeZone', 'europe/zurich', 'Europe/Zurich'],
    ['timeZone', '', ''],
  ])('%s %s', (name, posted, value) => {
    expect(checkSettings({ [name]: posted })).toEqual({ ok: true, value: { [name]: value } })
  })

  test.each([
    ['eventDate', '2025-02-31', 'must be a date in the calendar'],
    ['eventDate', '0025-05-02', 'must be a date in the calendar'],
    ['eventDate', '2.5.2025', 'must be a date in the calendar'],
    ['eventDate', '2025-05-02 or so', 'must be a date in the calendar'],
    ['timeZone', 'Mars/Olympus', 'must be a time zone'],
    ['timeZone', 'the bar', 'must be a time zone'],
  ])('%s %s is refused', (name, posted, why) => {
    const details = [expect.stringContaining(why)]
    expect(checkSettings({ [name]: posted })).toMatchObject({ ok: false, reason: 'bad-setting', details })
  })

  test("hours are in the cup's zone", () => {
    const current = { ...defaultSettings, timeZone: 'Europe/Zurich' }
    expect(checkSettings({ checkInFrom: '2025-05-02T19:30' }, current)).toEqual({
      ok: true,
      value: { checkInFrom: '2025-05-02T17:30:00.000Z' },
    })
  })
})
