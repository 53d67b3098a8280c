import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  absence,
  afterActions,
  afterwards,
  anyAction,
  at,
  attempt,
  drawOf,
  drawOfNames,
  drawText,
  gone,
  nextRevision,
  teamIds,
  withLateTeam,
  won,
  wrongWalkovers,
} from '../../../tests/support/draws.ts'
import { type Draw, type Match, matchAt } from '../cup.ts'
import type { Outcome } from '../outcome.ts'
import { placeTeam } from './attendance.ts'
import { withMatches } from './draw-reader.ts'
import { exchangeSides } from './exchange-sides.ts'
import { findFaults } from './find-faults.ts'
import { callMatch } from './tables.ts'
import { takeBackMatches } from './take-back.ts'
import { advanceByes, recordWinner, undoWinner } from './winners.ts'

/** Takes back the change from one draw to another, in the current draw, with the resulting absences. */
function takeBack(
  now: Draw,
  before: Draw,
  then: Draw,
  absentNow = now.absent,
): Outcome<{ matches: readonly Match[] }> {
  const changed = then.rounds
    .flatMap(({ matches }) => matches)
    .filter((match) => match !== matchAt(before, match))
  const current = { ...now, absent: absentNow }
  return takeBackMatches(current, {
    before: changed.map((match) => matchAt(before, match) ?? match),
    after: changed,
    absent: now.absent,
    at,
    revision: nextRevision(now),
  })
}

/** Reverts the absences that the change marked, and keeps those that others marked since. */
function restoredAbsent(before: Draw, then: Draw, now: Draw): readonly string[] | undefined {
  const added = then.absent.filter((team) => !before.absent.includes(team))
  const removed = before.absent.filter((team) => !then.absent.includes(team))
  const isTouched =
    added.some((team) => !now.absent.includes(team)) || removed.some((team) => now.absent.includes(team))
  return isTouched ? undefined : [...now.absent.filter((team) => !added.includes(team)), ...removed]
}

