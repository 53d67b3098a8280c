import { describe, expect, it, test } from 'vitest'
import {
  bracketLayout,
  type DrawSection,
  linePath,
  matchBeside,
  type RoundPlaces,
  sectionsOf,
  sheetsOf,
  unevenLayout,
} from './layout.ts'

/** Round sizes of a draw: half of the next power of two, halved down to the final. */
function sizesFor(teams: number): number[] {
  const sizes = []
  for (let size = 2 ** Math.ceil(Math.log2(Math.max(teams, 2))) / 2; size >= 1; size /= 2) sizes.push(size)
  return sizes
}

/** Every shape there is, from two teams (a final alone) to 4,096. */
const everyDraw = Array.from({ length: 12 }, (_, rounds) => sizesFor(2 ** (rounds + 1)))

function at(numbers: readonly number[], index: number): number {
  return numbers[index] ?? Number.NaN
}

/** The straight pieces of a path of absolute M, H and V steps. */
function pieces(path: string): { from: [number, number]; to: [number, number] }[] {
  const found: { from: [number, number]; to: [number, number] }[] = []
  let at: [number, number] = [0, 0]
  for (const [, step, rest] of path.matchAll(/([MHV])([^MHV]*)/g)) {
    const numbers = (rest ?? '').trim().split(/\s+/).map(Number)
    const to: [number, number] =
      step === 'M'
        ? [numbers[0] ?? Number.NaN, numbers[1] ?? Number.NaN]
        : step === 'H'
          ? [numbers[0] ?? Number.NaN, at[1]]
          : [at[0], numbers[0] ?? Number.NaN]
    if (step !== 'M') found.push({ from: at, to })
    at = to
  }
  return found
}

describe('the places of matches', () => {
  test('semi-finals are one cell each, and the final two', () => {
    expect(bracketLayout([2, 1])).toEqual([
      { column: 0, span: 1, centres: [0.5, 1.5] },
      { column: 1, span: 2, centres: [1] },
    ])
  })

  test('a draw of two teams is a final alone', () => {
    expect(bracketLayout([1])).toEqual([{ column: 0, span: 1, centres: [0.5] }])
  })

  test('byes of half the height move everything up, and each line still ends at the middle of the next match', () => {
    expect(unevenLayout([0.5, 1, 1, 0.5])).toEqual([
      { column: 0, span: 1, heights: [0.5, 1, 1, 0.5], centres: [0.25, 1, 2, 2.75] },
      { column: 1, span: 2, heights: [1.5, 1.5], centres: [0.75, 2.25] },
      { column: 2, span: 4, heights: [3], centres: [1.5] },
    ])
  })

  test('with equal heights, the uneven layout is the even one', () => {
    for (const sizes of everyDraw.slice(0, 6)) {
      const centres = unevenLayout(Array.from({ length: sizes[0] ?? 0 }, () => 1)).map(
        (round) => round.centres,
      )
      expect(centres).toEqual(bracketLayout(sizes).map((round) => round.centres))
    }
  })

  it('puts every match exactly midway between the two that feed it, and the final in the middle', () => {
    for (const sizes of everyDraw) {
      const layout = bracketLayout(sizes)
      for (const [round, { centres }] of layout.entries()) {
        const fed = layout[round + 1]?.centres ?? []
        expect(fed).toEqual(fed.map((_, index) => (at(centres, index * 2) + at(centres, index * 2 + 1)) / 2))
      }
      expect(layout.at(-1)?.centres).toEqual([at(sizes, 0) / 2])
    }
  })

  it('fills each column from the top to the foot of the draw, and no two matches overlap', () => {
    for (const sizes of everyDraw) {
      const layout = bracketLayout(sizes)
      expect(layout.map(({ column }) => column)).toEqual([...sizes.keys()])
      for (const { span, centres } of layout) {
        const edges = centres.flatMap((centre) => [centre - span / 2, centre + span / 2])
        expect(edges[0]).toBe(0)
        expect(edges.at(-1)).toBe(sizes[0])
        for (let index = 1; index < centres.length; index += 1)
          expect(edges[index * 2]).toBe(edges[index * 2 - 1])
      }
    }
  })
})

