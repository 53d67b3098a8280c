import { describe, expect, test } from 'vitest'
import { checkSettings, settingFields, settingProblems, unsavedSettings } from './check-settings.ts'
import { defaultSettings, settingTable } from './settings.ts'

describe('settings from a form', () => {
  test('a post may carry just one of them', () => {
    expect(checkSettings({ registration: 'open' })).toEqual({ ok: true, value: { registration: 'open' } })
    expect(checkSettings({})).toEqual({ ok: true, value: {} })
  })

  test('fields that are no settings are left alone', () => {
    expect(checkSettings({ intent: 'save', requestId: 'x', constructor: 'y' })).toEqual({
      ok: true,
      value: {},
    })
  })

  test('the defaults can be posted back as they are', () => {
    const fields: Record<string, string> = {}
    for (const [name, value] of Object.entries(defaultSettings)) {
      if (name !== 'specialEvents') fields[name] = String(value)
    }
    for (const [at, event] of defaultSettings.specialEvents.entries()) {
      fields[`event${at + 1}Time`] = event.time
      fields[`event${at + 1}Name`] = event.name
      fields[`event${at + 1}Description`] = event.description
    }
    expect(checkSettings(fields)).toEqual({ ok: true, value: defaultSettings })
  })

  test.each([
    ['registration', 'ajar'],
    ['organiserTools', 'yes'],
    ['drawCreation', ''],
    ['byes', 'at once'],
    ['teamLimit', '-1'],
    ['teamLimit', '4097'],
    ['teamLimit', '1e2'],
    ['editionNumber', '0'],
    ['editionNumber', '11.5'],
    ['editionTitle', '   '],
    ['editionTheme', 'x'.repeat(81)],
    ['announcement', 'ring \u0007'],
    ['sponsorLink', 'http://example.com'],
    ['sponsorLink', 'javascript:alert(1)'],
    ['appLink', 'https://'],
    ['appLink', 'https://exa mple.com'],
    ['appLink', 'https://me:secret@example.com'],
    ['citizensCupLink', `https://example.com/${'x'.repeat(500)}`],
    ['embedSites', 'http://club.example'],
    ['embedSites', 'club.example'],
    ['embedSites', 'https://club.example/cup'],
    ['embedSites', 'https://*.club.example'],
    ['embedSites', "https://club.example 'self'"],
    ['embedSites', 'https://club.example;script-src'],
    ['embedSites', 'https://localhost'],
    ['embedSites', Array.from({ length: 11 }, (_, at) => `https://c${at}.example`).join(' ')],
    ['scheduleStart', '9:15 PM'],
    ['scheduleStart', '24:00'],
    ['scheduleGroupSize', '0'],
    ['scheduleInterval', '0'],
    ['scheduleInterval', '241'],
    ['registrationClosesAt', 'tomorrow'],
    ['registrationClosesAt', '2025-13-40T99:00'],
  ] as const)('%s cannot be %j, and is named', (field, value) => {
    const outcome = checkSettings({ [field]: value, byes: field === 'byes' ? value : 'at-once' })
    expect(outcome).toMatchObject({ ok: false, reason: 'bad-setting' })
    expect(!outcome.ok && outcome.details[0]).toContain(settingTable[field].label)
    expect(settingProblems({ [field]: value }).map((problem) => problem.field)).toEqual([field])
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
  ])('sites may be %j, kept as %j', (embedSites, kept) => {
    expect(checkSettings({ embedSites })).toEqual({ ok: true, value: { embedSites: kept } })
  })

  test('every field that is wrong is named at once', () => {
    expect(
      settingProblems({ scheduleStart: 'x', editionNumber: 'y' })
        .map(({ field }) => field)
        .sort(),
    ).toEqual(['editionNumber', 'scheduleStart'])
  })

  test('an announcement of several lines becomes one', () => {
    expect(checkSettings({ announcement: ' one\r\ntwo ' })).toEqual({
      ok: true,
      value: { announcement: 'one two' },
    })
  })

  test('a closing time is an instant, wherever it was typed', () => {
    const value = { registrationClosesAt: '2025-05-02T18:00:00.000Z' }
    expect(checkSettings({ registrationClosesAt: '2025-05-02T20:00+02:00' })).toEqual({ ok: true, value })
    expect(
      checkSettings({ registrationClosesAt: '2025-05-02T20:00' }, { instantOf: (local) => `${local}+02:00` }),
    ).toEqual({ ok: true, value })
    expect(checkSettings({ registrationClosesAt: '' })).toEqual({
      ok: true,
      value: { registrationClosesAt: '' },
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
        details: [
          expect.stringContaining('Closing time of registration must be a day that is in the calendar'),
        ],
      })
    },
  )

  test('29 February is in the calendar of a leap year only', () => {
    expect(checkSettings({ registrationClosesAt: '2028-02-29T20:00Z' }).ok).toBe(true)
    expect(checkSettings({ registrationClosesAt: '2027-02-29T20:00Z' }).ok).toBe(false)
  })
})

describe('special events from a form', () => {
  const current = { specialEvents: defaultSettings.specialEvents.slice(0, 2) }

  test('one field changes, the rest stays', () => {
    const outcome = checkSettings({ event2Name: ' Final ' }, { current })
    expect(outcome).toEqual({
      ok: true,
      value: { specialEvents: [current.specialEvents[0], { ...current.specialEvents[1], name: 'Final' }] },
    })
  })

  test('an event is added, and one whose fields are empty goes', () => {
    const fields = {
      event1Time: '',
      event1Name: '',
      event1Description: '',
      event3Time: '01:00',
      event3Name: 'Dance',
    }
    expect(checkSettings(fields, { current })).toEqual({
      ok: true,
      value: { specialEvents: [current.specialEvents[1], { time: '01:00', name: 'Dance', description: '' }] },
    })
  })

  test('nothing of it breaks a line or turns the direction of what follows', () => {
    const fields = {
      event1Time: '21:00',
      event1Name: 'First\u2028Round',
      event1Description: 'At\u2029the\u202e bar',
    }
    expect(checkSettings(fields, { current: { specialEvents: [] } })).toEqual({
      ok: true,
      value: { specialEvents: [{ time: '21:00', name: 'First Round', description: 'At the bar' }] },
    })
  })

  test('an event needs a time and a name', () => {
    expect(settingProblems({ event5Description: 'Free water' }).map(({ field }) => field)).toEqual([
      'event5Time',
      'event5Name',
    ])
  })

  test('there is no seventh event', () => {
    expect(checkSettings({ event7Time: '01:00', event7Name: 'Dance' }, { current })).toEqual({
      ok: true,
      value: {},
    })
  })
})

test('what a form has not saved yet is named once each', () => {
  const saved = settingFields(defaultSettings)
  expect(unsavedSettings(saved, defaultSettings)).toEqual([])
  const typed = { ...saved, editionTheme: 'Neon', event1Name: 'Warm-up', event2Name: 'More', other: 'x' }
  expect(unsavedSettings(typed, defaultSettings)).toEqual(['Theme', 'Special events'])
  expect(unsavedSettings({ editionTheme: ' ' }, defaultSettings)).toEqual([])
})