describe('taking a change back', () => {
  test('restores every result that a changed winner had cleared', () => {
    const draw = won(drawOfNames('a b c d e f g h'), 'a', 'c', 'e', 'g', 'a', 'e', 'a')
    const changed = afterwards(
      draw,
      recordWinner(draw, { match: { round: 0, index: 0 }, side: 2, at, revision: 99 }),
    )
    expect(drawText(changed)).not.toBe(drawText(draw))
    expect(drawText(afterwards(changed, takeBack(changed, draw, changed)))).toBe(drawText(draw))
  })

  test('keeps an opponent that arrived since', () => {
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

  test('is refused once another team has the winner’s place, although the kept time of the result is the same', () => {
    const [semi, final] = [
      { round: 0, index: 0 },
      { round: 1, index: 0 },
    ]
    const moment = { at, revision: 99 }
    const before = won(drawOfNames('a b c d'), 'a', 'c')
    const then = won(before, 'a')
    const changed = afterwards(then, recordWinner(then, { match: final, side: 2, ...moment }))
    const undone = afterwards(changed, undoWinner(changed, { match: semi, ...moment }))
    const other = afterwards(undone, recordWinner(undone, { match: semi, side: 2, ...moment }))
    const now = afterwards(other, recordWinner(other, { match: final, side: 1, ...moment }))
    expect(drawText(now).split('\n').at(-1)).toBe('  b* - c')
    expect(takeBack(now, before, then)).toMatchObject({ ok: false, reason: 'cannot-take-back' })
  })

  test('is refused once the same match was changed again', () => {
    const draw = drawOfNames('a b c d')
    const first = won(draw, 'a')
    const again = afterwards(
      first,
      recordWinner(first, { match: { round: 0, index: 0 }, side: 2, at, revision: 9 }),
    )
    expect(takeBack(again, draw, first)).toMatchObject({ ok: false, reason: 'cannot-take-back' })
  })

  test('does not restore a result between different teams', () => {
    const draw = won(drawOfNames('a b c d'), 'a', 'c', 'c')
    const undo = undoWinner(draw, { match: { round: 1, index: 0 }, at, revision: 90 })
    const undone = afterwards(draw, undo)
    const change = recordWinner(undone, {
      match: { round: 0, index: 1 },
      side: 2,
      at,
      revision: 91,
    })
    const changed = afterwards(undone, change)
    expect(drawText(changed).split('\n').at(-1)).toBe('  a - d')
    expect(takeBack(changed, draw, undone)).toMatchObject({ ok: false, reason: 'cannot-take-back' })
  })

  test('does not turn a bye into a win over the team that replaced it since', () => {
    const draw = drawOfNames('a b c')
    const undone = afterwards(draw, undoWinner(draw, { match: { round: 0, index: 0 }, at, revision: 8 }))
    const late = { team: 'late', place: { round: 0, index: 0, side: 2 as const }, at, revision: 9 }
    const placed = afterwards(undone, placeTeam(undone, late))
    expect(takeBack(placed, draw, undone)).toMatchObject({ ok: false, reason: 'cannot-take-back' })
  })

  test('is refused once a bye that had gone through was undone', () => {
    const waiting = drawOfNames('a b c', { byesPlacedAtOnce: false })
    const advanced = afterwards(waiting, advanceByes(waiting, { at, revision: 8 }))
    const undo = undoWinner(waiting, { match: { round: 0, index: 0 }, at, revision: 9 })
    const undone = afterwards(waiting, undo)
    expect(drawText(advanced).split('\n').at(-1)).toBe('  a - TBD')
    expect(takeBack(undone, advanced, waiting)).toMatchObject({ ok: false, reason: 'cannot-take-back' })
  })

  test('is refused once a moved team has gone on from its new place', () => {
    const draw = drawOfNames('a b c')
    const from = { round: 0, index: 0, side: 1 as const }
    const to = { round: 0, index: 1, side: 1 as const }
    const exchange = exchangeSides(draw, { from, to, byesPlacedAtOnce: false, at, revision: 8 })
    const exchanged = afterwards(draw, exchange)
    expect(takeBack(exchanged, draw, exchanged).ok).toBe(true)
    const confirmed = won(exchanged, 'b')
    expect(takeBack(confirmed, draw, exchanged)).toMatchObject({ ok: false, reason: 'cannot-take-back' })
  })

  test('adds the walkover that is due if a team has become absent since', () => {
    const draw = drawOfNames('a b c d')
    const first = won(draw, 'a')
    const left = gone(first, 'a')
    expect(drawText(afterwards(left, takeBack(left, draw, first))).split('\n')[1]).toBe('  a - b* w/o')
  })

  test('also works for a no-show', () => {
    const draw = drawOfNames('a b c d')
    const missing = gone(draw, 'a')
    const back = takeBack({ ...missing, absent: draw.absent }, draw, missing)
    expect(drawText(afterwards({ ...missing, absent: [] }, back))).toBe(drawText(draw))
    expect(absence(draw, 'a', true).ok).toBe(true)
  })

  test('also clears walkovers that followed from a no-show since', () => {
    const draw = drawOfNames('a b c')
    const missing = gone(draw, 'a')
    const later = won(missing, 'a', 'b')
    expect(drawText(later).split('\n').at(-1)).toBe('  a - b* w/o')
    const back = takeBack({ ...later, absent: [] }, draw, missing)
    expect(
      drawText(afterwards({ ...later, absent: [] }, back))
        .split('\n')
        .at(-1),
    ).toBe('  a - b')
  })

  describe('of a late team', () => {
    const draw = gone(drawOfNames('a b c d e'), 'a')
    const late = { team: 'late', place: { round: 0, index: 0, side: 1 as const }, at, revision: 8 }
    const placed = afterwards(draw, placeTeam(draw, late))

    test('gives the place back to the absent team', () => {
      const back = takeBack({ ...placed, absent: ['a'] }, draw, placed)
      expect(drawText(afterwards({ ...placed, absent: ['a'] }, back))).toBe(drawText(draw))
    })

    test('is refused once that team came after all and took another place', () => {
      const again = { team: 'a', place: { round: 0, index: 1, side: 2 as const }, at, revision: 9 }
      const elsewhere = afterwards(placed, placeTeam(placed, again))
      const back = takeBack({ ...elsewhere, absent: ['a'] }, draw, placed)
      expect(back).toMatchObject({ ok: false, reason: 'cannot-take-back' })
    })

    test('that was itself replaced and placed elsewhere makes it absent again', () => {
      const again = { team: 'a', place: { round: 0, index: 1, side: 2 as const }, at, revision: 9 }
      const elsewhere = afterwards(placed, placeTeam(placed, again))
      expect(elsewhere.absent).toEqual([])
      const back = takeBack({ ...elsewhere, absent: placed.absent }, placed, elsewhere, elsewhere.absent)
      expect(drawText(afterwards({ ...elsewhere, absent: placed.absent }, back))).toBe(drawText(placed))
    })

    test('is refused once the late team itself is marked as absent', () => {
      const missing = gone(placed, 'late')
      const back = takeBack({ ...missing, absent: ['a', 'late'] }, draw, placed)
      expect(back).toMatchObject({ ok: false, reason: 'cannot-take-back' })
    })
  })

  test('always works right afterwards, and never breaks the draw later', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 24 }),
        fc.array(anyAction, { maxLength: 40 }),
        anyAction,
        fc.array(anyAction, { maxLength: 3 }),
        (count, earlier, action, later) => {
          const before = withLateTeam(afterActions(drawOf(teamIds(count)), earlier))
          const outcome = attempt(before, action)
          if (!outcome.ok) return
          const then = afterwards(before, outcome)
          expect(
            drawText(
              afterwards(then, takeBack({ ...then, absent: before.absent }, before, then, then.absent)),
            ),
          ).toBe(drawText(before))

          const now = afterActions(then, later)
          const absent = restoredAbsent(before, then, now)
          if (!absent) return
          const back = takeBack({ ...now, absent }, before, then, now.absent)
          if (!back.ok) return
          const restored = afterwards({ ...now, absent }, back)
          expect(findFaults(restored)).toEqual([])
          expect(wrongWalkovers(restored)).toEqual([])
          expect(Object.keys(restored.teams)).toEqual(expect.arrayContaining([...absent]))
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('taking a call back', () => {
  function called(draw: Draw, index: number, table: number): Draw {
    const outcome = callMatch({ draw, tables: 3, match: { round: 0, index }, table, at, revision: 50 })
    if (!outcome.ok) throw new Error(outcome.reason)
    return withMatches(draw, [outcome.value.match])
  }
  const draw = drawOfNames('a b c d')
  const onTable = called(draw, 0, 1)
  const decided = won(onTable, 'a')

  test('frees the table', () => {
    expect(drawText(afterwards(onTable, takeBack(onTable, draw, onTable)))).toBe(drawText(draw))
  })

  test('of a result puts the match back on its table', () => {
    const back = afterwards(decided, takeBack(decided, onTable, decided))
    expect(drawText(back).split('\n')[1]).toBe('  a - b @1')
    expect(back.rounds[0]?.matches[0]?.calledAt).toBe(at)
  })

  test('of a result queues the match if another one has its table by now', () => {
    const other = called(decided, 1, 1)
    const back = drawText(afterwards(other, takeBack(other, onTable, decided))).split('\n')
    expect(back.slice(1, 3)).toEqual(['  a - b', '  c - d @1'])
  })
})

/** A match before a change, after it, and now. */
describe('a match that was changed again since', () => {
  const match: Match = { round: 1, index: 0, id: '1-x', sides: ['a', 'c'], revision: 1 }
  const restored = (was: Match, became: Match, now: Match, absent: string[] = []) => {
    const rounds = [[], [now]].map((matches) => ({ name: '', matches }))
    const current = { ...drawOfNames('a b c d'), absent, rounds }
    const outcome = takeBackMatches(current, {
      before: [was],
      after: [became],
      absent,
      at,
      revision: 9,
    })
    return outcome.ok ? outcome.value.matches[0] : outcome.reason
  }
  const won = { winner: 1, decidedAt: at } as const

  test('keeps its result, and gets back the side that the change replaced', () => {
    const was = { ...match, ...won }
    const became: Match = { ...was, sides: ['a', 'TBD'] }
    const now: Match = { ...was, sides: ['b', 'TBD'] }
    expect(restored(was, became, now)).toEqual({ ...match, ...won, sides: ['b', 'c'], revision: 9 })
  })

  test('keeps its walkover over an absent team', () => {
    const was: Match = { ...match, ...won, walkover: true }
    const became: Match = { ...was, sides: ['a', 'TBD'] }
    const now: Match = { ...was, sides: ['b', 'TBD'] }
    expect(restored(was, became, now, ['c'])).toEqual({ ...was, sides: ['b', 'c'], revision: 9 })
  })

  test('returns to its table, even if that is taken now', () => {
    const was = { ...match, table: 2, calledAt: at }
    expect(restored(was, match, { ...match, sides: ['b', 'c'] })).toEqual({
      ...was,
      sides: ['b', 'c'],
      revision: 9,
    })
  })

  test('keeps a table it was called to since', () => {
    const became: Match = { ...match, sides: ['a', 'd'] }
    const now = { ...became, table: 3, calledAt: at }
    expect(restored(match, became, now)).toEqual({ ...match, table: 3, calledAt: at, revision: 9 })
    const open: Match = { ...match, sides: ['a', 'TBD'] }
    expect(restored(open, match, { ...match, table: 3, calledAt: at })).toEqual({ ...open, revision: 9 })
  })

  test('gets its result back between the same two teams, and leaves its table', () => {
    const was = { ...match, ...won }
    expect(restored(was, match, { ...match, table: 1, calledAt: at })).toEqual({ ...was, revision: 9 })
    expect(restored(was, match, { ...match, sides: ['a', 'd'] })).toBe('cannot-take-back')
  })

  test('is not restored if the same fields were changed again', () => {
    const became: Match = { ...match, sides: ['a', 'd'] }
    expect(restored(match, became, { ...match, sides: ['a', 'e'] })).toBe('cannot-take-back')
    expect(restored(match, { ...match, ...won }, { ...match, ...won, decidedAt: 'later' })).toBe(
      'cannot-take-back',
    )
    expect(restored(match, { ...match, ...won, walkover: true }, { ...match, ...won })).toBe(
      'cannot-take-back',
    )
  })

  test('is not restored if the change is not fully known', () => {
    expect(restored(match, { ...match, index: 1 }, match)).toBe('cannot-take-back')
  })
})
