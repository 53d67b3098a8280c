import { expect, test } from 'vitest'
import { findTeams } from './find-teams.ts'

const teams = {
  one: { name: 'Zoé', players: ['Zoé', 'Kai'] },
  two: { name: 'Inès', players: ['Inès', 'Anne-Sophie'] },
  three: { name: 'The Quiet Ones', players: [] },
  four: { name: 'محمد', players: ['محمد عبد الرحمن'] },
  five: { name: '🏓', players: ['🏓 Smash', 'Max'] },
}
const found = (typed: string) => findTeams({ teams }, typed).map(({ id }) => id)

test.each([
  ['zoe', ['one']],
  ['KAI', ['one']],
  ['sophie', ['two']],
  ['quiet', ['three']],
  ['max smash', ['five']],
  ['🏓', ['five']],
  ['عبد', ['four']],
  ['nobody', []],
])('%s', (typed, ids) => expect(found(typed)).toEqual(ids))

test('nothing typed lists every team by name, with its players', () => {
  expect(findTeams({ teams }, ' ').map(({ label }) => label)).toEqual([
    'Inès, Anne-Sophie',
    'The Quiet Ones',
    'Zoé, Kai',
    'محمد عبد الرحمن',
    '🏓 Smash, Max',
  ])
})

test('no more than asked for', () => {
  expect(findTeams({ teams }, '', 2)).toHaveLength(2)
})
