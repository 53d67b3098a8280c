import { expect, test } from 'vitest'
import { isDeviceIdOf, makeDeviceId } from './device-id.ts'

const ann = { email: 'ann@club.org', passwordHash: '$argon2id$ann', createdAt: '' }

test('a device id is valid for its own account and password only', () => {
  const deviceId = makeDeviceId(ann)
  expect(deviceId).toMatch(/^[\w-]{16}\.[\w-]{43}$/)
  expect(isDeviceIdOf(ann, deviceId)).toBe(true)
  expect(isDeviceIdOf({ ...ann, email: 'bob@club.org' }, deviceId)).toBe(false)
  expect(isDeviceIdOf({ ...ann, passwordHash: '$argon2id$new' }, deviceId)).toBe(false)
  expect(makeDeviceId(ann)).not.toBe(deviceId)
})

test('a made-up, cut or changed device id is invalid', () => {
  const deviceId = makeDeviceId(ann)
  const other = makeDeviceId(ann)
  const [nonce = ''] = deviceId.split('.')
  const madeUp = [
    '',
    '.',
    nonce,
    `${nonce}.`,
    `${nonce}.${other.split('.')[1]}`,
    `${deviceId}.`,
    deviceId.slice(0, -1),
    deviceId.replace('.', '..'),
  ]
  for (const one of madeUp) expect(isDeviceIdOf(ann, one), one).toBe(false)
})
