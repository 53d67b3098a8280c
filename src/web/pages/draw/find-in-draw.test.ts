import { expect, test } from 'vitest'
import { drawOf, drawOfNames, won } from '../../../../tests/support/draws.ts'
import { findTeams, linkedIn, matchNamed, whereIs } from './find-in-draw.ts'

const draw = drawOf(['ann', 'bob', 'cid', 'dan'])
const linked = (query: string) => {
  const search = new URLSearchParams(query)
  return linkedIn(draw, { match: search.get('match'), team: search.get('team') })
}
const second = draw.rounds[0]?.matches[1]

test('a match is found by its id, and by its place as older links have it', () => {
  expect(linked(`match=${second?.id}`)).toEqual({ match: second })
  expect(linked('match=0.1')).toEqual({ match: second })
})

test('an id takes precedence over a place that reads the same', () => {
  const rounds = draw.rounds.map((round) => ({
    ...round,
    matches: round.matches.map((match) => (match.round === 1 ? { ...match, id: '0.1' } : match)),
  }))
  expect(matchNamed({ rounds }, '0.1')?.round).toBe(1)
})

test('a team leads to its match', () => {
  expect(linked('team=dan')).toEqual({ team: 'dan', match: second })
})

test('opening a match keeps a linked team highlighted', () => {
  expect(linked('team=ann&match=0.1')).toEqual({ team: 'ann', match: second })
})

test('an address of something no longer in the draw is reported as gone', () => {
  expect(linked('match=9-elsewhere')).toEqual({ gone: 'match' })
  expect(linked('match=7.7')).toEqual({ gone: 'match' })
  expect(linked('team=eve')).toEqual({ gone: 'team' })
  expect(linked('')).toEqual({})
})

test('a team is located in its latest match', () => {
  const draw = drawOfNames('a b c d e f g h')
  expect(whereIs(won(draw, 'a'), 'a')).toMatchObject({ round: 1, index: 0 })
  expect(whereIs(won(draw, 'a'), 'b')).toMatchObject({ round: 0, index: 0 })
  expect(whereIs(draw, 'nobody')).toBeUndefined()
})

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

test('the list has at most as many teams as asked for', () => {
  expect(findTeams({ teams, rounds }, '', 2)).toHaveLength(2)
})

test('a replaced team is not offered, for it has no place in the draw', () => {
  const without = drawOf(['two', 'three', 'four', 'five'])
  expect(findTeams({ teams, rounds: without.rounds }, 'zoe')).toEqual([])
})
