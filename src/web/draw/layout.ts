/*
 * The chalk lines of a draw, in cells. Screens and sheets place the matches (bracket.css): a round is a column of cells, each
 * exactly twice as high as those before it, so that a match stands between the two that feed it. The lines are stretched
 * with the cells, so they meet the matches on a phone, a laptop, a TV and on paper alike.
 */

/**
 * The lines from the matches at `from` (indexes in their round) to the matches they feed, as an SVG path in a box two wide
 * and as high as the round has matches. Pairs share the upright: with both matches of a pair the bracket is closed.
 */
export function joinPath(from: readonly number[]): string {
  return from
    .map((index) => {
      const centre = index + 0.5
      const fed = index - (index % 2) + 1
      return `M0 ${centre}H1V${fed}H2`
    })
    .join('')
}

/** All lines of a round with so many matches; the final feeds nothing. */
export function roundPath(size: number): string {
  return size < 2 ? '' : joinPath(Array.from({ length: size }, (_, index) => index))
}

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End'

/** The match an arrow key leads to: up and down within a round, right to the match it feeds, left to the upper one that feeds it. */
export function matchBeside(
  roundSizes: readonly number[],
  at: { round: number; index: number },
  arrow: Arrow,
): { round: number; index: number } | undefined {
  const size = roundSizes[at.round] ?? 0
  const next = {
    ArrowUp: { round: at.round, index: at.index - 1 },
    ArrowDown: { round: at.round, index: at.index + 1 },
    ArrowLeft: { round: at.round - 1, index: at.index * 2 },
    ArrowRight: { round: at.round + 1, index: Math.floor(at.index / 2) },
    Home: { round: at.round, index: 0 },
    End: { round: at.round, index: size - 1 },
  }[arrow]
  const exists = next.index >= 0 && next.index < (roundSizes[next.round] ?? 0)
  return exists ? next : undefined
}

/** How a tall draw is cut for a screen or a sheet that holds `maxRows` matches above each other: whole sub-trees, top to bottom. */
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

/** A sub-tree: for each of its rounds, which matches (end not included). */
export type DrawSection = { readonly rounds: readonly { round: number; start: number; end: number }[] }
