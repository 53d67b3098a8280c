import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import packageJson from '../package.json' with { type: 'json' }
import { startPlantedHole } from '../tests/support/planted-hole.ts'
import { findProgram } from './find-tools.mjs'
import { runStages, type Stage } from './stages.ts'

/*
 * npm run test:scanners             runs security scanners against the demo cup, about 15 minutes
 * npm run test:scanners -- sqlmap   only these stages
 *
 * A finding fails unless docs/scanners.md explains it. Each scanner first has to find a planted hole.
 */
const page = 'docs/scanners.md'
const explained = new Set(
  Array.from(readFileSync(page, 'utf8').matchAll(/^\| `([^`]+)` \|/gm), ([, one]) => one),
)
const allowedLicences = [
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'MPL-2.0',
  'OFL-1.1',
]

const exec = promisify(execFile)
const bill = await billOfMaterials()
const advisories = await askForAdvisories()

const stages: readonly Stage[] = [
  {
    name: 'npm audit',
    missing: advisories ? undefined : 'the npm registry of this machine does not answer it',
    run: async () => judge(advisories ?? []),
  },
  { name: 'licences', run: async () => judge(strangeLicences()) },
  {
    name: 'bill of materials',
    async run() {
      await mkdir('.cache', { recursive: true })
      await writeFile('.cache/sbom.json', JSON.stringify(bill, undefined, 2))
      const missing = Object.keys(packageJson.dependencies).filter(
        (name) => !usedAtRunTime().some((component) => component.name === name),
      )
      console.log(
        `${usedAtRunTime().length} packages at run time, ${bill.components.length} in all: .cache/sbom.json`,
      )
      if (missing.length > 0) console.log(`Not in it: ${missing.join(', ')}`)
      return { passed: 1, failed: missing.length }
    },
  },
  withProgram('wapiti', async () => {
    const hole = await startPlantedHole()
    const inHole = await wapiti(hole.url).finally(hole.stop)
    const blind = ['SQL Injection: GET /team id', 'Cross Site Scripting: GET /search name'].filter(
      (planted) => !inHole.some((found) => found.includes(planted)),
    )
    for (const planted of blind)
      console.log(`It did not find the planted hole: ${planted}, but ${inHole.join('; ')}`)
    const cup = await startDemo()
    try {
      const { passed, failed } = judge(await wapiti(cup.url))
      // A rate-limited scanner has not tested the form.
      const hasPosted = (await cup.teams()) > cup.teamsAtFirst
      if (!hasPosted) console.log('It registered no team, so it saw little of the cup.')
      return { passed: passed + 1, failed: failed + blind.length + Number(!hasPosted) }
    } finally {
      await cup.stop()
    }
  }),
  withProgram('sqlmap', async () => {
    const hole = await startPlantedHole()
    const isFound = await sqlmap(`${hole.url}/team?id=1`).finally(hole.stop)
    if (!isFound) console.log('It did not find the planted hole.')
    const cup = await startDemo()
    try {
      const signedIn = ['--cookie', cup.cookie]
      const targets: readonly (readonly [path: string, ...options: string[]])[] = [
        ['/draw?match=0.1&team=x'],
        ['/entries?page=2'],
        ['/entry/abc*'],
        ['/login', '--data', 'email=a@b.org&password=secret'],
        ['/register', '--data', 'player1Name=Ann&player2Name=Ben&teams=Lions&teamPhoneNumber=555'],
        ['/admin/teams?q=Ann&show=all', ...signedIn],
        ['/admin/journal?q=Ann&kind=teams&before=9', ...signedIn],
        ['/admin/names?name=Ann', ...signedIn],
      ]
      const holes: string[] = []
      for (const [path, ...options] of targets)
        if (await sqlmap(cup.url + path, ...options)) holes.push(`SQL injection: ${path}`)
      // Without a session it saw only the login page.
      const isSignedIn = await cup.isSignedIn()
      if (!isSignedIn) console.log('The session ended during the scan.')
      const { failed } = judge(holes)
      const failures = failed + Number(!isFound) + Number(!isSignedIn)
      return { passed: targets.length - failed + Number(isFound), failed: failures }
    } finally {
      await cup.stop()
    }
  }),
]

const asked = process.argv.slice(2)
await runStages(stages.filter(({ name }) => asked.length === 0 || asked.includes(name)))

function withProgram(name: 'wapiti' | 'sqlmap', run: Stage['run']): Stage {
  const missing = findProgram(name)
    ? undefined
    : `${name} is not installed: sudo apt-get install ${name} (or your system's equivalent), then npm run test:scanners`
  return { name, run, missing }
}

/** One passed test for the run; one failed test for each unexplained finding. */
function judge(findings: readonly string[]) {
  const all = [...new Set(findings)].sort()
  const fresh = all.filter((finding) => !explained.has(finding))
  for (const finding of all)
    console.log(`${fresh.includes(finding) ? `Not explained in ${page}` : 'Explained'}: ${finding}`)
  return { passed: 1, failed: fresh.length }
}

// Packages

type Component = {
  readonly name: string
  readonly version: string
  readonly licenses?: readonly {
    readonly license?: { id?: string; name?: string }
    readonly expression?: string
  }[]
  readonly properties?: readonly { readonly name: string }[]
}

/** All packages: --omit=dev would drop those that are also development dependencies. */
async function billOfMaterials(): Promise<{ readonly components: readonly Component[] }> {
  const { stdout } = await exec('npm', ['sbom', '--sbom-format', 'cyclonedx'], { maxBuffer: 2 ** 26 })
  return JSON.parse(stdout)
}

function usedAtRunTime(): readonly Component[] {
  const isForDevelopment = ({ properties = [] }: Component) =>
    properties.some(({ name }) => name === 'cdx:npm:package:development')
  return bill.components.filter((component) => !isForDevelopment(component))
}

function strangeLicences(): string[] {
  const named = usedAtRunTime().map(({ name, licenses = [] }) => ({
    name,
    licence: licenses
      .map(({ license, expression }) => expression ?? license?.id ?? license?.name)
      .join(' AND '),
  }))
  console.log(
    `${named.length} packages: ${[...new Set(named.map(({ licence }) => licence))].sort().join(', ')}`,
  )
  return named
    .filter(({ licence }) => !licence.split(' AND ').every((one) => allowedLicences.includes(one)))
    .map(({ name, licence }) => `Licence: ${name} ${licence || 'none'}`)
}

/** Undefined when the registry has no audit endpoint, as some mirrors. */
async function askForAdvisories(): Promise<string[] | undefined> {
  const { stdout } = await exec('npm', ['audit', '--json']).catch((error: { stdout: string }) => error)
  const { vulnerabilities } = JSON.parse(stdout || '{}')
  return vulnerabilities && Object.keys(vulnerabilities).map((name) => `Advisory: ${name}`)
}

// Scanners

/** The demo cup with an organiser signed in; opens registration, which the demo closes. */
async function startDemo() {
  const demo = spawn(process.execPath, ['scripts/demo.ts'], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const line of createInterface({ input: demo.stdout })) {
    said += `${line}\n`
    if (line.startsWith('Everything')) break
  }
  const read = (pattern: RegExp) => pattern.exec(said)?.[1] ?? ''
  const url = `http://127.0.0.1:${read(/is on http:\/\/localhost:(\d+)/)}`
  const form = { email: read(/email +(\S+)/), password: read(/password +(\S+)/) }
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  await fetch(`${url}/admin/settings`, {
    method: 'POST',
    headers: { cookie, origin: url },
    body: new URLSearchParams({ registration: 'open' }),
    redirect: 'manual',
  })
  const open = (path: string) => fetch(url + path, { headers: { cookie }, redirect: 'manual' })
  const teams = async () => (await (await open('/admin/teams?format=csv')).text()).trim().split('\n').length
  return {
    url,
    cookie,
    teams,
    teamsAtFirst: await teams(),
    isSignedIn: async () => (await open('/admin')).status === 200,
    async stop() {
      const ended = once(demo, 'exit')
      demo.kill('SIGTERM')
      await ended
    },
  }
}

type WapitiFinding = {
  readonly method: string
  readonly path: string
  readonly parameter: string
  readonly info: string
}

/** What it found: 'SQL Injection: GET /team id'. */
async function wapiti(url: string): Promise<string[]> {
  return inFolder(async (folder) => {
    const report = join(folder, 'report.json')
    const modules =
      'sql,blindsql,xss,permanentxss,file,exec,redirect,crlf,csrf,cookieflags,csp,http_headers,methods,htaccess,backup'
    const limits = [
      '--max-scan-time',
      '60',
      '--max-attack-time',
      '20',
      '--max-links-per-page',
      '30',
      '-d',
      '3',
    ]
    await exec(
      'wapiti',
      [
        '-u',
        `${url}/`,
        // It accepts Brotli but cannot decode it.
        '-H',
        'Accept-Encoding: identity',
        '-m',
        modules,
        ...limits,
        '--flush-session',
        '--no-bugreport',
        '-f',
        'json',
        '-o',
        report,
      ],
      { env: { ...process.env, HOME: folder }, maxBuffer: 2 ** 26 },
    )
    const { vulnerabilities, anomalies } = JSON.parse(await readFile(report, 'utf8'))
    const found = Object.entries<readonly WapitiFinding[]>({ ...vulnerabilities, ...anomalies })
    return found.flatMap(([kind, findings]) =>
      findings.map(
        ({ method, path, parameter, info }) =>
          `${kind}: ${method} ${new URL(path, url).pathname} ${parameter || info}`,
      ),
    )
  })
}

async function sqlmap(url: string, ...options: readonly string[]): Promise<boolean> {
  return inFolder(async (folder) => {
    const { stdout } = await exec(
      'sqlmap',
      [
        '-u',
        url,
        ...options,
        '--batch',
        '--flush-session',
        '--output-dir',
        folder,
        '--disable-coloring',
        '--ignore-code=401,404,429,503',
        // SQLite only; no time-based tests, which are slow, and false positives on a loaded machine.
        '--dbms=SQLite',
        '--technique=BEU',
        '--threads=4',
      ],
      { env: { ...process.env, HOME: folder }, maxBuffer: 2 ** 26 },
    )
    const isFound = stdout.includes('identified the following injection point')
    if (!isFound && !stdout.includes('all tested parameters do not appear to be injectable'))
      throw new Error(`sqlmap could not scan ${url}:\n${stdout}`)
    return isFound
  })
}

async function inFolder<Value>(work: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'cup-scan-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
