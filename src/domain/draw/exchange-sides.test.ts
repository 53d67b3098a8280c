import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterActions,
  afterwards,
  anyAction,
  at,
  attempt,
  drawOf,
  drawOfNames,
  drawText,
  gone,
  matchText,
  teamIds,
  won,
  wrongWalkovers,
} from '../../../tests/support/draws.ts'
import { type Draw, isTeam, type Match, type SideNumber, winnerOf } from '../cup.ts'
import { hasPlayed, isBye } from './draw-reader.ts'
import { exchangeSides } from './exchange-sides.ts'
import { findFaults } from './find-faults.ts'

type Place = readonly [round: number, index: number, side: SideNumber]

function exchange(draw: Draw, from: Place, to: Place, byesPlacedAtOnce = false) {
  const ref = ([round, index, side]: Place) => ({ round, index, side })
  return exchangeSides(draw, { from: ref(from), to: ref(to), byesPlacedAtOnce, at, revision: 9 })
}

function lines(draw: Draw) {
  return drawText(draw).split('\n')
}

describe('exchanging two sides', () => {
  test('of one round swaps the teams', () => {
    const draw = drawOfNames('a b c d')
    expect(lines(afterwards(draw, exchange(draw, [0, 0, 1], [0, 1, 2])))).toEqual([
      'Semi Finals',
      '  d - b',
      '  c - a',
      'Grand Finals',
      '  TBD - TBD',
    ])
  })

  test('of one match swaps top and bottom', () => {
    const draw = drawOfNames('a b c d')
    expect(lines(afterwards(draw, exchange(draw, [0, 0, 1], [0, 0, 2])))[1]).toBe('  b - a')
  })

  test('clears the win of a team that moved, and what it led to', () => {
    const draw = won(drawOfNames('a b c d e f g h'), 'a', 'c', 'a')
    const outcome = exchange(draw, [0, 0, 1], [0, 2, 1])
    expect(lines(afterwards(draw, outcome))).toEqual([
      'Quarter Finals',
      '  e - b',
      '  c* - d',
      '  a - f',
      '  g - h',
      'Semi Finals',
      '  TBD - c',
      '  TBD - TBD',
      'Grand Finals',
      '  TBD - TBD',
    ])
    expect(outcome.ok && outcome.value.cleared.map((match) => matchText(match))).toEqual(['a* - b', 'a* - c'])
  })

  test('clears a match whose loser moved: it was not played against the team that stands there now', () => {
    const draw = won(drawOfNames('a b c d e f g h'), 'a', 'c', 'a')
    const outcome = exchange(draw, [0, 0, 2], [0, 2, 1])
    expect(lines(afterwards(draw, outcome))).toEqual([
      'Quarter Finals',
      '  a - e',
      '  c* - d',
      '  b - f',
      '  g - h',
      'Semi Finals',
      '  TBD - c',
      '  TBD - TBD',
      'Grand Finals',
      '  TBD - TBD',
    ])
    expect(outcome.ok && outcome.value.cleared.map((match) => matchText(match))).toEqual(['a* - b', 'a* - c'])
  })

  test('clears both matches, and returns each cleared result', () => {
    const draw = won(drawOfNames('a b c d'), 'b', 'd')
    const outcome = exchange(draw, [0, 0, 1], [0, 1, 1])
    expect(lines(afterwards(draw, outcome))).toEqual([
      'Semi Finals',
      '  c - b',
      '  a - d',
      'Grand Finals',
      '  TBD - TBD',
    ])
    expect(outcome.ok && outcome.value.cleared.map((match) => matchText(match))).toEqual(['a - b*', 'c - d*'])
  })

  test('in a later round clears that round, and keeps the results that led there', () => {
    const draw = won(drawOfNames('a b c d e f g h'), 'a', 'c', 'e', 'g', 'a', 'e', 'a')
    const outcome = exchange(draw, [1, 0, 2], [1, 1, 1])
    expect(lines(afterwards(draw, outcome))).toEqual([
      'Quarter Finals',
      '  a* - b',
      '  e* - f',
      '  c* - d',
      '  g* - h',
      'Semi Finals',
      '  a - e',
      '  c - g',
      'Grand Finals',
      '  TBD - TBD',
    ])
    expect(outcome.ok && outcome.value.cleared.map((match) => matchText(match))).toEqual([
      'a* - c',
      'a* - e',
      'e* - g',
    ])
  })

  test('against a BYE clears what the bye had led to, and decides the bye for the other team', () => {
    const draw = won(drawOfNames('a b c'), 'a', 'b', 'a')
    const outcome = exchange(draw, [0, 0, 1], [0, 1, 2], true)
    expect(lines(afterwards(draw, outcome))).toEqual([
      'Semi Finals',
      '  c* - BYE',
      '  b - a',
      'Grand Finals',
      '  c - TBD',
    ])
    expect(outcome.ok && outcome.value.cleared.map((match) => matchText(match))).toEqual(['a* - b', 'b* - c'])
  })

  test('a team that now meets a BYE has won, as when the draw is made', () => {
    const draw = won(drawOfNames('a b c'), 'a')
    expect(lines(afterwards(draw, exchange(draw, [0, 0, 1], [0, 1, 1])))).toEqual([
      'Semi Finals',
      '  b* - BYE',
      '  a - c',
      'Grand Finals',
      '  TBD - TBD',
    ])
    expect(lines(afterwards(draw, exchange(draw, [0, 0, 1], [0, 1, 1], true))).at(-1)).toBe('  b - TBD')
  })

  test('a bye that goes through at once does not inherit a result of a later round', () => {
    const draw = won(drawOfNames('a b c d e f', { byesPlacedAtOnce: true }), 'b', 'b')
    const outcome = exchange(draw, [0, 0, 1], [0, 2, 1], true)
    expect(lines(afterwards(draw, outcome))).toEqual([
      'Quarter Finals',
      '  d* - BYE',
      '  b* - c',
      '  a* - BYE',
      '  e - f',
      'Semi Finals',
      '  d - b',
      '  a - TBD',
      'Grand Finals',
      '  TBD - TBD',
    ])
    expect(outcome.ok && outcome.value.cleared.map((match) => matchText(match))).toEqual(['a - b*'])
  })

  test('keeps a later result that was played against another team', () => {
    const draw = won(drawOfNames('a b c d e f g h'), 'a', 'c', 'e', 'g', 'c')
    const outcome = exchange(draw, [0, 0, 1], [0, 2, 2])
    expect(lines(afterwards(draw, outcome)).slice(5)).toEqual([
      'Semi Finals',
      '  TBD - c*',
      '  TBD - g',
      'Grand Finals',
      '  c - TBD',
    ])
  })

  test('in a later round swaps the matches that led the teams there', () => {
    const draw = won(drawOfNames('a b c d e f g h'), 'a', 'c', 'e', 'g')
    const exchanged = afterwards(draw, exchange(draw, [1, 0, 1], [1, 1, 2]))
    expect(lines(exchanged)).toEqual([
      'Quarter Finals',
      '  g* - h',
      '  c* - d',
      '  e* - f',
      '  a* - b',
      'Semi Finals',
      '  g - c',
      '  e - a',
      'Grand Finals',
      '  TBD - TBD',
    ])
    expect(findFaults(exchanged)).toEqual([])
    expect(exchanged.rounds[0]?.matches.map(({ id }) => id)).toEqual(
      draw.rounds[0]?.matches.map(({ id }) => id),
    )
  })

  test('keeps a walkover in the match of the absent team', () => {
    const draw = gone(drawOfNames('a b c d'), 'a')
    expect(lines(afterwards(draw, exchange(draw, [0, 0, 1], [0, 1, 1])))).toEqual([
      'Semi Finals',
      '  c - b',
      '  a - d* w/o',
      'Grand Finals',
      '  TBD - d',
    ])
  })

  test('is its own inverse while no match is decided', () => {
    const draw = drawOfNames('a b c d e f g h')
    const once = afterwards(draw, exchange(draw, [0, 0, 1], [0, 3, 2]))
    expect(drawText(afterwards(once, exchange(once, [0, 0, 1], [0, 3, 2])))).toBe(drawText(draw))
  })

  test.each([
    ['one side with itself', [0, 0, 1], [0, 0, 1], 'same-side'],
    ['sides of different rounds', [0, 1, 1], [1, 0, 1], 'different-rounds'],
    ['a team with a BYE', [0, 1, 1], [0, 0, 2], 'not-a-team'],
    ['a side that is TBD', [1, 0, 1], [1, 0, 2], 'not-a-team'],
    ['a match that is not there', [0, 0, 1], [0, 7, 1], 'no-such-match'],
  ] as const)('refuses %s', (_what, from, to, reason) => {
    expect(exchange(drawOfNames('a b c'), from, to)).toMatchObject({ ok: false, reason })
  })
})

