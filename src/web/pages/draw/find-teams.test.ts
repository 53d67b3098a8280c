import { expect, test } from 'vitest'
import { drawOf } from '../../../../tests/support/draws.ts'
import { findTeams } from './find-teams.ts'

const teams = {
  one: { name: 'Zoé', players: ['Zoé', 'Kai'] },
  two: { name: 'Inès', players: ['Inès', 'Anne-Sophie'] },
  three: { name: 'The Quiet Ones', players: [] },
  four: { name: 'محمد', players: ['محمد عبد الرحمن'] },
  five: { name: '🏓', players: ['🏓 Smash', 'Max'] },
}
const { rounds } = drawOf(Object.keys(teams))
const found = (typed: string) => findTeams({ teams, rounds }, typed).map(({ id }) => id)

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
  expect(findTeams({ teams, rounds }, ' ').map(({ label }) => label)).toEqual([
    'Inès, Anne-Sophie',
    'The Quiet Ones',
    'Zoé, Kai',
    'محمد عبد الرحمن',
    '🏓 Smash, Max',
  ])
})

test('no more than asked for', () => {
  expect(findTeams({ teams, rounds }, '', 2)).toHaveLength(2)
})

test('a team whose place was taken by another is not offered: it stands nowhere', () => {
  const without = drawOf(['two', 'three', 'four', 'five'])
  expect(findTeams({ teams, rounds: without.rounds }, 'zoe')).toEqual([])
})
