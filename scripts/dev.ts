import './development.ts'

import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { startCup } from '../src/main.ts'
import { readConfig } from '../src/server/config.ts'
import { failStart, greeting, stopOnSignals } from '../src/server/terminal.ts'

/** Hot reload: the production server with Vite's middleware and its build of the screens. */
async function start() {
  const config = readConfig(process.env)
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  const cup = await startCup({
    config,
    development: {
      middleware: vite.middlewares,
      build: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild,
    },
  })
  console.log(greeting(cup, config))
  stopOnSignals(async () => {
    await Promise.all([cup.stop(), vite.close()])
  })
}

start().catch(failStart)
