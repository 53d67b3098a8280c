import { beforeEach, describe, expect, test } from 'vitest'
import { type ManualClock, manualClock } from '../../tests/support/manual-clock.ts'
import { createLimits, createRetries, type Limits, networkOf } from './rate-limits.ts'

const second = 1_000
const minute = 60 * second

let clock: ManualClock
let limits: Limits

beforeEach(() => {
  clock = manualClock()
  limits = createLimits(clock)
})

/** How many of `tries` attempts get a token. */
const taken = (count: number, ...given: Parameters<Limits['take']>) =>
  Array.from({ length: count }, () => limits.take(...given)).filter((wait) => wait === 0).length

describe('the network of an address', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::5', '2001:db8:1:2'],
    ['2001:db8::5', '2001:db8:0:0'],
    ['2001:db8::3:4:5:6', '2001:db8:0:0'],
    ['2001:db8::2:3:4:5:6', '2001:db8:0:2'],
    ['2001::db8:2:3:4:5:6', '2001:0:db8:2'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['not an address', 'not an address'],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('a token bucket', () => {
  test('starts full, refills one by one, and never exceeds its size', async () => {
    expect(taken(50, 'entry-change', 'Ann')).toBe(10)
    await clock.advance(30 * second - 1)
    expect(taken(50, 'entry-change', 'Ann')).toBe(0)
    await clock.advance(1)
    expect(taken(50, 'entry-change', 'Ann')).toBe(1)
    await clock.advance(2 * minute)
    expect(taken(50, 'entry-change', 'Ann')).toBe(4)
    await clock.advance(60 * minute)
    expect(taken(50, 'entry-change', 'Ann')).toBe(10)
  })

  test('says how long to wait for the next token', async () => {
    taken(10, 'entry-change', 'Ann')
    expect(limits.take('entry-change', 'Ann')).toBe(30 * second)
    await clock.advance(10 * second)
    expect(limits.take('entry-change', 'Ann')).toBe(20 * second)
    expect(limits.waitOf('entry-change', 'Bob')).toBe(0)
  })

  test('is separate for each key, and shared by the addresses of a network', () => {
    expect(taken(50, 'wrong-link', '10.0.0.1')).toBe(30)
    expect(taken(50, 'wrong-link', '10.0.0.2')).toBe(30)
    expect(taken(20, 'wrong-link', '2001:db8:0:1::1')).toBe(20)
    expect(taken(20, 'wrong-link', '2001:db8:0:1::2')).toBe(10)
    expect(taken(20, 'wrong-link', '2001:db8:0:2::1')).toBe(20)
  })

  test('never returns a negative wait, even if time passes meanwhile', () => {
    let now = 0
    const running = createLimits({
      monotonicMs: () => {
        now += 700
        return now
      },
    })
    const waits = Array.from({ length: 1_000 }, () => running.take('entry-change', 'Ann'))
    expect(waits.filter((wait) => wait < 0)).toEqual([])
  })

  test('gets back an unused token', () => {
    taken(10, 'entry-change', 'Ann')
    limits.giveBack('entry-change', 'Ann')
    expect(taken(50, 'entry-change', 'Ann')).toBe(1)
    for (let nth = 0; nth < 20; nth += 1) limits.giveBack('entry-change', 'Ann')
    expect(taken(50, 'entry-change', 'Ann')).toBe(10)
  })

  test('is evicted for the least recently used key', () => {
    for (let key = 0; key < 10_000; key += 1) taken(10, 'entry-change', `team ${key}`)
    limits.giveBack('entry-change', 'team 0')
    expect(limits.take('entry-change', 'team 0')).toBe(0)
    taken(1, 'entry-change', 'one more')
    const isEmpty = (key: string) => limits.waitOf('entry-change', key) > 0
    expect([isEmpty('team 0'), isEmpty('team 1'), isEmpty('team 2')]).toEqual([true, false, true])
  })
})

test('limits many wrong links from one network only', async () => {
  expect(taken(40, 'wrong-link', '10.0.0.1')).toBe(30)
  expect(limits.take('wrong-link', '10.0.0.2')).toBe(0)
  await clock.advance(15 * second)
  expect(limits.take('wrong-link', '10.0.0.1')).toBe(0)
})

test('a sliding window never exceeds its number in any window', async () => {
  expect(taken(5, 'sign-in', 'ann', 'retry')).toBe(5)
  await clock.advance(10 * minute)
  expect(taken(50, 'sign-in', 'ann', 'retry')).toBe(15)
  await clock.advance(5 * minute)
  expect(taken(50, 'sign-in', 'ann', 'retry')).toBe(5)
  expect(limits.take('sign-in', 'ann', 'retry')).toBe(10 * minute)
})

test('reserved tokens are for retries', () => {
  expect(taken(50, 'sign-in', 'ann')).toBe(8)
  expect(taken(50, 'sign-in', 'ann', 'retry')).toBe(12)
})

test('a request with several limits takes a token from each or none', async () => {
  expect(taken(100, 'registration', '10.0.0.1')).toBe(40)
  // The hundred from one address took 40 of everybody's 50.
  expect(taken(100, 'registration', '10.0.0.2')).toBe(10)
  await clock.advance(minute)
  // Of its 40 the second address has 30 left, and 4 of the 10 came back.
  expect(taken(100, 'registration', '10.0.0.2')).toBe(34)
})

describe('a retry', () => {
  const rule = { afterMs: 20 * second, forgottenMs: minute }

  test('is the same request after its wait', async () => {
    const retries = createRetries(clock, rule)
    expect(retries.waitOf('Ann')).toBe(20 * second)
    await clock.advance(5 * second)
    expect(retries.waitOf('Ann')).toBe(15 * second)
    await clock.advance(15 * second)
    expect(retries.waitOf('Ann')).toBe(0)
    expect(retries.waitOf('Bob')).toBe(20 * second)
  })

  test('is a new request once the first is forgotten', async () => {
    const retries = createRetries(clock, rule)
    retries.waitOf('Ann')
    await clock.advance(minute)
    expect(retries.waitOf('Ann')).toBe(0)
    await clock.advance(minute + 1)
    expect(retries.waitOf('Ann')).toBe(20 * second)
    await clock.advance(minute)
    retries.forget('Ann')
    expect(retries.waitOf('Ann')).toBe(20 * second)
  })
})
