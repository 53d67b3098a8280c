import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import {
  addressOf,
  describeDevice,
  isSameOrigin,
  largestBody,
  loggedPath,
  readForm,
  requestProblem,
  siteOf,
  type Visit,
  visitOf,
  webRequest,
} from './request.ts'

function from(headers: Record<string, string>, remoteAddress = '::ffff:192.0.2.1'): IncomingMessage {
  const rawHeaders = Object.entries(headers).flat()
  return { headers, rawHeaders, socket: { remoteAddress } } as unknown as IncomingMessage
}

const alone = { origin: undefined, trustProxy: 0 }
const behindOne = { origin: undefined, trustProxy: 1 }
const behindTwo = { origin: undefined, trustProxy: 2 }

describe('the IP address of a visitor', () => {
  test('is the connection’s, whatever a header claims', () => {
    expect(addressOf(from({ 'x-forwarded-for': '203.0.113.9' }), alone)).toBe('192.0.2.1')
  })

  test('is the one the trusted proxy saw, not the visitor’s claim', () => {
    expect(addressOf(from({ 'x-forwarded-for': '1.1.1.1, 203.0.113.9' }), behindOne)).toBe('203.0.113.9')
    expect(addressOf(from({ 'x-forwarded-for': '1.1.1.1, 203.0.113.9, 10.0.0.2' }), behindTwo)).toBe(
      '203.0.113.9',
    )
  })

  test('falls back to the connection if a proxy’s header is invalid', () => {
    expect(addressOf(from({}), behindOne)).toBe('192.0.2.1')
    expect(addressOf(from({ 'x-forwarded-for': 'unknown' }), behindOne)).toBe('192.0.2.1')
  })

  test('is the first entry if there are fewer entries than trusted proxies', () => {
    expect(addressOf(from({ 'x-forwarded-for': '203.0.113.9' }), behindTwo)).toBe('203.0.113.9')
  })

  test('is IPv4 without the IPv6 prefix', () => {
    expect(addressOf(from({}, '2001:db8::ffff:1'), alone)).toBe('2001:db8::ffff:1')
    expect(addressOf(from({ 'x-forwarded-for': '::ffff:203.0.113.9' }), behindOne)).toBe('203.0.113.9')
  })

  test('is empty for a closed connection', () => {
    expect(addressOf({ headers: {}, socket: {} } as IncomingMessage, alone)).toBe('')
  })
})

describe('the site of a request', () => {
  test('is the configured origin, whatever the request says', () => {
    const config = { origin: 'https://cup.example.org', trustProxy: 1 }
    expect(siteOf(from({ host: 'evil.example', 'x-forwarded-host': 'evil.example' }), config)).toBe(
      'https://cup.example.org',
    )
  })

  test("is the request's own host otherwise", () => {
    expect(siteOf(from({ host: 'Localhost:3000' }), alone)).toBe('http://localhost:3000')
    expect(siteOf(from({ host: '[::1]:3000' }), alone)).toBe('http://[::1]:3000')
    expect(siteOf(from({ host: '[::1]' }), alone)).toBe('http://[::1]')
  })

  test('is what a trusted proxy says, but no other', () => {
    const headers = { host: '10.0.0.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cup.example.org' }
    expect(siteOf(from(headers), behindOne)).toBe('https://cup.example.org')
    expect(siteOf(from(headers), alone)).toBe('http://10.0.0.7')
  })

  test('is what the last proxy says, or else the request’s host', () => {
    const claimed = {
      host: '10.0.0.7',
      'x-forwarded-proto': 'https, http',
      'x-forwarded-host': 'a.org, b.org',
    }
    expect(siteOf(from(claimed), behindOne)).toBe('http://b.org')
    expect(siteOf(from(claimed), behindTwo)).toBe('https://a.org')
    expect(siteOf(from({ host: '10.0.0.7' }), behindOne)).toBe('http://10.0.0.7')
  })

  test('is none for two Host lines, in any case', () => {
    const named = (...rawHeaders: string[]) =>
      ({ ...from({ host: 'cup.test' }), rawHeaders }) as IncomingMessage
    expect(siteOf(named('Host', 'cup.test', 'From', 'a@b.c', 'Date', 'today'), alone)).toBe('http://cup.test')
    expect(siteOf(named('Host', 'cup.test', 'hOST', 'other.test'), alone)).toBeUndefined()
  })

  test('is localhost for a health check without a host', () => {
    expect(siteOf({ ...from({}), url: '/healthz' } as IncomingMessage, alone)).toBe('http://localhost')
    expect(siteOf({ ...from({}), url: '/draw' } as IncomingMessage, alone)).toBeUndefined()
  })

  test('is none for a request without a host', () => {
    expect(siteOf(from({}), alone)).toBeUndefined()
  })

  test.each([
    'evil.example/path',
    'a b',
    'user@host',
    '"><script>',
    '',
    'cup.org:',
    'cup.org:123456',
    'cup.org:80/',
    '/cup.org',
    '[::1',
    '[]',
    '[::1]x',
    'x[::1]',
    '[::1]:',
    '[::1]:123456',
    '[::1]:80x',
    '[zz]',
  ])('is none for the host %j', (host) => {
    expect(siteOf(from({ host }), alone)).toBeUndefined()
  })
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36 Edg/130.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36 EdgA/130.0', 'Edge on Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Chrome/130.0 Safari/537.36 OPR/110.0', 'Opera on Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) FxiOS/132.0 Safari/605.1', 'Firefox on iPhone'],
  [
    'Mozilla/5.0 (Linux; Android 14) SamsungBrowser/25.0 Chrome/121.0 Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) CriOS/130.0 Safari/604.1', 'Chrome on iPad'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0) Chrome/130.0 Safari/537.36', 'Chrome on ChromeOS'],
  ['Mozilla/5.0 (Macintosh) Version/17.0 Safari/605.1.15', 'Safari on Mac'],
  ['Something (Mac OS X 14)', 'Mac'],
  ['Safari/1', 'Safari'],
  ['Linux', 'Linux'],
  ['curl/8.0', 'Unknown device'],
  [undefined, 'Unknown device'],
])('the device of %j is called %j', (userAgent, name) => {
  expect(describeDevice(userAgent)).toBe(name)
})

