import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { exchangeOf } from './exchange.ts'
import { isSameOrigin, requestProblem } from './request-problem.ts'

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
    ['from our host without https', { origin: 'http://cup.example.org' }, false],
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

  test('with an origin that cannot be read, to a site that cannot either, is not ours', () => {
    expect(isSameOrigin({ origin: 'null' }, 'http://cup.example.org', false)).toBe(false)
  })
})

describe('a request', () => {
  function problemOf(
    url: string,
    { method = 'GET', headers = {} as Record<string, string>, isOriginFixed = true } = {},
  ) {
    const request = { url, method, headers } as unknown as IncomingMessage
    return requestProblem(exchangeOf(request, {} as ServerResponse, site), isOriginFixed)
  }

  test.each(['/', '/draw?match=1', '/caf%C3%A9', `/${'x'.repeat(2_047)}`])('for %j is taken', (url) => {
    expect(problemOf(url)).toBeUndefined()
    expect(problemOf(url, { method: 'HEAD' })).toBeUndefined()
  })

  test.each(['draw', '', 'http://evil.example/', '//evil.example/', '/a\\b', '/%00', '/%E0', '/%'])(
    'for %j makes no sense',
    (url) => {
      expect(problemOf(url)).toEqual({ status: 400 })
    },
  )

  test('under a host that makes none makes no sense either', () => {
    const request = { url: '/', method: 'GET', headers: {} } as IncomingMessage
    expect(requestProblem(exchangeOf(request, {} as ServerResponse, 'http://['), false)).toEqual({
      status: 400,
    })
  })

  test('for an address without end is refused', () => {
    expect(problemOf(`/${'x'.repeat(2_048)}`)).toEqual({ status: 414 })
  })

  test('that neither reads nor posts is refused', () => {
    const problem = { status: 405, headers: { allow: 'GET, HEAD, POST' } }
    for (const method of ['PUT', 'DELETE', 'OPTIONS']) expect(problemOf('/', { method })).toEqual(problem)
  })

  test('that posts from elsewhere is refused, one that reads is not', () => {
    const headers = { origin: 'https://evil.example' }
    expect(problemOf('/login', { headers })).toBeUndefined()
    expect(problemOf('/login', { method: 'POST', headers })).toEqual({ status: 403 })
    expect(problemOf('/login', { method: 'POST', headers: { origin: site } })).toBeUndefined()
  })

  test('of a page that is a secret may hide where it comes from, and no other', () => {
    const post = (url: string, headers: Record<string, string>) => problemOf(url, { method: 'POST', headers })
    expect(post('/entry/secret', { origin: 'null' })).toBeUndefined()
    expect(post('/login', { origin: 'null' })).toEqual({ status: 403 })
    expect(post('/entry/secret', { origin: 'https://evil.example' })).toEqual({ status: 403 })
    expect(post('/entry/secret', { origin: 'null', 'sec-fetch-site': 'cross-site' })).toEqual({ status: 403 })
  })
})
