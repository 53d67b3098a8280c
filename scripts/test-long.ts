import { journeys, runStages } from './stages.ts'

await runStages([journeys('long journeys in Chromium', 'journeys/long/')])
