import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { orderBefore, repeatDraw } from '../../src/domain/draw/check-draw.ts'
import { teamIds } from '../support/draws.ts'

const script = fileURLToPath(new URL('fair_draw.py', import.meta.url))
const hasPython = spawnSync('python3', ['--version']).status === 0

/** The first round as somebody else's program draws it, from the seed and the ids in any order. */
function drawnInPython(teams: readonly string[], shuffleSeed: string): string[][] {
  const printed = execFileSync('python3', [script, shuffleSeed], {
    input: teams.join('\n'),
    encoding: 'utf8',
  })
  return printed
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
}

const seeds = ['the cup', 'Zürich 🎾', ...Array.from({ length: 4 }, () => randomBytes(16).toString('hex'))]

describe.skipIf(!hasPython)('a draw repeated in another language', () => {
  test.each([1, 2, 3, 5, 8, 22, 33, 64, 100, 128, 1_000])('of %i teams is the same', (count) => {
    const teams = teamIds(count)
    for (const shuffleSeed of seeds) {
      const drawnHere = repeatDraw({ order: orderBefore(teams), shuffleSeed })
      expect(drawnInPython(teams, shuffleSeed), `seed ${shuffleSeed}`).toEqual(drawnHere)
    }
  })
})
