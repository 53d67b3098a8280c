import { expect, test } from 'vitest'
import { journalKindOf } from './journal.ts'

test('a kind is known by its name, and nothing else is a kind', () => {
  expect(journalKindOf('winners')).toBe('winners')
  expect([null, '', 'set-winner', 'constructor', '\0'].map(journalKindOf)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  )
})
