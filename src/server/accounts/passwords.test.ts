import { describe, expect, test } from 'vitest'
import { hashPassword, isPassword, makePassword } from './passwords.ts'

describe('a password', () => {
  test('is stored as argon2id with its parameters, each time with a new salt', async () => {
    const [first, second] = await Promise.all([hashPassword('chalk lines'), hashPassword('chalk lines')])
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(first).not.toBe(second)
  })

  test('is recognised, and no other is', async () => {
    const kept = await hashPassword('chalk lines')
    expect(await isPassword('chalk lines', kept)).toBe(true)
    expect(await isPassword('chalk line', kept)).toBe(false)
    expect(await isPassword('', kept)).toBe(false)
  })

  test('is the same in any Unicode composition', async () => {
    expect(await isPassword('cafe\u0301 at nine', await hashPassword('caf\u00e9 at nine'))).toBe(true)
  })

  test('is never right without a stored hash, or with an unknown one', async () => {
    expect(await isPassword('chalk lines', undefined)).toBe(false)
    expect(await isPassword('chalk lines', 'chalk lines')).toBe(false)
  })

  test('that is generated has no characters that look alike', () => {
    expect(makePassword()).toMatch(/^([a-hj-km-np-z2-9]{4}-){3}[a-hj-km-np-z2-9]{4}$/)
    expect(makePassword()).not.toBe(makePassword())
  })

  test('is checked for concurrent sign-ins, in a bounded queue', async () => {
    const kept = await hashPassword('chalk lines')
    const all = await Promise.allSettled(Array.from({ length: 60 }, () => isPassword('chalk lines', kept)))
    const letIn = all.filter((one) => one.status === 'fulfilled' && one.value)
    const sentAway = all.filter((one) => one.status === 'rejected')
    expect([letIn.length, sentAway.length]).toEqual([52, 8])
    expect(await isPassword('chalk lines', kept)).toBe(true)
  })
})
