import { expect, test } from 'vitest'
import { isLoopback } from './loopback.ts'
import { failureText } from './text.ts'

test('a failure is told with what caused it, and without what a person typed', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    detail: 'Key (phone)=(555-0100) already exists.',
  })
  const text = failureText(new Error('The team could not be saved', { cause }))
  expect(text).toMatch(/The team could not be saved[\s\S]*\nbecause of Error: duplicate key\n/)
  expect(text).not.toContain('555-0100')
  expect(failureText('a mere text')).toBe('a mere text')
})

test.each([
  ['http://localhost', true],
  ['http://localhost:3000', true],
  ['https://cup.localhost:3000/', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['http://192.168.1.2:3000', false],
  ['https://localhost.example.org', false],
  ['https://cup.example.org', false],
])('%s leads a machine to itself: %s', (site, is) => {
  expect(isLoopback(site)).toBe(is)
})
