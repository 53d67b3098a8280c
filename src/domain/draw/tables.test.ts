import { describe, expect, test } from 'vitest'
import { at, drawOfNames, matchText, nextRevision, won } from '../../../tests/support/draws.ts'
import type { Draw, MatchRef } from '../cup.ts'
import { withMatches } from './draw-reader.ts'
import { callAgain, callMatch, freeTables, nowPlaying, queueOf, uncallMatch, upNext } from './tables.ts'

const eight = drawOfNames('a b c d e f g h')
const moment = { at, revision: 1 }

function called(draw: Draw, match?: MatchRef, table?: number, tables = 3): Draw {
  const outcome = callMatch({ draw, tables, match, table, at, revision: nextRevision(draw) })
  if (!outcome.ok) throw new Error(outcome.reason)
  return withMatches(draw, [outcome.value.match])
}

const words = (matches: readonly { sides: readonly [string, string] }[]) =>
  matches.map(({ sides }) => sides.join('-'))

describe('the queue', () => {
  test('holds the playable matches, in the order of play', () => {
    expect(words(queueOf(eight))).toEqual(['a-b', 'c-d', 'e-f', 'g-h'])
    expect(words(queueOf(won(eight, 'a', 'c', 'e')))).toEqual(['g-h', 'a-c'])
  })

  test('leaves out byes, and teams without an opponent', () => {
    expect(words(queueOf(won(drawOfNames('a b c'), 'a')))).toEqual(['b-c'])
  })

  test('leaves out matches on a table', () => {
    const draw = called(called(eight))
    expect(words(queueOf(draw))).toEqual(['e-f', 'g-h'])
    expect(nowPlaying(draw).map((match) => matchText(match))).toEqual(['a - b @1', 'c - d @2'])
  })
})

describe('up next', () => {
  test('has one match for each free table', () => {
    expect(words(upNext(eight, 3))).toEqual(['a-b', 'c-d', 'e-f'])
    expect(words(upNext(called(eight), 3))).toEqual(['c-d', 'e-f'])
  })

  test('has one match while every table is busy, so that it can get ready', () => {
    expect(words(upNext(called(called(eight)), 2))).toEqual(['e-f'])
  })

  test('is empty once the queue is', () => {
    expect(upNext(called(drawOfNames('a b')), 2)).toEqual([])
  })
})

describe('calling', () => {
  test('sends the next match to the lowest free table', () => {
    expect(callMatch({ draw: eight, tables: 3, ...moment })).toMatchObject({
      ok: true,
      value: { match: { index: 0 }, table: 1 },
    })
    const draw = called(called(eight, undefined, 1), undefined, 3)
    expect(callMatch({ draw, tables: 3, ...moment })).toMatchObject({
      ok: true,
      value: { match: { index: 2 }, table: 2 },
    })
  })

  test('a winner frees the table', () => {
    const draw = won(called(called(eight)), 'a')
    expect(freeTables(draw, 3)).toEqual([1, 3])
  })

  test('a match has its table and the time of its call', () => {
    expect(called(eight).rounds[0]?.matches[0]).toMatchObject({ table: 1, calledAt: at, revision: 2 })
  })

  test('a given match is called, and moved to another table', () => {
    const draw = called(eight, { round: 0, index: 3 }, 2)
    expect(nowPlaying(called(draw, { round: 0, index: 3 }, 1)).map((match) => matchText(match))).toEqual([
      'g - h @1',
    ])
  })

  test('is refused when every table is taken', () => {
    const draw = called(called(eight, undefined, undefined, 2), undefined, undefined, 2)
    expect(callMatch({ draw, tables: 2, ...moment })).toMatchObject({ ok: false, reason: 'no-free-table' })
  })

  test('is refused if no match is waiting', () => {
    const draw = won(drawOfNames('a b'), 'a')
    expect(callMatch({ draw, tables: 2, ...moment })).toMatchObject({ ok: false, reason: 'nothing-to-call' })
  })

  test.each([
    ['a match that cannot be played', { match: { round: 1, index: 0 } }, 'not-playable'],
    ['a table that is taken', { match: { round: 0, index: 1 }, table: 1 }, 'table-taken'],
    ['a table there is not', { match: { round: 0, index: 1 }, table: 4 }, 'no-such-table'],
    ['table 0', { match: { round: 0, index: 1 }, table: 0 }, 'no-such-table'],
    ['half a table', { match: { round: 0, index: 1 }, table: 1.5 }, 'no-such-table'],
    ['a match twice', { match: { round: 0, index: 0 } }, 'already-called'],
    ['a match to the table it is on', { match: { round: 0, index: 0 }, table: 1 }, 'already-called'],
  ] as const)('refuses %s', (_what, target, reason) => {
    expect(callMatch({ draw: called(eight), tables: 3, at, revision: 9, ...target })).toMatchObject({
      ok: false,
      reason,
    })
  })
})

describe('calling again', () => {
  test('keeps a match on its table, and resets the time of its call', () => {
    const [match] = nowPlaying(called(eight))
    const later = '2025-05-02T22:00:00.000Z'
    expect(match && callAgain(match, { at: later, revision: 7 })).toEqual({
      ok: true,
      value: { match: { ...match, calledAt: later, revision: 7 } },
    })
  })

  test('is refused for a match that is not on a table', () => {
    const [match] = queueOf(eight)
    expect(match && callAgain(match, moment)).toMatchObject({ ok: false, reason: 'not-called' })
  })
})

describe('uncalling', () => {
  test('puts a match back into the queue', () => {
    const draw = called(eight)
    const [match] = nowPlaying(draw)
    if (!match) throw new Error('nothing is played')
    const outcome = uncallMatch(match, { revision: 7 })
    expect(outcome).toEqual({ ok: true, value: { match: { ...eight.rounds[0]?.matches[0], revision: 7 } } })
    expect(outcome.ok && uncallMatch(outcome.value.match, { revision: 8 })).toMatchObject({
      ok: false,
      reason: 'not-called',
    })
  })
})

test('matches being played are in the order of their tables', () => {
  const draw = called(called(eight, { round: 0, index: 0 }, 3), { round: 0, index: 1 }, 1)
  expect(nowPlaying(draw).map((match) => matchText(match))).toEqual(['c - d @1', 'a - b @3'])
})
