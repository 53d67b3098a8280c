import { describe, expect, test } from 'vitest'
import { organiserOfTests } from '../support/start-cup.ts'
import { cupBehind, documentedConfig, walkEvening } from './support/evening-behind.ts'
import { runCaddy } from './support/run-proxy.ts'

const site = documentedConfig('Caddy')

test('docs/operations.md gives Caddy nothing but reverse_proxy', () => {
  expect(site.replace(/\s+/g, ' ')).toBe('cup.example.org { reverse_proxy 127.0.0.1:3000 }')
})

describe('behind Caddy with nothing but reverse_proxy, on https and HTTP/2', () => {
  const evening = cupBehind(
    () => runCaddy(site),
    ({ url }) => ({ origin: url, trustProxy: 1 }),
  )

  test('cookies are Secure, and browsers are told to stay on https', async () => {
    const answer = await evening().visitor.ask('/login', { form: organiserOfTests })
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
    expect(String(answer.headers['set-cookie'])).toMatch(/__Host-cup-session=[^;]+;.*Secure/)
    answer.body.resume()
  })

  walkEvening(evening)
})

describe('behind Caddy, trusted for https and the host, without ORIGIN', () => {
  walkEvening(
    cupBehind(
      () => runCaddy(site),
      () => ({ trustProxy: 1 }),
    ),
  )
})
