import { describe, expect, test } from 'vitest'
import { entryOf } from '../../../../../tests/support/draws.ts'
import type { Entry } from '../../../../domain/cup.ts'
import type { OrganiserTeam } from '../../../app-context.ts'
import { alikeGroups, alikeNotes, countWords, currentTeams, filterTeams } from './team-list.ts'

const entry = (id: string, player1Name: string, more: Partial<Entry> = {}) =>
  entryOf(id, { player1Name, approved: false, ...more })
const team = (of: Entry, teamPhoneNumber: string, removed = false): OrganiserTeam => ({
  ...of,
  teamPhoneNumber,
  removed,
})

const anna = entry('a', 'Ánna')
const ben = entry('b', 'Ben', { approved: true })

describe('the list with live updates', () => {
  const loaded = { teams: [team(anna, '111'), team(ben, '222')], edition: 11 }
  const now = (...entries: Entry[]) => ({ entries, edition: 11 })

  test('an approval made elsewhere shows, with the phone number that was loaded', () => {
    const teams = currentTeams(loaded, now({ ...anna, approved: true }, ben))
    expect(teams).toEqual([team({ ...anna, approved: true }, '111'), team(ben, '222')])
  })

  test('a team that was removed elsewhere is listed as removed', () => {
    const teams = currentTeams(loaded, now(ben))
    expect(teams.filter(({ removed }) => removed).map(({ id }) => id)).toEqual(['a'])
  })

  test('a new team is listed before its phone number is loaded', () => {
    const teams = currentTeams(loaded, now(anna, ben, entry('c', 'Cleo')))
    expect(teams.map(({ teamPhoneNumber, isNew }) => (isNew ? 'loading' : teamPhoneNumber))).toEqual([
      '111',
      '222',
      'loading',
    ])
  })

  test('a new edition starts with its own teams, and does not list the old ones as removed', () => {
    const teams = currentTeams(loaded, { entries: [entry('c', 'Cleo')], edition: 12 })
    expect(teams).toEqual([{ ...team(entry('c', 'Cleo'), ''), isNew: true }])
  })

  test('a renumbered edition keeps its teams and their phone numbers', () => {
    const teams = currentTeams(loaded, { entries: [anna, ben], edition: 12 })
    expect(teams).toEqual(loaded.teams)
  })
})

test('a search ignores accents and case, in names, teams and phone numbers', () => {
  const teams = [team(anna, '+41 79 1'), team({ ...ben, teams: 'Lions' }, '+41 79 2')]
  const found = (search: string) =>
    filterTeams(teams, { search, shown: 'all', isAlike: () => false }).map(({ id }) => id)
  expect(found('ANNA')).toEqual(['a'])
  expect(found('lion ben')).toEqual(['b'])
  expect(found('79 2')).toEqual(['b'])
  expect(found('')).toEqual(['a', 'b'])
  expect(found('nobody')).toEqual([])
})

test('a phone number is found however it is spaced, and with or without its country code', () => {
  const teams = [team(anna, '+41 79 555 01 01'), team(ben, '(079) 555-0102')]
  const found = (search: string) =>
    filterTeams(teams, { search, shown: 'all', isAlike: () => false }).map(({ id }) => id)
  expect(found('+41795550101')).toEqual(['a'])
  expect(found('079 555 0101')).toEqual(['a'])
  expect(found('0041 79 555-01-02')).toEqual(['b'])
  expect(found('5550102')).toEqual(['b'])
  expect(found('795 550')).toEqual(['a', 'b'])
  expect(found('5550103')).toEqual([])
  expect(found('Ben 5550101')).toEqual([])
})

test('removed teams are listed only when filtered for', () => {
  const teams = [team(anna, '1'), team(ben, '2', true)]
  const shown = (which: 'all' | 'removed' | 'pending') =>
    filterTeams(teams, { search: '', shown: which, isAlike: () => false }).map(({ id }) => id)
  expect(shown('all')).toEqual(['a'])
  expect(shown('removed')).toEqual(['b'])
  expect(shown('pending')).toEqual(['a'])
})

test('a look-alike names the other team; removed teams do not count', () => {
  const twin = entry('c', 'anna')
  const notes = alikeNotes([team(anna, '1'), team(twin, '2'), team(entry('d', 'Anna'), '3', true)])
  expect(notes.get('a')).toEqual(['Same names: anna'])
  expect(notes.get('c')).toEqual(['Same names: Ánna'])
  expect(notes.has('d')).toBe(false)
})

test('look-alikes are grouped, the first to arrive first', () => {
  const [later, first] = [
    entry('a', 'Ann', { createdAt: '2025-04-05T19:00:00.000Z' }),
    entry('z', 'ann', { createdAt: '2025-04-04T19:00:00.000Z' }),
  ]
  const groups = alikeGroups([team(later, '1'), team(first, '2'), team(ben, '3')])
  expect(groups).toEqual([{ words: 'Same names', teams: [team(first, '2'), team(later, '1')], more: 0 }])
})

test('of many look-alikes a few are named and the others counted', () => {
  const flood = Array.from({ length: 500 }, (_, nth) =>
    team(entry(`t${1000 + nth}`, 'Bot'), `9${nth}${nth}${nth}`),
  )
  expect(alikeNotes(flood).get('t1499')).toEqual(['Same names: Bot · Bot · Bot · 496 more'])
  expect(alikeNotes(flood).get('t1000')).toEqual(['Same names: Bot · Bot · Bot · 496 more'])
  expect(alikeGroups(flood)[0]).toMatchObject({ teams: { length: 12 }, more: 488 })
})

test('the count says how many places are taken, if there is a limit', () => {
  expect(countWords({ pending: 3, approved: 14 }, 16)).toBe('· 3 pending · 14 of 16 places taken')
  expect(countWords({ pending: 3, approved: 14 }, 0)).toBe('· 3 pending')
})
