import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterwards,
  at,
  drawOf,
  drawOfNames,
  drawText,
  gone,
  matchText,
  teamIds,
  won,
} from '../../../tests/support/draws.ts'
import { type Draw, isTeam, type MatchRef, matchAt, type SideNumber } from '../cup.ts'
import { championOf } from '../night/progress.ts'
import { isSameState } from './draft.ts'
import { withMatches } from './draw-reader.ts'
import { findFaults } from './find-faults.ts'
import { callMatch } from './tables.ts'
import { advanceByes, isWaitingBye, recordWinner, undoWinner, winnerMessage } from './winners.ts'

describe('record winner', () => {
  function record(draw: Draw, match: MatchRef, side: SideNumber) {
    return recordWinner(draw, { match, side, at, revision: 9 })
  }

  describe('recording a winner', () => {
    test('an even match fills the upper side of the next one, an odd match the lower', () => {
      const draw = won(drawOfNames('a b c d e f g h'), 'b', 'c', 'e', 'h')
      expect(drawText(draw)).toBe(
        [
          'Quarter Finals',
          '  a - b*',
          '  c* - d',
          '  e* - f',
          '  g - h*',
          'Semi Finals',
          '  b - c',
          '  e - h',
          'Grand Finals',
          '  TBD - TBD',
        ].join('\n'),
      )
    })

    test('returns only the two changed matches, with the new revision and the time of the decision', () => {
      const outcome = record(drawOf(teamIds(256)), { round: 0, index: 5 }, 2)
      expect(outcome).toEqual({
        ok: true,
        value: {
          kind: 'set',
          winner: 't12',
          cleared: [],
          stays: [],
          matches: [
            {
              round: 0,
              index: 5,
              id: '6-abcdefgh',
              sides: ['t11', 't12'],
              winner: 2,
              decidedAt: at,
              revision: 9,
            },
            { round: 1, index: 2, id: '3-abcdefgh', sides: ['TBD', 't12'], revision: 9 },
          ],
        },
      })
    })

    test('frees the table', () => {
      const draw = drawOfNames('a b c d')
      const [match] = draw.rounds[0]?.matches ?? []
      if (!match) throw new Error('no match')
      const called = {
        ...draw,
        rounds: [
          { name: 'Semi Finals', matches: [{ ...match, table: 3, calledAt: at }] },
          ...draw.rounds.slice(1),
        ],
      }
      const outcome = record(called, match, 1)
      expect(outcome.ok && outcome.value.matches.map((changed) => matchText(changed))).toEqual([
        'a* - b',
        'a - TBD',
      ])
    })

    test('the final has no next round', () => {
      expect(championOf(won(drawOfNames('a b c d'), 'a', 'd', 'd'))).toBe('d')
    })

    test('a BYE or TBD cannot win', () => {
      const draw = drawOfNames('a b c')
      expect(record(draw, { round: 0, index: 0 }, 2)).toMatchObject({ ok: false, reason: 'not-a-team' })
      expect(record(draw, { round: 1, index: 0 }, 1)).toMatchObject({ ok: false, reason: 'not-a-team' })
    })

    test('an unknown match is refused', () => {
      expect(record(drawOfNames('a b'), { round: 3, index: 0 }, 1)).toMatchObject({
        ok: false,
        reason: 'no-such-match',
      })
    })

    test('two teams with the same name are different teams', () => {
      const draw = drawOfNames('a b c d')
      const teams = { a: { name: 'Sam', players: ['Sam'] }, b: { name: 'Sam', players: ['Sam'] } }
      const named = { ...draw, teams: { ...draw.teams, ...teams } }
      const first = won(named, 'b')
      expect(first.rounds[1]?.matches[0]?.sides[0]).toBe('b')
      expect(won(named, 'b', 'c', 'b').rounds[1]?.matches[0]).toMatchObject({ sides: ['b', 'c'], winner: 1 })
      const changed = afterwards(first, record(first, { round: 0, index: 0 }, 1))
      expect(changed.rounds[1]?.matches[0]?.sides[0]).toBe('a')
    })
  })

  describe('reconfirming', () => {
    test('places a bye whose winner is not in the next round yet, and changes nothing else', () => {
      const outcome = record(drawOfNames('a b c'), { round: 0, index: 0 }, 1)
      expect(outcome).toMatchObject({ ok: true, value: { kind: 'reconfirmed', cleared: [] } })
      expect(outcome.ok && outcome.value.matches.map((match) => matchText(match))).toEqual(['a - TBD'])
    })

    test('a winner who is in its place changes nothing', () => {
      const draw = won(drawOfNames('a b c d'), 'a')
      expect(record(draw, { round: 0, index: 0 }, 1)).toMatchObject({
        ok: true,
        value: { kind: 'reconfirmed', matches: [] },
      })
    })
  })

  describe('changing a winner', () => {
    test('puts the new winner where the replaced one stood', () => {
      const draw = won(drawOfNames('a b c d'), 'a')
      const outcome = record(draw, { round: 0, index: 0 }, 2)
      expect(outcome).toMatchObject({ ok: true, value: { kind: 'changed', cleared: [] } })
      expect(drawText(afterwards(draw, outcome)).split('\n').at(-1)).toBe('  b - TBD')
    })

    test('clears and returns all later wins of the replaced team', () => {
      const draw = won(drawOfNames('a b c d e f g h'), 'a', 'c', 'e', 'g', 'a', 'e', 'a')
      const outcome = record(draw, { round: 0, index: 0 }, 2)
      expect(drawText(afterwards(draw, outcome))).toBe(
        [
          'Quarter Finals',
          '  a - b*',
          '  c* - d',
          '  e* - f',
          '  g* - h',
          'Semi Finals',
          '  b - c',
          '  e* - g',
          'Grand Finals',
          '  TBD - e',
        ].join('\n'),
      )
      expect(outcome.ok && outcome.value.cleared.map((match) => matchText(match))).toEqual([
        'a* - c',
        'a* - e',
      ])
    })

    test('keeps and returns a win over the replaced team', () => {
      const draw = won(drawOfNames('a b c d'), 'a', 'c', 'c')
      const outcome = record(draw, { round: 0, index: 0 }, 2)
      expect(outcome.ok && outcome.value.cleared).toEqual([])
      expect(outcome.ok && outcome.value.stays.map((match) => matchText(match))).toEqual(['a - c*'])
      expect(drawText(afterwards(draw, outcome)).split('\n').at(-1)).toBe('  b - c*')
    })

    test('also returns a later win over the replaced team, unless it is cleared', () => {
      const draw = won(drawOfNames('a b c d e f g h'), 'a', 'c', 'e', 'g', 'a', 'e', 'e')
      const outcome = record(draw, { round: 0, index: 0 }, 2)
      expect(outcome.ok && outcome.value.cleared.map((match) => matchText(match))).toEqual(['a* - c'])
      expect(outcome.ok && outcome.value.stays.map((match) => matchText(match))).toEqual(['a - e*'])
    })

    test('a walkover of the replaced team goes to the new winner', () => {
      const draw = won(gone(won(drawOfNames('a b c d e f g h'), 'a', 'c', 'e', 'g', 'e'), 'c'), 'a')
      expect(drawText(draw).split('\n').at(-1)).toBe('  a* - e')
      const outcome = record(draw, { round: 0, index: 0 }, 2)
      expect(drawText(afterwards(draw, outcome)).split('\n').slice(5)).toEqual([
        'Semi Finals',
        '  b* - c w/o',
        '  e* - g',
        'Grand Finals',
        '  b - e',
      ])
      expect(outcome.ok && outcome.value.cleared.map((match) => matchText(match))).toEqual(['a* - e'])
    })

    test('reads only matches on the way to the final, in a draw of 16 or of 4,096', () => {
      const draw = drawOf(teamIds(4096))
      const read = new Set<string>()
      const rounds = draw.rounds.map(({ name, matches }, round) => ({
        name,
        matches: new Proxy(matches, {
          get(all, index) {
            read.add(`${round}.${String(index)}`)
            return Reflect.get(all, index)
          },
        }),
      }))
      recordWinner({ ...draw, rounds }, { match: { round: 0, index: 1234 }, side: 1, at, revision: 2 })
      expect([...read]).toEqual(['0.1234', '1.617'])
    })
  })

  describe('a draw played to the end', () => {
    test('has exactly one champion, who won a match in every round', () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 300 }),
          fc.infiniteStream(fc.constantFrom<SideNumber>(1, 2)),
          (count, luck) => {
            let draw = drawOf(teamIds(count), { byesPlacedAtOnce: true })
            for (let round = 0; round < draw.rounds.length; round += 1) {
              for (const { index, sides } of draw.rounds[round]?.matches ?? []) {
                const side = sides[1] === 'BYE' ? 1 : (luck.next().value ?? 1)
                draw = afterwards(draw, record(draw, { round, index }, side))
              }
            }
            expect(findFaults(draw)).toEqual([])
            const champion = championOf(draw)
            if (count === 1) {
              expect(champion).toBeUndefined()
              return
            }
            expect(teamIds(count)).toContain(champion)
            for (const { matches } of draw.rounds) {
              expect(matches.every((match) => match.winner)).toBe(true)
              expect(
                matches.filter((match) => match.winner && match.sides[match.winner - 1] === champion),
              ).toHaveLength(1)
            }
          },
        ),
        { numRuns: 25 },
      )
    })
  })
})

