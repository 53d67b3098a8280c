import { describe, expect, test } from 'vitest'
import { afterwards, at, drawOf, drawOfNames, teamIds, won } from '../../tests/support/draws.ts'
import { advanceByes, isWaitingBye } from './advance-byes.ts'
import { type Draw, isTeam } from './cup.ts'
import { readerOf } from './draw-reader.ts'
import { drawText } from './draw-text.ts'
import { undoWinner } from './undo-winner.ts'

const advance = (draw: Draw) => advanceByes(readerOf(draw), { at, revision: 9 })
const waiting = (draw: Draw) =>
  draw.rounds[0]?.matches.filter((match) => isWaitingBye(readerOf(draw), match)).length

describe('advancing all byes', () => {
  test('leaves the draw as if byes had been placed at once', () => {
    for (const count of [3, 5, 11, 22, 100, 257]) {
      const draw = drawOf(teamIds(count))
      expect(drawText(afterwards(draw, advance(draw)))).toBe(
        drawText(drawOf(teamIds(count), { byesPlacedAtOnce: true })),
      )
    }
  })

  test('leaves those alone that are in their place', () => {
    const draw = won(drawOfNames('a b c d e'), 'a')
    const outcome = advance(draw)
    expect(outcome.ok && outcome.value.matches.map(({ round, index }) => `${round}.${index}`)).toEqual([
      '1.0',
      '1.1',
    ])
  })

  test('decides a bye again whose win was undone', () => {
    const draw = won(drawOfNames('a b c'), 'a')
    const undone = afterwards(
      draw,
      undoWinner(readerOf(draw), { match: { round: 0, index: 0 }, at, revision: 8 }),
    )
    expect(drawText(afterwards(undone, advance(undone)))).toBe(drawText(draw))
  })

  test('is refused when none is left, and in a draw of one team', () => {
    const draw = drawOfNames('a b c')
    expect(advance(afterwards(draw, advance(draw)))).toMatchObject({ ok: false, reason: 'no-byes-left' })
    expect(advance(drawOfNames('a b c d'))).toMatchObject({ ok: false, reason: 'no-byes-left' })
    expect(advance(drawOfNames('a'))).toMatchObject({ ok: false, reason: 'no-byes-left' })
  })

  test('is offered exactly as long as a bye waits', () => {
    const draw = drawOfNames('a b c d e')
    expect([
      waiting(draw),
      waiting(won(draw, 'a')),
      waiting(afterwards(draw, advance(draw))),
      waiting(drawOfNames('a')),
    ]).toEqual([3, 2, 0, 0])
    expect(
      afterwards(draw, advance(draw)).rounds[1]?.matches.flatMap(({ sides }) => sides.filter(isTeam)),
    ).toEqual(['a', 'b', 'c'])
  })
})
