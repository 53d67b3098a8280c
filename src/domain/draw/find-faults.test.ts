import { expect, test } from 'vitest'
import { drawOfNames, won } from '../../../tests/support/draws.ts'
import { BYE, type Draw, type Match } from '../cup.ts'
import { withMatches } from './draw-reader.ts'
import { findFaults } from './find-faults.ts'

const draw = won(drawOfNames('a b c d'), 'a')

function changed(round: number, index: number, changes: Partial<Match>): Draw {
  const match = draw.rounds[round]?.matches[index]
  if (!match) throw new Error('no such match')
  return withMatches(draw, [{ ...match, ...changes }])
}

test('a draw made by the rules has no fault', () => {
  expect(findFaults(draw)).toEqual([])
})

test.each([
  ['a winner that is no team', changed(0, 1, { sides: ['c', BYE], winner: 2 }), '0.1 was won by BYE'],
  [
    'a team in a later round that did not win its way there',
    changed(1, 0, { sides: ['b', 'TBD'] }),
    '1.0 side 1 is b, who did not win its feeder',
  ],
  ['a team twice in a round', changed(0, 1, { sides: ['c', 'b'] }), 'b stands twice in round 0'],
  ['a team without a name', changed(0, 1, { sides: ['c', 'x'] }), '0.1 has a team without a name'],
  [
    'a table for a match that cannot be played',
    changed(1, 0, { table: 1 }),
    '1.0 is on a table but cannot be played',
  ],
  ['a round that is too short', { ...draw, rounds: draw.rounds.slice(0, 1) }, 'round 0 has 2 matches'],
])('%s is a fault', (_what, broken, fault) => {
  expect(findFaults(broken)).toContain(fault)
})

test.each([
  { round: 1, index: 0 },
  { round: 0, index: 1 },
])('a match with a wrong position is a fault: %j', (place) => {
  const [first, ...rest] = draw.rounds
  const matches = first?.matches.map((match, index) => (index === 0 ? { ...match, ...place } : match)) ?? []
  const rounds = [{ name: 'Semi Finals', matches }, ...rest]
  expect(findFaults({ ...draw, rounds })).toContain(`0.0 says it is ${place.round}.${place.index}`)
})
