import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromiumFlags, chromiumPath } from '../../tests/support/chromium.ts'
import type { CupQuestions } from '../support/cup-worker.ts'
import type { PeerPagesQuestions } from '../support/peer-pages-worker.ts'
import { median, ms, type Result, ratio } from '../support/statistics.ts'
import { startWorker } from '../support/worker.ts'

const run = promisify(execFile)
/** Installed by the bench, beside it. */
const peersFolder = new URL('../node_modules/', import.meta.url)
const lighthouse = fileURLToPath(new URL('lighthouse/cli/index.js', peersFolder))

const ours = ['/', '/draw', '/schedule']
const peers = [
  { name: 'brackets-viewer 1.9.1', path: '/viewer' },
  { name: '@g-loot/react-tournament-brackets 1.0.30', path: '/react-brackets' },
]

type Report = {
  readonly categories: Record<string, { readonly score: number }>
  readonly audits: Record<
    string,
    { readonly numericValue?: number; readonly details?: { readonly items?: Item[] } }
  >
}
type Item = { readonly resourceType?: string; readonly transferSize?: number }

/**
 * Three of our pages with real throttling of network and CPU, the draw with 128 teams, in turns with pages that show the same draw
 * with two peers. Lighthouse's simulated throttling would count every request made before the paint.
 */
export async function measureLighthouse({
  turns,
  hasPeers,
}: {
  turns: number
  hasPeers: boolean
}): Promise<Result[]> {
  if (!existsSync(lighthouse)) {
    return [
      {
        what: 'Lighthouse',
        measured: 'not installed',
        target: 'see docs/decisions/013-loading-as-the-router-does.md',
        isMet: undefined,
      },
    ]
  }
  const cup = startWorker<CupQuestions>(new URL('../support/cup-worker.ts', import.meta.url))
  const peerPages = startWorker<PeerPagesQuestions>(
    new URL('../support/peer-pages-worker.ts', import.meta.url),
  )
  try {
    const { port } = await cup.ask('start', { teams: 128 })
    const pages = ours.map((path) => ({ path, url: `http://127.0.0.1:${port}${path}` }))
    if (hasPeers) {
      const { port } = await peerPages.ask('start', { draw: await cup.ask('draw', undefined as never) })
      pages.push(...peers.map(({ path }) => ({ path, url: `http://127.0.0.1:${port}${path}` })))
    }
    const reports = new Map<string, Report[]>(pages.map(({ path }) => [path, []]))
    for (let turn = 0; turn < turns; turn += 1) {
      for (const { path, url } of pages) reports.get(path)?.push(await reportAtLast(url))
    }
    const of = (path: string) => reports.get(path) ?? []
    return [
      ...ours.map((path) => read(path, of(path))),
      ...(hasPeers ? peers.map(({ name, path }) => compare(name, of('/draw'), of(path))) : []),
    ]
  } finally {
    await cup.ask('stop', undefined as never).catch(() => {})
    await Promise.all([cup.stop(), peerPages.stop()])
  }
}

/** Retries: Chromium sometimes loses the start of a trace (NO_NAVSTART). */
async function reportAtLast(url: string, tries = 3): Promise<Report> {
  try {
    return await reportOn(url)
  } catch (error) {
    if (tries <= 1) throw error
    return reportAtLast(url, tries - 1)
  }
}

async function reportOn(url: string): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'cup-bench-lighthouse-'))
  const file = join(folder, 'report.json')
  const flags = ['--headless=new', ...chromiumFlags].join(' ')
  try {
    await run(
      process.execPath,
      [
        lighthouse,
        url,
        '--quiet',
        '--throttling-method=devtools',
        '--output=json',
        `--output-path=${file}`,
        `--chrome-flags=${flags}`,
      ],
      { env: { ...process.env, CHROME_PATH: chromiumPath() }, maxBuffer: 1e8 },
    )
    return JSON.parse(await readFile(file, 'utf8'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const mostScriptKb = 130
const mostShift = 0.02
const mostOfPeersPaint = 0.6

const lcp = 'largest-contentful-paint'
const cls = 'cumulative-layout-shift'
const tbt = 'total-blocking-time'

function middle(reports: readonly Report[], audit: string): number {
  return median(reports.map(({ audits }) => audits[audit]?.numericValue ?? 0))
}

function read(path: string, reports: readonly Report[]): Result {
  const score = (name: string) =>
    Math.round(median(reports.map(({ categories }) => categories[name]?.score ?? 0)) * 100)
  const scriptKb = median(reports.map(scriptBytes)) / 1_024
  const shift = middle(reports, cls)
  const others = [score('accessibility'), score('best-practices'), score('seo')]
  return {
    what: `Lighthouse on ${path}: accessibility, best practices, SEO; script; layout shift`,
    measured: `${others.join(', ')}; ${scriptKb.toFixed(0)} KB; ${shift.toFixed(3)} (performance ${score('performance')}, LCP ${ms(Math.round(middle(reports, lcp)))}, TBT ${ms(Math.round(middle(reports, tbt)))})`,
    target: `100, 100, 100; at most ${mostScriptKb} KB; at most ${mostShift}`,
    isMet: others.every((one) => one === 100) && scriptKb <= mostScriptKb && shift <= mostShift,
  }
}

/** Transfer size, headers included. */
function scriptBytes({ audits }: Report): number {
  const items = audits['network-requests']?.details?.items ?? []
  return items
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
}

function compare(peer: string, own: readonly Report[], theirs: readonly Report[]): Result {
  const [our, their] = [Math.round(middle(own, lcp)), Math.round(middle(theirs, lcp))]
  return {
    what: `LCP of /draw with 128 teams, against a page that shows the same draw with ${peer}`,
    measured: `${ratio(our / Math.max(their, 1))} (${ms(our)} to ${ms(their)})`,
    target: `at most ${mostOfPeersPaint}`,
    isMet: our <= their * mostOfPeersPaint,
  }
}
