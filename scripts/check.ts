import { checks } from './checks.ts'
import { runStages } from './stages.ts'

await runStages(checks)
