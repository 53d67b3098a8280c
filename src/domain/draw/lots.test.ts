import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { at, drawOf, drawOfNames, drawText, gone, teamIds, won } from '../../../tests/support/draws.ts'
import { isTeam } from '../cup.ts'
import { teamsInDraw } from './draw-reader.ts'
import { drawAfterLots, isShowRunning, lotsOf, lotsShown, nextLotAt, showEnd } from './lots.ts'

const start = Date.parse(at)
const shown = (teams: number) => ({ ...drawOf(teamIds(teams)), show: true as const })

describe('lots revealed one by one', () => {
  test('appear every two seconds, from four seconds after the draw was made', () => {
    const draw = shown(5)
    const seconds = [-60, 0, 3.9, 4, 5.9, 6, 12, 13.9]
    expect(seconds.map((second) => lotsShown(draw, start + second * 1_000))).toEqual([0, 0, 0, 1, 1, 2, 5, 5])
    expect(showEnd(draw)).toBe(start + 14_000)
    expect(isShowRunning(draw, start + 13_999)).toBe(true)
    expect(isShowRunning(draw, start + 14_000)).toBe(false)
  })

  test('are all revealed at once if the draw is not a show', () => {
    const { show: _show, ...draw } = shown(5)
    expect(lotsShown(draw, start)).toBe(5)
    expect(nextLotAt(draw, start)).toBeUndefined()
  })

  test('are all revealed once a match is played or called', () => {
    const draw = shown(4)
    expect(lotsShown({ ...won(draw, 't1'), show: true }, start)).toBe(4)
    const called = { ...draw, rounds: draw.rounds.map((round) => ({ ...round })) }
    const [first] = called.rounds
    if (first) first.matches = first.matches.map((match) => ({ ...match, table: 1 }))
    expect(lotsShown(called, start)).toBe(4)
  })

  test('never take longer than three minutes, even with many teams', () => {
    for (const teams of [90, 128, 1_000]) expect(showEnd(shown(teams)) - start).toBeLessThanOrEqual(184_000)
  })

  test('are never hidden again, and the announced time of the next lot is right', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: -5_000, max: 200_000 }),
        (teams, after) => {
          const draw = shown(teams)
          const now = start + after
          const next = nextLotAt(draw, now)
          if (next === undefined) {
            expect(lotsShown(draw, now)).toBe(teams)
            return
          }
          expect(next).toBeGreaterThan(now)
          expect(lotsShown(draw, next - 1)).toBe(lotsShown(draw, now))
          expect(lotsShown(draw, next + 1)).toBe(Math.min(lotsShown(draw, now) + 1, teams))
        },
      ),
    )
  })
})

describe('the draw during its show', () => {
  test('shows revealed lots from top to bottom, and TBD for the others', () => {
    const draw = drawOfNames('a b c d e', { byesPlacedAtOnce: true })
    expect(drawText(drawAfterLots(draw, 2)).split('\n').slice(0, 7)).toEqual([
      'Quarter Finals',
      '  a* - BYE',
      '  b* - BYE',
      '  TBD - BYE',
      '  TBD - TBD',
      'Semi Finals',
      '  a - b',
    ])
  })

  test('hides a walkover until the lot of the absent team is revealed', () => {
    const draw = gone(gone(drawOfNames('a b c d'), 'b'), 'c')
    expect(drawText(drawAfterLots(draw, 1)).split('\n')).toEqual([
      'Semi Finals',
      '  a - TBD',
      '  TBD - TBD',
      'Grand Finals',
      '  TBD - TBD',
    ])
    expect(drawText(drawAfterLots(draw, 2)).split('\n').at(-1)).toBe('  a - TBD')
    expect(drawText(drawAfterLots(draw, 3)).split('\n').at(-1)).toBe('  a - TBD')
  })

  test('shows everything revealed, and nothing else', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.nat(100), fc.boolean(), (teams, fallen, atOnce) => {
        const draw = drawOf(teamIds(teams), { byesPlacedAtOnce: atOnce })
        const after = drawAfterLots(draw, fallen)
        expect(teamsInDraw(after)).toEqual(new Set(teamIds(teams).slice(0, fallen)))
        const named = after.rounds.flatMap(({ matches }) =>
          matches.flatMap(({ sides }) => sides.filter(isTeam)),
        )
        expect(named.every((team) => teamsInDraw(after).has(team))).toBe(true)
      }),
    )
  })

  test('is the draw itself after the last lot', () => {
    const draw = shown(7)
    expect(drawAfterLots(draw, lotsOf(draw).length)).toBe(draw)
  })
})
