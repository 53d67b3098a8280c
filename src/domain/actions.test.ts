import { expect, test } from 'vitest'
import { type ActionName, actionOf, actions, isFormAction, recordedAs, recordedUnder } from './actions.ts'
import { type JournalKind, journalKinds } from './journal.ts'

const names = Object.keys(actions) as ActionName[]

test('every line of the journal is listed under one heading and under no other', () => {
  const headings = Object.keys(journalKinds) as JournalKind[]
  const listed = headings.flatMap(recordedUnder)
  expect(listed.toSorted()).toEqual([...new Set(listed)].toSorted())
  expect(recordedUnder('tables')).toEqual(['call-match', 'call-again', 'uncall-match'])
})

test('every action that writes a line has a heading for it, whatever the line is called', () => {
  for (const name of names.filter((each) => actionOf(each).journal))
    expect(recordedUnder(actionOf(name).journal as JournalKind)).toContain(recordedAs(name))
})

test('every form has a sentence for a server that does not answer, and the cup itself needs none', () => {
  for (const name of names) expect(actionOf(name).failed !== undefined, name).toBe(isFormAction(name))
})

test('a form asks for nothing that only the cup does, nor for what is no action', () => {
  expect(isFormAction('set-winner')).toBe(true)
  expect(['restore', 'end-show', 'dance', 'constructor', ''].filter(isFormAction)).toEqual([])
})
