import './server/production.ts'

import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { createAccounts } from './server/accounts/accounts.ts'
import { type Credentials, ensureFirstOrganiser, ensureGivenOrganiser } from './server/accounts/organisers.ts'
import { type App, createApp } from './server/app.ts'
import { createBackups } from './server/backups/automatic-backups.ts'
import { type Clock, systemClock } from './server/clock.ts'
import { type Config, readConfig } from './server/config.ts'
import type { Pages } from './server/http/render-page.ts'
import { createCupServer, type Middleware } from './server/http/server.ts'
import { createHub, type HubLimits } from './server/live/hub.ts'
import { logProblem } from './server/log.ts'
import { openStorage } from './server/storage/open-storage.ts'
import { ensurePushKeys } from './server/storage/push-rows.ts'
import type { Storage } from './server/storage/storage.ts'
import { rememberWrites } from './server/storage/storage-health.ts'
import { beginEpoch, ensureEpoch } from './server/storage/system-rows.ts'
import { failStart, greeting, stopOnSignals } from './server/terminal.ts'
import { createPublicView } from './server/view.ts'
import { requestParts } from './web/app-context.ts'
import { pageRows } from './web/public-pages.ts'

const buildFolder = new URL('../build/', import.meta.url)

export type CupOptions = {
  readonly config: Config
  /** By default opened as `config` says. */
  readonly storage?: Storage
  readonly clock?: Clock
  /** For tests: overrides the allowlist of push services. */
  readonly isPushService?: (endpoint: URL) => boolean
  /** For tests: wraps the rendering of pages. */
  readonly aroundPages?: (pages: Pages) => Pages
  /** For tests: the number of listeners, and the like. */
  readonly liveLimits?: Partial<HubLimits>
  /** In development: Vite's middleware, and its build after each edit. */
  readonly development?: { readonly middleware: Middleware; build(): Promise<ServerBuild> }
}

export type RunningCup = {
  readonly url: string
  readonly port: number
  readonly app: App
  readonly storage: Storage
  /** The account created on this start; its password is shown once. */
  readonly firstOrganiser: Credentials | undefined
  stop(): Promise<void>
}

/** Composition root: storage → view → app → live hub → HTTP server, with the built pages. */
export async function startCup(options: CupOptions): Promise<RunningCup> {
  const { config, clock = systemClock, development } = options
  const storage = rememberWrites(options.storage ?? (await openStorage(config)), clock)
  /** In the order of their start; closed in reverse, also when the start fails. */
  const opened: { close(): unknown }[] = [storage]
  const closeAll = async () => {
    for (const part of opened.toReversed()) await part.close()
  }
  let closing: Promise<void> | undefined
  try {
    await prepare(storage, clock.now()).catch((error: unknown) =>
      logProblem('The cup could not be written to at the start.', error),
    )
    const view = createPublicView({ storage, clock })
    const accounts = createAccounts({ storage, view, clock })
    const backups = createBackups({ storage, view, clock, folder: join(config.dataDir, 'backups') })
    const app = createApp({
      storage,
      view,
      clock,
      accounts,
      backups,
      // VAPID wants an https or mailto address.
      ...(config.origin?.startsWith('https:') && { contact: config.origin }),
      ...(options.isPushService && { isPushService: options.isPushService }),
    })
    opened.push(view, backups, app)
    const { liveLimits: limits } = options
    const hub = createHub({ view, clock, random: Math.random, ...(limits && { limits }) })
    const pages = await loadPages(development?.build)
    const server = createCupServer({
      app,
      view,
      hub,
      clock,
      config,
      pages: options.aroundPages?.(pages) ?? pages,
      pageRows,
      files: fileURLToPath(new URL('client/', buildFolder)),
      development: development?.middleware,
    })
    // Warm-up. Storage that fails now may have recovered by the first visitor.
    await app
      .publicView()
      .catch((error: unknown) => logProblem('The cup could not be read at the start.', error))
    if (config.admin) await ensureGivenOrganiser({ storage, clock, view }, config.admin)
    const port = await server.listen()
    opened.push(server)
    // After listening: a start that fails, say on a taken port, must not create an account whose password is never shown.
    const firstOrganiser = await ensureFirstOrganiser({ storage, clock, view })
    return {
      url: `http://${reachableHost(config.host)}:${port}`,
      port,
      app,
      storage,
      firstOrganiser,
      stop: () => (closing ??= closeAll()),
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** The name for this machine's own browser: an address other than 'any' and loopback has to be named. */
function reachableHost(host: string | undefined): string {
  if (!host || ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

async function prepare(storage: Storage, now: Date): Promise<void> {
  // A SQLite file may have been replaced while the cup was stopped: a new epoch voids open pages and caches.
  const startEpoch = storage.name === 'SQLite' ? beginEpoch : ensureEpoch
  await storage.transaction(async (db) => {
    await startEpoch(db, now)
    await ensurePushKeys(db)
  })
}

async function loadPages(build?: () => Promise<ServerBuild>): Promise<Pages> {
  const handle = build
    ? createRequestHandler(build, 'development')
    : createRequestHandler(await import(new URL('server/index.js', buildFolder).href), 'production')
  return (request, parts) => handle(request, new RouterContextProvider(new Map([[requestParts, parts]])))
}

/** Fails on a taken port before a second start has touched the storage of the cup that is running. */
async function checkPort({ port, host }: Config): Promise<void> {
  if (port === 0) return
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  await new Promise((resolve) => probe.close(resolve))
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  await checkPort(config)
  const cup = await startCup({ config })
  console.log(greeting(cup, config))
  stopOnSignals(cup.stop)
}

if (import.meta.main) main().catch(failStart)
