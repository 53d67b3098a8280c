import { describe, expect, test } from 'vitest'
import { entryOf } from '../../../tests/support/draws.ts'
import type { Entry } from '../cup.ts'
import { findDouble, findNamesake, lookAlikes, lookAlikeWords } from './look-alikes.ts'

function entries(...teams: readonly [string, string][]): Entry[] {
  return teams.map(([player1Name, player2Name], at) =>
    entryOf(`t${at + 1}`, { player1Name, player2Name, createdAt: `2025-04-0${at + 1}T12:00:00.000Z` }),
  )
}

describe('entries that look alike', () => {
  test.each([
    ['the same names', ['Anna Berg', 'Ben Lund'], ['Anna Berg', 'Ben Lund'], 'same-names'],
    ['in another order', ['Anna Berg', 'Ben Lund'], ['Ben Lund', 'Anna Berg'], 'same-names'],
    [
      'in another case, with other spaces',
      ['Anna Berg', 'Ben Lund'],
      ['ANNA  berg', ' ben lund '],
      'same-names',
    ],
    ['with other accents', ['Zoë Müller', 'Søren Ås'], ['Zoe Muller', 'Soren As'], 'same-names'],
    ['last name first', ['Anna Berg', 'Ben'], ['Berg, Anna', 'Ben'], 'same-names'],
    [
      'with characters that cannot be seen',
      ['Anna Berg', 'Ben'],
      ['An\u00adna B\u200berg', 'Ben'],
      'same-names',
    ],
    [
      'in Cyrillic letters that look like Latin ones',
      ['Anna Berg', 'Ben'],
      ['\u0410nn\u0430 B\u0435rg', 'B\u0435n'],
      'same-names',
    ],
    [
      'in Greek letters that look like Latin ones',
      ['Tom Vik', 'Ben'],
      ['T\u03bfm \u03bdik', 'Ben'],
      'same-names',
    ],
    ['with a stop or in quotes', ['Anna Berg', 'Ben'], ['Anna Berg.', '"Ben"'], 'same-names'],
    ['one person in two teams', ['Anna Berg', 'Ben'], ['Carl', 'anna berg'], 'same-person'],
    ['one person, once without a partner', ['Anna Berg', ''], ['Anna Berg', 'Ben'], 'same-person'],
  ] as const)('%s', (_what, one, other, reason) => {
    expect(lookAlikes(entries([...one], [...other]))).toEqual([{ reason, teams: ['t1', 't2'] }])
  })

  test('the same phone in any notation', () => {
    const phones = { t1: '+46 70-123 45 67', t2: '0701234567', t3: '070 123 45 68', t4: '', t5: '' }
    const teams = entries(['a', ''], ['b', ''], ['c', ''], ['d', ''], ['e', ''])
    expect(lookAlikes(teams, phones)).toEqual([{ reason: 'same-phone', teams: ['t1', 't2'] }])
  })

  test('two teams with the same two players are reported once, by names', () => {
    expect(lookAlikes(entries(['Anna', 'Ben'], ['Ben', 'Anna'], ['Carl', 'Dora']))).toHaveLength(1)
  })

  test('a player who is also in a third team is reported as well', () => {
    expect(lookAlikes(entries(['Anna', 'Ben'], ['Ben', 'Anna'], ['Carl', 'Anna']))).toEqual([
      { reason: 'same-names', teams: ['t1', 't2'] },
      { reason: 'same-person', teams: ['t1', 't2', 't3'] },
    ])
  })

  test.each([
    ['names that only begin alike', ['Anna', 'Ben'], ['Hanna', 'Benno']],
    ['no names', ['', ''], ['', '']],
    ['names of the same letters', ['Amy', ''], ['May', '']],
    ['first and last name cut elsewhere', ['Jan Nora', ''], ['Jann Ora', '']],
    ['two players cut elsewhere', ['Jan', 'Nora'], ['Jann', 'Ora']],
    ['nothing but signs', ['?', ''], ['-', '']],
    ['names that were removed', ['Name removed', 'Ben'], ['Name removed', 'Carl']],
  ] as const)('different people are not: %s', (_what, one, other) => {
    expect(lookAlikes(entries([...one], [...other]))).toEqual([])
  })

  test('teams are listed in order of registration, in whatever order they are given', () => {
    const [one, two, three] = entries(['Sam', ''], ['Sam', ''], ['Sam', '']) as [Entry, Entry, Entry]
    const rows = [
      { ...one, id: 'c' },
      { ...two, id: 'b' },
      { ...three, id: 'a', createdAt: two.createdAt },
    ]
    const found = [{ reason: 'same-names', teams: ['c', 'a', 'b'] }]
    expect(lookAlikes(rows)).toEqual(found)
    expect(lookAlikes([...rows].reverse())).toEqual(found)
  })

  test('two single players with the same name look like one team', () => {
    expect(lookAlikes(entries(['Sam', ''], ['sam', '']))).toEqual([
      { reason: 'same-names', teams: ['t1', 't2'] },
    ])
  })

  test.each([
    ['same-names', 'Same names'],
    ['same-person', 'Same person in two teams'],
    ['same-phone', 'Same phone number'],
  ] as const)('%s is told in words: %s', (reason, words) => {
    expect(lookAlikeWords[reason]).toBe(words)
  })
})

test('names in one other script differ as they do in that script', () => {
  expect(
    lookAlikes(entries(['Анна', 'Вера'], ['Яна', 'Вера Иванова'], ['Νίκος', 'Ρένα'], ['Νίκη', ''])),
  ).toEqual([])
  expect(lookAlikes(entries(['Вера', ''], ['ВЕРА', '']))).toHaveLength(1)
})

describe('a duplicate', () => {
  const listed = entries(['Ann', 'Zoë'], ['Sam', ''], ['🎾', '🏓'])
  const of = (player1Name: string, player2Name: string) =>
    findDouble(listed, { player1Name, player2Name })?.id

  test('is the same two players, in any spelling and order', () => {
    expect(of('Ann', 'Zoë')).toBe('t1')
    expect(of('Zoe', 'Ann')).toBe('t1')
    expect(of(' ann', 'Z\u00adOE. ')).toBe('t1')
    expect(of('🏓', '🎾')).toBe('t3')
  })

  test('is neither a single player, nor one with another partner', () => {
    expect(of('Sam', '')).toBeUndefined()
    expect(of('Ann', 'Zora')).toBeUndefined()
    expect(of('🎾', '🎳')).toBeUndefined()
  })

  test('is never the team itself; for a namesake one name is enough', () => {
    expect(findNamesake(listed, { id: 't1', player1Name: 'Ann', player2Name: 'Zoe' })).toBeUndefined()
    expect(findNamesake(listed, { id: 't1', player1Name: 'SAM', player2Name: '' })?.id).toBe('t2')
    expect(findNamesake(listed, { id: 't1', player1Name: '', player2Name: '' })).toBeUndefined()
  })
})
