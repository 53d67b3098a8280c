import { describe, expect, test } from 'vitest'
import {
  absence,
  afterwards,
  at,
  drawOf,
  drawOfNames,
  drawText,
  gone,
  teamIds,
  won,
} from '../../../tests/support/draws.ts'
import type { Draw, SideNumber } from '../cup.ts'
import { keepAbsent, placeTeam, setAbsent } from './attendance.ts'
import { readerOf } from './draw-reader.ts'
import { advanceByes, recordWinner, undoWinner } from './winners.ts'

describe('set absent', () => {
  function lines(draw: Draw) {
    return drawText(draw).split('\n')
  }

  describe('a team that does not come', () => {
    test('gives its opponent a walkover into the next round', () => {
      const draw = gone(drawOfNames('a b c d'), 'a')
      expect(lines(draw)).toEqual(['Semi Finals', '  a - b* w/o', '  c - d', 'Grand Finals', '  b - TBD'])
      expect(draw.absent).toEqual(['a'])
    })

    test('loses to whoever comes, when its opponent is not known yet', () => {
      const draw = gone(won(drawOfNames('a b c d'), 'a'), 'a')
      expect(lines(draw).at(-1)).toBe('  a - TBD')
      expect(lines(won(draw, 'd')).at(-1)).toBe('  a - d* w/o')
    })

    test('that has a bye loses at the next match', () => {
      const draw = won(gone(drawOfNames('a b c'), 'a'), 'b')
      expect(lines(draw).at(-1)).toBe('  TBD - b')
      const confirmed = recordWinner(readerOf(draw), {
        match: { round: 0, index: 0 },
        side: 1,
        at: '',
        revision: 9,
      })
      expect(lines(afterwards(draw, confirmed)).at(-1)).toBe('  a - b* w/o')
    })

    test('if neither comes, side 1 goes through and loses at the next', () => {
      const draw = gone(gone(drawOfNames('a b c d'), 'b'), 'a')
      expect(lines(draw).slice(0, 2)).toEqual(['Semi Finals', '  a* - b w/o'])
      expect(lines(won(draw, 'd')).at(-1)).toBe('  a - d* w/o')
    })

    test('if two missing teams meet in a later round, side 1 goes through', () => {
      const draw = gone(gone(drawOf(teamIds(5), { byesPlacedAtOnce: true }), 't2'), 't1')
      expect(lines(draw).slice(5, 7)).toEqual(['Semi Finals', '  t1* - t2 w/o'])
      const later = gone(gone(drawOf(teamIds(5)), 't1'), 't2')
      const met = afterwards(later, advanceByes(readerOf(later), { at: '', revision: 9 }))
      expect(lines(met).slice(5, 7)).toEqual(['Semi Finals', '  t1* - t2 w/o'])
    })

    test('goes through a bye all the same when its undone win is tapped again', () => {
      const draw = gone(drawOfNames('a b c'), 'a')
      const first = { round: 0, index: 0 }
      const undone = afterwards(draw, undoWinner(readerOf(draw), { match: first, at: '', revision: 8 }))
      const tap = recordWinner(readerOf(undone), { match: first, side: 1, at: '', revision: 9 })
      expect(lines(afterwards(undone, tap)).at(-1)).toBe('  a - TBD')
    })

    test('cannot be tapped as a winner', () => {
      const draw = gone(drawOfNames('a b c d'), 'a')
      const tap = recordWinner(readerOf(draw), {
        match: { round: 0, index: 0 },
        side: 1,
        at: '',
        revision: 9,
      })
      expect(tap).toMatchObject({ ok: false, reason: 'team-absent' })
    })

    test('has nothing left to miss once it is out, or champion', () => {
      expect(absence(won(drawOfNames('a b c d'), 'b'), 'a', true)).toMatchObject({
        ok: false,
        reason: 'nothing-to-play',
      })
      expect(absence(won(drawOfNames('a b'), 'a'), 'a', true)).toMatchObject({
        ok: false,
        reason: 'nothing-to-play',
      })
    })

    test('must be in the draw', () => {
      expect(absence(drawOfNames('a b'), 'x', true)).toMatchObject({ ok: false, reason: 'no-such-team' })
    })

    test('marked twice counts once', () => {
      const draw = gone(drawOfNames('a b c d'), 'a')
      expect(absence(draw, 'a', true)).toEqual({ ok: true, value: { matches: [], absent: ['a'] } })
    })
  })

  describe('a team that comes after all', () => {
    test('takes back the walkover', () => {
      const before = drawOfNames('a b c d')
      const draw = gone(before, 'a')
      const back = afterwards(draw, absence(draw, 'a', false))
      expect(drawText(back)).toBe(drawText(before))
      expect(back.absent).toEqual([])
    })

    test('takes back a chain of walkovers', () => {
      const draw = gone(gone(drawOfNames('a b c d e f g h'), 'a'), 'c')
      expect(lines(draw).slice(5, 7)).toEqual(['Semi Finals', '  b - d'])
      const back = afterwards(draw, absence(draw, 'a', false))
      expect(lines(back).slice(0, 7)).toEqual([
        'Quarter Finals',
        '  a - b',
        '  c - d* w/o',
        '  e - f',
        '  g - h',
        'Semi Finals',
        '  TBD - d',
      ])
    })

    test('is too late once the following match was played', () => {
      const draw = won(gone(drawOfNames('a b c d'), 'a'), 'c', 'b')
      expect(absence(draw, 'a', false)).toMatchObject({ ok: false, reason: 'already-played' })
    })

    test('is too late even if its opponent lost that match', () => {
      const draw = won(gone(drawOfNames('a b c d'), 'a'), 'c', 'c')
      expect(absence(draw, 'a', false)).toMatchObject({ ok: false, reason: 'already-played' })
    })

    test('goes through if its opponent is missing too', () => {
      const draw = won(gone(gone(drawOfNames('a b c d'), 'b'), 'a'), 'c')
      expect(lines(draw).at(-1)).toBe('  a - c* w/o')
      expect(lines(afterwards(draw, absence(draw, 'b', false)))).toEqual([
        'Semi Finals',
        '  a - b* w/o',
        '  c* - d',
        'Grand Finals',
        '  b - c',
      ])
    })
  })
})

