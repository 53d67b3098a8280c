import { globSync, statSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  creatingWaitMs,
  exchangeLimit,
  loadTimeoutMs,
  scriptTimeoutMs,
  statusMessageMs,
} from '../../src/domain/settings/limits.ts'
import { defaultSettings } from '../../src/domain/settings/settings.ts'
import { type OrganisedCup, startFreshCup } from '../support/organised-cup.ts'

// Section 9 of the specification.

describe('the constants', () => {
  test('registration is closed', () => {
    expect(defaultSettings.registration).toBe('closed')
  })

  test('a load may take 10 s, a status message stays 5 s, another creation is waited for 2 s', () => {
    expect([loadTimeoutMs, statusMessageMs, creatingWaitMs]).toEqual([10_000, 5_000, 2_000])
  })

  test('the schedule starts at 9:15 PM, with 6 matches a slot and 15 minutes between slots', () => {
    const { scheduleStart, scheduleGroupSize, scheduleInterval } = defaultSettings
    expect([scheduleStart, scheduleGroupSize, scheduleInterval]).toEqual(['21:15', 6, 15])
  })

  test('special events are at 9, 10 and 11 PM and at 12 AM', () => {
    expect(defaultSettings.specialEvents.map(({ time }) => time)).toEqual([
      '21:00',
      '22:00',
      '23:00',
      '00:00',
    ])
  })

  test('an exchange is for up to 2 teams', () => {
    expect(exchangeLimit).toBe(2)
  })

  test('undo, exchange and reset are off, anyone may create the draw, and byes wait to be confirmed', () => {
    const { organiserTools, drawCreation, byes } = defaultSettings
    expect([organiserTools, drawCreation, byes]).toEqual(['off', 'anyone', 'confirm'])
  })

  test('a script may take 120 s', () => {
    expect(scriptTimeoutMs).toBe(120_000)
  })
})

describe('script chunks', () => {
  let cup: OrganisedCup
  beforeAll(async () => {
    cup = await startFreshCup()
  })

  test('are all under static/js, and served from there', async () => {
    const chunks = globSync('build/client/**/*.js').filter((path) => path !== 'build/client/sw.js')
    expect(chunks.length).toBeGreaterThan(5)
    for (const path of chunks) expect(path).toMatch(/^build\/client\/static\/js\/[^/]+\.js$/)
    const largest = chunks.toSorted((a, b) => statSync(b).size - statSync(a).size)[0] ?? ''
    const response = await fetch(`${cup.url}/${largest.slice('build/client/'.length)}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('javascript')
  })

  test.each(['/', '/draw', '/admin/draw'])(
    'that %s asks for come from there, within the timeout',
    async (path) => {
      const cookie = await cup.signIn()
      const html = await (await fetch(cup.url + path, { headers: { cookie } })).text()
      const asked = [...html.matchAll(/"(\/[^"\s]+\.js)"/g)].map(([, address = '']) => address)
      expect(asked.length).toBeGreaterThan(2)
      for (const address of asked) expect(address).toMatch(/^\/static\/js\//)
      expect(html).toContain(`"timeoutMs":${scriptTimeoutMs}`)
    },
  )
})