describe('exchanging two sides after any results', () => {
  const anyExchange = fc.record({
    count: fc.integer({ min: 2, max: 20 }),
    actions: fc.array(anyAction, { maxLength: 40 }),
    sides: anyAction.map((action) => ({ ...action, kind: 'exchange' as const })),
    byesPlacedAtOnce: fc.boolean(),
  })

  test('leaves no result between teams that did not meet, and a draw without faults', () => {
    let exchanges = 0
    fc.assert(
      fc.property(anyExchange, ({ count, actions, sides, byesPlacedAtOnce }) => {
        const draw = afterActions(drawOf(teamIds(count), { byesPlacedAtOnce }), actions, byesPlacedAtOnce)
        const outcome = attempt(draw, sides, byesPlacedAtOnce)
        if (!outcome.ok) return
        exchanges += 1
        const next = afterwards(draw, outcome)
        const before = new Set(playedIn(draw))
        expect(playedIn(next).filter((result) => !before.has(result))).toEqual([])
        expect(outcome.value.cleared?.length).toBe(playedCount(draw) - playedCount(next))
        expect(findFaults(next)).toEqual([])
        expect(wrongWalkovers(next)).toEqual([])
      }),
      { numRuns: 600 },
    )
    expect(exchanges).toBeGreaterThan(100)
  })

  test('leaves the two matches undecided, unless a BYE or an absent team is in them', () => {
    fc.assert(
      fc.property(anyExchange, ({ count, actions, sides, byesPlacedAtOnce }) => {
        const draw = afterActions(drawOf(teamIds(count), { byesPlacedAtOnce }), actions, byesPlacedAtOnce)
        const outcome = attempt(draw, sides, byesPlacedAtOnce)
        if (!outcome.ok) return
        const next = afterwards(draw, outcome)
        const round = matchOf(draw, sides.one).round
        const others = draw.rounds[round]?.matches ?? []
        for (const { index } of [matchOf(draw, sides.one), others[sides.other % others.length] as Match])
          expect(hasPlayed(next.rounds[round]?.matches[index] as Match)).toBe(false)
        const byes = next.rounds[0]?.matches.filter((match) => isBye(match) && !match.winner) ?? []
        const were = draw.rounds[0]?.matches.filter((match) => isBye(match) && !match.winner) ?? []
        expect(byes.length).toBeLessThanOrEqual(were.length)
      }),
      { numRuns: 300 },
    )
  })
})

function matchOf(draw: Draw, number: number): Match {
  const all = draw.rounds.flatMap(({ matches }) => matches)
  return all[number % all.length] as Match
}

function playedCount(draw: Draw): number {
  return draw.rounds.reduce((sum, { matches }) => sum + matches.filter(hasPlayed).length, 0)
}

/** Round, winner and loser of each result. */
function playedIn(draw: Draw): string[] {
  return draw.rounds.flatMap(({ matches }, round) =>
    matches
      .filter((match) => hasPlayed(match) && match.sides.every(isTeam))
      .map((match) => `${round}: ${winnerOf(match)} won ${[...match.sides].sort().join(' - ')}`),
  )
}