const token = 'x'.repeat(43)
const response = {} as ServerResponse

function ask({ method = 'GET', url = '/', cookie = '', site = 'http://cup.test' }) {
  return visitOf({ method, url, headers: { cookie } } as IncomingMessage, response, site)
}

describe('a request', () => {
  test('has a path and a query', () => {
    expect(ask({ url: '/draw?match=1?2' })).toMatchObject({ url: '/draw?match=1?2', path: '/draw' })
    expect(ask({ url: '/draw' })).toMatchObject({ url: '/draw', path: '/draw', site: 'http://cup.test' })
    expect(ask({ url: '?' }).path).toBe('')
  })

  test('is a read only with GET and HEAD', () => {
    const reads = ['GET', 'HEAD', 'POST', 'PUT'].map((method) => ask({ method }).isRead)
    expect(reads).toEqual([true, true, false, false])
  })

  test('is secure on https, with the session in the `__Host-` cookie', () => {
    const plain = ask({ cookie: `cup-session=${token}` })
    expect(plain).toMatchObject({ isSecure: false, token, isAnonymous: false })
    const secured = { site: 'https://cup.test', cookie: `cup-session=${token}` }
    expect(ask(secured)).toMatchObject({ isSecure: true, token: undefined, isAnonymous: true })
    expect(ask({ ...secured, cookie: `__Host-cup-session=${token}` })).toMatchObject({ token })
    expect(ask({ site: 'http://https:80' }).isSecure).toBe(false)
  })

  test('has the link of a new team on the page of the form only', () => {
    const cookie = 'cup-entry=link'
    expect(ask({ url: '/register?done=registered', cookie })).toMatchObject({
      entryToken: 'link',
      isAnonymous: false,
    })
    expect(ask({ url: '/draw', cookie })).toMatchObject({ entryToken: undefined, isAnonymous: true })
  })
})

test('does not log a team’s secret link', () => {
  expect(loggedPath('/entry/secret')).toBe('/entry/(hidden)')
  expect(loggedPath('/entries')).toBe('/entries')
  expect(loggedPath('/x/entry/')).toBe('/x/entry/')
})

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

  test('through a proxy that terminates TLS silently is same-origin if the host is', () => {
    expect(isSameOrigin({ origin: site }, 'http://cup.example.org', false)).toBe(true)
    expect(isSameOrigin({ origin: 'https://evil.example' }, 'http://cup.example.org', false)).toBe(false)
  })

  test('through a proxy that hides the host is same-origin if the browser says so', () => {
    expect(
      isSameOrigin({ origin: site, 'sec-fetch-site': 'same-origin' }, 'http://10.0.0.7:3000', false),
    ).toBe(true)
    expect(isSameOrigin({ origin: site }, 'http://10.0.0.7:3000', false)).toBe(false)
  })

  test('with an invalid origin, to an invalid site, is not same-origin', () => {
    expect(isSameOrigin({ origin: 'null' }, 'http://cup.example.org', false)).toBe(false)
  })
})

