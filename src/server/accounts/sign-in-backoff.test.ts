import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../../tests/support/manual-clock.ts'
import { type Attempt, createBackoff, createSignInBackoff } from './sign-in-backoff.ts'

const ann = 'ann@club.org'

type From = Omit<Attempt, 'guess'>

function setUp() {
  const clock = manualClock()
  let made = 0
  const backoff = createSignInBackoff(clock)
  /** Whether a wrong password was checked. */
  const tryWrong = (attempt: From, guess = `guess ${made++}`) => {
    const checking = backoff.begin({ ...attempt, guess })
    if (typeof checking === 'string') return false
    checking.failed()
    return true
  }
  return {
    wait: (seconds: number) => clock.advance(seconds * 1000),
    tryWrong,
    /** How many of some wrong passwords are checked. */
    guess: (times: number, attempt: From) =>
      Array.from({ length: times }, () => tryWrong(attempt)).filter(Boolean).length,
    /** Whether the right password is checked. */
    signIn: (attempt: From) => {
      const checking = backoff.begin({ ...attempt, guess: `right for ${attempt.email}` })
      if (typeof checking === 'string') return false
      checking.succeeded()
      return true
    },
    backoff,
  }
}

describe('guessing a password', () => {
  test('is stopped after five attempts from one address', () => {
    const { guess } = setUp()
    expect(guess(50, { email: ann, address: '10.0.0.1' })).toBe(5)
  })

  test('slows down from one address, to eight checks in a quarter of an hour', async () => {
    const { guess, wait } = setUp()
    const attempt = { email: ann, address: '10.0.0.1' }
    guess(5, attempt)
    await wait(1)
    expect(guess(5, attempt)).toBe(1)
    await wait(1)
    expect(guess(5, attempt)).toBe(0)
    let more = 0
    for (let second = 2; second < 15 * 60; second += 1) {
      await wait(1)
      more += guess(10, attempt)
    }
    expect(more).toBeLessThanOrEqual(4)
  })

  test('from everywhere at once, also with repeated guesses, gets 20 checks in a quarter of an hour', async () => {
    const { guess, tryWrong, wait } = setUp()
    const from = (index: number) => ({ email: ann, address: `10.0.${index >> 8}.${index & 255}` })
    let looked = 0
    for (let second = 0; second < 15 * 60 - 1; second += 1) {
      looked += guess(10, from(second))
      // An attacker who has read this retries each guess until it is checked.
      if (tryWrong(from(second + 1_000), `patient ${second % 40}`)) looked += 1
      await wait(1)
    }
    expect(looked).toBe(20)
  })

  test('with the same password again and again is one guess', () => {
    const { tryWrong, signIn } = setUp()
    const attempt = { email: ann, address: '10.0.0.1' }
    const looked = Array.from({ length: 100 }, () => tryWrong(attempt, 'password1'))
    expect(looked.filter(Boolean)).toHaveLength(1)
    expect(signIn(attempt)).toBe(true)
  })

  test('is forgotten after a quiet quarter of an hour', async () => {
    const { guess, tryWrong, wait } = setUp()
    guess(5, { email: ann, address: '10.0.0.1' })
    tryWrong({ email: ann, address: '10.0.0.2' }, 'password1')
    expect(tryWrong({ email: ann, address: '10.0.0.1' }, 'password1')).toBe(false)
    await wait(15 * 60)
    expect(tryWrong({ email: ann, address: '10.0.0.1' }, 'password1')).toBe(true)
    expect(guess(50, { email: ann, address: '10.0.0.1' })).toBe(4)
  })

  test('for many accounts is stopped for the whole address', () => {
    const { guess } = setUp()
    const looked = Array.from({ length: 100 }, (_, index) =>
      guess(1, { email: `person${index}@club.org`, address: '10.0.0.1' }),
    )
    expect(looked.filter(Boolean)).toHaveLength(30)
  })

  test('from new addresses of one IPv6 network counts as one address', () => {
    const { guess } = setUp()
    const looked = Array.from({ length: 20 }, (_, index) =>
      guess(1, { email: ann, address: `2001:db8:1:2::${index.toString(16)}` }),
    )
    expect(looked.filter(Boolean)).toHaveLength(5)
    expect(guess(1, { email: ann, address: '2001:db8:1:3::1' })).toBe(1)
  })
})

