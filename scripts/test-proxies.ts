import { proxies, runStages } from './stages.ts'

await runStages(proxies)
