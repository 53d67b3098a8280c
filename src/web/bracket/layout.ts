/*
 * Geometry of a draw in cells: a cell is as high as a match of the first round, a column as wide as a round. CSS sets the size of a
 * cell (bracket.css), so one layout fits phone, laptop, TV and paper.
 */

/** A round: its column, the height of its matches in cells, and their centres. */
export type RoundPlaces = {
  readonly column: number
  readonly span: number
  /** Heights of the matches, if they differ. */
  readonly heights?: readonly number[]
  readonly centres: readonly number[]
}

/** A match is as high as its two feeders together, so it is centred between them. */
export function bracketLayout(roundSizes: readonly number[]): readonly RoundPlaces[] {
  return roundSizes.map((size, column) => {
    const span = 2 ** column
    return { column, span, centres: Array.from({ length: size }, (_, index) => (index + 0.5) * span) }
  })
}

/** The same for a first round of different heights. */
export function unevenLayout(firstHeights: readonly number[]): readonly RoundPlaces[] {
  const layout: RoundPlaces[] = []
  for (let heights = firstHeights; heights.length > 0; heights = pairSums(heights)) {
    const column = layout.length
    const centres = heights.map((height, index) => sum(heights.slice(0, index)) + height / 2)
    layout.push({ column, span: 2 ** column, heights, centres })
  }
  return layout
}

function pairSums(heights: readonly number[]): number[] {
  const fed = Math.floor(heights.length / 2)
  return Array.from({ length: fed }, (_, index) => sum(heights.slice(index * 2, index * 2 + 2)))
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Lines from a round (or some of its matches) to the next, as an SVG path: 2 wide, as high as the draw. */
export function linePath(
  { centres }: RoundPlaces,
  fed: RoundPlaces,
  from: Iterable<number> = centres.keys(),
): string {
  return [...from].map((index) => `M0 ${centres[index]}H1V${fed.centres[index >> 1]}H2`).join('')
}

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End'

/** Target of a key: right to the match it feeds, left to its upper feeder, Home and End within the round. */
export function matchBeside(
  roundSizes: readonly number[],
  at: { round: number; index: number },
  arrow: Arrow,
): { round: number; index: number } | undefined {
  const size = roundSizes[at.round] ?? 0
  const next = {
    ArrowLeft: { round: at.round - 1, index: at.index * 2 },
    ArrowRight: { round: at.round + 1, index: Math.floor(at.index / 2) },
    Home: { round: at.round, index: 0 },
    End: { round: at.round, index: size - 1 },
  }[arrow]
  const exists = next.index >= 0 && next.index < (roundSizes[next.round] ?? 0)
  return exists ? next : undefined
}

/** Cuts a tall draw into whole sub-trees of at most `maxRows` matches, top to bottom. */
export function sectionsOf(roundSizes: readonly number[], first: number, maxRows: number): DrawSection[] {
  const size = roundSizes[first] ?? 0
  if (size === 0) return []
  const count = Math.max(1, Math.ceil(size / maxRows))
  return Array.from({ length: count }, (_, part) => ({
    rounds: roundSizes
      .map((matches, round) => ({ round, matches }))
      .filter(({ round, matches }) => round >= first && matches >= count)
      .map(({ round, matches }) => ({
        round,
        start: (matches / count) * part,
        end: (matches / count) * (part + 1),
      })),
  }))
}

/** The whole draw on sheets: its sub-trees, then, recursively, the rounds they lead to. */
export function sheetsOf(roundSizes: readonly number[], maxRows: number, first = 0): DrawSection[] {
  const sections = sectionsOf(roundSizes, first, maxRows)
  if (sections.length < 2) return sections
  const lastOfSections = roundSizes.findLastIndex((size) => size >= sections.length)
  const firstThatFits = roundSizes.findIndex((size) => size <= maxRows)
  return [...sections, ...sheetsOf(roundSizes, maxRows, Math.min(lastOfSections, firstThatFits))]
}

/** A sub-tree: for each of its rounds a range of matches, `end` excluded. */
export type DrawSection = { readonly rounds: readonly { round: number; start: number; end: number }[] }
