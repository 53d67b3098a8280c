import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { machine } from '../bench/support/statistics.ts'

/*
 * Mutation tests by Stryker: breaks the code in small ways, and checks that a test fails.
 *
 * npm run test:mutations                             everything, hours on a small machine
 * npm run test:mutations -- draw accounts            only these parts
 * npm run test:mutations -- src/domain/draw/lots.ts  only these files
 *
 * Incremental: results are cached in .cache/mutations until the code or its tests change.
 * Delete that folder to start over.
 */
type Part = { readonly mutate: readonly string[]; readonly tests: readonly string[] }

const rulesIn = (...folders: readonly string[]): Part => ({
  mutate: folders.map((folder) => `src/domain/${folder}/*.ts`),
  tests: folders.map((folder) => `src/domain/${folder}/*.test.ts`),
})

/** Each part is a table in docs/mutations.md between markers of its name. */
const parts: Record<string, Part> = {
  draw: rulesIn('draw'),
  night: rulesIn('night'),
  teams: rulesIn('teams'),
  texts: {
    mutate: ['src/domain/{text,tidy-text,csv}.ts'],
    tests: ['src/domain/{text,tidy-text,csv}.test.ts'],
  },
  settings: rulesIn('settings', 'editions', 'upkeep'),
  limits: {
    mutate: ['src/server/{rate-limits,bounded-map}.ts', 'src/server/accounts/{sign-in-backoff,device-id}.ts'],
    tests: ['src/server/rate-limits.test.ts', 'src/server/accounts/{sign-in-backoff,device-id}.test.ts'],
  },
  registration: {
    mutate: ['src/server/commands/{limited-registration,registration-commands}.ts'],
    tests: ['src/server/commands/{registration-commands,limited-registration,import-teams}.test.ts'],
  },
  accounts: {
    mutate: ['src/server/accounts/{accounts,organisers,passwords,sessions}.ts'],
    tests: ['src/server/accounts/{accounts,passwords}.test.ts'],
  },
  access: {
    mutate: ['src/web/guard.ts', 'src/server/http/{cookies,request}.ts'],
    tests: ['src/web/guard.test.ts', 'src/server/http/*.test.ts'],
  },
}
const page = 'docs/mutations.md'
const wanted = 90
const folder = fileURLToPath(new URL('../mutations/', import.meta.url))
const stryker = `${folder}node_modules/@stryker-mutator/core/bin/stryker.js`

const asked = process.argv.slice(2)
const files = asked.filter((name) => name.includes('/'))
const unknown = asked.filter((name) => !files.includes(name) && !(name in parts))
if (unknown.length > 0) {
  console.error(
    `There is no part called ${unknown.join(', ')}. Choose from: ${Object.keys(parts).join(', ')}`,
  )
  process.exit(1)
}

// Without peer dependencies: the runner then resolves the cup's own Vitest, one folder up.
if (!existsSync(stryker))
  run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--omit=peer'], { cwd: folder })

for (const [name, { mutate, tests }] of Object.entries(parts)) {
  const all = globSync(mutate).filter((file) => !file.endsWith('.test.ts'))
  const chosen = all.filter((file) => files.includes(file))
  if (asked.length > 0 && !asked.includes(name) && chosen.length === 0) continue
  console.log(`\n── ${name}`)
  const report = `.cache/mutations/${name}.json`
  run(
    process.execPath,
    [
      stryker,
      'run',
      `${folder}stryker.config.json`,
      `--incrementalFile=${report}`,
      `--mutate=${(asked.includes(name) || chosen.length === 0 ? all : chosen).join(',')}`,
    ],
    { env: { ...process.env, MUTATION_TESTS: tests.join(' ') } },
  )
  const scores = readScores(report).filter(({ file }) => all.includes(file))
  writeTable(name, scores, all)
  const score = scoreOf(total(scores))
  console.log(`${name}: ${score.toFixed(1)} % of the mutants were killed; ${wanted} % are wanted.`)
  if (score < wanted) process.exitCode = 1
}

function run(program: string, args: readonly string[], options: SpawnSyncOptions) {
  const { status } = spawnSync(program, args, { stdio: 'inherit', ...options })
  if (status !== 0) process.exit(status ?? 1)
}

type Score = { readonly file: string; readonly killed: number; readonly survived: number }

/** The report also contains earlier results of other files, and of some that are gone. */
function readScores(report: string): Score[] {
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as {
    files: Record<string, { mutants: readonly { status: string }[] }>
  }
  return Object.entries(files).map(([file, { mutants }]) => {
    const count = (...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length
    return { file, killed: count('Killed', 'Timeout'), survived: count('Survived', 'NoCoverage') }
  })
}

function total(scores: readonly Score[]): Score {
  const sum = (what: 'killed' | 'survived') => scores.reduce((all, score) => all + score[what], 0)
  return { file: 'together', killed: sum('killed'), survived: sum('survived') }
}

/** In percent; 100 without mutants. */
function scoreOf({ killed, survived }: Score): number {
  return killed + survived === 0 ? 100 : (100 * killed) / (killed + survived)
}

/** Replaces the part's earlier table. */
function writeTable(name: string, scores: readonly Score[], all: readonly string[]) {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
  const text = readFileSync(page, 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${page} has no place for ${name}.`)
  const left = all.filter((file) => !scores.some((score) => score.file === file))
  const lines = [...scores, total(scores)].map(
    (score) => `| ${score.file} | ${score.killed} | ${score.survived} | ${scoreOf(score).toFixed(1)} % |`,
  )
  const table = [
    begin,
    `${new Date().toISOString().slice(0, 10)}, ${machine()}${left.length > 0 ? `. Not run yet: ${left.join(', ')}` : ''}`,
    '',
    '| file | killed | survived | score |',
    '|---|---:|---:|---:|',
    ...lines,
    '',
  ]
  writeFileSync(page, text.slice(0, from) + table.join('\n') + text.slice(to))
}
