import { expect, test } from 'vitest'
import { drawOfNames, won } from '../../../tests/support/draws.ts'
import { matchAt } from '../../domain/cup.ts'
import { matchWords, shortRoundName, sideState } from './side.tsx'

const names = { byesPlacedAtOnce: true }

function words(draw: ReturnType<typeof drawOfNames>, round: number, index: number): string {
  const match = matchAt(draw, { round, index })
  return match ? matchWords(match, draw.teams) : 'no such match'
}

test('a match has a name that screen readers can read out', () => {
  const draw = drawOfNames('anna ben carl', names)
  expect([words(draw, 0, 0), words(draw, 0, 1), words(draw, 1, 0)]).toEqual([
    'anna has a bye',
    'ben vs carl',
    'anna vs a team to be decided',
  ])
  const [, called] = draw.rounds[0]?.matches ?? []
  expect(called && matchWords({ ...called, table: 3 }, draw.teams)).toBe('ben vs carl, now on table 3')
  expect(words(won(draw, 'carl'), 0, 1)).toBe('carl beat ben')
  expect(words(won(draw, 'anna', 'anna'), 1, 0)).toBe('anna goes through')
  expect(words(drawOfNames('a b c d e f g h'), 2, 0)).toBe('teams to be decided')
})

test('a side is open, won, lost, to be decided or a bye', () => {
  const draw = won(drawOfNames('anna ben carl', names), 'ben')
  const states = draw.rounds.flatMap(({ matches }) =>
    matches.map((match) => [sideState(match, 1), sideState(match, 2)].join(' ')),
  )
  expect(states).toEqual(['winner bye', 'winner loser', 'open open'])
  expect(sideState(drawOfNames('a b c').rounds[1]?.matches[0] ?? never(), 1)).toBe('tbd')
})

test.each([
  ['Grand Finals', 'Final'],
  ['Semi Finals', 'Semis'],
  ['Quarter Finals', 'Quarters'],
  ['Eights', 'Eights'],
  ['Round of 128', 'R128'],
  ['Round 9', 'R9'],
  ['Losers', 'Losers'],
])('%s is called %s on a tab', (name, short) => {
  expect(shortRoundName(name)).toBe(short)
})

function never(): never {
  throw new Error('There is no such match.')
}
