import { expect, test } from 'vitest'
import { journalKindOf, journalKinds } from './journal.ts'

test('every action belongs to one kind and to no other', () => {
  const actions = Object.values(journalKinds).flatMap(({ actions }): string[] => [...actions])
  expect(actions.filter((action, at) => actions.indexOf(action) !== at)).toEqual([])
})

test('a kind is known by its name, and nothing else is a kind', () => {
  expect(journalKindOf('winners')).toBe('winners')
  expect([null, '', 'set-winner', 'constructor', '\0'].map(journalKindOf)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  )
})
