import { proxies } from './proxies.ts'
import { runStages } from './stages.ts'

await runStages(proxies)
