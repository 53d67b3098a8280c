import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Draw } from '../../src/domain/cup.ts'
import { findFaults } from '../../src/domain/draw/find-faults.ts'
import { anyOldCup, exportOf } from '../../tests/support/old-system.ts'
import { placeExport } from './place-export.ts'
import { type CupExport, type ExportedSide, readExport } from './read-export.ts'

const here = { settings: { editionNumber: 11, editionSeason: 'Spring 2025' }, revision: 1 }
const nobody: ExportedSide = { name: 'TBD', players: [] }

function final(id: string, createdAt: string, more: object = {}) {
  const match = { id: '1', place: `${id}/1`, sides: [nobody, nobody] as const, winner: '' }
  return {
    id,
    place: `tournaments/${id}`,
    createdAt,
    rounds: [{ place: id, name: 'Grand Finals', matches: [match] }],
    ...more,
  }
}

function editionsOf(cup: Partial<CupExport>) {
  const { draws, problems, currentId } = placeExport({ teams: [], tournaments: [], ...cup }, here)
  const editions = draws.map(
    ({ draw, isShown }) => `${draw.id} N${draw.edition}${isShown ? '' : ' put away'}`,
  )
  return { editions, problems, currentId }
}

test('the current tournament belongs to the edition being played, and earlier ones count back by season', () => {
  const tournaments = [
    final('spring24', '2024-04-20T20:00:00.000Z'),
    final('now', '2025-07-31T20:00:00.000Z'),
    final('fall24', '2024-08-01T20:00:00.000Z'),
    final('again', '2024-11-20T20:00:00.000Z'),
    final('abandoned', '2025-05-01T20:00:00.000Z'),
  ]
  expect(editionsOf({ tournaments, current: 'now' })).toEqual({
    editions: ['now N11', 'abandoned N11 put away', 'again N10', 'fall24 N10 put away', 'spring24 N9'],
    problems: [],
    currentId: 'now',
  })
})

test("without a current tournament, editions count from the cup's season and no draw is shown as current", () => {
  const tournaments = [
    final('fall24', '2024-11-20T20:00:00.000Z'),
    final('spring25', '2025-04-20T20:00:00.000Z'),
  ]
  expect(editionsOf({ tournaments })).toEqual({
    editions: ['spring25 N11 put away', 'fall24 N10'],
    problems: [],
    currentId: undefined,
  })
})

test('a tournament of unknown edition asks for its number, and takes it', () => {
  const late = final('late', '2026-04-20T20:00:00.000Z')
  expect(editionsOf({ tournaments: [late] }).problems).toEqual([
    'tournaments/late: nobody knows which edition it was; write "edition": NUMBER beside its createdAt',
  ])
  const told = { ...late, edition: 7 }
  expect(editionsOf({ tournaments: [told] })).toMatchObject({ editions: ['late N7'], problems: [] })
})

/** The parts of a draw that the old system kept. */
function known({ teams, rounds }: Draw) {
  return {
    teams,
    rounds: rounds.map(({ name, matches }) => ({
      name,
      matches: matches.map(({ round, index, id, sides, winner }) => ({ round, index, id, sides, winner })),
    })),
  }
}

test('a draw exported in the format of the old system is imported unchanged', () => {
  fc.assert(
    fc.property(anyOldCup, fc.boolean(), ({ draw, teams }, isPlain) => {
      const file = JSON.stringify(exportOf({ draw, teams }, { isPlain }))
      const { cup, problems } = readExport(JSON.parse(file))
      expect(problems).toEqual([])
      const placed = placeExport(cup, here)
      expect(placed.problems).toEqual([])
      expect(placed.currentId).toBe(draw.id)
      const [back] = placed.draws
      expect(back && known(back.draw)).toEqual(known(draw))
      expect(back && findFaults(back.draw)).toEqual([])
    }),
    { numRuns: 300 },
  )
})