describe('the real organiser', () => {
  test.each([
    ['guess her password from the same address', () => ({ email: ann, address: '10.0.0.1' })],
    [
      'guess her password from everywhere',
      (n: number) => ({ email: ann, address: `10.1.${n >> 8}.${n & 255}` }),
    ],
    [
      'guess at everybody from the same address',
      (n: number) => ({ email: `${n}@club.org`, address: '10.0.0.1' }),
    ],
  ])('on a new device gets in within 15 seconds while strangers %s', async (_, stranger) => {
    const { guess, wait, signIn } = setUp()
    let number = 0
    const flood = () => {
      for (let time = 0; time < 50; time++) guess(1, stranger(number++))
    }
    // The attack has gone on for a while.
    for (let second = 0; second < 60; second += 1) {
      flood()
      await wait(1)
    }
    const tries: boolean[] = []
    for (const _second of [0, 3, 6, 9, 12]) {
      tries.push(signIn({ email: ann, address: '10.0.0.1' }))
      for (let second = 0; second < 3; second += 1) {
        flood()
        await wait(1)
      }
    }
    expect(tries).toEqual([false, true, true, true, true])
  })

  test('on a known browser gets in whatever strangers do on the same Wi-Fi', () => {
    const { guess } = setUp()
    guess(1000, { email: ann, address: '10.0.0.1' })
    for (let index = 0; index < 1000; index++)
      guess(1, { email: ann, address: `10.1.${index >> 8}.${index & 255}` })
    expect(guess(1, { email: ann, address: '10.0.0.1', knownDevice: 'her phone' })).toBe(1)
  })

  test('after a few typing errors starts afresh with the right password', () => {
    const { signIn, guess } = setUp()
    const attempt = { email: ann, address: '10.0.0.1' }
    guess(4, attempt)
    expect(signIn(attempt)).toBe(true)
    // Four of the account's eight attempts from all addresses are used.
    expect(guess(50, attempt)).toBe(4)
    const known = { ...attempt, knownDevice: 'her phone' }
    guess(9, known)
    expect(signIn(known)).toBe(true)
    expect(guess(50, known)).toBe(10)
  })

  test('does not free the address for others by signing in', () => {
    const { signIn, guess } = setUp()
    for (let index = 0; index < 30; index++)
      guess(1, { email: `person${index}@club.org`, address: '10.0.0.1' })
    signIn({ email: ann, address: '10.0.0.1', knownDevice: 'her phone' })
    expect(guess(1, { email: 'stranger@club.org', address: '10.0.0.1' })).toBe(0)
  })
})

describe('a try', () => {
  test.each([
    ['a new browser', {}, 5],
    ['a browser that signed in before', { knownDevice: 'her phone' }, 10],
  ])('of %s that was not checked costs nothing', (_, device, free) => {
    const { backoff, guess } = setUp()
    const attempt = { email: ann, address: '10.0.0.1', ...device }
    for (let time = 0; time < 50; time++) {
      const checking = backoff.begin({ ...attempt, guess: `busy ${time}` })
      if (typeof checking === 'string') throw new Error(checking)
      checking.notChecked()
    }
    expect(guess(50, attempt)).toBe(free)
  })

  test('that succeeded costs the address nothing: a whole club can sign in from one', () => {
    const { signIn } = setUp()
    const all = Array.from({ length: 60 }, (_, nth) =>
      signIn({ email: `${nth}@club.org`, address: '10.0.0.1' }),
    )
    expect(all).not.toContain(false)
  })

  test('with a password known to be wrong differs from one that has to wait', () => {
    const { backoff, tryWrong, guess } = setUp()
    const attempt = { email: ann, address: '10.0.0.1' }
    tryWrong(attempt, 'the same')
    expect(backoff.begin({ ...attempt, guess: 'the same' })).toBe('known-wrong')
    guess(50, attempt)
    expect(backoff.begin({ ...attempt, guess: 'another' })).toBe('not-now')
  })

  test('that has to wait is checked when retried within a minute, but not before three seconds', async () => {
    const { tryWrong, guess, wait } = setUp()
    const stopped = { email: ann, address: '10.0.0.1' }
    guess(8, stopped)
    for (const address of ['10.0.0.2', '10.0.0.3']) guess(3, { email: ann, address })
    expect(tryWrong(stopped, 'patient')).toBe(false)
    await wait(2)
    expect(tryWrong(stopped, 'patient')).toBe(false)
    await wait(61)
    expect(tryWrong(stopped, 'patient'), 'after more than a minute it is new').toBe(false)
    await wait(3)
    expect(tryWrong(stopped, 'patient')).toBe(true)
  })

  test('on a known browser counts for that browser only', () => {
    const { guess } = setUp()
    expect(guess(50, { email: ann, address: '10.0.0.1', knownDevice: 'her phone' })).toBe(10)
    expect(guess(50, { email: ann, address: '10.0.0.1', knownDevice: 'her laptop' })).toBe(10)
  })
})

