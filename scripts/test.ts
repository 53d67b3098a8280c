import { checks } from './checks.ts'
import { proxies } from './proxies.ts'
import { journeys, runStages, vitest } from './stages.ts'

await runStages([
  ...checks,
  vitest('server, on SQLite and PostgreSQL', ['server']),
  ...proxies,
  journeys('journeys in Chromium'),
])
