import { checks, journeys, proxies, runStages, type Stage, vitest } from './stages.ts'

const suites: Readonly<Record<string, readonly Stage[]>> = {
  all: [
    ...checks,
    vitest('server, on SQLite and PostgreSQL', ['server']),
    ...proxies,
    journeys('journeys in Chromium', 'journeys/[^/]+$'),
  ],
  check: checks,
  engines: [vitest('a short night in WebKit and Firefox', ['engines'])],
  long: [journeys('long journeys in Chromium', 'journeys/long/')],
  proxies,
}

await runStages(suites[process.argv[2] ?? 'all'] ?? [])
