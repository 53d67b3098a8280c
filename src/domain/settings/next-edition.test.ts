import { expect, test } from 'vitest'
import { drawOfNames, won } from '../../../tests/support/draws.ts'
import { beginWords, goBackWords, nextEdition } from './next-edition.ts'
import { defaultSettings } from './settings.ts'

test.each([
  ['Spring 2025', 'Fall 2025'],
  ['Fall 2025', 'Spring 2026'],
  ['Autumn 2025', 'Spring 2026'],
  ['2025/26', ''],
])('after %s comes %s', (editionSeason, next) => {
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

const entry = {
  id: 'a',
  player1Name: 'Ann',
  player2Name: '',
  teams: '',
  teamName: 'Team-a',
  approved: true,
  createdAt: '',
}

test('what beginning does is said, by number', () => {
  const draw = won(drawOfNames('a b c d'), 'a', 'd', 'd')
  expect(beginWords({ settings: defaultSettings, entries: [entry], draw })).toEqual([
    'The champions of N11 are written down: d.',
    'The draw of N11 is kept under Past Tournaments, with 3 results.',
    '1 entry of N11 leaves the entry list.',
  ])
  expect(beginWords({ settings: defaultSettings, entries: [] })).toEqual([
    'The final of N11 is not won: nobody is written down as its champions.',
  ])
})

test('an edition that has nothing is left without a word', () => {
  expect(goBackWords({ number: 12, entries: 0 }, { number: 11, entries: 3 })).toEqual([])
})
