import { expect, test } from 'vitest'
import { createLinkThrottle } from './link-throttle.ts'

test('many wrong links from one address have to wait a little, and nobody else', () => {
  let now = 0
  const throttle = createLinkThrottle(() => now)
  for (let tries = 1; tries < 30; tries += 1) throttle.fail('10.0.0.1')
  expect(throttle.isBlocked('10.0.0.1')).toBe(false)
  for (let tries = 0; tries < 10; tries += 1) throttle.fail('10.0.0.1')
  expect(throttle.isBlocked('10.0.0.1')).toBe(true)
  expect(throttle.isBlocked('10.0.0.2')).toBe(false)
  now += 15_000
  expect(throttle.isBlocked('10.0.0.1')).toBe(false)
})
