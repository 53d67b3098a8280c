import { expect, test } from 'vitest'
import { journalKindOf } from './journal.ts'

test('only the names of kinds are kinds', () => {
  expect(journalKindOf('winners')).toBe('winners')
  expect([null, '', 'set-winner', 'constructor', '\0'].map(journalKindOf)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  )
})
