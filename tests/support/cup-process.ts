import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { atTestEnd } from './at-test-end.ts'
import { temporaryFolder } from './temporary-folder.ts'

const root = new URL('../../', import.meta.url)
const main = fileURLToPath(new URL('src/main.ts', root))

/** An environment with Node's compile cache, as `npm start` has it. */
export const compiled = {
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', root)),
}

export type CupProcess = {
  readonly url: string
  readonly organiser: { readonly email: string; readonly password: string }
  readonly dataDir: string
  /** Ends the process, by SIGTERM or, like a power cut, by SIGKILL. The data stays for `restart`. */
  halt(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  /** Restarts on the same port and the same data; a running process is halted first. */
  restart(): Promise<void>
  /** Ends the process and removes its data. */
  stop(): Promise<void>
}

/** The cup as `npm start` runs it: a process of its own, a fresh database, a free port. Stopped at the latest when the test ends. */
export async function startCupProcess(environment: Record<string, string> = {}): Promise<
  CupProcess & {
    /** Its terminal output so far. */
    output(): string
    /** Of the current process. */
    readonly pid: number
  }
> {
  const dataDir = await temporaryFolder('data')
  const organiser = { email: 'organiser@cup.test', password: 'chalk-lines-at-nine-fifteen' }
  const lines: string[] = []
  const start = (port: string) =>
    launch({
      lines,
      environment: {
        ...compiled,
        HOST: '127.0.0.1',
        PORT: port,
        DATA_DIR: dataDir,
        ADMIN_EMAIL: organiser.email,
        ADMIN_PASSWORD: organiser.password,
        ...environment,
      },
    })

  let { child, port } = await start('0')
  const halt = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    }
    return child.exitCode
  }
  return {
    url: `http://127.0.0.1:${port}`,
    organiser,
    dataDir,
    get pid() {
      return child.pid ?? 0
    },
    output: () => lines.join('\n'),
    halt,
    restart: async () => {
      await halt()
      child = (await start(port)).child
    },
    stop: atTestEnd(async () => {
      await halt()
      await rm(dataDir, { recursive: true, force: true })
    }),
  }
}

type Launch = { readonly environment: Record<string, string>; readonly lines: string[] }

async function launch(options: Launch): Promise<{ child: ChildProcess; port: string }> {
  const launched = await spawnCup(options)
  // It serves only after its whole greeting is printed.
  await fetch(`http://127.0.0.1:${launched.port}/healthz`).then((response) => response.text())
  await new Promise(setImmediate)
  return launched
}

function spawnCup({ environment, lines }: Launch): Promise<{ child: ChildProcess; port: string }> {
  const child = spawn(process.execPath, [main], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  endWithUs(child)
  endWithTest(child)
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line)
        const port = /https?:\/\/[^\s/]+:(\d+)/.exec(line)?.[1]
        if (port) resolve({ child, port })
      })
    }
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new Error(`The cup ended with ${code} before it served:\n${lines.join('\n')}`)),
    )
  })
}

/** Kills the child when the test run ends, even by SIGKILL: the shell's standard input then closes. */
function endWithUs(child: ChildProcess) {
  const watcher = spawn('sh', ['-c', 'read -r _; kill -9 "$0"', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  child.once('exit', () => watcher.kill('SIGKILL'))
}

/** Kills the child, if it still runs when the test is over. */
export function endWithTest(child: ChildProcess) {
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  const end = atTestEnd(() => {
    child.kill('SIGKILL')
    return ended
  })
  child.once('exit', end)
}

/** Runs a script to its end. */
export async function runScript(
  script: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  input = '',
) {
  const child = spawn(process.execPath, [script, ...args], { env: { ...compiled, ...environment } })
  endWithTest(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  child.stdin.end(input)
  // 'exit' can come before the last output.
  const [code] = await once(child, 'close')
  return { code, output }
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
