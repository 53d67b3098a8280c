import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { addressOf, describeDevice, siteOf } from './client.ts'

function from(headers: Record<string, string>, remoteAddress = '::ffff:192.0.2.1'): IncomingMessage {
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage
}

const alone = { origin: undefined, trustProxy: 0 }
const behindOne = { origin: undefined, trustProxy: 1 }
const behindTwo = { origin: undefined, trustProxy: 2 }

describe('the address of a visitor', () => {
  test('is that of the connection, whatever a header claims', () => {
    expect(addressOf(from({ 'x-forwarded-for': '203.0.113.9' }), alone)).toBe('192.0.2.1')
  })

  test('is what the trusted proxy saw, not what the visitor wrote before it', () => {
    expect(addressOf(from({ 'x-forwarded-for': '1.1.1.1, 203.0.113.9' }), behindOne)).toBe('203.0.113.9')
    expect(addressOf(from({ 'x-forwarded-for': '1.1.1.1, 203.0.113.9, 10.0.0.2' }), behindTwo)).toBe(
      '203.0.113.9',
    )
  })

  test('falls back to the connection when a proxy says nothing that makes sense', () => {
    expect(addressOf(from({}), behindOne)).toBe('192.0.2.1')
    expect(addressOf(from({ 'x-forwarded-for': 'unknown' }), behindOne)).toBe('192.0.2.1')
  })

  test('is the first there is when fewer proxies than trusted have added theirs', () => {
    expect(addressOf(from({ 'x-forwarded-for': '203.0.113.9' }), behindTwo)).toBe('203.0.113.9')
  })

  test('is written as IPv4 where it is one, and as it is otherwise', () => {
    expect(addressOf(from({}, '2001:db8::ffff:1'), alone)).toBe('2001:db8::ffff:1')
    expect(addressOf(from({ 'x-forwarded-for': '::ffff:203.0.113.9' }), behindOne)).toBe('203.0.113.9')
  })

  test('of a connection that is gone is none', () => {
    expect(addressOf({ headers: {}, socket: {} } as IncomingMessage, alone)).toBe('')
  })
})

describe('the site a page is asked under', () => {
  test('is the configured one, whatever the request says', () => {
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

  test('is what a trusted proxy says, and only a trusted one', () => {
    const headers = { host: '10.0.0.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cup.example.org' }
    expect(siteOf(from(headers), behindOne)).toBe('https://cup.example.org')
    expect(siteOf(from(headers), alone)).toBe('http://10.0.0.7')
  })

  test('is the last proxy’s word, and the host of the request where it has none', () => {
    const claimed = {
      host: '10.0.0.7',
      'x-forwarded-proto': 'https, http',
      'x-forwarded-host': 'a.org, b.org',
    }
    expect(siteOf(from(claimed), behindOne)).toBe('http://b.org')
    expect(siteOf(from(claimed), behindTwo)).toBe('https://a.org')
    expect(siteOf(from({ host: '10.0.0.7' }), behindOne)).toBe('http://10.0.0.7')
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
