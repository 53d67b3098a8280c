import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  absence,
  afterwards,
  anyAction,
  at,
  attempt,
  drawOf,
  drawOfNames,
  gone,
  nextRevision,
  teamIds,
  withLateTeam,
  won,
} from '../../tests/support/draws.ts'
import { type Draw, type Match, matchAt } from './cup.ts'
import { readerOf } from './draw-reader.ts'
import { drawText } from './draw-text.ts'
import { findFaults } from './find-faults.ts'
import type { Outcome } from './outcome.ts'
import { recordWinner } from './record-winner.ts'
import { takeBackMatches } from './take-back.ts'

/** Takes back what led from one draw to another, in the draw as it is now. */
function takeBack(now: Draw, before: Draw, then: Draw): Outcome<{ matches: readonly Match[] }> {
  const changed = then.rounds
    .flatMap(({ matches }) => matches)
    .filter((match) => match !== matchAt(before, match))
  return takeBackMatches(readerOf(now), {
    before: changed.map((match) => matchAt(before, match) ?? match),
    after: changed,
    at,
    revision: nextRevision(now),
  })
}

describe('taking a change back', () => {
  test('brings back every result a changed winner had cleared', () => {
    const draw = won(drawOfNames('a b c d e f g h'), 'a', 'c', 'e', 'g', 'a', 'e', 'a')
    const changed = afterwards(
      draw,
      recordWinner(readerOf(draw), { match: { round: 0, index: 0 }, side: 2, at, revision: 99 }),
    )
    expect(drawText(changed)).not.toBe(drawText(draw))
    expect(drawText(afterwards(changed, takeBack(changed, draw, changed)))).toBe(drawText(draw))
  })

  test('leaves the opponent in place that arrived meanwhile', () => {
    const draw = drawOfNames('a b c d')
    const first = won(draw, 'a')
    const second = won(first, 'd')
    expect(drawText(afterwards(second, takeBack(second, draw, first))).split('\n')).toEqual([
      'Semi Finals',
      '  a - b',
      '  c - d*',
      'Grand Finals',
      '  TBD - d',
    ])
  })

  test('is refused once the next match was played', () => {
    const draw = drawOfNames('a b c d')
    const first = won(draw, 'a')
    const later = won(first, 'd', 'a')
    expect(takeBack(later, draw, first)).toMatchObject({ ok: false, reason: 'cannot-take-back' })
  })

  test('is refused once the same match was changed again', () => {
    const draw = drawOfNames('a b c d')
    const first = won(draw, 'a')
    const again = afterwards(
      first,
      recordWinner(readerOf(first), { match: { round: 0, index: 0 }, side: 2, at, revision: 9 }),
    )
    expect(takeBack(again, draw, first)).toMatchObject({ ok: false, reason: 'cannot-take-back' })
  })

  test('gives the walkover that is due when a team has left meanwhile', () => {
    const draw = drawOfNames('a b c d')
    const first = won(draw, 'a')
    const left = gone(first, 'a')
    expect(drawText(afterwards(left, takeBack(left, draw, first))).split('\n')[1]).toBe('  a - b* w/o')
  })

  test('takes a no-show back as well', () => {
    const draw = drawOfNames('a b c d')
    const missing = gone(draw, 'a')
    const back = takeBack({ ...missing, absent: draw.absent }, draw, missing)
    expect(drawText(afterwards({ ...missing, absent: [] }, back))).toBe(drawText(draw))
    expect(absence(draw, 'a', true).ok).toBe(true)
  })

  test('right afterwards always works, and later on never breaks the draw', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 24 }),
        fc.array(anyAction, { maxLength: 40 }),
        anyAction,
        fc.array(anyAction, { maxLength: 3 }),
        (count, earlier, action, later) => {
          const play = (start: Draw, actions: typeof earlier) =>
            actions.reduce((draw, each) => {
              const known = withLateTeam(draw)
              const outcome = attempt(known, each)
              return outcome.ok ? afterwards(known, outcome) : known
            }, start)
          const before = withLateTeam(play(drawOf(teamIds(count)), earlier))
          const outcome = attempt(before, action)
          if (!outcome.ok) return
          const then = afterwards(before, outcome)
          expect(drawText(afterwards(then, takeBack({ ...then, absent: before.absent }, before, then)))).toBe(
            drawText(before),
          )

          const now = play(then, later)
          // Only a change that left the list of missing teams alone is taken back by its matches alone.
          if (then.absent !== before.absent) return
          const back = takeBack(now, before, then)
          if (back.ok) expect(findFaults(afterwards(now, back))).toEqual([])
        },
      ),
      { numRuns: 300 },
    )
  })
})
