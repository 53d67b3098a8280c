import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterwards, at, drawOf, drawOfNames, gone, teamIds, won } from '../../tests/support/draws.ts'
import type { Draw, MatchRef } from './cup.ts'
import { isSameState } from './draft.ts'
import { readerOf } from './draw-reader.ts'
import { drawText, matchText } from './draw-text.ts'
import { callMatch } from './tables.ts'
import { undoWinner } from './undo-winner.ts'
import { withMatches } from './with-matches.ts'

function undo(draw: Draw, match: MatchRef) {
  return undoWinner(readerOf(draw), { match, at, revision: 9 })
}

describe('undoing a winner', () => {
  test('clears it and takes the team out of the next round', () => {
    const draw = won(drawOfNames('a b c d'), 'a', 'c')
    expect(drawText(afterwards(draw, undo(draw, { round: 0, index: 0 })))).toBe(
      ['Semi Finals', '  a - b', '  c* - d', 'Grand Finals', '  TBD - c'].join('\n'),
    )
  })

  test('undoing a quarter-final also clears the semi-final and the final it fed', () => {
    const draw = won(drawOfNames('a b c d e f g h'), 'a', 'c', 'e', 'g', 'a', 'e', 'a')
    const outcome = undo(draw, { round: 0, index: 0 })
    expect(drawText(afterwards(draw, outcome)).split('\n').slice(5)).toEqual([
      'Semi Finals',
      '  TBD - c',
      '  e* - g',
      'Grand Finals',
      '  TBD - e',
    ])
    expect(outcome.ok && outcome.value.cleared.map((match) => matchText(match))).toEqual(['a* - c', 'a* - e'])
  })

  test('a win of the other team in the next round stays', () => {
    const draw = won(drawOfNames('a b c d'), 'a', 'c', 'c')
    const outcome = undo(draw, { round: 0, index: 0 })
    expect(drawText(afterwards(draw, outcome)).split('\n').at(-1)).toBe('  TBD - c*')
    expect(outcome.ok && outcome.value.cleared).toEqual([])
  })

  test('takes the match it fed off its table', () => {
    const draw = won(drawOfNames('a b c d'), 'a', 'c')
    const call = callMatch({ draw, tables: 1, at, revision: 8 })
    if (!call.ok) throw new Error(call.reason)
    const called = withMatches(draw, [call.value.match])
    expect(drawText(called).split('\n').at(-1)).toBe('  a - c @1')
    expect(
      drawText(afterwards(called, undo(called, { round: 0, index: 0 })))
        .split('\n')
        .at(-1),
    ).toBe('  TBD - c')
  })

  test('a bye can be undone and taken again', () => {
    const draw = won(drawOfNames('a b c'), 'a')
    const undone = afterwards(draw, undo(draw, { round: 0, index: 0 }))
    expect(drawText(undone)).toBe(
      ['Semi Finals', '  a - BYE', '  b - c', 'Grand Finals', '  TBD - TBD'].join('\n'),
    )
    expect(drawText(won(undone, 'a'))).toBe(drawText(draw))
  })

  test('there is nothing to undo in a match without a winner', () => {
    expect(undo(drawOfNames('a b'), { round: 0, index: 0 })).toMatchObject({
      ok: false,
      reason: 'not-decided',
    })
  })

  test('a walkover stands as long as the team is not here', () => {
    expect(undo(gone(drawOfNames('a b c d'), 'b'), { round: 0, index: 0 })).toMatchObject({
      ok: false,
      reason: 'walkover-stands',
    })
  })

  test('a walkover in a later round falls with the team that had it', () => {
    const draw = gone(won(drawOfNames('a b c d e f g h'), 'a', 'c'), 'c')
    const outcome = undo(draw, { round: 0, index: 0 })
    expect(drawText(afterwards(draw, outcome)).split('\n').slice(5)).toEqual([
      'Semi Finals',
      '  TBD - c',
      '  TBD - TBD',
      'Grand Finals',
      '  TBD - TBD',
    ])
  })

  test('a match whose winner has left since goes to the other team', () => {
    const draw = gone(won(drawOfNames('a b c d'), 'a'), 'a')
    expect(drawText(afterwards(draw, undo(draw, { round: 0, index: 0 })))).toBe(
      ['Semi Finals', '  a - b* w/o', '  c - d', 'Grand Finals', '  b - TBD'].join('\n'),
    )
  })

  test('right after a win leaves the draw as it was before, for any match of any draw', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 300 }), fc.nat(), (count, number) => {
        const draw = drawOf(teamIds(count))
        const open = draw.rounds[0]?.matches.filter((match) => !match.winner) ?? []
        const match = open[number % open.length]
        if (!match) return
        const played = won(draw, match.sides[1])
        const undone = afterwards(played, undo(played, match))
        const before = draw.rounds.flatMap(({ matches }) => matches)
        expect(
          undone.rounds.flatMap(({ matches }) => matches).every((each, at) => isSameState(each, before[at])),
        ).toBe(true)
      }),
      { numRuns: 50 },
    )
  })
})
