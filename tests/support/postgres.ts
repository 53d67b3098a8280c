import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'
import { findPostgresBin } from '../../scripts/find-tools.mjs'
import { atTestEnd } from './at-test-end.ts'
import { freePort } from './cup-process.ts'

const run = promisify(execFile)

export type Postgres = {
  /** The server's own database; each test creates its own with createDatabase. */
  readonly url: string
  createDatabase(): Promise<string>
  /** Stops the server but keeps its data, as a reboot or a power cut; comeBack restarts it on the same port. */
  goAway(how?: 'politely' | 'at once'): Promise<void>
  comeBack(): Promise<void>
  /** SIGSTOP for all its processes; goOn sends SIGCONT. */
  freeze(): Promise<void>
  goOn(): Promise<void>
  /** Shuts the server down and removes its data. */
  stop(): Promise<void>
}

/** A real PostgreSQL server in a temporary folder, on a private port, with production's durability. Stopped at the latest when the test ends. */
export async function startPostgres({
  environment = {},
  inside = tmpdir(),
  isDurable = true,
}: {
  readonly environment?: Record<string, string>
  readonly inside?: string
  /** False turns fsync off, for a server that is never killed. */
  readonly isDurable?: boolean
} = {}): Promise<Postgres> {
  const bin = findPostgresBin()
  if (!bin) {
    throw new Error(
      'PostgreSQL is needed here and was not found: install it (Debian: apt-get install postgresql) or set POSTGRES_BIN.',
    )
  }
  const owner = await clusterOwner()
  const folder = await mkdtemp(join(inside, 'cup-postgres-'))
  if (owner) await chown(folder, owner.uid, owner.gid)
  const password = randomBytes(12).toString('hex')
  await initialise({ bin, folder, owner, password })
  if (!isDurable) await appendFile(join(folder, 'data/postgresql.auto.conf'), 'fsync = off\n')

  let server = await bootAnywhere({ bin, folder, owner, environment })
  const { port } = server
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  return {
    url,
    createDatabase: () => createDatabase(url),
    goAway: async (how = 'politely') => {
      if (how === 'at once') await signalAll(folder, 'SIGKILL')
      await server.end('keep')
    },
    comeBack: async () => {
      server = await boot({ bin, folder, owner, environment, port })
    },
    freeze: () => signalAll(folder, 'SIGSTOP'),
    goOn: () => signalAll(folder, 'SIGCONT'),
    stop: atTestEnd(async () => {
      await server.end('remove')
      await rm(folder, { recursive: true, force: true })
    }),
  }
}

/** A fresh, empty database on a running server; returns its url. */
export async function createDatabase(serverUrl: string): Promise<string> {
  const name = `cup_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

type Owner = { readonly uid: number; readonly gid: number }
type Cluster = { readonly bin: string; readonly folder: string; readonly owner: Owner | undefined }
type Bootable = Cluster & { readonly environment: Record<string, string> }

// PostgreSQL refuses to run as root, so root uses the user of Debian's package, or nobody.
async function clusterOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const user of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])])
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    } catch {}
  }
  throw new Error('PostgreSQL refuses to run as root, and there is no user postgres to run it as.')
}

async function initialise({ bin, folder, owner, password }: Cluster & { password: string }) {
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (owner) await chown(passwordFile, owner.uid, owner.gid)
  const options = [
    '--username=postgres',
    '--encoding=UTF8',
    '--no-locale',
    '--auth=scram-sha-256',
    '--no-instructions',
    '--no-sync',
  ]
  await run(join(bin, 'initdb'), [...options, `--pwfile=${passwordFile}`, '-D', join(folder, 'data')], {
    ...owner,
    cwd: folder,
    env: plainEnvironment(),
  })
}

// The shell waits for a line or the end of its standard input: a killed test run leaves no server and no folder.
const keeper = `
  "$1/postgres" -D "$2/data" -p "$3" -c listen_addresses=127.0.0.1 -c unix_socket_directories="$2" \
    -c max_connections=200 -c shared_buffers=32MB &
  server=$!
  read -r word
  kill -INT $server
  wait $server
  [ "$word" = keep ] || rm -rf "$2"
`

// A free port may be taken by the time it is used: retry with another.
async function bootAnywhere(cluster: Bootable) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await boot({ ...cluster, port: await freePort() })
    } catch (error) {
      if (attempt === 3) throw error
    }
  }
}

async function boot({ bin, folder, owner, environment, port }: Bootable & { port: number }) {
  const keeping = spawn('sh', ['-c', keeper, 'keeper', bin, folder, String(port)], {
    ...owner,
    cwd: folder,
    env: { ...plainEnvironment(), ...environment },
    stdio: ['pipe', 'ignore', 'pipe'],
    // Its own process group: Ctrl-C reaches only the tests, which then stop the server.
    detached: true,
  })
  const ended = once(keeping, 'exit')
  const startLog: string[] = []
  await new Promise<void>((resolve, reject) => {
    const lines = createInterface({ input: keeping.stderr })
    lines.on('line', function readStart(line) {
      startLog.push(line)
      // Connections during recovery also log FATAL, which is not a failure.
      if (line.includes('FATAL') && !line.includes('the database system is')) keeping.stdin.end('keep\n')
      if (!line.includes('ready to accept connections')) return
      lines.off('line', readStart)
      lines.resume()
      resolve()
    })
    keeping.on('error', reject)
    keeping.on('exit', () => reject(new Error(`PostgreSQL did not start:\n${startLog.join('\n')}`)))
  })
  return {
    port,
    end: async (word: 'keep' | 'remove') => {
      keeping.stdin.end(`${word}\n`)
      await ended
    },
  }
}

/** Signals the server and its children. The parent is stopped first, so that it forks no more. */
async function signalAll(folder: string, signal: NodeJS.Signals) {
  const [line = ''] = (await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n', 1)
  const server = Number(line)
  process.kill(server, 'SIGSTOP')
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid='])
  const rows = stdout.split('\n').map((row) => row.trim().split(/\s+/).map(Number))
  for (const [pid, parent] of [[server, server], ...rows]) {
    if (!pid || parent !== server) continue
    try {
      process.kill(pid, signal)
    } catch {
      // It has already exited.
    }
  }
}

// English messages, because they are parsed above; and none of the machine's PG… variables.
function plainEnvironment() {
  return { PATH: process.env.PATH, LC_ALL: 'C' }
}
