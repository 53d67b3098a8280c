import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { chooseEncoding, createResource } from './respond.ts'

describe('what a browser can read', () => {
  const cases: readonly [accepted: string | undefined, chosen: string][] = [
    [undefined, 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['gzip;q=0.0', 'identity'],
    ['identity', 'identity'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['BR', 'br'],
    ['', 'identity'],
  ]
  test.each(cases)('%j is sent %s', (accepted, chosen) => {
    expect(chooseEncoding(accepted)).toBe(chosen)
  })
})

describe('bytes that many ask for', () => {
  const text = 'chalk line '.repeat(500)
  const parts = {
    status: 200,
    body: Buffer.from(text),
    type: 'text/html; charset=utf-8',
    headers: { 'cache-control': 'no-cache' },
  }

  const headersOf = ({ headers }: { headers: readonly unknown[] }) =>
    Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]]] : [])))

  test('are compressed once, however many ask at the same moment', async () => {
    const resource = createResource(parts)
    const variants = await Promise.all(Array.from({ length: 20 }, () => resource.variant('br')))
    expect(new Set(variants).size).toBe(1)
  })

  test('are the same in every encoding, each under a name of its own', async () => {
    const resource = createResource(parts)
    const [br, gzip, plain] = await Promise.all([
      resource.variant('br'),
      resource.variant('gzip'),
      resource.variant('identity'),
    ])
    expect(brotliDecompressSync(br.body).toString()).toBe(text)
    expect(gunzipSync(gzip.body).toString()).toBe(text)
    expect(plain.body.toString()).toBe(text)
    expect(new Set([br.etag, gzip.etag, plain.etag]).size).toBe(3)
    expect(headersOf(br)).toMatchObject({ 'content-encoding': 'br' })
    expect(headersOf(plain)).not.toHaveProperty('content-encoding')
    expect(headersOf(plain)).toMatchObject({ vary: 'accept-encoding' })
  })

  test('that are few or no text are sent as they are', async () => {
    const few = createResource({ ...parts, body: Buffer.from('short') })
    const picture = createResource({ ...parts, type: 'image/png' })
    for (const resource of [few, picture])
      expect(headersOf(await resource.variant('br'))).not.toHaveProperty('content-encoding')
  })
})
