import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { startCup } from '../src/main.ts'
import { readConfig } from '../src/server/config.ts'

/** The cup with hot reload: the same server, with Vite's scripts and styles and the screens as they are in the editor. */
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
const cup = await startCup({
  config: readConfig(process.env),
  development: {
    middleware: vite.middlewares,
    build: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild,
  },
})
console.log(`The Cup, with hot reload, is on ${cup.url}`)
if (cup.firstOrganiser) {
  console.log(`  email     ${cup.firstOrganiser.email}\n  password  ${cup.firstOrganiser.password}`)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => Promise.all([cup.stop(), vite.close()]).finally(() => process.exit(0)))
}
