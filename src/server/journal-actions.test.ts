import { expect, test } from 'vitest'
import { actionsOf, journalAction } from './journal-actions.ts'
import './app.ts'

test('every action belongs to one kind and to no other', () => {
  expect(actionsOf('tables')).toEqual(['call-match', 'call-again', 'uncall-match'])
  expect(() => journalAction('places', 'call-match')).toThrow("The action 'call-match' is defined twice.")
})
