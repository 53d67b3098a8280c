import { checks, journeys, proxies, runStages, vitest } from './stages.ts'

await runStages([
  ...checks,
  vitest('server, on SQLite and PostgreSQL', ['server']),
  ...proxies,
  journeys('journeys in Chromium', 'journeys/[^/]+$'),
])
