import { expect, test } from 'vitest'
import type { Match } from '../../domain/cup.ts'
import { createOwnChanges, type OwnChange, type OwnChanges, pendingMatches, tapKey } from './own-changes.ts'

const first: Match = { round: 0, index: 0, id: '1-aaaaaaaa', sides: ['a', 'b'], revision: 1 }
const second: Match = { round: 0, index: 1, id: '2-bbbbbbbb', sides: ['c', 'd'], revision: 1 }
const final: Match = { round: 1, index: 0, id: '1-cccccccc', sides: ['TBD', 'TBD'], revision: 1 }
const won: readonly Match[] = [
  { ...first, winner: 1 },
  { ...final, sides: ['a', 'TBD'] },
]

function change(own: OwnChanges, post: OwnChange, revision: number) {
  own.begin(post)
  own.settle(post, revision)
}

test('a tap is pending until the page has reached the revision it was answered with', () => {
  const own = createOwnChanges()
  const tap = { matches: won }
  own.begin(tap)
  expect([...pendingMatches(own.list(), 99).values()]).toEqual(won)
  own.settle(tap, 57)
  expect([...pendingMatches(own.list(), 56).values()]).toEqual(won)
  expect(pendingMatches(own.list(), 57).size).toBe(0)
})

test('of two taps on one match the later one is shown, whichever is answered', () => {
  const own = createOwnChanges()
  const earlier = { matches: won }
  own.begin(earlier)
  own.begin({ matches: [{ ...first, winner: 2 }] })
  own.settle(earlier, 57)
  expect(pendingMatches(own.list(), 56).get(first.id)?.winner).toBe(2)
})

test('a refused tap is taken back and leaves the others', () => {
  const own = createOwnChanges()
  const tap = { matches: won }
  own.begin(tap)
  const other = { matches: [{ ...second, winner: 2 as const }] }
  own.begin(other)
  own.settle(tap, undefined)
  expect(own.list()).toEqual([other])
})

test('a tap that changed nothing leaves what the one before it changed', () => {
  const own = createOwnChanges()
  change(own, { matches: won }, 57)
  change(own, { matches: [], matchId: first.id }, 0)
  expect(own.seenWith(1, first.id)).toBe(57)
})

test('a page has seen what it changed itself, match by match and revision by revision', () => {
  const own = createOwnChanges()
  change(own, { matches: won }, 57)
  change(own, { matches: [], matchId: second.id }, 58)
  expect(own.seenWith(56, undefined)).toBe(58)
  expect(own.seenWith(55, undefined)).toBe(55)
  // Somebody else's change came between: only the match itself is known.
  expect(own.seenWith(12, first.id)).toBe(58)
  expect(own.seenWith(12, second.id)).toBe(58)
  expect(own.seenWith(12, 'another')).toBe(12)
})

test('whoever listens hears of each change', () => {
  const own = createOwnChanges()
  let heard = 0
  const stop = own.subscribe(() => {
    heard += 1
  })
  change(own, { matches: won }, 57)
  stop()
  own.begin({ matches: [] })
  expect(heard).toBe(2)
})

test('what failed is marked until it is tapped again, or another button of its match', () => {
  const own = createOwnChanges()
  const side = (value: number) => tapKey('winner-1', { name: 'side', value })
  const fail = (tapped: string, matchId?: string) => {
    const tap = { matches: [], tapped, matchId }
    own.begin(tap)
    own.settle(tap, undefined)
    own.fail(tap)
  }
  fail(side(1), first.id)
  fail('approve-one teamId=a')
  expect([own.hasFailed(side(1)), own.hasFailed(side(2))]).toEqual([true, false])
  own.begin({ matches: [], tapped: 'approve-one teamId=b' })
  expect(own.hasFailed('approve-one teamId=a')).toBe(true)
  own.begin({ matches: [], tapped: side(2), matchId: first.id })
  own.begin({ matches: [], tapped: 'approve-one teamId=a' })
  expect([own.hasFailed(side(1)), own.hasFailed('approve-one teamId=a')]).toEqual([false, false])
})