describe('the form of a post', () => {
  const urlEncoded = 'application/x-www-form-urlencoded'
  const posted = (body: string, headers: Record<string, string>) =>
    Object.assign(Readable.from(body.match(/.{1,8}/gs)?.map((part) => Buffer.from(part)) ?? []), {
      headers,
      headersDistinct: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    }) as unknown as IncomingMessage
  const read = async (body: string, headers: Record<string, string> = {}, largest = 64) => {
    const form = await readForm(posted(body, headers), largest)
    return 'body' in form ? form.body.toString() : form.status
  }
  const parts = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'

  test.each([
    ['without a type', {}],
    ['as a browser sends it', { 'content-type': urlEncoded }],
    ['with more about its type', { 'content-type': `${urlEncoded.toUpperCase()} ; charset=UTF-8` }],
  ])('is read %s', async (_, headers) => {
    expect(await read('side=1&matchId=4-k3x9', headers)).toBe('side=1&matchId=4-k3x9')
  })

  test('is parsed as multipart if valid', async () => {
    expect(await read(parts, { 'content-type': 'multipart/form-data; boundary=x' }, 200)).toBe(parts)
    expect(await read(parts, { 'content-type': 'multipart/form-data; boundary=y' }, 200)).toBe(400)
  })

  test('is refused in any other type', async () => {
    expect(await read('{"side":1}', { 'content-type': 'application/json' })).toBe(415)
  })

  test('is refused if it is too long, with or without Content-Length', async () => {
    expect(await read('a'.repeat(64))).toHaveLength(64)
    expect(await read('a'.repeat(65))).toBe(413)
    expect(await read('a', { 'content-length': '64' })).toBe('a')
    expect(await read('a', { 'content-length': '65' })).toBe(413)
    expect(largestBody).toEqual({ visitor: 65_536, organiser: 262_144 })
  })

  test('is refused if it has too many fields', async () => {
    const sized = async (body: string, mostFields: number, type = urlEncoded) =>
      readForm(posted(body, { 'content-type': type }), 1_000, mostFields)
    expect(await sized('a=1&b=2', 2)).toHaveProperty('body')
    expect(await sized('a=1&b=2&c', 2)).toEqual({ status: 413 })
    expect(await sized(parts, 1, 'multipart/form-data; boundary=x')).toHaveProperty('body')
    expect(await sized(parts, 0, 'multipart/form-data; boundary=x')).toEqual({ status: 413 })
  })

  test('reaches the page unchanged, without the checked Origin', async () => {
    const request = posted('', { cookie: 'a=b', origin: 'https://cup.test' })
    const visit = { request, site: 'https://cup.test', url: '/draw?match=0.3' } as Visit
    const sent = webRequest(visit, Buffer.from('intent=generate'))
    expect([sent.method, sent.url]).toEqual(['POST', 'https://cup.test/draw?match=0.3'])
    expect(Object.fromEntries(sent.headers)).toEqual({ cookie: 'a=b', 'content-type': urlEncoded })
    expect(await sent.text()).toBe('intent=generate')
    const asked = webRequest(visit, undefined)
    expect([asked.method, asked.body]).toEqual(['GET', null])
    expect(Object.fromEntries(asked.headers)).toEqual({ cookie: 'a=b' })
  })
})

describe('a request problem', () => {
  function problemOf(
    url: string,
    { method = 'GET', headers = {} as Record<string, string>, isOriginFixed = true } = {},
  ) {
    const request = { url, method, headers } as unknown as IncomingMessage
    return requestProblem(visitOf(request, response, site), isOriginFixed)
  }

  test.each(['/', '/draw?match=1', '/caf%C3%A9', `/${'x'.repeat(2_047)}`])('is not found for %j', (url) => {
    expect(problemOf(url)).toBeUndefined()
    expect(problemOf(url, { method: 'HEAD' })).toBeUndefined()
  })

  test.each(['draw', '', 'http://evil.example/', '//evil.example/', '/a\\b', '/%00', '/%E0', '/%'])(
    'for %j makes no sense',
    (url) => {
      expect(problemOf(url)).toEqual({ status: 400 })
    },
  )

  test('is found for an invalid host', () => {
    const request = { url: '/', method: 'GET', headers: {} } as IncomingMessage
    expect(requestProblem(visitOf(request, response, 'http://['), false)).toEqual({
      status: 400,
    })
  })

  test('is found for a very long address', () => {
    expect(problemOf(`/${'x'.repeat(2_048)}`)).toEqual({ status: 414 })
  })

  test('is found for other methods', () => {
    const problem = { status: 405, headers: { allow: 'GET, HEAD, POST' } }
    for (const method of ['PUT', 'DELETE', 'OPTIONS']) expect(problemOf('/', { method })).toEqual(problem)
  })

  test('is found for a cross-site post, but not for a read', () => {
    const headers = { origin: 'https://evil.example' }
    expect(problemOf('/login', { headers })).toBeUndefined()
    expect(problemOf('/login', { method: 'POST', headers })).toEqual({ status: 403 })
    expect(problemOf('/login', { method: 'POST', headers: { origin: site } })).toBeUndefined()
  })

  test('is not found for a post with Origin null from a secret page, but from any other', () => {
    const post = (url: string, headers: Record<string, string>) => problemOf(url, { method: 'POST', headers })
    expect(post('/entry/secret', { origin: 'null' })).toBeUndefined()
    expect(post('/login', { origin: 'null' })).toEqual({ status: 403 })
    expect(post('/entry/secret', { origin: 'https://evil.example' })).toEqual({ status: 403 })
    expect(post('/entry/secret', { origin: 'null', 'sec-fetch-site': 'cross-site' })).toEqual({ status: 403 })
  })
})
