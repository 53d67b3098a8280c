import { cpus, totalmem } from 'node:os'

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[middle - 1] ?? 0, sorted[middle] ?? 0]
  return sorted.length % 2 === 0 ? (low + high) / 2 : high
}

/** One line of the results: a measured value and its target. */
export type Result = {
  readonly what: string
  readonly measured: string
  readonly target: string
  /** Undefined without a target, or if nothing could be measured. */
  readonly isMet: boolean | undefined
}

export function sign({ isMet }: Result): string {
  return isMet === undefined ? '·' : isMet ? '✓' : '✗'
}

/** As Markdown. */
export function tableOf(results: readonly Result[]): string {
  const lines = results.map(
    (result) => `| ${sign(result)} | ${result.what} | ${result.measured} | ${result.target} |`,
  )
  return ['| | what | measured | wanted |', '|---|---|---|---|', ...lines].join('\n')
}

/** The machine of the measurement. */
export function machine(): string {
  const [cpu] = cpus()
  return `${cpus().length} cores (${cpu?.model.trim() || process.arch}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
}

export const ratio = (value: number) => value.toFixed(2)
export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
