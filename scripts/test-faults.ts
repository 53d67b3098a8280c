import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { machine, type Result, sign, tableOf } from '../bench/support/statistics.ts'
import { findProgram } from './find-tools.mjs'
import { runStages, type Stage, vitest } from './stages.ts'

/*
 * npm run test:faults                            everything, about an hour
 * npm run test:faults -- floods listeners        only these parts
 * FAULT_MINUTES=2 npm run test:faults            with another size; the tables then say so
 */
const sizes = {
  FAULT_KILLS: '200',
  FAULT_FREEZES: '20',
  FAULT_CONNECTIONS: '2000',
  FAULT_LISTENERS: '5000',
  FAULT_MINUTES: '10',
  FAULT_FLOOD_SECONDS: '20',
  FAULT_NEVER_READ: '1200',
}

/** Each part is a test file, and a table in docs/reliability.md between markers of its name. */
const parts: Record<string, { readonly file: string; readonly missing?: string | undefined }> = {
  'killed-server': { file: 'tests/faults/killed-server.test.ts' },
  'failing-disk': { file: 'tests/faults/long/failing-disk.test.ts', missing: noFailingDisk() },
  'postgres-away': { file: 'tests/faults/long/postgres-away.test.ts' },
  'frozen-node': { file: 'tests/faults/long/frozen-node.test.ts' },
  listeners: { file: 'tests/faults/long/listeners.test.ts' },
  connections: { file: 'tests/faults/flood.test.ts' },
  floods: { file: 'tests/faults/long/floods.test.ts' },
}
const page = 'docs/reliability.md'

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(
    `There is no part called ${unknown.join(', ')}. Choose from: ${Object.keys(parts).join(', ')}`,
  )
  process.exit(1)
}

await runStages(
  Object.entries(parts)
    .filter(([name]) => chosen.length === 0 || chosen.includes(name))
    .map(([name, { file, missing }]) => stageOf(name, file, missing)),
)

function stageOf(name: string, file: string, missing: string | undefined): Stage {
  return {
    name,
    missing,
    async run() {
      const folder = mkdtempSync(join(tmpdir(), 'cup-figures-'))
      const figuresFile = join(folder, 'figures')
      writeFileSync(figuresFile, '')
      const load = loadavg()[0] ?? 0
      try {
        const environment = { ...sizes, ...process.env, FAULT_FIGURES: figuresFile } as Record<string, string>
        const count = await vitest(name, ['faults'], [file], environment).run()
        const figures = readFigures(figuresFile)
        for (const figure of figures)
          console.log(`${sign(figure)} ${figure.what}\n  ${figure.measured}; ${figure.target}`)
        if (count.failed === 0) writeTable(name, figures, load)
        const missed = figures.filter(({ isMet }) => isMet === false).length
        return { passed: count.passed, failed: count.failed + missed }
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  }
}

function readFigures(file: string): Result[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line))
}

/** Replaces the part's earlier table. */
function writeTable(name: string, figures: readonly Result[], load: number) {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
  const text = readFileSync(page, 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${page} has no place for ${name}.`)
  const when = `${new Date().toISOString().slice(0, 10)}, ${machine()}; load at the start ${load.toFixed(1)} (above ${cpus().length}: the machine was busy with other work)`
  const table = `${begin}\n${when}\n\n${tableOf(figures)}\n`
  writeFileSync(page, text.slice(0, from) + table + text.slice(to))
}

function noFailingDisk(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'it mounts a small disk, which needs root on Linux: sudo npm run test:faults -- failing-disk'
  if (!findProgram('cc'))
    return 'cc is not installed: sudo apt-get install gcc libc6-dev, then npm run test:faults -- failing-disk'
  return undefined
}
