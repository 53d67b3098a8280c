import { describe, expect, test } from 'vitest'
import { arePhoneKeys, encrypt } from './encrypt.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** The example of RFC 8291, section 5 and appendix A. */
const example = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('a message is encrypted as in the worked example of RFC 8291, appendix A', () => {
  const chance = { salt: bytes(example.salt), privateKey: bytes(example.privateKey) }
  const message = encrypt('When I grow up, I want to be a watermelon', example, chance)
  expect(message.toString('base64url')).toBe(example.message)
})

test('equal messages are encrypted differently', () => {
  expect(encrypt('To table 1', example)).not.toEqual(encrypt('To table 1', example))
})

describe('keys of a phone', () => {
  test.each([
    ['those of the RFC', {}, true],
    ['no keys', { p256dh: '', auth: '' }, false],
    ['a secret that is too short', { auth: 'BTBZMqHH6r4Tts7J_aSI' }, false],
    ['a point beside the curve', { p256dh: Buffer.alloc(65, 4).toString('base64url') }, false],
    ['a point that is too long', { p256dh: `${example.p256dh}AAAA` }, false],
  ])('%s', (_what, keys, isGood) => expect(arePhoneKeys({ ...example, ...keys })).toBe(isGood))
})
