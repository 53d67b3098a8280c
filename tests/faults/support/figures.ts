import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import type { Result } from '../../../bench/support/statistics.ts'

/** How much of something: little in `npm test`, as much as `npm run test:faults` says there. */
export function size(name: string, inShort: number): number {
  return Number(process.env[name] ?? inShort)
}

/** Keeps a figure for the page of figures, if one is being written. */
export function report(figure: Result): void {
  const file = process.env.FAULT_FIGURES
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`)
}

/** What a process has in memory, in MB. */
export function residentMb(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024
}

export const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
export const many = (count: number) => count.toLocaleString('en')
