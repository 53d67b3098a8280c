import { expect, test } from 'vitest'
import { phoneHref } from './phone-href.ts'

test.each([
  ['079 123 45 67', 'tel:0791234567'],
  ['+1 (555) 010-9999', 'tel:+15550109999'],
  ['+41 (0)79 123 45 67', 'tel:+41791234567'],
  ['(079) 123 45 67', 'tel:0791234567'],
  ['ask Ben', undefined],
  ['+', undefined],
  ['079 123 45 67 / 079 765 43 21', undefined],
  ['044 12 34, +41 44 56 78', undefined],
])('a phone number typed as %j is called by %j', (typed, href) => {
  expect(phoneHref(typed)).toBe(href)
})
