import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { addressOf, siteOf } from './client.ts'

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
  })

  test('is what a trusted proxy says, and only a trusted one', () => {
    const headers = { host: '10.0.0.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cup.example.org' }
    expect(siteOf(from(headers), behindOne)).toBe('https://cup.example.org')
    expect(siteOf(from(headers), alone)).toBe('http://10.0.0.7')
  })

  test.each(['evil.example/path', 'a b', 'user@host', '"><script>', ''])(
    'is none for the host %j',
    (host) => {
      expect(siteOf(from({ host }), alone)).toBeUndefined()
    },
  )
})
