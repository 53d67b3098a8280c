import { expect, test } from 'vitest'
import type { Draw, Match } from '../../../../domain/cup.ts'
import { confirmed, type PendingTap, stillPending, takenBack, withPendingTaps } from './optimistic-matches.ts'

const first: Match = { round: 0, index: 0, id: '1-aaaaaaaa', sides: ['a', 'b'], revision: 1 }
const second: Match = { round: 0, index: 1, id: '2-bbbbbbbb', sides: ['c', 'd'], revision: 1 }
const final: Match = { round: 1, index: 0, id: '1-cccccccc', sides: ['TBD', 'TBD'], revision: 1 }
const draw: Draw = {
  id: 'draw',
  edition: 11,
  createdAt: '',
  shuffleSeed: '',
  teams: {},
  absent: [],
  rounds: [
    { name: 'Semi Finals', matches: [first, second] },
    { name: 'Grand Finals', matches: [final] },
  ],
}
const tap: PendingTap = {
  token: 't1',
  matches: [
    { ...first, winner: 1 },
    { ...final, sides: ['a', 'TBD'] },
  ],
}

test('a tap shows its winner and the next round at once', () => {
  const shown = withPendingTaps(draw, [tap])
  expect(shown.rounds[0]?.matches[0]?.winner).toBe(1)
  expect(shown.rounds[0]?.matches[1]).toBe(second)
  expect(shown.rounds[1]?.matches[0]?.sides).toEqual(['a', 'TBD'])
})

test('without a pending tap the draw is the very same', () => {
  expect(withPendingTaps(draw, [])).toBe(draw)
})

test('a tap stays until the live draw has reached the revision it was confirmed with', () => {
  expect(stillPending([tap], 99)).toEqual([tap])
  const answered = confirmed([tap], 't1', 57)
  expect(stillPending(answered, 56)).toBe(answered)
  expect(stillPending(answered, 57)).toEqual([])
})

test('a refused tap is taken back and leaves the others', () => {
  const other: PendingTap = { token: 't2', matches: [{ ...second, winner: 2 }] }
  expect(takenBack([tap, other], 't1')).toEqual([other])
})
