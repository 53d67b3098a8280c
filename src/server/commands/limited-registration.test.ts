import { beforeEach, describe, expect, test } from 'vitest'
import { teamForm } from '../../../tests/support/cup-app.ts'
import { type ManualClock, manualClock } from '../../../tests/support/manual-clock.ts'
import { createLimits, type Limits } from '../rate-limits.ts'
import { createRegistrationLimit } from './limited-registration.ts'

const second = 1_000
const minute = 60 * second

let clock: ManualClock
let limits: Limits
let limit: ReturnType<typeof createRegistrationLimit>

beforeEach(() => {
  clock = manualClock()
  limits = createLimits(clock)
  limit = createRegistrationLimit({ clock, limits })
})

/** The Retry-After of a team; 0 if it got in. */
const enter = (name: string, address = '10.0.0.1') => limit.take(address, teamForm(name))
const isIn = (name: string, address?: string) => enter(name, address) === 0
/** How many of some new teams get in at once. */
const flood = (count: number, addressOf: (nth: number) => string = () => '10.0.0.1') =>
  Array.from({ length: count }, (_, nth) => isIn(`Bot ${clock.monotonicMs()} ${nth}`, addressOf(nth))).filter(
    Boolean,
  ).length

describe('from one address', () => {
  test('40 teams get in at once, and 40 again in the next ten minutes, one by one', async () => {
    expect(flood(200)).toBe(40)
    let more = 0
    for (let passed = 0; passed < 10 * minute; passed += second) {
      await clock.advance(second)
      more += flood(5)
    }
    expect(more).toBe(40)
  })

  test('a refused team gets a Retry-After of 20 seconds, and then gets in, whatever the flood', async () => {
    flood(200)
    expect(enter('Ann')).toBe(20 * second)
    await clock.advance(5 * second)
    flood(200)
    expect(enter('Ann')).toBe(15 * second)
    await clock.advance(15 * second)
    flood(200)
    expect(isIn('Ann')).toBe(true)
  })

  test('a form that got in as a retry has to wait again', async () => {
    flood(200)
    enter('Ann')
    await clock.advance(20 * second)
    flood(200)
    expect(isIn('Ann')).toBe(true)
    expect(enter('Ann')).toBe(20 * second)
  })

  test('a form with the same letters in other fields is no retry', async () => {
    const form = teamForm('Ann', { player2Name: 'Bob', teamPhoneNumber: '555' })
    flood(200)
    expect(limit.take('10.0.0.1', form)).toBe(20 * second)
    await clock.advance(20 * second)
    flood(200)
    expect(limit.take('10.0.0.1', { ...form, player1Name: 'AnnBob', player2Name: '' })).toBe(20 * second)
    expect(limit.take('10.0.0.1', form)).toBe(0)
  })

  test('retries have to wait again once the reserve is used up', async () => {
    flood(40)
    for (let nth = 0; nth < 20; nth += 1) enter(`Ann ${nth}`)
    await clock.advance(20 * second)
    flood(200)
    const waits = Array.from({ length: 20 }, (_, nth) => enter(`Ann ${nth}`))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
    expect(new Set(waits)).toEqual(new Set([0, 20 * second]))
  })

  test('a household’s IPv6 addresses count as one', () => {
    expect(flood(200, (nth) => `2001:db8:0:1::${nth.toString(16)}`)).toBe(40)
    expect(isIn('Ann', '2001:db8:0:2::1')).toBe(true)
  })

  test('nobody waits longer if the wall clock is set back', async () => {
    flood(20)
    clock.setBack(2 * 60 * minute)
    expect(flood(200)).toBe(20)
    expect(enter('Ann')).toBe(20 * second)
    await clock.advance(20 * second)
    expect(isIn('Ann')).toBe(true)
    await clock.advance(10 * minute)
    expect(flood(200)).toBe(40)
  })

  test('nobody else waits', () => {
    flood(2_000)
    expect(isIn('Ann', '10.0.0.2')).toBe(true)
  })

  test('a form that was not entered does not count', () => {
    for (let nth = 0; nth < 100; nth += 1) {
      if (isIn(`Ann ${nth}`)) limits.giveBack('registration', '10.0.0.1')
    }
    expect(flood(200)).toBe(40)
  })
})

describe('from everywhere', () => {
  const anywhere = (nth: number) => `10.${nth % 250}.${Math.floor(nth / 250)}.${clock.monotonicMs() % 250}`

  test('at most 60 teams get in within a minute', async () => {
    expect(flood(1_000, anywhere)).toBe(50)
    await clock.advance(30 * second)
    expect(flood(1_000, anywhere)).toBe(0)
    await clock.advance(30 * second)
    expect(flood(1_000, anywhere)).toBe(50)
  })

  test('an honest team that retries gets in within two minutes', async () => {
    flood(1_000, anywhere)
    expect(isIn('Ann', '192.0.2.1')).toBe(false)
    await clock.advance(20 * second)
    flood(1_000, anywhere)
    expect(isIn('Ann', '192.0.2.1')).toBe(true)
  })
})

describe('the organisers', () => {
  const newsOf = (count: number) =>
    Array.from(
      { length: count },
      (_, nth) => !isIn(`Bot ${clock.monotonicMs()} ${nth}`) && limit.isNewFlood(),
    ).filter(Boolean).length

  test('are told of a flood once in ten minutes, but not of a few refusals', async () => {
    expect(newsOf(59)).toBe(0)
    expect(newsOf(500)).toBe(1)
    await clock.advance(9 * minute)
    expect(newsOf(500)).toBe(0)
    await clock.advance(minute)
    expect(newsOf(500)).toBe(1)
  })
})
