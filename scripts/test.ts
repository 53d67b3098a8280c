import { checks, commands, journeys, proxies, runStages, type Stage, vitest } from './stages.ts'

const script = (file: string) => commands(file, [['node', file]])

/** Divided by risk: what a contributor may break on any day, and what changes rarely or takes hours. */
const suites: Readonly<Record<string, readonly Stage[]>> = {
  check: checks,
  all: [
    ...checks,
    vitest('server, on SQLite and PostgreSQL', ['server']),
    journeys('journeys in Chromium', '--grep-invert=@nightly'),
  ],
  engines: [vitest('a short night in WebKit and Firefox', ['engines'])],
  nightly: [
    journeys('pictures, paper, fonts, extreme sizes', '--grep=@nightly'),
    ...proxies,
    ...[
      'bench/run.ts',
      'scripts/test-scanners.ts',
      'scripts/test-faults.ts',
      'scripts/test-mutations.ts',
    ].map(script),
  ],
  proxies,
}

await runStages(suites[process.argv[2] ?? 'all'] ?? [])
