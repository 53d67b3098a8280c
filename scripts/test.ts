import { existsSync, statfsSync } from 'node:fs'
import { checks, commands, journeys, proxies, runStages, type Stage, vitest } from './stages.ts'

const script = (file: string) => commands(file, [['node', file]])

/** On SQLite only in `npm test`. */
const onBothEngines = [
  'src/server/backups',
  'src/server/commands/personal-data-commands.test.ts',
  'tests/http/odd-requests.test.ts',
  'tests/http/three-editions.test.ts',
  'tests/import',
]

const firstStart: readonly Stage[] = [
  vitest('a fresh clone, with every npm', ['first start'], ['tests/first-start/first-start.test.ts']),
  {
    ...vitest('a fresh clone on bad disks', ['first start'], ['tests/first-start/bad-disks.test.ts']),
    missing:
      process.platform === 'linux' && process.getuid?.() === 0
        ? undefined
        : 'it mounts small disks, which needs root on Linux: sudo npm run test:first-start',
  },
]

/** Split by risk: what any change may break, and what rarely breaks or takes hours. */
const suites: Readonly<Record<string, readonly Stage[]>> = {
  check: checks,
  all: [
    ...checks,
    vitest('server, on SQLite and PostgreSQL', ['server']),
    journeys('journeys in Chromium', '--grep-invert=@nightly'),
  ],
  'first-start': firstStart,
  engines: [vitest('a short night in WebKit and Firefox', ['engines'])],
  nightly: [
    journeys('pictures, paper, fonts, extreme sizes', '--grep=@nightly'),
    vitest('on both engines', ['server'], onBothEngines, { EVERY_ENGINE: 'yes' }),
    vitest('50,000 random steps', ['server'], ['tests/model/any-night.test.ts'], { MODEL_STEPS: '50000' }),
    ...proxies,
    ...firstStart,
    ...[
      'bench/run.ts',
      'scripts/test-scanners.ts',
      'scripts/test-faults.ts',
      'scripts/test-mutations.ts',
    ].map(script),
  ],
  proxies,
}

const suite = process.argv[2] ?? 'all'
// Hundreds of fresh databases would wait for the disk at every commit; `npm run test:faults` covers the disk.
if (suite === 'all' && hasRoom('/dev/shm')) process.env.TMPDIR ??= '/dev/shm'
await runStages(suites[suite] ?? [])

/** At least 4 GB: a container's /dev/shm may be as small as 64 MB. */
function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 4 * 1024 ** 3
}
