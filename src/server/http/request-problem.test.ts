import { describe, expect, test } from 'vitest'
import { isSameOrigin } from './request-problem.ts'

const site = 'https://cup.example.org'

describe('a post', () => {
  const cases: readonly [what: string, headers: Record<string, string>, allowed: boolean][] = [
    ['from our own page', { origin: site, 'sec-fetch-site': 'same-origin' }, true],
    ['from our own page on an older browser', { origin: site }, true],
    ['from no browser', {}, true],
    ['repeated by a reload', { origin: site, 'sec-fetch-site': 'none' }, true],
    ['from our page, with its origin hidden', { origin: 'null', 'sec-fetch-site': 'same-origin' }, true],
    ['from another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, false],
    ['from another site on an older browser', { origin: 'https://evil.example' }, false],
    [
      'from a neighbour under the same domain',
      { origin: 'https://shop.example.org', 'sec-fetch-site': 'same-site' },
      false,
    ],
    ['from a neighbour that hides its origin', { 'sec-fetch-site': 'same-site' }, false],
    ['from another site that hides its origin', { 'sec-fetch-site': 'cross-site' }, false],
    ['from another port of our host', { origin: 'https://cup.example.org:8443' }, false],
    ['from a sandboxed frame', { origin: 'null' }, false],
    [
      'that lies about one of the two',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      false,
    ],
    ['with an origin that is none', { origin: 'cup.example.org' }, false],
  ]
  test.each(cases)('%s', (_what, headers, allowed) => {
    expect(isSameOrigin(headers, site, true)).toBe(allowed)
  })

  test('through a proxy that ends https without saying so is ours when the host is', () => {
    expect(isSameOrigin({ origin: site }, 'http://cup.example.org', false)).toBe(true)
    expect(isSameOrigin({ origin: 'https://evil.example' }, 'http://cup.example.org', false)).toBe(false)
  })

  test('through a proxy that hides the host is ours when the browser says so', () => {
    expect(
      isSameOrigin({ origin: site, 'sec-fetch-site': 'same-origin' }, 'http://10.0.0.7:3000', false),
    ).toBe(true)
    expect(isSameOrigin({ origin: site }, 'http://10.0.0.7:3000', false)).toBe(false)
  })
})
