import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { chooseEncoding, createResource } from './respond.ts'

describe('content negotiation', () => {
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
  test.each(cases)('%j gets %s', (accepted, chosen) => {
    expect(chooseEncoding(accepted)).toBe(chosen)
  })
})

describe('shared responses', () => {
  const text = 'chalk line '.repeat(500)
  const parts = {
    status: 200,
    body: Buffer.from(text),
    type: 'text/html; charset=utf-8',
    headers: { 'cache-control': 'no-cache' },
  }

  const headersOf = ({ headers }: { headers: readonly unknown[] }) =>
    Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]]] : [])))

  test('are compressed once for concurrent requests', async () => {
    const resource = createResource(parts)
    const variants = await Promise.all(Array.from({ length: 20 }, () => resource.variant('br')))
    expect(new Set(variants).size).toBe(1)
  })

  test('have an ETag per encoding', async () => {
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

  test('are not compressed if small or not text', async () => {
    const few = createResource({ ...parts, body: Buffer.from('short') })
    const picture = createResource({ ...parts, type: 'image/png' })
    for (const resource of [few, picture])
      expect(headersOf(await resource.variant('br'))).not.toHaveProperty('content-encoding')
  })
})