describe('the lines between the rounds', () => {
  const [quarters, semis, final] = bracketLayout([4, 2, 1]) as [RoundPlaces, RoundPlaces, RoundPlaces]

  test('a pair of semi-finals is one bracket with a line to the final', () => {
    expect(linePath(semis, final)).toBe('M0 1H1V2H2M0 3H1V2H2')
  })

  it('starts at the middle of each match and ends at the middle of the match it feeds', () => {
    for (const sizes of everyDraw) {
      const layout = bracketLayout(sizes)
      for (const [round, places] of layout.slice(0, -1).entries()) {
        const fed = layout[round + 1] as RoundPlaces
        const lines = pieces(linePath(places, fed))
        expect(lines).toHaveLength(places.centres.length * 3)
        for (const [index, centre] of places.centres.entries()) {
          const [out, upright, into] = lines.slice(index * 3, index * 3 + 3)
          expect(out?.from).toEqual([0, centre])
          expect(upright?.from).toEqual(out?.to)
          expect(into?.from).toEqual(upright?.to)
          expect(into?.to).toEqual([2, fed.centres[Math.floor(index / 2)]])
        }
      }
    }
  })

  test('a lit line is one of the lines', () => {
    expect(linePath(quarters, semis, [3])).toBe('M0 3.5H1V3H2')
    expect(linePath(quarters, semis)).toContain(linePath(quarters, semis, [3]))
  })
})

describe('arrow keys', () => {
  test('right follows the winner, left goes back to the upper match that feeds it', () => {
    expect(matchBeside([4, 2, 1], { round: 0, index: 3 }, 'ArrowRight')).toEqual({ round: 1, index: 1 })
    expect(matchBeside([4, 2, 1], { round: 1, index: 1 }, 'ArrowLeft')).toEqual({ round: 0, index: 2 })
  })

  test('the edges of the draw hold', () => {
    expect(matchBeside([4, 2, 1], { round: 0, index: 0 }, 'ArrowLeft')).toBeUndefined()
    expect(matchBeside([4, 2, 1], { round: 2, index: 0 }, 'ArrowRight')).toBeUndefined()
    expect(matchBeside([4, 2, 1], { round: 0, index: 1 }, 'Home')).toEqual({ round: 0, index: 0 })
    expect(matchBeside([4, 2, 1], { round: 0, index: 1 }, 'End')).toEqual({ round: 0, index: 3 })
  })
})

describe('sections of a tall draw', () => {
  test('a draw that fits is one section with every round', () => {
    expect(sectionsOf([16, 8, 4, 2, 1], 0, 16)).toEqual([
      {
        rounds: [
          { round: 0, start: 0, end: 16 },
          { round: 1, start: 0, end: 8 },
          { round: 2, start: 0, end: 4 },
          { round: 3, start: 0, end: 2 },
          { round: 4, start: 0, end: 1 },
        ],
      },
    ])
  })

  it('shows every match of the cut rounds exactly once', () => {
    for (const sizes of everyDraw) {
      for (const maxRows of [4, 8, 16]) {
        const sections = sectionsOf(sizes, 0, maxRows)
        for (const [round, size] of sizes.entries()) {
          const shown = sections.flatMap((section) =>
            section.rounds
              .filter((part) => part.round === round)
              .flatMap(({ start, end }) =>
                Array.from({ length: end - start }, (_, offset) => start + offset),
              ),
          )
          expect(shown).toEqual(
            size < sections.length ? [] : Array.from({ length: size }, (_, index) => index),
          )
        }
        for (const { rounds } of sections)
          expect((rounds[0]?.end ?? 0) - (rounds[0]?.start ?? 0)).toBeLessThanOrEqual(maxRows)
      }
    }
  })
})

describe('sheets of paper', () => {
  const rows = ({ rounds }: DrawSection) => (rounds[0]?.end ?? 0) - (rounds[0]?.start ?? 0)

  test.each([
    [32, 1],
    [33, 3],
    [128, 5],
    [334, 17],
    [600, 35],
    [4096, 137],
  ])('%i teams need %i sheets', (teams, count) => {
    expect(sheetsOf(sizesFor(teams), 16)).toHaveLength(count)
  })

  it('shows every match of any draw, no sheet too tall, and the final on the last', () => {
    for (const sizes of everyDraw) {
      for (const maxRows of [4, 8, 16]) {
        const sheets = sheetsOf(sizes, maxRows)
        for (const [round, size] of sizes.entries()) {
          const shown = sheets.flatMap((sheet) => sheet.rounds.filter((part) => part.round === round))
          const matches = new Set(
            shown.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)),
          )
          expect(matches.size).toBe(size)
        }
        expect(Math.max(...sheets.map(rows))).toBeLessThanOrEqual(maxRows)
        expect(sheets.at(-1)?.rounds.at(-1)?.round).toBe(sizes.length - 1)
      }
    }
  })
})
