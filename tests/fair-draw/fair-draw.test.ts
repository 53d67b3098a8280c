import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { orderBefore, repeatDraw } from '../../src/domain/draw/check-draw.ts'
import { teamIds } from '../support/draws.ts'

const script = fileURLToPath(new URL('fair_draw.py', import.meta.url))

const sizes = [1, 2, 3, 5, 8, 22, 33, 64, 100, 128, 1_000]
const seeds = ['the cup', 'Zürich 🎾', ...Array.from({ length: 4 }, () => randomBytes(16).toString('hex'))]

/** One draw by the command-line program. */
function printed(teams: readonly string[], shuffleSeed: string): string[][] {
  const lines = execFileSync('python3', [script, shuffleSeed], { input: teams.join('\n'), encoding: 'utf8' })
  return lines
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
}

// Batched: starting Python for each draw took longer than all draws.
const driver = `
import json, sys
from fair_draw import first_round
print(json.dumps([first_round(ids, seed) for ids, seed in json.load(sys.stdin)]))
`

/** The first rounds by the Python program, from the seeds and the ids in any order. */
function drawnInPython(draws: readonly (readonly [teams: readonly string[], seed: string])[]): string[][][] {
  const env = { ...process.env, PYTHONPATH: dirname(script), PYTHONDONTWRITEBYTECODE: '1' }
  const options = { input: JSON.stringify(draws), encoding: 'utf8', env } as const
  return JSON.parse(execFileSync('python3', ['-c', driver], options))
}

const drawnHere = (teams: readonly string[], shuffleSeed: string) =>
  repeatDraw({ order: orderBefore(teams), shuffleSeed })

describe('a draw repeated in another language', () => {
  test('is the same for any number of teams and any seed', () => {
    const draws = sizes.flatMap((count) => seeds.map((seed) => [teamIds(count), seed] as const))
    const drawnThere = drawnInPython(draws)
    for (const [at, [teams, seed]] of draws.entries())
      expect(drawnThere[at], `${teams.length} teams, seed ${seed}`).toEqual(drawnHere(teams, seed))
  })

  test('is printed one match per line', () => {
    for (const seed of seeds.slice(0, 2))
      expect(printed(teamIds(22), seed)).toEqual(drawnHere(teamIds(22), seed))
  })
})
