import { describe, expect, test } from 'vitest'
import { drawOfNames, entryOf, won } from '../../../tests/support/draws.ts'
import { defaultSettings } from '../settings/settings.ts'
import {
  beginWords,
  earlierEdition,
  goBackWords,
  latestEdition,
  limitWords,
  nextEdition,
} from './next-edition.ts'

test.each([
  ['Spring 2025', 'Fall 2025'],
  ['Fall 2025', 'Spring 2026'],
  ['Autumn 2025', 'Spring 2026'],
  [' spring 2025 ', 'Fall 2025'],
  ['2025/26', ''],
  ['Early Spring 2025', ''],
  ['Spring 2025/26', ''],
  ['Late Fall 2025', ''],
  ['Fall 2025/26', ''],
  ['', ''],
])('the season after %j is %j', (editionSeason, next) => {
  expect(nextEdition({ ...defaultSettings, editionSeason }).editionSeason).toBe(next)
})

test.each([
  ['The Cup N11', 'The Cup N12'],
  ['11 teams, Cup 11', '11 teams, Cup 12'],
  ['The Cup of 2011', 'The Cup of 2011'],
  ['The Cup', 'The Cup'],
])('the title %s becomes %s', (editionTitle, next) => {
  expect(nextEdition({ ...defaultSettings, editionTitle })).toMatchObject({
    editionNumber: 12,
    editionTitle: next,
  })
})

test('after going back to an earlier edition, the next one follows the latest edition played', () => {
  const settings = { ...defaultSettings, editionNumber: 11, editionTitle: 'The Cup N11' }
  const editions = [{ number: 13, season: 'Spring 2026', theme: '', winners: '' }]
  const latest = latestEdition({ settings, editions, pastDraws: [13, 12] })
  expect(nextEdition(settings, latest)).toEqual({
    editionNumber: 14,
    editionSeason: 'Fall 2026',
    editionTitle: 'The Cup N14',
  })
  // Lines of past champions without a draw, as in a fresh cup, do not count.
  const listed = { settings: { ...settings, editionNumber: 5 }, editions, pastDraws: [] }
  expect(latestEdition(listed).number).toBe(5)
})

test.each([
  ['its own title', 'Our ninth', 'Our ninth'],
  ['its number in the title of now, if it never had one', '', '11 teams, Cup 9'],
])('going back to an edition restores its season and theme, and %s', (_what, title, editionTitle) => {
  const edition = { number: 9, season: 'Spring 2024', theme: 'Jungle', title }
  expect(earlierEdition({ editionNumber: 11, editionTitle: '11 teams, Cup 11' }, edition)).toEqual({
    editionNumber: 9,
    editionSeason: 'Spring 2024',
    editionTheme: 'Jungle',
    editionTitle,
  })
})

const entry = entryOf('a')
const semi = won(drawOfNames('a b c d'), 'a')

test('the consequences of beginning the next edition, with numbers', () => {
  const draw = won(drawOfNames('a b c d'), 'a', 'd', 'd')
  expect(beginWords({ settings: defaultSettings, entries: [entry], draw })).toEqual([
    'The champions of N11 are recorded: d.',
    'The draw of N11 is kept under Past Tournaments, with 3 results.',
    '1 entry of N11 leaves the entry list.',
  ])
  expect(beginWords({ settings: defaultSettings, entries: [] })).toEqual([
    'The final of N11 is not decided: no champions are recorded.',
  ])
  expect(beginWords({ settings: defaultSettings, entries: [entry, entry], draw: semi })).toEqual([
    'The final of N11 is not decided: no champions are recorded.',
    'The draw of N11 is kept under Past Tournaments, with 1 result.',
    '2 entries of N11 leave the entry list.',
  ])
})

test('leaving an empty edition has no consequences', () => {
  expect(goBackWords({ number: 12, entries: 0 }, { number: 11, entries: 3 })).toEqual([])
})

test('the consequences of going back: what is hidden, and what is shown instead', () => {
  expect(goBackWords({ number: 12, entries: 1 }, { number: 11, entries: 4, draw: semi })).toEqual([
    'N12 is hidden: 1 entry and no draw.',
    'N11 is shown instead: 4 entries and a draw with 1 result.',
  ])
  expect(goBackWords({ number: 12, entries: 0, draw: semi }, { number: 11, entries: 0 })).toEqual([
    'N12 is hidden: 0 entries and a draw with 1 result.',
    'N11 is shown instead: 0 entries and no draw.',
  ])
})

describe('a limit of teams', () => {
  const entries = ['a', 'b', 'c', 'd'].map((id) => entryOf(id, { approved: id === 'a' }))

  test.each([
    ['lowered', { from: 0, to: 2 }, ['2 pending teams would be put on the waiting list.']],
    ['lowered by one', { from: 3, to: 2 }, ['1 pending team would be put on the waiting list.']],
    ['that leaves room for all', { from: 0, to: 4 }, []],
    ['kept as it is', { from: 2, to: 2 }, []],
    ['raised', { from: 2, to: 3 }, []],
    ['taken away', { from: 2, to: 0 }, []],
  ])('%s: how many teams would wait', (_what, change, words) => {
    expect(limitWords(entries, change)).toEqual(words)
  })
})
