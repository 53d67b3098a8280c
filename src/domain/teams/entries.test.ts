import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entryOf } from '../../../tests/support/draws.ts'
import type { Entry } from '../cup.ts'
import {
  beyondLimit,
  entersDraw,
  isListFull,
  isOneOf,
  onPage,
  orderEntries,
  pageCount,
  pageOf,
  pendingSince,
  waitingList,
} from './entries.ts'

const pending = (id: string, more: Partial<Entry> = {}) => entryOf(id, { approved: false, ...more })

describe('the entry list', () => {
  test('is ordered by the name of Player 1, whatever its case and accents', () => {
    const names = ['zoe', 'Émile', 'Bob', 'emil', 'anna', 'Ödön', '李雷', 'Anna']
    expect(orderEntries(names.map((name) => entryOf(name))).map(({ player1Name }) => player1Name)).toEqual([
      'Anna',
      'anna',
      'Bob',
      'emil',
      'Émile',
      'Ödön',
      'zoe',
      '李雷',
    ])
  })

  test('lists equal names in order of registration', () => {
    const late = entryOf('Sam', { id: 'a', createdAt: '2025-05-03T12:00:00.000Z' })
    const early = entryOf('Sam', { id: 'b' })
    expect(orderEntries([late, early])).toEqual([early, late])
  })

  test('does not depend on the order of rows', () => {
    const anyEntry = fc
      .record({ name: fc.string({ maxLength: 3 }), id: fc.uuid() })
      .map(({ name, id }) => entryOf(name, { id }))
    fc.assert(
      fc.property(fc.uniqueArray(anyEntry, { selector: ({ id }) => id, maxLength: 20 }), (entries) => {
        expect(orderEntries([...entries].reverse())).toEqual(orderEntries(entries))
      }),
    )
  })
})

describe('the waiting list', () => {
  const at = (day: number) => `2025-04-0${day}T12:00:00.000Z`
  const entries = [
    pending('third', { createdAt: at(3) }),
    pending('first', { createdAt: at(1) }),
    entryOf('fourth', { createdAt: at(4) }),
    pending('second', { createdAt: at(2) }),
  ]
  const names = (limit: number) => waitingList(entries, limit).map(({ id }) => id)

  test('is empty without a limit', () => {
    expect(names(0)).toEqual([])
  })

  test('holds teams that registered after the places were taken; approved teams have theirs', () => {
    expect(names(4)).toEqual([])
    expect(names(3)).toEqual(['third'])
    expect(names(2)).toEqual(['second', 'third'])
    expect(names(1)).toEqual(['first', 'second', 'third'])
  })
})

test.each([
  ['there is no limit', { approved: 40, added: 9, teamLimit: 0 }, 0],
  ['the last place is taken', { approved: 15, added: 1, teamLimit: 16 }, 0],
  ['one is too many', { approved: 16, added: 1, teamLimit: 16 }, 1],
  ['some of several find a place', { approved: 14, added: 5, teamLimit: 16 }, 3],
  ['the limit was lowered since', { approved: 20, added: 2, teamLimit: 16 }, 2],
  ['nobody is added', { approved: 20, added: 0, teamLimit: 16 }, 0],
])('teams about to be approved: %s', (_case, teams, beyond) => {
  expect(beyondLimit(teams)).toBe(beyond)
})

test.each([
  [{ approved: true }, true],
  [{ approved: false }, false],
  [{ approved: true, withdrawnAt: '2025-04-04T21:00:00.000Z' }, false],
])('%j enters a draw: %s', (entry, enters) => {
  expect(entersDraw(entry)).toBe(enters)
})

test.each([
  { listed: 15, teamLimit: 16, isFull: false },
  { listed: 16, teamLimit: 16, isFull: true },
  { listed: 17, teamLimit: 16, isFull: true },
  { listed: 17, teamLimit: 0, isFull: false },
])('a list of $listed teams with a limit of $teamLimit is full: $isFull', ({ listed, teamLimit, isFull }) => {
  expect(isListFull(listed, teamLimit)).toBe(isFull)
})

test('a team is found in a list by its id', () => {
  const isListed = isOneOf([{ id: 'a' }, { id: 'c' }])
  expect(['a', 'b', 'c'].map((id) => isListed({ id }))).toEqual([true, false, true])
})

test('pending entries are counted by time span; a longer span only if it holds more', () => {
  const at = (time: string) => ({ createdAt: `2025-04-04T${time}:00.000Z` })
  const entries = [
    pending('early', at('03:00')),
    entryOf('approved', at('20:55')),
    pending('new', at('20:58')),
    pending('newer', at('20:59')),
  ]
  const now = new Date('2025-04-04T21:00:00.000Z')
  expect(pendingSince(entries, now)).toEqual([
    { since: '2025-04-04T20:50:00.000Z', words: 'in the last ten minutes', teams: 2 },
    { since: '2025-04-03T21:00:00.000Z', words: 'in the last day', teams: 3 },
  ])
  expect(pendingSince(entries.slice(1, 2), now)).toEqual([])
})

test('an entry of exactly ten minutes ago is in the last ten minutes', () => {
  const entries = [pending('just', { createdAt: '2025-04-04T20:50:00.000Z' })]
  expect(pendingSince(entries, new Date('2025-04-04T21:00:00.000Z'))).toMatchObject([
    { words: 'in the last ten minutes', teams: 1 },
  ])
})

test.each([
  [null, 1],
  ['2', 2],
  ['3', 3],
  ['4', 3],
  ['0', 1],
  ['-1', 1],
  ['two', 1],
  ['99999', 1],
])('the page %j of 1,001 teams is page %i', (text, page) => {
  expect(pageOf(text, 1_001)).toBe(page)
})

test('page numbers can have two digits', () => {
  expect(pageOf('12', 10_000)).toBe(12)
})

test('a list is split into pages of 500 without losing any', () => {
  const teams = Array.from({ length: 1_001 }, (_, nth) => nth)
  expect([1, 2, 3].map((page) => onPage(teams, page).length)).toEqual([500, 500, 1])
  expect([1, 2, 3].flatMap((page) => onPage(teams, page))).toEqual(teams)
  expect([0, 500, 501].map(pageCount)).toEqual([1, 1, 2])
})
