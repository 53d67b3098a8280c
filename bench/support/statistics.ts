export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[middle - 1] ?? 0, sorted[middle] ?? 0]
  return sorted.length % 2 === 0 ? (low + high) / 2 : high
}

/** One line of the results: a ratio measured in one run, and what it may be. */
export type Result = {
  readonly what: string
  readonly measured: string
  readonly target: string
  /** Undefined where nothing is promised, or nothing could be measured. */
  readonly isMet: boolean | undefined
}

export const ratio = (value: number) => value.toFixed(2)
export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
