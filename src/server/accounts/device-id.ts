import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Admin } from '../storage/account-rows.ts'

/**
 * Proves that a browser has signed in to an account before. An HMAC keyed with the password's hash: nobody else can make
 * one, and a new password voids them all.
 */
export function makeDeviceId(admin: Admin): string {
  return deviceIdOf(admin, randomBytes(12).toString('base64url'))
}

export function isDeviceIdOf(admin: Admin, deviceId: string): boolean {
  const expected = Buffer.from(deviceIdOf(admin, deviceId.split('.', 1)[0] ?? ''))
  const given = Buffer.from(deviceId)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

function deviceIdOf({ email, passwordHash }: Admin, nonce: string): string {
  const proof = createHmac('sha256', passwordHash).update(`${email} ${nonce}`).digest('base64url')
  return `${nonce}.${proof}`
}