describe('place team', () => {
  function place(draw: Draw, round: number, index: number, side: SideNumber) {
    return placeTeam(readerOf(draw), { team: 'late', place: { round, index, side }, at, revision: 9 })
  }

  function lines(draw: Draw) {
    return drawText(draw).split('\n')
  }

  describe('a late team', () => {
    test("takes a BYE's place, and the match is to be played", () => {
      const draw = drawOfNames('a b c')
      expect(lines(afterwards(draw, place(draw, 0, 0, 2))).slice(0, 2)).toEqual(['Semi Finals', '  a - late'])
    })

    test('takes its opponent back out of the next round', () => {
      const draw = won(drawOfNames('a b c'), 'a', 'b')
      expect(lines(draw).at(-1)).toBe('  a - b')
      expect(lines(afterwards(draw, place(draw, 0, 0, 2))).at(-1)).toBe('  TBD - b')
    })

    test("takes a missing team's place, and the walkover is cleared", () => {
      const draw = gone(drawOfNames('a b c d'), 'a')
      const outcome = place(draw, 0, 0, 1)
      expect(outcome).toMatchObject({ ok: true, value: { replaced: 'a', absent: ['a'] } })
      expect(lines(afterwards(draw, outcome))).toEqual([
        'Semi Finals',
        '  late - b',
        '  c - d',
        'Grand Finals',
        '  TBD - TBD',
      ])
    })

    test('one that was replaced can still come after all, and takes another place', () => {
      const draw = gone(drawOfNames('a b c'), 'b')
      const replaced = afterwards(draw, place(draw, 0, 1, 1))
      const moment = { at, revision: 9 }
      const back = setAbsent(readerOf(replaced), { team: 'b', first: undefined, absent: false, ...moment })
      expect(back).toEqual({ ok: true, value: { matches: [], absent: [] } })
      const spot = { round: 0, index: 0, side: 2 } as const
      const placed = placeTeam(readerOf(replaced), { team: 'b', place: spot, ...moment })
      expect(placed).toMatchObject({ ok: true, value: { absent: [] } })
      expect(lines(afterwards(replaced, placed)).slice(0, 3)).toEqual([
        'Semi Finals',
        '  a - b',
        '  late - c',
      ])
    })

    test('has the bye the missing team had', () => {
      const draw = won(gone(won(drawOfNames('a b c'), 'a'), 'a'), 'b')
      expect(lines(draw).at(-1)).toBe('  a - b* w/o')
      const expected = ['Semi Finals', '  late* - BYE', '  b* - c', 'Grand Finals', '  late - b']
      expect(lines(afterwards(draw, place(draw, 1, 0, 1)))).toEqual(expected)
      expect(lines(afterwards(draw, place(draw, 0, 0, 1)))).toEqual(expected)
    })

    test('goes through at once against a team that is missing too', () => {
      const draw = gone(drawOfNames('a b c'), 'a')
      expect(lines(afterwards(draw, place(draw, 0, 0, 2)))).toEqual([
        'Semi Finals',
        '  a - late* w/o',
        '  b - c',
        'Grand Finals',
        '  late - TBD',
      ])
      const both = gone(gone(drawOfNames('a b c d'), 'a'), 'b')
      expect(lines(afterwards(both, place(both, 0, 0, 2)))[1]).toBe('  a - late* w/o')
    })

    test("is too late once its opponent's next match was played, whoever won it", () => {
      for (const winner of ['a', 'b']) {
        const draw = won(drawOfNames('a b c'), 'a', 'b', winner)
        expect(place(draw, 0, 0, 2)).toMatchObject({ ok: false, reason: 'already-played' })
      }
    })

    test('cannot take the place of a team that played before it left', () => {
      const draw = gone(won(drawOfNames('a b c d'), 'a'), 'a')
      expect(place(draw, 1, 0, 1)).toMatchObject({ ok: false, reason: 'already-played' })
      expect(place(draw, 0, 0, 1)).toMatchObject({ ok: false, reason: 'already-played' })
    })

    test('cannot take the place of a team that is here, or of nobody', () => {
      expect(place(drawOfNames('a b c'), 0, 1, 1)).toMatchObject({ ok: false, reason: 'not-absent-or-bye' })
      expect(place(drawOfNames('a b c'), 1, 0, 1)).toMatchObject({ ok: false, reason: 'not-absent-or-bye' })
      expect(place(drawOfNames('a b c'), 5, 0, 1)).toMatchObject({ ok: false, reason: 'no-such-match' })
    })

    test('may not come itself', () => {
      const draw = drawOfNames('a b c')
      const placed = afterwards(draw, place(draw, 0, 0, 2))
      expect(lines(afterwards(placed, absence(placed, 'late', true)))[1]).toBe('  a* - late w/o')
    })
  })
})

