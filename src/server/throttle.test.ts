import { describe, expect, test } from 'vitest'
import { createFailureCounts, networkOf } from './throttle.ts'

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

describe('failures', () => {
  const rule = { free: 2, longestMs: 3_000 }

  function setUp() {
    let now = 1_000_000
    const counts = createFailureCounts(() => now)
    return {
      wait: (ms: number) => {
        now += ms
      },
      fail: (key = 'a') => counts.fail(key, counts.of(key), rule),
      isBlocked: (key = 'a') => counts.isBlocked(counts.of(key)),
      /** How long the key has to wait now. */
      waitOf: (key = 'a') => Math.max(0, counts.of(key).blockedUntil - now),
      failuresOf: (key = 'a') => counts.of(key).failures,
    }
  }

  test('make the next wait twice as long each, and never longer than the rule allows', () => {
    const { fail, waitOf } = setUp()
    const waits = Array.from({ length: 40 }, () => {
      fail()
      return waitOf()
    })
    expect(waits.slice(0, 5)).toEqual([0, 1_000, 2_000, 3_000, 3_000])
    expect(new Set(waits.slice(3))).toEqual(new Set([3_000]))
  })

  test('block until just their wait is over, and only their own key', () => {
    const { fail, isBlocked, wait } = setUp()
    fail()
    fail()
    expect([isBlocked(), isBlocked('b')]).toEqual([true, false])
    wait(999)
    expect(isBlocked()).toBe(true)
    wait(1)
    expect(isBlocked()).toBe(false)
  })

  test('block no longer though the clock is set back', () => {
    const { fail, isBlocked, failuresOf, wait } = setUp()
    fail()
    fail()
    wait(-60 * 60_000)
    expect(isBlocked()).toBe(true)
    wait(1_000)
    expect(isBlocked()).toBe(false)
    wait(15 * 60_000)
    expect(failuresOf()).toBe(0)
  })

  test('are forgotten a quarter of an hour after the last', () => {
    const { fail, failuresOf, wait } = setUp()
    fail()
    wait(14 * 60_000)
    fail()
    wait(15 * 60_000 - 1)
    expect(failuresOf()).toBe(2)
    wait(1)
    expect(failuresOf()).toBe(0)
  })

  test('of the key that failed longest ago go first when there are too many', () => {
    const { fail, failuresOf } = setUp()
    for (let key = 0; key < 10_000; key++) fail(`key ${key}`)
    expect(failuresOf('key 0')).toBe(1)
    fail('key 0')
    fail('one more')
    expect([failuresOf('key 0'), failuresOf('key 1'), failuresOf('key 2')]).toEqual([2, 0, 1])
  })
})
