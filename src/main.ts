import './server/production.ts'

import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { createAccounts } from './server/accounts/accounts.ts'
import { ensureOrganiser } from './server/accounts/organisers.ts'
import { type App, createApp } from './server/app.ts'
import { type Clock, systemClock } from './server/clock.ts'
import { type Config, ConfigProblem, readConfig } from './server/config.ts'
import type { Pages } from './server/http/render-page.ts'
import { createCupServer, type Middleware } from './server/http/server.ts'
import { createHub } from './server/live/hub.ts'
import { logProblem } from './server/log.ts'
import { nearbySite } from './server/nearby-site.ts'
import { openStorage } from './server/storage/open-storage.ts'
import { ensurePushKeys } from './server/storage/push-rows.ts'
import { type Storage, StorageProblem } from './server/storage/storage.ts'
import { beginEpoch, ensureEpoch } from './server/storage/system-rows.ts'
import { createPublicView } from './server/view.ts'
import { requestParts } from './web/app-context.ts'
import { allPages } from './web/pages.ts'

const buildFolder = new URL('../build/', import.meta.url)

export type CupOptions = {
  readonly config: Config
  /** An open storage to run on; without one the configuration says which to open. */
  readonly storage?: Storage
  readonly clock?: Clock
  /** For tests: takes other addresses than the known push services. */
  readonly isPushService?: (endpoint: URL) => boolean
  /** For tests: wraps the rendering of pages. */
  readonly aroundPages?: (pages: Pages) => Pages
  /** In development: serves scripts and styles, and builds the screens anew. */
  readonly development?: { readonly middleware: Middleware; build(): Promise<ServerBuild> }
}

export type RunningCup = {
  readonly url: string
  readonly port: number
  readonly app: App
  readonly storage: Storage
  /** Made on this start, to be shown once. */
  readonly firstOrganiser: { readonly email: string; readonly password: string } | undefined
  stop(): Promise<void>
}

/** Joins the layers: storage and rules, the live stream, and the screens. */
export async function startCup(options: CupOptions): Promise<RunningCup> {
  const { config, clock = systemClock, development } = options
  const storage = options.storage ?? (await openStorage(config))
  try {
    // A file may have been replaced while the cup was stopped.
    const startEpoch = storage.name === 'SQLite' ? beginEpoch : ensureEpoch
    await storage
      .transaction(async (db) => {
        await startEpoch(db, clock.now())
        await ensurePushKeys(db)
      })
      .catch((error: unknown) => logProblem('The cup could not be written to at the start.', error))
    const view = createPublicView({ storage, clock })
    const accounts = createAccounts({ storage, view, clock })
    const app = createApp({
      storage,
      view,
      clock,
      accounts,
      backupFolder: join(config.dataDir, 'backups'),
      // Push services ask for an address of https or mail; where we have none, the default is as good.
      ...(config.origin?.startsWith('https:') && { contact: config.origin }),
      ...(options.isPushService && { isPushService: options.isPushService }),
    })
    const hub = createHub({ view, clock, random: Math.random })
    const pages = await loadPages(development?.build)
    const server = createCupServer({
      app,
      view,
      hub,
      clock,
      config,
      pages: options.aroundPages?.(pages) ?? pages,
      pageTable: allPages,
      files: fileURLToPath(new URL('client/', buildFolder)),
      development: development?.middleware,
    })
    // Storage that fails now may have recovered by the first visitor.
    await app
      .publicView()
      .catch((error: unknown) => logProblem('The cup could not be read at the start.', error))
    const port = await server.listen()
    // Not before: a start that fails, because the port is taken, must not take the only password with it.
    const firstOrganiser = await ensureOrganiser({ storage, clock, view }, config.admin).catch(
      async (error: unknown) => {
        await server.close()
        throw error
      },
    )
    return {
      url: `http://localhost:${port}`,
      port,
      app,
      storage,
      firstOrganiser,
      async stop() {
        await server.close()
        app.close()
        view.close()
        await storage.close()
      },
    }
  } catch (error) {
    await storage.close()
    throw error
  }
}

async function loadPages(build?: () => Promise<ServerBuild>): Promise<Pages> {
  const handle = build
    ? createRequestHandler(build, 'development')
    : createRequestHandler(await import(new URL('server/index.js', buildFolder).href), 'production')
  return (request, parts) => handle(request, new RouterContextProvider(new Map([[requestParts, parts]])))
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const cup = await startCup({ config })
  console.log(greeting(cup, config))
  stopOnSignals(cup.stop)
}

/** The address on this machine, and the one for everybody else. */
export function addressLines(
  name: string,
  { url, port }: Pick<RunningCup, 'url' | 'port'>,
  { origin, host }: Config,
): string[] {
  const nearby = nearbySite({ interfaces: networkInterfaces(), host, port })
  return [
    `${name} is on ${url}${origin ? `, for visitors on ${origin}` : ''}`,
    ...(nearby && !origin ? [`Phones in the same network: ${nearby}`] : []),
  ]
}

function greeting(cup: RunningCup, config: Config): string {
  const { storage, firstOrganiser } = cup
  const { databaseUrl, dataDir } = config
  const lines = [
    ...addressLines('The Cup', cup, config),
    `Storage: ${storage.name}${databaseUrl ? '' : ` in ${dataDir}`}`,
  ]
  if (firstOrganiser) {
    const { email, password } = firstOrganiser
    lines.push(
      '',
      'Your organiser account, shown this once:',
      `  email     ${email}`,
      `  password  ${password}`,
      '',
    )
  }
  return lines.join('\n')
}

/** A second signal so much later is a second wish. */
const hurryMs = 500

export function stopOnSignals(
  stop: () => Promise<void>,
  signals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT'],
): void {
  let askedAt: number | undefined
  for (const signal of signals) {
    process.on(signal, () => {
      const now = performance.now()
      // npm passes on what the terminal or systemd has sent to both: one that comes later is somebody in a hurry.
      if (askedAt !== undefined) return now - askedAt > hurryMs ? process.exit(1) : undefined
      askedAt = now
      // Whatever hangs, nobody waits longer than this.
      setTimeout(() => process.exit(1), 4_500).unref()
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          logProblem('The cup did not stop cleanly.', error)
          process.exit(1)
        },
      )
    })
  }
  // One failing request must not stop the cup; what is on the disk is whole in any case.
  process.on('uncaughtException', (error) => logProblem('Unexpected:', error))
  process.on('unhandledRejection', (error) => logProblem('Unexpected:', error))
}

/** What went wrong, in one line a person can act on; undefined when only a programmer can. */
export function explain(error: unknown): string | undefined {
  if (error instanceof ConfigProblem || error instanceof StorageProblem) return error.message
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  if (code === 'EADDRINUSE')
    return `PORT ${port} is taken by another program. Choose another one, or stop that program.`
  if (code === 'EACCES') return `PORT ${port} needs more rights than this user has. Choose one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${address ?? process.env.HOST} is no address of this machine.`
  if (code === 'ERR_MODULE_NOT_FOUND') return 'The screens are not built yet. Run: npm start'
  return undefined
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    const sentence = explain(error)
    if (sentence) console.error(sentence)
    else logProblem('The cup could not start.', error)
    process.exit(1)
  })
}
