import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { type Attempt, createSignInThrottle } from './sign-in-throttle.ts'

const ann = 'ann@club.org'

type From = Omit<Attempt, 'guess'>

function setUp() {
  let now = 0
  let made = 0
  const throttle = createSignInThrottle(() => now)
  /** Whether a wrong password was looked at. */
  const tryWrong = (attempt: From, guess = `guess ${made++}`) => {
    const checking = throttle.begin({ ...attempt, guess })
    if (typeof checking === 'string') return false
    checking.failed()
    return true
  }
  return {
    wait: (seconds: number) => {
      now += seconds * 1000
    },
    tryWrong,
    /** How many of some wrong passwords are even looked at. */
    guess: (times: number, attempt: From) =>
      Array.from({ length: times }, () => tryWrong(attempt)).filter(Boolean).length,
    /** Whether the right password is looked at. */
    signIn: (attempt: From) => {
      const checking = throttle.begin({ ...attempt, guess: `right for ${attempt.email}` })
      if (typeof checking === 'string') return false
      checking.succeeded()
      return true
    },
    throttle,
  }
}

describe('guessing a password', () => {
  test('is stopped after five tries from one address', () => {
    const { guess } = setUp()
    expect(guess(50, { email: ann, address: '10.0.0.1' })).toBe(5)
  })

  test('goes on ever more slowly from one address, and comes to eight in a quarter of an hour', () => {
    const { guess, wait } = setUp()
    const attempt = { email: ann, address: '10.0.0.1' }
    guess(5, attempt)
    wait(1)
    expect(guess(5, attempt)).toBe(1)
    wait(1)
    expect(guess(5, attempt)).toBe(0)
    let more = 0
    for (let second = 2; second < 15 * 60; second += 1) {
      wait(1)
      more += guess(10, attempt)
    }
    expect(more).toBeLessThanOrEqual(4)
  })

  test('from everywhere at once, also again and again with the same, comes to 20 in a quarter of an hour', () => {
    const { guess, tryWrong, wait } = setUp()
    const from = (index: number) => ({ email: ann, address: `10.0.${index >> 8}.${index & 255}` })
    let looked = 0
    for (let second = 0; second < 15 * 60 - 1; second += 1) {
      looked += guess(10, from(second))
      // Who has read this: each guess is sent again, until it is looked at.
      if (tryWrong(from(second + 1_000), `patient ${second % 40}`)) looked += 1
      wait(1)
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

  test('is forgotten after a quiet quarter of an hour', () => {
    const { guess, wait } = setUp()
    guess(5, { email: ann, address: '10.0.0.1' })
    wait(15 * 60)
    expect(guess(50, { email: ann, address: '10.0.0.1' })).toBe(5)
  })

  test('is forgotten as soon though the clock is set back', () => {
    const { guess, tryWrong, wait } = setUp()
    guess(5, { email: ann, address: '10.0.0.1' })
    tryWrong({ email: ann, address: '10.0.0.2' }, 'password1')
    wait(-60 * 60)
    expect(tryWrong({ email: ann, address: '10.0.0.1' }, 'password1')).toBe(false)
    wait(15 * 60)
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

  test('from ever new addresses of one IPv6 network counts as one address', () => {
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
  ])('on a fresh device is let in within 15 seconds while strangers %s', (_, stranger) => {
    const { guess, wait, signIn } = setUp()
    let number = 0
    const flood = () => {
      for (let time = 0; time < 50; time++) guess(1, stranger(number++))
    }
    // It has gone on for a while.
    for (let second = 0; second < 60; second += 1) {
      flood()
      wait(1)
    }
    const tries = [0, 3, 6, 9, 12].map(() => {
      const isIn = signIn({ email: ann, address: '10.0.0.1' })
      for (let second = 0; second < 3; second += 1) {
        flood()
        wait(1)
      }
      return isIn
    })
    expect(tries).toEqual([false, true, true, true, true])
  })

  test('on a browser that signed in before is let in whatever strangers do on the same Wi-Fi', () => {
    const { guess } = setUp()
    guess(1000, { email: ann, address: '10.0.0.1' })
    for (let index = 0; index < 1000; index++)
      guess(1, { email: ann, address: `10.1.${index >> 8}.${index & 255}` })
    expect(guess(1, { email: ann, address: '10.0.0.1', knownDevice: 'her phone' })).toBe(1)
  })

  test('who mistypes a few times and then gets it right starts afresh', () => {
    const { signIn, guess } = setUp()
    const attempt = { email: ann, address: '10.0.0.1' }
    guess(4, attempt)
    expect(signIn(attempt)).toBe(true)
    // Four of the eight that an account takes from all together are gone.
    expect(guess(50, attempt)).toBe(4)
  })

  test('who signs in does not free the address for others', () => {
    const { signIn, guess } = setUp()
    for (let index = 0; index < 30; index++)
      guess(1, { email: `person${index}@club.org`, address: '10.0.0.1' })
    signIn({ email: ann, address: '10.0.0.1', knownDevice: 'her phone' })
    expect(guess(1, { email: 'stranger@club.org', address: '10.0.0.1' })).toBe(0)
  })
})

describe('a try', () => {
  test('for which there was no time costs nothing', () => {
    const { throttle, guess } = setUp()
    const attempt = { email: ann, address: '10.0.0.1' }
    for (let time = 0; time < 50; time++) {
      const checking = throttle.begin({ ...attempt, guess: `busy ${time}` })
      if (typeof checking === 'string') throw new Error(checking)
      checking.notChecked()
    }
    expect(guess(50, attempt)).toBe(5)
  })

  test('that succeeded costs the address nothing: a whole club can sign in from one', () => {
    const { signIn } = setUp()
    const all = Array.from({ length: 60 }, (_, nth) =>
      signIn({ email: `${nth}@club.org`, address: '10.0.0.1' }),
    )
    expect(all).not.toContain(false)
  })

  test('with a password that was wrong before is told apart from one that has to wait', () => {
    const { throttle, tryWrong, guess } = setUp()
    const attempt = { email: ann, address: '10.0.0.1' }
    tryWrong(attempt, 'the same')
    expect(throttle.begin({ ...attempt, guess: 'the same' })).toBe('known-wrong')
    guess(50, attempt)
    expect(throttle.begin({ ...attempt, guess: 'another' })).toBe('not-now')
  })

  test('that has to wait is looked at when it comes again within a minute, and not before three seconds', () => {
    const { tryWrong, guess, wait } = setUp()
    const stopped = { email: ann, address: '10.0.0.1' }
    guess(8, stopped)
    for (const address of ['10.0.0.2', '10.0.0.3']) guess(3, { email: ann, address })
    expect(tryWrong(stopped, 'patient')).toBe(false)
    wait(2)
    expect(tryWrong(stopped, 'patient')).toBe(false)
    wait(61)
    expect(tryWrong(stopped, 'patient'), 'after more than a minute it is new').toBe(false)
    wait(3)
    expect(tryWrong(stopped, 'patient')).toBe(true)
  })

  test('on a browser that signed in before counts for that browser alone', () => {
    const { guess } = setUp()
    expect(guess(50, { email: ann, address: '10.0.0.1', knownDevice: 'her phone' })).toBe(10)
    expect(guess(50, { email: ann, address: '10.0.0.1', knownDevice: 'her laptop' })).toBe(10)
  })
})

/** Without what is only waiting to be collected. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

test('a flood of made-up emails from everywhere takes a bounded memory', () => {
  const { throttle, guess } = setUp()
  const before = memoryInUse()
  for (let index = 0; index < 60_000; index++) {
    throttle.begin({
      email: `${'x'.repeat(200)}${index}@club.org`,
      address: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
      guess: String(index),
    })
  }
  expect(memoryInUse() - before).toBeLessThan(60 * 1024 * 1024)
  expect(guess(50, { email: ann, address: '192.168.0.1' })).toBe(5)
})

describe('a flood of made-up accounts', () => {
  test('from a stopped address leaves what is known of the others', () => {
    const { guess } = setUp()
    guess(5, { email: ann, address: '10.0.0.1' })
    for (let made = 0; made < 20_000; made++) guess(1, { email: `${made}@club.org`, address: '10.0.0.2' })
    expect(guess(50, { email: ann, address: '10.0.0.1' })).toBe(0)
  })

  test('with endless names counts as one account', () => {
    const { guess } = setUp()
    const looked = Array.from({ length: 50 }, (_, made) =>
      guess(1, { email: `${made}${'x'.repeat(300)}@club.org`, address: '10.0.0.1' }),
    )
    expect(looked.filter(Boolean)).toHaveLength(5)
  })
})
