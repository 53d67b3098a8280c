import { compareText } from './fold-text.ts'

/** The seed's order of matches: by the number inside the match id, else by id text; ids without a number come last. */
export function compareMatchIds(a: string, b: string): number {
  return compareNumbers(numberIn(a), numberIn(b)) || compareText(a, b)
}

function numberIn(id: string): number {
  const found = /\d+/.exec(id)
  return found ? Number(found[0]) : Number.POSITIVE_INFINITY
}

function compareNumbers(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0
}
