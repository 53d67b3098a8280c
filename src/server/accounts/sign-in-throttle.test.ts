import { describe, expect, test } from 'vitest'
import { type Attempt, createSignInThrottle } from './sign-in-throttle.ts'

const ann = 'ann@club.org'

function setUp() {
  let now = 0
  const throttle = createSignInThrottle(() => now)
  return {
    throttle,
    wait: (seconds: number) => {
      now += seconds * 1000
    },
    /** How many of some wrong passwords, sent at once, are even looked at. */
    guess: (times: number, attempt: Attempt) =>
      Array.from({ length: times }, () => throttle.begin(attempt)).filter(Boolean).length,
  }
}

describe('guessing a password', () => {
  test('is stopped after five tries from one address', () => {
    const { guess } = setUp()
    expect(guess(50, { email: ann, address: '10.0.0.1' })).toBe(5)
  })

  test('goes on ever more slowly, but never with more than a minute between two tries', () => {
    const { guess, wait } = setUp()
    const attempt = { email: ann, address: '10.0.0.1' }
    guess(5, attempt)
    wait(1)
    expect(guess(5, attempt)).toBe(1)
    wait(1)
    expect(guess(5, attempt)).toBe(0)
    for (let round = 0; round < 20; round++) {
      wait(60)
      expect(guess(5, attempt)).toBe(1)
    }
  })

  test('is forgotten after a quiet quarter of an hour', () => {
    const { guess, wait } = setUp()
    guess(5, { email: ann, address: '10.0.0.1' })
    wait(15 * 60)
    expect(guess(50, { email: ann, address: '10.0.0.1' })).toBe(5)
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

  test('from everywhere at once slows the account down, for at most fifteen seconds', () => {
    const { guess, wait } = setUp()
    const from = (index: number) => ({ email: ann, address: `10.0.${index >> 8}.${index & 255}` })
    const looked = Array.from({ length: 500 }, (_, index) => guess(1, from(index)))
    expect(looked.filter(Boolean)).toHaveLength(100)
    for (let round = 0; round < 10; round++) {
      wait(15)
      expect(guess(1, from(1000 + round))).toBe(1)
    }
  })
})

describe('the real organiser', () => {
  test('on a browser that signed in before is let in whatever strangers do on the same Wi-Fi', () => {
    const { guess } = setUp()
    guess(1000, { email: ann, address: '10.0.0.1' })
    for (let index = 0; index < 1000; index++)
      guess(1, { email: ann, address: `10.1.${index >> 8}.${index & 255}` })
    expect(guess(1, { email: ann, address: '10.0.0.1', knownDevice: 'her phone' })).toBe(1)
  })

  test('who mistypes a few times and then gets it right starts afresh', () => {
    const { throttle, guess } = setUp()
    const attempt = { email: ann, address: '10.0.0.1' }
    guess(4, attempt)
    throttle.begin(attempt)?.succeeded()
    expect(guess(50, attempt)).toBe(5)
  })

  test('who signs in does not free the address for others', () => {
    const { throttle, guess } = setUp()
    for (let index = 0; index < 30; index++)
      guess(1, { email: `person${index}@club.org`, address: '10.0.0.1' })
    throttle.begin({ email: ann, address: '10.0.0.1', knownDevice: 'her phone' })?.succeeded()
    expect(guess(1, { email: 'stranger@club.org', address: '10.0.0.1' })).toBe(0)
  })
})

test('a flood of made-up emails from everywhere takes a bounded memory', () => {
  const { throttle, guess } = setUp()
  const before = process.memoryUsage().heapUsed
  for (let index = 0; index < 60_000; index++) {
    throttle.begin({
      email: `${'x'.repeat(200)}${index}@club.org`,
      address: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
    })
  }
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(60 * 1024 * 1024)
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
