import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromiumFlags, chromiumPath } from '../../tests/support/chromium.ts'
import type { CupQuestions } from '../support/cup-worker.ts'
import type { Result } from '../support/statistics.ts'
import { startWorker } from '../support/worker.ts'

const run = promisify(execFile)
const lighthouse = fileURLToPath(new URL('../node_modules/lighthouse/cli/index.js', import.meta.url))

type Report = {
  readonly categories: Record<string, { readonly score: number }>
  readonly audits: Record<
    string,
    { readonly numericValue?: number; readonly details?: { readonly items?: Item[] } }
  >
}
type Item = { readonly resourceType?: string; readonly transferSize?: number }

/** Three pages on a phone with slow 4G, as Lighthouse simulates it; the draw has 128 teams. */
export async function measureLighthouse(): Promise<Result[]> {
  if (!existsSync(lighthouse)) {
    return [
      {
        what: 'Lighthouse',
        measured: 'not installed',
        target: 'performance at least 98, the others 100',
        isMet: undefined,
      },
    ]
  }
  const cup = startWorker<CupQuestions>(new URL('../support/cup-worker.ts', import.meta.url))
  const folder = await mkdtemp(join(tmpdir(), 'cup-bench-lighthouse-'))
  try {
    const { port } = await cup.ask('start', { teams: 128 })
    const results: Result[] = []
    for (const path of ['/', '/draw', '/schedule']) {
      const file = join(folder, 'report.json')
      const flags = ['--headless=new', ...chromiumFlags].join(' ')
      await run(
        process.execPath,
        [
          lighthouse,
          `http://127.0.0.1:${port}${path}`,
          '--quiet',
          '--output=json',
          `--output-path=${file}`,
          `--chrome-flags=${flags}`,
        ],
        { env: { ...process.env, CHROME_PATH: chromiumPath() }, maxBuffer: 1e8 },
      )
      results.push(read(path, JSON.parse(await readFile(file, 'utf8'))))
    }
    return results
  } finally {
    await cup.ask('stop', undefined as never).catch(() => {})
    await cup.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function read(path: string, { categories, audits }: Report): Result {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => Math.round(audits[name]?.numericValue ?? 0)
  const items = audits['network-requests']?.details?.items ?? []
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script')
  const scriptKb = scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1_024
  const others = [score('accessibility'), score('best-practices'), score('seo')]
  return {
    what: `Lighthouse on ${path}: performance; accessibility, best practices, SEO; script`,
    measured: `${score('performance')}; ${others.join(', ')}; ${scriptKb.toFixed(0)} KB (LCP ${value('largest-contentful-paint')} ms, TBT ${value('total-blocking-time')} ms)`,
    target: 'at least 98; 100, 100, 100; at most 110 KB',
    isMet: score('performance') >= 98 && others.every((one) => one === 100) && scriptKb <= 110,
  }
}
