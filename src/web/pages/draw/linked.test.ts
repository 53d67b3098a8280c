import { expect, test } from 'vitest'
import { drawOf } from '../../../../tests/support/draws.ts'
import { linkedIn, matchNamed } from './linked.ts'

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

test('of a match whose id reads like the place of another, the id counts', () => {
  const rounds = draw.rounds.map((round) => ({
    ...round,
    matches: round.matches.map((match) => (match.round === 1 ? { ...match, id: '0.1' } : match)),
  }))
  expect(matchNamed({ rounds }, '0.1')?.round).toBe(1)
})

test('a team is found in the match it stands in', () => {
  expect(linked('team=dan')).toEqual({ team: 'dan', match: second })
})

test('a match that was opened while a team is looked for leaves the team lit', () => {
  expect(linked('team=ann&match=0.1')).toEqual({ team: 'ann', match: second })
})

test('what is not in the draw any more is told', () => {
  expect(linked('match=9-elsewhere')).toEqual({ gone: 'match' })
  expect(linked('match=7.7')).toEqual({ gone: 'match' })
  expect(linked('team=eve')).toEqual({ gone: 'team' })
  expect(linked('')).toEqual({})
})
