import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto'
import type { PushKeys } from '../storage/schema.ts'

/** A browser's keys for one subscription. */
export type PhoneKeys = { readonly p256dh: string; readonly auth: string }

/** Random for each message; a test passes the values of the RFC's worked example. */
type Chance = { readonly salt: Buffer; readonly privateKey: Buffer | undefined }

const recordSize = 4_096

/** Web Push message encryption (RFC 8291): one aes128gcm record (RFC 8188). */
export function encrypt(
  text: string,
  phone: PhoneKeys,
  { salt, privateKey }: Chance = { salt: randomBytes(16), privateKey: undefined },
): Buffer {
  const own = createECDH('prime256v1')
  if (privateKey) own.setPrivateKey(privateKey)
  else own.generateKeys()
  const phonesPublic = fromBase64url(phone.p256dh)
  const shared = own.computeSecret(phonesPublic)

  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), phonesPublic, own.getPublicKey()])
  const secret = derive(shared, fromBase64url(phone.auth), keyInfo, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)

  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // Delimiter 2 marks the last record; no padding follows.
  const sealed = [cipher.update(Buffer.concat([Buffer.from(text), Buffer.of(2)])), cipher.final()]
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordSize)
  const ownPublic = own.getPublicKey()
  return Buffer.concat([salt, size, Buffer.of(ownPublic.length), ownPublic, ...sealed, cipher.getAuthTag()])
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}

/** A point on P-256, and 16 bytes of authentication secret. */
export function arePhoneKeys({ p256dh, auth }: PhoneKeys): boolean {
  const point = fromBase64url(p256dh)
  if (point.length !== 65 || fromBase64url(auth).length !== 16) return false
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    return own.computeSecret(point).length === 32
  } catch {
    return false
  }
}

/** Uncompressed point, as `applicationServerKey` and VAPID expect it. */
export function publicKeyOf({ x, y }: Pick<PushKeys, 'x' | 'y'>): string {
  return Buffer.concat([Buffer.of(4), fromBase64url(x), fromBase64url(y)]).toString('base64url')
}

/** Push services allow up to 24 h. */
const validSeconds = 12 * 3_600

/** VAPID (RFC 8292): a signed token that identifies the sender. `contact` is the address for the service's operators. */
export function vapidHeader(
  keys: PushKeys,
  { endpoint, contact, now }: { readonly endpoint: URL; readonly contact: string; readonly now: Date },
): string {
  const exp = Math.floor(now.getTime() / 1_000) + validSeconds
  const parts = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: endpoint.origin, exp, sub: contact },
  ]
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const { x, y, d } = keys
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKeyOf(keys)}`
}

function fromBase64url(text: string): Buffer {
  return Buffer.from(text, 'base64url')
}
