import { expect, test } from 'vitest'
import { failureText } from './failure-text.ts'

test('a failure is told with what caused it, and without what a person typed', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    detail: 'Key (phone)=(555-0100) already exists.',
  })
  const text = failureText(new Error('The team could not be saved', { cause }))
  expect(text).toMatch(/The team could not be saved[\s\S]*\nbecause of Error: duplicate key\n/)
  expect(text).not.toContain('555-0100')
  expect(failureText('a mere text')).toBe('a mere text')
})
