import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { type CupOptions, type RunningCup, startCup as start } from '../../src/main.ts'
import type { Clock } from '../../src/server/clock.ts'
import { type Config, readConfig } from '../../src/server/config.ts'
import { findAdmin, insertAdmin } from '../../src/server/storage/account-rows.ts'
import { openStorage } from '../../src/server/storage/open-storage.ts'
import type { Storage } from '../../src/server/storage/storage.ts'
import { lockCurrent } from '../../src/server/storage/system-rows.ts'
import { atTestEnd } from './at-test-end.ts'
import { cheapHash } from './cheap-hash.ts'
import { type TestApp, withCommands } from './commands.ts'
import { type ManualClock, manualClock } from './manual-clock.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const organiserOfTests = { email: 'organiser@cup.test', password: 'chalk-lines-at-nine-fifteen' }

export type TestOptions = {
  /** Wraps the storage: to break, delay or watch it. */
  readonly wrapStorage?: (storage: Storage) => Storage
  /** A fake clock by default; `systemClock` for real time. */
  readonly clock?: Clock
  readonly config?: Partial<Config>
  /** A PostgreSQL database instead of a fresh SQLite file. */
  readonly databaseUrl?: string
  readonly aroundPages?: CupOptions['aroundPages']
  readonly isPushService?: CupOptions['isPushService']
  readonly liveLimits?: CupOptions['liveLimits']
}

export type TestCup = RunningCup & {
  readonly app: TestApp
  readonly clock: ManualClock
  readonly dataDir: string
  /** Signs in as the test organiser; answers the `cookie` header. */
  signIn(credentials?: { email: string; password: string }): Promise<string>
  /** Posts a form as a page without JavaScript does; does not follow redirects. */
  post(path: string, fields: Record<string, string>, cookie?: string): Promise<Response>
}

/** The real server in this process, on a free port and a fresh database. Stopped at the latest when the test ends. */
export async function startCup(options: TestOptions = {}): Promise<TestCup> {
  const dataDir = await temporaryFolder('test')
  const { databaseUrl, wrapStorage = (storage) => storage, aroundPages, isPushService, liveLimits } = options
  const clock = options.clock ?? manualClock()
  const config: Config = {
    ...readConfig({}),
    port: 0,
    host: '127.0.0.1',
    dataDir,
    databaseUrl,
    admin: organiserOfTests,
    ...options.config,
  }
  const storage = wrapStorage(await openWithOrganiser(config))
  const cup = await start({
    config,
    storage,
    clock,
    ...(aroundPages && { aroundPages }),
    ...(isPushService && { isPushService }),
    ...(liveLimits && { liveLimits }),
  })
  const url = `http://127.0.0.1:${cup.port}`

  const post: TestCup['post'] = (path, fields, cookie) =>
    fetch(url + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
      headers: cookie ? { cookie } : {},
    })

  return {
    ...cup,
    app: withCommands(cup.app),
    url,
    // A test that passes its own clock advances it itself.
    clock: clock as ManualClock,
    dataDir,
    post,
    async signIn(credentials = organiserOfTests) {
      const response = await post('/login', credentials)
      const cookies = cookiesOf(response)
      if (!cookies.includes('cup-session='))
        throw new Error(`Nobody was signed in: ${response.status} ${await response.text()}`)
      return cookies
    },
    stop: atTestEnd(async () => {
      await cup.stop()
      await rm(dataDir, { recursive: true, force: true })
    }),
  }
}

/** Opens the storage with the account of `config.admin`, but without 30 ms of hashing per cup. */
export async function openWithOrganiser(config: Config): Promise<Storage> {
  const storage = await openStorage(config)
  if (config.admin !== organiserOfTests) return storage
  const { email } = organiserOfTests
  await storage.transaction(async (db) => {
    // Two nodes may start at once.
    await lockCurrent(db)
    if (!(await findAdmin(db, email)))
      await insertAdmin(db, { email, passwordHash, createdAt: '2025-01-01T12:00:00.000Z' })
  })
  return storage
}

const passwordHash = cheapHash(organiserOfTests.password)

/** The `cookie` header of the browser's next request. */
export function cookiesOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}

/** Sends raw bytes; returns the whole answer. */
export async function rawRequest(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  // The server may answer and close before it has read everything.
  socket.on('error', () => {})
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  socket.write(bytes)
  await once(socket, 'close')
  return answer
}