/** After garbage collection. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

test('a flood of made-up emails from everywhere takes a bounded memory', () => {
  const { backoff, guess } = setUp()
  const before = memoryInUse()
  for (let index = 0; index < 60_000; index++) {
    backoff.begin({
      email: `${'x'.repeat(200)}${index}@club.org`,
      address: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
      guess: String(index),
    })
  }
  expect(memoryInUse() - before).toBeLessThan(60 * 1024 * 1024)
  expect(guess(50, { email: ann, address: '192.168.0.1' })).toBe(5)
})

describe('a flood of made-up accounts', () => {
  test('from a blocked address does not evict the counts of others', () => {
    const { guess } = setUp()
    guess(5, { email: ann, address: '10.0.0.1' })
    for (let made = 0; made < 20_000; made++) guess(1, { email: `${made}@club.org`, address: '10.0.0.2' })
    expect(guess(50, { email: ann, address: '10.0.0.1' })).toBe(0)
  })

  test('with oversized names counts as one account', () => {
    const { guess } = setUp()
    const looked = Array.from({ length: 50 }, (_, made) =>
      guess(1, { email: `${made}${'x'.repeat(300)}@club.org`, address: '10.0.0.1' }),
    )
    expect(looked.filter(Boolean)).toHaveLength(5)
  })
})

describe('a backoff', () => {
  function setUpBackoff(free = 2) {
    const clock = manualClock()
    const backoff = createBackoff(clock, { free, longestMs: 3_000 })
    return {
      clock,
      fail: (key = 'a') => backoff.fail(key),
      waitOf: (key = 'a') => backoff.waitOf(key),
      backoff,
    }
  }

  test('doubles the wait after each failure, up to its cap', () => {
    const { fail, waitOf } = setUpBackoff()
    const waits = Array.from({ length: 40 }, () => {
      fail()
      return waitOf()
    })
    expect(waits.slice(0, 5)).toEqual([0, 1_000, 2_000, 3_000, 3_000])
    expect(new Set(waits.slice(3))).toEqual(new Set([3_000]))
  })

  test('lasts exactly its wait, for its own key only', async () => {
    const { fail, waitOf, clock } = setUpBackoff()
    fail()
    fail()
    expect([waitOf(), waitOf('b')]).toEqual([1_000, 0])
    await clock.advance(999)
    expect(waitOf()).toBe(1)
    await clock.advance(1)
    expect(waitOf()).toBe(0)
  })

  test.each([
    ['counts on until a quarter of an hour after the last failure', 15 * 60_000 - 1, 2_000],
    ['starts afresh a quarter of an hour after the last failure', 15 * 60_000, 0],
  ])('%s', async (_, laterMs, wait) => {
    const { fail, waitOf, clock } = setUpBackoff()
    fail()
    await clock.advance(14 * 60_000)
    fail()
    await clock.advance(laterMs)
    fail()
    expect(waitOf()).toBe(wait)
  })

  test('undoes a failure that was none', () => {
    const { fail, waitOf, backoff } = setUpBackoff()
    fail()
    fail()
    backoff.undo('a')
    expect(waitOf()).toBe(0)
    fail()
    expect(waitOf()).toBe(1_000)
    backoff.undo('b')
    expect(waitOf('b')).toBe(0)
  })

  test('evicts the key whose failure is oldest', () => {
    const { fail, waitOf } = setUpBackoff(1)
    for (let key = 0; key < 10_000; key++) fail(`key ${key}`)
    expect(waitOf('key 0')).toBe(1_000)
    fail('key 0')
    fail('one more')
    expect([waitOf('key 0'), waitOf('key 1'), waitOf('key 2')]).toEqual([2_000, 0, 1_000])
  })
})
