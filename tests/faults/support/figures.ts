import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import type { Result } from '../../../bench/support/statistics.ts'

/** The size of a fault test: small in `npm test`; `npm run test:faults` sets large ones by environment variable. */
export function size(name: string, inShort: number): number {
  return Number(process.env[name] ?? inShort)
}

/** Writes a figure for docs/reliability.md, if `npm run test:faults` is running. */
export function report(figure: Result): void {
  const file = process.env.FAULT_FIGURES
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`)
}

/** Resident memory, in MB. */
export function residentMb(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024
}

export const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
export const many = (count: number) => count.toLocaleString('en')
