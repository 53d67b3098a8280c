import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { atTestEnd } from '../../support/at-test-end.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

export type Machine = { readonly node: string; readonly npm: string }

export const minutes = 60_000
const exec = promisify(execFile)

export async function freshClone(parent?: string): Promise<string> {
  const clone = join(parent ?? (await temporaryFolder('first')), 'the-cup')
  await exec('git', ['clone', '--quiet', '--depth=1', `file://${resolve('.')}`, clone])
  return clone
}

/** `npm start` in the clone, as on that machine; ends with the test. */
export async function startClone(clone: string, machine: Machine, command = 'start') {
  const { node, npmCli } = await machineOf(machine)
  const npm = spawn(node, [npmCli, command], {
    cwd: clone,
    env: {
      PATH: `${dirname(node)}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`,
      HOME: homedir(),
      HOST: '127.0.0.1',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group, so that all of it can be killed.
    detached: true,
  })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (text) => {
      output += text
    })
  const ended = once(npm, 'exit')
  const kill = atTestEnd(async () => {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL')
    } catch {
      // Already gone.
    }
    await ended
  })
  return {
    npm,
    kill,
    output: () => output,
    async url() {
      const address = () => /is on (http:\S+)/.exec(output)?.[1]
      await expect
        .poll(() => address() ?? npm.exitCode ?? undefined, { timeout: 14 * minutes, message: 'a greeting' })
        .toBeDefined()
      const url = address()
      if (!url) throw new Error(`It did not start:\n${output}`)
      return url
    },
  }
}

/** Kept for the next run. */
async function machineOf({ node, npm }: Machine) {
  const { dependencies } = JSON.parse(
    await readFile(`runtime/${process.platform}-${process.arch}/package.json`, 'utf8'),
  )
  const [nodePackage = ''] = Object.keys(dependencies)
  const folder = resolve('.cache/machines', `node-${node}-npm-${npm}`)
  const npmCli = join(folder, 'node_modules/npm/bin/npm-cli.js')
  const program = join(folder, 'node_modules', nodePackage, 'bin/node')
  if (!existsSync(npmCli) || !existsSync(program)) {
    await mkdir(folder, { recursive: true })
    const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder]
    await exec('npm', ['install', ...flags, `${nodePackage}@${node}`, `npm@${npm}`])
  }
  return { node: program, npmCli }
}

export function count(folder: string): number {
  return existsSync(folder) ? readdirSync(folder).length : 0
}

export function serves(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
