import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atTestEnd } from './at-test-end.ts'

const { subtle } = globalThis.crypto
const curve = { namedCurve: 'P-256' } as const

type Heard = {
  readonly message: Record<string, string>
  /** The `sub` claim. */
  readonly contact: string
  readonly headers: IncomingMessage['headers']
}

export type Phone = {
  /** The browser's subscription. */
  readonly subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string }
  /** Received calls, in order. */
  readonly heard: Heard[]
  /** The first push, which proves that the phone is one. */
  readonly first: Heard[]
  /** Sets the service's status, 201 by default; 'nothing' never answers. */
  answer: number | 'nothing'
}

export type PushService = {
  readonly isPushService: (endpoint: URL) => boolean
  /** A phone whose browser subscribed with the cup's public key. */
  phone(cupKey: string): Promise<Phone>
  /** Why messages were rejected. */
  readonly complaints: string[]
  /** Number of unanswered requests. */
  readonly waiting: () => number
  close(): Promise<void>
}

/**
 * Fake push service with its phones. Verifies the VAPID signature and decrypts the message by Web Crypto, written after RFC 8291 and 8292
 * and sharing no code with the sender.
 */
export async function startPushService(now: () => Date = () => new Date()): Promise<PushService> {
  const phones = new Map<string, Phone & { cupKey: string; keys: CryptoKeyPair }>()
  const complaints: string[] = []
  const held = new Set<ServerResponse>()

  async function onPush(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const phone = phones.get(request.url ?? '')
    if (!phone) return response.writeHead(404).end()
    const { cupKey, keys, subscription } = phone
    try {
      const claims = await claimsOf(request.headers.authorization ?? '', cupKey)
      if (claims.aud !== origin) throw new Error(`signed for ${claims.aud}`)
      const seconds = claims.exp - now().getTime() / 1_000
      if (!(seconds > 0 && seconds <= 24 * 3_600)) throw new Error(`signed until ${seconds} s from now`)
      if (!/^(https:\/\/|mailto:)\S+$/.test(claims.sub)) throw new Error(`nobody to write to: ${claims.sub}`)
      if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('another encoding')
      if (!Number.isInteger(Number(request.headers.ttl))) throw new Error('no TTL')
      if (phone.answer === 201) {
        const text = await decrypt(Buffer.concat(chunks), keys, subscription)
        const message = JSON.parse(text)
        const list = message.tag === 'first-push' ? phone.first : phone.heard
        list.push({ message, contact: claims.sub, headers: request.headers })
      }
    } catch (error) {
      complaints.push(String(error))
      return response.writeHead(403).end()
    }
    if (phone.answer !== 'nothing') return response.writeHead(phone.answer).end()
    held.add(response)
    response.once('close', () => held.delete(response))
  }

  const server = createServer((request, response) => {
    onPush(request, response).catch((error: unknown) => complaints.push(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    isPushService: (endpoint) => endpoint.origin === origin,
    async phone(cupKey) {
      const keys = await subtle.generateKey({ name: 'ECDH', ...curve }, true, ['deriveBits'])
      const path = `/push/${phones.size + 1}`
      const subscription = {
        endpoint: origin + path,
        p256dh: Buffer.from(await subtle.exportKey('raw', keys.publicKey)).toString('base64url'),
        auth: Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url'),
      }
      const phone = { subscription, heard: [], first: [], answer: 201, cupKey, keys }
      phones.set(path, phone)
      return phone
    },
    complaints,
    waiting: () => held.size,
    close: atTestEnd(
      () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve())
          server.closeAllConnections()
        }),
    ),
  }
}

type Claims = { readonly aud: string; readonly exp: number; readonly sub: string }

/** Verifies the VAPID header with the key that the phone subscribed with; returns its claims. */
async function claimsOf(header: string, cupKey: string): Promise<Claims> {
  const [, head = '', body = '', signature = '', key] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? []
  if (key !== cupKey) throw new Error('another key than the phone subscribed with')
  const { typ, alg } = JSON.parse(Buffer.from(head, 'base64url').toString())
  if (typ !== 'JWT' || alg !== 'ES256') throw new Error(`a ${typ} by ${alg}`)
  const raw = new Uint8Array(Buffer.from(cupKey, 'base64url'))
  const publicKey = await subtle.importKey('raw', raw, { name: 'ECDSA', ...curve }, false, ['verify'])
  const isSigned = await subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    publicKey,
    new Uint8Array(Buffer.from(signature, 'base64url')),
    new TextEncoder().encode(`${head}.${body}`),
  )
  if (!isSigned) throw new Error('a signature that does not fit')
  return JSON.parse(Buffer.from(body, 'base64url').toString())
}

/** As a browser does it: RFC 8291, section 3, on a record of RFC 8188, section 2. */
async function decrypt(
  body: Buffer,
  keys: CryptoKeyPair,
  { p256dh, auth }: Phone['subscription'],
): Promise<string> {
  const salt = body.subarray(0, 16)
  const length = body.readUInt8(20)
  const sender = new Uint8Array(body.subarray(21, 21 + length))
  const record = new Uint8Array(body.subarray(21 + length))
  if (body.readUInt32BE(16) < record.length) throw new Error('a record longer than it says')
  const senderKey = await subtle.importKey('raw', sender, { name: 'ECDH', ...curve }, false, [])
  const shared = await subtle.deriveBits({ name: 'ECDH', public: senderKey }, keys.privateKey, 256)
  const info = Buffer.concat([
    Buffer.from('WebPush: info\0'),
    Buffer.from(p256dh, 'base64url'),
    Buffer.from(sender),
  ])
  const secret = await hkdf(new Uint8Array(shared), Buffer.from(auth, 'base64url'), info, 32)
  const key = await hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const iv = await hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const aes = await subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  const plain = Buffer.from(await subtle.decrypt({ name: 'AES-GCM', iv }, aes, record))
  const end = plain.lastIndexOf(2)
  if (end < 0 || plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no last record')
  return plain.subarray(0, end).toString()
}

async function hkdf(secret: Uint8Array<ArrayBuffer>, salt: Buffer, info: Buffer, bytes: number) {
  const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(salt), info: new Uint8Array(info) }
  return new Uint8Array(await subtle.deriveBits(how, key, bytes * 8))
}
