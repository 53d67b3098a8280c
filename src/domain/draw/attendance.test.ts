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
import { advanceByes, recordWinner, undoWinner } from './winners.ts'

function lines(draw: Draw) {
  return drawText(draw).split('\n')
}

describe('set absent', () => {
  describe('an absent team', () => {
    test('gives its opponent a walkover into the next round', () => {
      const draw = gone(drawOfNames('a b c d'), 'a')
      expect(lines(draw)).toEqual(['Semi Finals', '  a - b* w/o', '  c - d', 'Grand Finals', '  b - TBD'])
      expect(draw.absent).toEqual(['a'])
    })

    test('loses to its opponent as soon as that is known', () => {
      const draw = gone(won(drawOfNames('a b c d'), 'a'), 'a')
      expect(lines(draw).at(-1)).toBe('  a - TBD')
      expect(lines(won(draw, 'd')).at(-1)).toBe('  a - d* w/o')
    })

    test('with a bye loses its next match', () => {
      const draw = won(gone(drawOfNames('a b c'), 'a'), 'b')
      expect(lines(draw).at(-1)).toBe('  TBD - b')
      const confirmed = recordWinner(draw, {
        match: { round: 0, index: 0 },
        side: 1,
        at: '',
        revision: 9,
      })
      expect(lines(afterwards(draw, confirmed)).at(-1)).toBe('  a - b* w/o')
    })

    test('if both are absent, side 1 goes through, and loses its next match', () => {
      const draw = gone(gone(drawOfNames('a b c d'), 'b'), 'a')
      expect(lines(draw).slice(0, 2)).toEqual(['Semi Finals', '  a* - b w/o'])
      expect(lines(won(draw, 'd')).at(-1)).toBe('  a - d* w/o')
    })

    test('if two absent teams meet in a later round, side 1 goes through', () => {
      const draw = gone(gone(drawOf(teamIds(5), { byesPlacedAtOnce: true }), 't2'), 't1')
      expect(lines(draw).slice(5, 7)).toEqual(['Semi Finals', '  t1* - t2 w/o'])
      const later = gone(gone(drawOf(teamIds(5)), 't1'), 't2')
      const met = afterwards(later, advanceByes(later, { at: '', revision: 9 }))
      expect(lines(met).slice(5, 7)).toEqual(['Semi Finals', '  t1* - t2 w/o'])
    })

    test('still goes through a bye if its undone win is tapped again', () => {
      const draw = gone(drawOfNames('a b c'), 'a')
      const first = { round: 0, index: 0 }
      const undone = afterwards(draw, undoWinner(draw, { match: first, at: '', revision: 8 }))
      const tap = recordWinner(undone, { match: first, side: 1, at: '', revision: 9 })
      expect(lines(afterwards(undone, tap)).at(-1)).toBe('  a - TBD')
    })

    test('cannot be recorded as a winner', () => {
      const draw = gone(drawOfNames('a b c d'), 'a')
      const tap = recordWinner(draw, {
        match: { round: 0, index: 0 },
        side: 1,
        at: '',
        revision: 9,
      })
      expect(tap).toMatchObject({ ok: false, reason: 'team-absent' })
    })

    test('cannot be marked once it is out, or champion', () => {
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

    test('can be marked twice, without effect', () => {
      const draw = gone(drawOfNames('a b c d'), 'a')
      expect(absence(draw, 'a', true)).toEqual({ ok: true, value: { matches: [], absent: ['a'] } })
    })
  })

  describe('a team that comes after all', () => {
    test('clears the walkover', () => {
      const before = drawOfNames('a b c d')
      const draw = gone(before, 'a')
      const back = afterwards(draw, absence(draw, 'a', false))
      expect(drawText(back)).toBe(drawText(before))
      expect(back.absent).toEqual([])
    })

    test('clears a chain of walkovers', () => {
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

    test('goes through if its opponent is absent too', () => {
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
    return placeTeam(draw, { team: 'late', place: { round, index, side }, at, revision: 9 })
  }

  describe('a late team', () => {
    test("takes a BYE's place, and the match has to be played", () => {
      const draw = drawOfNames('a b c')
      expect(lines(afterwards(draw, place(draw, 0, 0, 2))).slice(0, 2)).toEqual(['Semi Finals', '  a - late'])
    })

    test('takes its opponent back out of the next round', () => {
      const draw = won(drawOfNames('a b c'), 'a', 'b')
      expect(lines(draw).at(-1)).toBe('  a - b')
      expect(lines(afterwards(draw, place(draw, 0, 0, 2))).at(-1)).toBe('  TBD - b')
    })

    test("takes an absent team's place, and the walkover is cleared", () => {
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

    test('a replaced team can still come, and takes another place', () => {
      const draw = gone(drawOfNames('a b c'), 'b')
      const replaced = afterwards(draw, place(draw, 0, 1, 1))
      const moment = { at, revision: 9 }
      const back = setAbsent(replaced, { team: 'b', absent: false, ...moment })
      expect(back).toEqual({ ok: true, value: { matches: [], absent: [] } })
      const spot = { round: 0, index: 0, side: 2 } as const
      const placed = placeTeam(replaced, { team: 'b', place: spot, ...moment })
      expect(placed).toMatchObject({ ok: true, value: { absent: [] } })
      expect(lines(afterwards(replaced, placed)).slice(0, 3)).toEqual([
        'Semi Finals',
        '  a - b',
        '  late - c',
      ])
    })

    test('takes over the absent team’s bye', () => {
      const draw = won(gone(won(drawOfNames('a b c'), 'a'), 'a'), 'b')
      expect(lines(draw).at(-1)).toBe('  a - b* w/o')
      const expected = ['Semi Finals', '  late* - BYE', '  b* - c', 'Grand Finals', '  late - b']
      expect(lines(afterwards(draw, place(draw, 1, 0, 1)))).toEqual(expected)
      expect(lines(afterwards(draw, place(draw, 0, 0, 1)))).toEqual(expected)
    })

    test('goes through at once against an absent opponent', () => {
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

    test('cannot take the place of a present team, or of TBD', () => {
      expect(place(drawOfNames('a b c'), 0, 1, 1)).toMatchObject({ ok: false, reason: 'not-absent-or-bye' })
      expect(place(drawOfNames('a b c'), 1, 0, 1)).toMatchObject({ ok: false, reason: 'not-absent-or-bye' })
      expect(place(drawOfNames('a b c'), 5, 0, 1)).toMatchObject({ ok: false, reason: 'no-such-match' })
    })

    test('may be absent itself', () => {
      const draw = drawOfNames('a b c')
      const placed = afterwards(draw, place(draw, 0, 0, 2))
      expect(lines(afterwards(placed, absence(placed, 'late', true)))[1]).toBe('  a* - late w/o')
    })
  })
})

describe('a team without a match', () => {
  const draw = { ...drawOfNames('a b'), absent: ['gone', 'other'] }
  const mark = (team: string, absent: boolean) => setAbsent(draw, { team, absent, at, revision: 2 })

  test('can come after all if it was replaced, and others stay absent', () => {
    expect(mark('gone', false)).toEqual({ ok: true, value: { matches: [], absent: ['other'] } })
  })

  test('is refused otherwise', () => {
    expect(mark('gone', true)).toMatchObject({ reason: 'no-such-team' })
    expect(mark('nobody', false)).toMatchObject({ reason: 'no-such-team' })
  })
})

describe('a draw made again', () => {
  const moment = { at, revision: 1 }

  test('keeps absent teams marked, and their opponents go through', () => {
    const draw = keepAbsent(drawOfNames('a b c d e'), { absent: ['e', 'elsewhere'], ...moment })
    expect(draw.absent).toEqual(['e'])
    expect(drawText(draw)).toBe(drawText(gone(drawOfNames('a b c d e'), 'e')))
  })

  test('does so if two of them meet after byes placed at once', () => {
    const options = { byesPlacedAtOnce: true }
    const draw = keepAbsent(drawOf(teamIds(5), options), { absent: ['t1', 't2'], ...moment })
    expect(drawText(draw)).toBe(drawText(gone(gone(drawOf(teamIds(5), options), 't2'), 't1')))
  })

  test('is not changed if no team is absent', () => {
    const draw = drawOfNames('a b c')
    expect(keepAbsent(draw, { absent: ['elsewhere'], ...moment })).toBe(draw)
  })
})
