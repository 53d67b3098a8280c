import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measureFeedback } from './parts/feedback.ts'
import { measureFrames } from './parts/frames.ts'
import { measureKeptPage } from './parts/kept-page.ts'
import { measureLighthouse } from './parts/lighthouse.ts'
import { measureListeners } from './parts/listeners.ts'
import { measureTapSizes } from './parts/taps.ts'
import { machine, type Result, sign, tableOf } from './support/statistics.ts'

/*
 * npm run bench                        everything, a quarter of an hour
 * npm run bench -- --quick             small and short: shows that it works, not how fast it is
 * npm run bench -- listeners frames    only these parts
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, listeners: { type: 'string' } },
})
const isQuick = values.quick
const folder = fileURLToPath(new URL('.', import.meta.url))

const peerPages = ['brackets-viewer', '@g-loot/react-tournament-brackets']

const parts: Record<string, () => Promise<Result[]>> = {
  listeners: () =>
    measureListeners({
      count: Math.min(Number(values.listeners ?? (isQuick ? 300 : 8_000)), openFilesLimit() - 500),
      rounds: isQuick ? 5 : 30,
      hasSocketIo: hasPeer('socket.io'),
    }),
  page: () => measureKeptPage({ seconds: isQuick ? 1 : 5, turns: isQuick ? 1 : 5 }),
  taps: () => measureTapSizes({ posts: isQuick ? 40 : 400 }),
  feedback: () => measureFeedback({ taps: isQuick ? 6 : 30 }),
  lighthouse: () => measureLighthouse({ turns: isQuick ? 1 : 9, hasPeers: peerPages.every(hasPeer) }),
  frames: () => measureFrames({ taps: isQuick ? 2 : 6, turns: isQuick ? 1 : 3 }),
}

const unknown = positionals.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(
    `There is no part called ${unknown.join(', ')}. Choose from: ${Object.keys(parts).join(', ')}`,
  )
  process.exit(1)
}
const chosen = positionals.length > 0 ? positionals : Object.keys(parts)

if (chosen.includes('listeners') || chosen.includes('lighthouse')) installPeers()
const loadBefore = loadavg()[0] ?? 0
const results: Result[] = []
for (const name of chosen) {
  console.log(`\n── ${name}`)
  for (const result of (await parts[name]?.()) ?? []) {
    results.push(result)
    console.log(`${sign(result)} ${result.what}\n  ${result.measured}; ${result.target}`)
  }
}
// A partial run does not replace the results.
if (!isQuick && positionals.length === 0) writeFileSync(`${folder}RESULTS.md`, report())
process.exitCode = results.some(({ isMet }) => isMet === false) ? 1 : 0

function report(): string {
  return `# Results of the last bench

Ratios, each measured in one run, turn by turn with what it is compared to: they say how we stand, whatever the machine.
Servers, listeners and load have processes of their own. Written by \`npm run bench\`; medians throughout.

- Machine: ${machine()}
- Load of the machine when it began: ${loadBefore.toFixed(1)} (0 is an idle machine; above ${cpus().length} somebody else was using it, and the figures are worth little)
- Open files allowed to a process: ${openFilesLimit()}

${tableOf(results)}
`
}

/** Node raises its soft limit to the hard one; each listener uses a file descriptor on both sides. */
function openFilesLimit(): number {
  const limit = execFileSync('sh', ['-c', 'ulimit -H -n'], { encoding: 'utf8' }).trim()
  return limit === 'unlimited' ? 1_000_000 : Number(limit)
}

function hasPeer(name: string): boolean {
  return existsSync(`${folder}node_modules/${name}`)
}

function installPeers() {
  if (['socket.io', 'lighthouse', ...peerPages].every(hasPeer)) return
  console.log('Installing the peers beside the bench …')
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], {
    cwd: folder,
    stdio: 'inherit',
  })
  if (status !== 0) console.log('They could not be installed; the comparisons with them are left out.')
}
