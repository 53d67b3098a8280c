import { describe, expect, test } from 'vitest'
import { hashPassword, isPassword, makePassword } from './passwords.ts'

describe('a password', () => {
  test('is kept as argon2id with its parameters, and never twice alike', async () => {
    const [first, second] = await Promise.all([hashPassword('chalk lines'), hashPassword('chalk lines')])
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(first).not.toBe(second)
  })

  test('is recognised, and no other one is', async () => {
    const kept = await hashPassword('chalk lines')
    expect(await isPassword('chalk lines', kept)).toBe(true)
    expect(await isPassword('chalk line', kept)).toBe(false)
    expect(await isPassword('', kept)).toBe(false)
  })

  test('is the same however a keyboard composes its accents', async () => {
    expect(await isPassword('cafe\u0301 at nine', await hashPassword('caf\u00e9 at nine'))).toBe(true)
  })

  test('of nobody, or kept in a form nobody knows, is never right', async () => {
    expect(await isPassword('chalk lines', undefined)).toBe(false)
    expect(await isPassword('chalk lines', 'chalk lines')).toBe(false)
  })

  test('that we make ourselves can be read off a screen', () => {
    expect(makePassword()).toMatch(/^([a-hj-km-np-z2-9]{4}-){3}[a-hj-km-np-z2-9]{4}$/)
    expect(makePassword()).not.toBe(makePassword())
  })

  test('is checked for all who come at once, and only so many may wait', async () => {
    const kept = await hashPassword('chalk lines')
    const all = await Promise.allSettled(Array.from({ length: 60 }, () => isPassword('chalk lines', kept)))
    const letIn = all.filter((one) => one.status === 'fulfilled' && one.value)
    const sentAway = all.filter((one) => one.status === 'rejected')
    expect([letIn.length, sentAway.length]).toEqual([52, 8])
    expect(await isPassword('chalk lines', kept)).toBe(true)
  })
})
