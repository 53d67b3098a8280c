import { commands, type Stage, vitest } from './stages.ts'

/** The fast half of the tests: no server, no database, no browser. */
export const checks: readonly Stage[] = [
  commands('types', [
    ['react-router', 'typegen'],
    ['tsc', '-p', '.'],
    ['tsc', '-p', 'src/domain'],
  ]),
  commands('lint and format', [['biome', 'check', '--error-on-warnings']]),
  vitest('rules, screens, house', ['domain', 'web', 'house']),
]
