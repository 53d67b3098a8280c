import { checks } from './checks.ts'
import { journeys, runStages, vitest } from './stages.ts'

await runStages([
  ...checks,
  vitest('server, on SQLite and PostgreSQL', ['server']),
  journeys('journeys in Chromium'),
])
