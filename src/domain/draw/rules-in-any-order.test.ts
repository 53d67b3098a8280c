import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterActions,
  afterwards,
  anyAction,
  attempt,
  drawOf,
  teamIds,
  withLateTeam,
  wrongWalkovers,
} from '../../../tests/support/draws.ts'
import { type Draw, isTeam, type Match, matchAt } from '../cup.ts'
import { championOf } from '../night/progress.ts'
import { isSameState } from './draft.ts'
import { hasPlayed, teamsInDraw } from './draw-reader.ts'
import { findFaults } from './find-faults.ts'
import { recordWinner } from './winners.ts'

const anyNight = {
  count: fc.integer({ min: 1, max: 40 }),
  actions: fc.array(anyAction, { maxLength: 60 }),
  byesPlacedAtOnce: fc.boolean(),
}

describe('whatever the organisers do, in any order', () => {
  test('every winner is a team of its match, and every team in a later round won the match that feeds it', () => {
    fc.assert(
      fc.property(fc.record(anyNight), ({ count, actions, byesPlacedAtOnce }) => {
        let draw = drawOf(teamIds(count), { byesPlacedAtOnce })
        for (const action of actions) {
          draw = withLateTeam(draw)
          const outcome = attempt(draw, action, byesPlacedAtOnce)
          if (outcome.ok) draw = afterwards(draw, outcome)
          expect(findFaults(draw)).toEqual([])
          expect(wrongWalkovers(draw)).toEqual([])
          // A replaced team is no longer in the draw, but still absent.
          expect(Object.keys(draw.teams)).toEqual(expect.arrayContaining([...draw.absent]))
        }
      }),
      { numRuns: 400 },
    )
  })

  test('a rule returns exactly the changed matches, and the played results that it cleared', () => {
    fc.assert(
      fc.property(fc.record(anyNight), ({ count, actions, byesPlacedAtOnce }) => {
        let draw = drawOf(teamIds(count), { byesPlacedAtOnce })
        for (const action of actions) {
          draw = withLateTeam(draw)
          const outcome = attempt(draw, action, byesPlacedAtOnce)
          if (!outcome.ok) continue
          const next = afterwards(draw, outcome)
          for (const match of outcome.value.matches)
            expect(isSameState(match, matchAt(draw, match))).toBe(false)
          const revisions = new Set(outcome.value.matches.map(({ revision }) => revision))
          expect(revisions.size).toBeLessThanOrEqual(1)
          if (['win', 'play', 'undo'].includes(action.kind)) {
            const fallen = allMatches(draw).filter((match) => hasPlayed(match) && !hasPlayed(at(next, match)))
            const named = outcome.value.cleared ?? []
            const touched = action.kind === 'undo' ? fallen.length - 1 : fallen.length
            // An undone bye was not played, so it is not among the cleared results.
            expect([touched, fallen.length]).toContain(named.length)
            expect(named.every((match) => fallen.includes(match))).toBe(true)
          }
          draw = next
        }
      }),
      { numRuns: 200 },
    )
  })

  test('the night can be played until there is one champion', () => {
    fc.assert(
      fc.property(fc.record(anyNight), ({ count, actions, byesPlacedAtOnce }) => {
        const draw = afterActions(drawOf(teamIds(count), { byesPlacedAtOnce }), actions, byesPlacedAtOnce)
        const played = playOn(draw)
        const champion = championOf(played)
        if (teamsInDraw(played).size === 1) expect(champion).toBeUndefined()
        else expect(champion && draw.teams[champion]).toBeTruthy()
      }),
      { numRuns: 200 },
    )
  })
})

function playOn(draw: Draw): Draw {
  let played = draw
  for (const { round, index } of allMatches(draw)) {
    const match = at(played, { round, index })
    const side = match.winner ?? (isTeam(match.sides[0]) ? 1 : 2)
    played = afterwards(played, recordWinner(played, { match, side, at: '', revision: 999 }))
  }
  expect(allMatches(played).every((match) => match.winner)).toBe(true)
  expect(findFaults(played)).toEqual([])
  return played
}

function allMatches(draw: Draw): Match[] {
  return draw.rounds.flatMap(({ matches }) => matches)
}

function at(draw: Draw, ref: Pick<Match, 'round' | 'index'>): Match {
  const match = matchAt(draw, ref)
  if (!match) throw new Error('no such match')
  return match
}