describe('a team without a match of its own', () => {
  const draw = { ...drawOfNames('a b'), absent: ['gone', 'other'] }
  const mark = (team: string, absent: boolean) =>
    setAbsent(readerOf(draw), { team, first: undefined, absent, at, revision: 2 })

  test('can come after all when it was replaced, and others stay missing', () => {
    expect(mark('gone', false)).toEqual({ ok: true, value: { matches: [], absent: ['other'] } })
  })

  test('is none that can be marked otherwise', () => {
    expect(mark('gone', true)).toMatchObject({ reason: 'no-such-team' })
    expect(mark('nobody', false)).toMatchObject({ reason: 'no-such-team' })
  })
})

describe('lots that are drawn anew', () => {
  const moment = { at, revision: 1 }

  test('leave those marked who are not here, and their opponents go through', () => {
    const draw = keepAbsent(drawOfNames('a b c d e'), { absent: ['e', 'elsewhere'], ...moment })
    expect(draw.absent).toEqual(['e'])
    expect(drawText(draw)).toBe(drawText(gone(drawOfNames('a b c d e'), 'e')))
  })

  test('also where two of them meet after byes that were placed at once', () => {
    const options = { byesPlacedAtOnce: true }
    const draw = keepAbsent(drawOf(teamIds(5), options), { absent: ['t1', 't2'], ...moment })
    expect(drawText(draw)).toBe(drawText(gone(gone(drawOf(teamIds(5), options), 't2'), 't1')))
  })

  test('change nothing where everybody is here', () => {
    const draw = drawOfNames('a b c')
    expect(keepAbsent(draw, { absent: ['elsewhere'], ...moment })).toBe(draw)
  })
})
