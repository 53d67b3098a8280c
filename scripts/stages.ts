import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findProgram } from './find-tools.mjs'
import { spawnTool } from './spawn-tool.ts'

export type Stage = {
  readonly name: string
  readonly run: () => Promise<Count>
  /** A missing program, and how to install it: the stage is skipped, and the summary says so. */
  readonly missing?: string | undefined
}
type Count = {
  readonly passed: number
  readonly failed: number
  /** Names and messages of the failed tests. */
  readonly failures?: readonly string[]
}

/** The fast half of the tests: no network and no browser. */
export const checks: readonly Stage[] = [
  commands('types', [
    ['react-router', 'typegen'],
    ['tsc', '-p', '.'],
    // Includes src/domain and src/server, each with the type libraries it may use.
    ['tsc', '-b', 'src/web'],
  ]),
  commands('lint and format', [['biome', 'check', '--error-on-warnings']]),
  commands('unused code', [['knip']]),
  vitest('rules, screens, components, documents, scripts', ['domain', 'web', 'components', 'repository']),
]

/** Behind real reverse proxies. A missing one is named in the summary instead of being installed. */
export const proxies: readonly Stage[] = (['nginx', 'caddy'] as const).map((name) => ({
  ...vitest(`behind ${name}`, ['proxies'], [`tests/proxies/${name}.test.ts`]),
  missing: findProgram(name)
    ? undefined
    : `${name} is not installed: sudo apt-get install ${name} (or your system's like), then npm run test:proxies`,
}))

/** Runs every stage, also after a failure; prints a summary, with the total on the last line. */
export async function runStages(stages: readonly Stage[]) {
  const rows: string[][] = []
  const notRun: string[] = []
  const failures: string[] = []
  const total = { passed: 0, failed: 0 }
  for (const { name, run, missing } of stages) {
    console.log(`\n── ${name}`)
    if (missing !== undefined) {
      console.log(`Not run: ${missing}`)
      notRun.push(`NOT RUN: ${name}. ${missing}`)
      rows.push(['–', name, 'not run', '', ''])
      continue
    }
    const start = performance.now()
    const count = await run()
    // A stage without tests counts as failed.
    const failed = count.passed + count.failed === 0 ? 1 : count.failed
    total.passed += count.passed
    total.failed += failed
    failures.push(...(count.failures ?? []))
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    rows.push([failed ? '✗' : '✓', name, `${count.passed} passed`, `${failed} failed`, `${seconds} s`])
  }
  // Repeated, because the first report has scrolled away.
  for (const failure of failures) console.log(`\n✗ ${failure}`)
  console.log(`\n${table(rows)}\n`)
  for (const line of notRun) console.log(line)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
}

/** Each command counts as one test. */
export function commands(name: string, list: readonly (readonly string[])[]): Stage {
  return {
    name,
    run: async () => {
      let passed = 0
      for (const command of list) if (await succeeds(command)) passed++
      return { passed, failed: list.length - passed }
    },
  }
}

export function vitest(
  name: string,
  projects: readonly string[],
  files: readonly string[] = [],
  environment: Record<string, string> = {},
): Stage {
  const chosen = projects.map((project) => `--project=${project}`)
  return {
    name,
    run: () =>
      withReport(async (file) => {
        const command = [
          'vitest',
          'run',
          ...files,
          ...chosen,
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${file}`,
        ]
        const isGreen = await succeeds(command, environment)
        const report = await readReport(file)
        return count({
          isGreen,
          passed: report?.numPassedTests,
          failed: report?.numFailedTests,
          skipped: report && report.numPendingTests + report.numTodoTests,
          failures: report?.testResults.flatMap(failuresOf),
        })
      }),
  }
}

/** `choice`: Playwright's arguments that select journeys. */
export function journeys(name: string, ...choice: string[]): Stage {
  return {
    name,
    run: () =>
      withReport(async (file) => {
        const isGreen = await succeeds(['playwright', 'test', ...choice, '--reporter=list,json'], {
          PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        })
        const report = await readReport(file)
        const stats = report?.stats
        return count({
          isGreen,
          passed: stats?.expected,
          failed: stats && stats.unexpected + stats.flaky,
          skipped: stats?.skipped,
          failures: report?.suites.flatMap(failedJourneys),
        })
      }),
  }
}

type Tally = {
  readonly isGreen: boolean
  readonly passed?: number
  readonly failed?: number
  readonly skipped?: number
  readonly failures?: readonly string[]
}

// A skipped test is a failure, and so is a failed run that names no test.
function count({ isGreen, passed = 0, failed = 0, skipped = 0, failures = [] }: Tally): Count {
  const named = failed + skipped
  return { passed, failed: named === 0 && !isGreen ? 1 : named, failures }
}

type VitestFile = {
  readonly name: string
  readonly status: string
  /** Set if the file failed before its first test. */
  readonly message: string
  readonly assertionResults: readonly {
    readonly status: string
    readonly fullName: string
    readonly failureMessages: readonly string[]
  }[]
}

function failuresOf({ name, status, message, assertionResults }: VitestFile): string[] {
  const failed = assertionResults.filter((result) => result.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [failureText(name, '', message)]
  return failed.map(({ fullName, failureMessages }) =>
    failureText(name, fullName, failureMessages.join('\n')),
  )
}

type PlaywrightSuite = {
  readonly file: string
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs: readonly {
    readonly title: string
    readonly tests: readonly {
      readonly status: string
      readonly projectName: string
      readonly results: readonly {
        readonly errors: readonly { readonly message?: string }[]
        readonly attachments: readonly { readonly name: string; readonly path?: string }[]
      }[]
    }[]
  }[]
}

function failedJourneys({ file, suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) =>
        failureText(
          file,
          `${title} (${projectName})`,
          results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')).join('\n'),
          results.flatMap(({ attachments }) => attachments.map(pageShown)).join(''),
        ),
      ),
  )
  return [...own, ...suites.flatMap(failedJourneys)]
}

/** The page's content at the failure; in CI, the output is all there is. */
function pageShown({ name, path }: { readonly name: string; readonly path?: string }): string {
  if (name !== 'error-context' || !path || !existsSync(path)) return ''
  const [, shown = ''] = /```yaml\n(.*?)```/s.exec(readFileSync(path, 'utf8')) ?? []
  return shown
}

function failureText(file: string, title: string, message: string, shown = ''): string {
  const lines = [
    ...stripVTControlCharacters(message).split('\n').slice(0, 12),
    ...shown.split('\n').slice(0, 80),
  ]
  return [relative('.', file), title, ...lines].join('\n  ')
}

async function succeeds(command: readonly string[], environment: Record<string, string> = {}) {
  const [code] = await once(spawnTool(command, environment), 'exit')
  return code === 0
}

async function withReport(run: (file: string) => Promise<Count>): Promise<Count> {
  const folder = await mkdtemp(join(tmpdir(), 'cup-report-'))
  try {
    return await run(join(folder, 'report.json'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readReport(file: string) {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
  return rows.map(line).join('\n')
}
