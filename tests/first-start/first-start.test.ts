import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { atTestEnd } from '../support/at-test-end.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/*
 * The first command on a machine that is not ours: a fresh clone, and the Node and npm that come with a system.
 * Both are packages of npm, so that every version runs here. Downloads about 1 GB where npm's cache is empty.
 */
const exec = promisify(execFile)
const isRoot = process.getuid?.() === 0
const minutes = 60_000

type Machine = { readonly node: string; readonly npm: string }

const machines: readonly Machine[] = [
  // As in Debian 13.
  { node: '20.19.0', npm: '9.2.0' },
  // As these Nodes come with.
  { node: '20.19.0', npm: '10.8.2' },
  { node: '22.12.0', npm: '10.9.3' },
  { node: '24.11.0', npm: '11.19.1' },
]
const [oldest, usual] = machines as [Machine, Machine]

describe('a fresh clone', () => {
  test.each(machines)(
    'shows its first page with npm $npm on Node $node, and ends with npm',
    { timeout: 15 * minutes },
    async (machine) => {
      const start = await startClone(await freshClone(), machine)
      const url = await start.url()
      const page = await (await fetch(url)).text()
      expect(page).toContain('<h1')
      start.npm.kill('SIGTERM')
      await once(start.npm, 'exit')
      await expect.poll(() => serves(url)).toBe(false)
    },
  )

  test('begins and passes all tests with the npm of Node 20', { timeout: 60 * minutes }, async () => {
    const tests = await startClone(await freshClone(), usual, 'test')
    const [code] = await once(tests.npm, 'close')
    expect(tests.output()).toMatch(/^\d+ passed, 0 failed$/m)
    expect(code).toBe(0)
  })

  test('starts after an installation that was killed half-way', { timeout: 15 * minutes }, async () => {
    const clone = await freshClone()
    const cut = await startClone(clone, usual)
    await expect.poll(() => count(join(clone, 'node_modules')), { timeout: 10 * minutes }).toBeGreaterThan(20)
    await cut.kill()
    const again = await startClone(clone, usual)
    expect(await serves(await again.url())).toBe(true)
  })

  test.runIf(isRoot)(
    'says that the disk is full, and starts once it is not',
    { timeout: 15 * minutes },
    async () => {
      const folder = await temporaryFolder('disk')
      const disk = join(folder, 'disk')
      await mkdir(disk)
      await exec('mount', ['-t', 'tmpfs', '-o', 'size=150m', 'tmpfs', disk])
      atTestEnd(() => exec('umount', ['-l', disk]))
      const clone = await freshClone(disk)
      const full = await startClone(clone, usual)
      const [code] = await once(full.npm, 'close')
      expect(code).toBe(1)
      expect(full.output()).toContain('\nThe disk is full.')
      await exec('mount', ['-o', 'remount,size=4g', disk])
      const again = await startClone(clone, usual)
      expect(await serves(await again.url())).toBe(true)
    },
  )

  test.runIf(isRoot)('says that its folder is read-only', { timeout: 5 * minutes }, async () => {
    const clone = await freshClone()
    await exec('mount', ['--bind', clone, clone])
    atTestEnd(() => exec('umount', ['-l', clone]))
    await exec('mount', ['-o', 'remount,ro,bind', clone])
    const start = await startClone(clone, usual)
    expect(await once(start.npm, 'close')).toEqual([1, null])
    expect(start.output()).toContain('.cache is read-only: move the cup to a folder that can be written to')
  })
})

test.each([
  { node: '18.19.0', npm: '9.2.0' },
  { node: '12.22.12', npm: '6.14.18' },
])('Node $node is refused in one sentence', { timeout: 10 * minutes }, async (machine) => {
  const start = await startClone(await freshClone(), machine)
  const [code] = await once(start.npm, 'close')
  expect(code).not.toBe(0)
  expect(start.output()).toContain(`The cup needs Node 20.19 or newer, and this is Node ${machine.node}.`)
  expect(start.output()).not.toMatch(/SyntaxError|^ +at /m)
})

test('npm 8 is refused in one sentence', { timeout: 10 * minutes }, async () => {
  const start = await startClone(await freshClone(), { ...oldest, npm: '8.19.4' })
  expect(await once(start.npm, 'close')).toEqual([1, null])
  expect(start.output()).toContain('npm 8.19.4 is too old: the cup needs npm 9 or newer.')
})

async function freshClone(parent?: string): Promise<string> {
  const clone = join(parent ?? (await temporaryFolder('first')), 'the-cup')
  await exec('git', ['clone', '--quiet', '--depth=1', `file://${resolve('.')}`, clone])
  return clone
}

/** `npm start` in the clone, as on that machine; ends with the test. */
async function startClone(clone: string, machine: Machine, command = 'start') {
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
  const kill = atTestEnd(() => {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL')
    } catch {
      // Already gone.
    }
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
  if (!existsSync(npmCli)) {
    await mkdir(folder, { recursive: true })
    const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder]
    await exec('npm', ['install', ...flags, `${nodePackage}@${node}`, `npm@${npm}`])
  }
  return { node: join(folder, 'node_modules', nodePackage, 'bin/node'), npmCli }
}

function count(folder: string): number {
  return existsSync(folder) ? readdirSync(folder).length : 0
}

function serves(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