test('a corrected winner keeps the time at which the match was decided', () => {
  const draw = won(drawOfNames('a b'), 'a')
  const next = recordWinner(draw, {
    match: { round: 0, index: 0 },
    side: 2,
    at: '2025-05-03T11:00:00.000Z',
    revision: 9,
  })
  expect(matchAt(afterwards(draw, next), { round: 0, index: 0 })?.decidedAt).toBe(
    matchAt(draw, { round: 0, index: 0 })?.decidedAt,
  )
})

describe('undo winner', () => {
  function undo(draw: Draw, match: MatchRef) {
    return undoWinner(draw, { match, at, revision: 9 })
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
      expect(outcome.ok && outcome.value.cleared.map((match) => matchText(match))).toEqual([
        'a* - c',
        'a* - e',
      ])
    })

    test('keeps a win of the other team in the next round', () => {
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

    test('is refused for a match without a winner', () => {
      expect(undo(drawOfNames('a b'), { round: 0, index: 0 })).toMatchObject({
        ok: false,
        reason: 'not-decided',
      })
    })

    test('a walkover cannot be undone while the team is absent', () => {
      expect(undo(gone(drawOfNames('a b c d'), 'b'), { round: 0, index: 0 })).toMatchObject({
        ok: false,
        reason: 'walkover-stands',
      })
    })

    test('also clears a walkover of the team in a later round', () => {
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

    test('a match whose winner became absent goes to the other team', () => {
      const draw = gone(won(drawOfNames('a b c d'), 'a'), 'a')
      expect(drawText(afterwards(draw, undo(draw, { round: 0, index: 0 })))).toBe(
        ['Semi Finals', '  a - b* w/o', '  c - d', 'Grand Finals', '  b - TBD'].join('\n'),
      )
    })

    test('right after a win restores the draw, for any match of any draw', () => {
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
            undone.rounds
              .flatMap(({ matches }) => matches)
              .every((each, at) => isSameState(each, before[at])),
          ).toBe(true)
        }),
        { numRuns: 50 },
      )
    })
  })
})

