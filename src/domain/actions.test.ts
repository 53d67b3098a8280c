import { expect, test } from 'vitest'
import { type ActionName, actionOf, actions, isFormAction, recordedAs, recordedUnder } from './actions.ts'
import { type JournalKind, journalKinds } from './journal.ts'

const names = Object.keys(actions) as ActionName[]

test('every line of the journal is of one kind', () => {
  const headings = Object.keys(journalKinds) as JournalKind[]
  const listed = headings.flatMap(recordedUnder)
  expect(listed.toSorted()).toEqual([...new Set(listed)].toSorted())
  expect(recordedUnder('tables')).toEqual(['call-match', 'call-again', 'uncall-match'])
})

test('every action that writes a line has a kind, also under another recorded name', () => {
  for (const name of names.filter((each) => actionOf(each).journal))
    expect(recordedUnder(actionOf(name).journal as JournalKind)).toContain(recordedAs(name))
})

test('every form, but no action of the cup itself, has a sentence for a server that does not answer', () => {
  for (const name of names) expect(actionOf(name).failed !== undefined, name).toBe(isFormAction(name))
})

test('neither an action of the cup itself nor an unknown name is a form', () => {
  expect(isFormAction('set-winner')).toBe(true)
  expect(['restore', 'end-show', 'dance', 'constructor', ''].filter(isFormAction)).toEqual([])
})
