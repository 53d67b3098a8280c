import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { joinPath, matchBeside, roundPath, sectionsOf } from './layout.ts'

/** Round sizes of a draw of so many teams: half of the next power of two, halved down to the final. */
function sizesFor(teams: number): number[] {
  const sizes = []
  for (let size = 2 ** Math.ceil(Math.log2(Math.max(teams, 2))) / 2; size >= 1; size /= 2) sizes.push(size)
  return sizes
}

const anyDraw = fc.integer({ min: 2, max: 256 }).map(sizesFor)

/** Walks a path of absolute M, H and V steps and answers its straight pieces. */
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

describe('the lines between the rounds', () => {
  test('a pair of semi-finals is one bracket with a line to the final', () => {
    expect(roundPath(2)).toBe('M0 0.5H1V1H2M0 1.5H1V1H2')
  })

  test('the final leads nowhere', () => {
    expect(roundPath(1)).toBe('')
  })

  it('starts at the middle of each match and ends at the middle of the match it feeds', () => {
    fc.assert(
      fc.property(anyDraw, (sizes) => {
        for (const size of sizes.slice(0, -1)) {
          const lines = pieces(roundPath(size))
          expect(lines).toHaveLength(size * 3)
          for (let index = 0; index < size; index += 1) {
            const [out, upright, into] = lines.slice(index * 3, index * 3 + 3)
            // A cell here is one high, and one of the next round two.
            expect(out?.from).toEqual([0, index + 0.5])
            expect(upright?.from).toEqual(out?.to)
            expect(into?.from).toEqual(upright?.to)
            expect(into?.to).toEqual([2, (Math.floor(index / 2) + 0.5) * 2])
          }
        }
      }),
    )
  })

  test('a lit line is one of the lines', () => {
    expect(joinPath([3])).toBe('M0 3.5H1V3H2')
    expect(roundPath(4)).toContain(joinPath([3]))
  })
})

describe('arrow keys', () => {
  test('right follows the winner, left goes back to the upper match that feeds it', () => {
    expect(matchBeside([4, 2, 1], { round: 0, index: 3 }, 'ArrowRight')).toEqual({ round: 1, index: 1 })
    expect(matchBeside([4, 2, 1], { round: 1, index: 1 }, 'ArrowLeft')).toEqual({ round: 0, index: 2 })
  })

  test('the edges of the draw hold', () => {
    expect(matchBeside([4, 2, 1], { round: 0, index: 0 }, 'ArrowUp')).toBeUndefined()
    expect(matchBeside([4, 2, 1], { round: 0, index: 3 }, 'ArrowDown')).toBeUndefined()
    expect(matchBeside([4, 2, 1], { round: 0, index: 0 }, 'ArrowLeft')).toBeUndefined()
    expect(matchBeside([4, 2, 1], { round: 2, index: 0 }, 'ArrowRight')).toBeUndefined()
    expect(matchBeside([4, 2, 1], { round: 0, index: 1 }, 'End')).toEqual({ round: 0, index: 3 })
  })

  it('reaches every match from the first one', () => {
    fc.assert(
      fc.property(anyDraw, (sizes) => {
        const key = ({ round, index }: { round: number; index: number }) => `${round}.${index}`
        const seen = new Set<string>()
        const queue = [{ round: 0, index: 0 }]
        for (let at = queue.pop(); at; at = queue.pop()) {
          if (seen.has(key(at))) continue
          seen.add(key(at))
          for (const arrow of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const) {
            const next = matchBeside(sizes, at, arrow)
            if (next) queue.push(next)
          }
        }
        expect(seen.size).toBe(sizes.reduce((sum, size) => sum + size, 0))
      }),
      { numRuns: 20 },
    )
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
    fc.assert(
      fc.property(anyDraw, fc.constantFrom(4, 8, 16), (sizes, maxRows) => {
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
      }),
    )
  })
})