describe('advance byes', () => {
  const advance = (draw: Draw) => advanceByes(draw, { at, revision: 9 })
  const waiting = (draw: Draw) => draw.rounds[0]?.matches.filter((match) => isWaitingBye(draw, match)).length

  describe('advancing all byes', () => {
    test('gives the same draw as placing byes at once', () => {
      for (const count of [3, 5, 11, 22, 100, 257]) {
        const draw = drawOf(teamIds(count))
        expect(drawText(afterwards(draw, advance(draw)))).toBe(
          drawText(drawOf(teamIds(count), { byesPlacedAtOnce: true })),
        )
      }
    })

    test('does not change byes that are already placed', () => {
      const draw = won(drawOfNames('a b c d e'), 'a')
      const outcome = advance(draw)
      expect(outcome.ok && outcome.value.matches.map(({ round, index }) => `${round}.${index}`)).toEqual([
        '1.0',
        '1.1',
      ])
    })

    test('decides an undone bye again', () => {
      const draw = won(drawOfNames('a b c'), 'a')
      const undone = afterwards(draw, undoWinner(draw, { match: { round: 0, index: 0 }, at, revision: 8 }))
      expect(drawText(afterwards(undone, advance(undone)))).toBe(drawText(draw))
    })

    test('is refused when none is left, and in a draw of one team', () => {
      const draw = drawOfNames('a b c')
      expect(advance(afterwards(draw, advance(draw)))).toMatchObject({ ok: false, reason: 'no-byes-left' })
      expect(advance(drawOfNames('a b c d'))).toMatchObject({ ok: false, reason: 'no-byes-left' })
      expect(advance(drawOfNames('a'))).toMatchObject({ ok: false, reason: 'no-byes-left' })
    })

    test('is offered exactly while a bye waits', () => {
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
})

describe('the words for a win', () => {
  const draw = won(drawOfNames('a b c d'), 'a')
  const match = (round: number, index: number) => {
    const found = draw.rounds[round]?.matches[index]
    if (!found) throw new Error('no such match')
    return found
  }

  test('tell what follows', () => {
    expect(winnerMessage('a', match(0, 0), 2)).toBe('a advanced to the next round')
    expect(winnerMessage('a', match(1, 0), 2)).toBe('a won the cup')
    // No match was won against TBD, or against the BYE of a draw of one team.
    expect(winnerMessage('a', match(1, 0), 3)).toBe('a goes through')
    expect(winnerMessage('a', { ...match(1, 0), sides: ['a', 'BYE'] }, 2)).toBe('a goes through')
    expect(winnerMessage('a', { ...match(0, 0), sides: ['a', 'BYE'] }, 2)).toBe(
      'a advanced to the next round',
    )
  })
})

test('an unknown match cannot be undone', () => {
  expect(undoWinner(drawOfNames('a b'), { match: { round: 4, index: 0 }, at, revision: 2 })).toMatchObject({
    reason: 'no-such-match',
  })
})

test('an undone bye waits too', () => {
  const draw = drawOfNames('a b c')
  const undone = afterwards(draw, undoWinner(draw, { match: { round: 0, index: 0 }, at, revision: 2 }))
  const bye = undone.rounds[0]?.matches[0]
  expect(bye?.winner).toBeUndefined()
  expect(bye && isWaitingBye(undone, bye)).toBe(true)
})
