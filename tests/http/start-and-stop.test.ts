import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeEach, describe, expect, test } from 'vitest'
import { atTestEnd } from '../support/at-test-end.ts'
import { openCup } from '../support/cup-app.ts'
import { compiled, endWithTest, freePort, runScript, startCupProcess } from '../support/cup-process.ts'
import { machineNode } from '../support/machine-node.ts'
import { cookiesOf, startCup } from '../support/start-cup.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await temporaryFolder('start')
})

function run(script: string, args: readonly string[], environment: Record<string, string>, input = '') {
  const here = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir }
  return runScript(script, args, { ...here, ...environment }, input)
}

function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}

const start = (environment: Record<string, string>) => run('src/main.ts', [], environment)

describe('a start that cannot succeed', () => {
  const bad: readonly [name: string, environment: Record<string, string>][] = [
    ['PORT', { PORT: 'many' }],
    ['ORIGIN', { ORIGIN: 'cup.example.org' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'perhaps' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'a@b.c', ADMIN_PASSWORD: 'short' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db/cup' }],
    // Nothing listens on port 1.
    ['start the server', { DATABASE_URL: 'postgres://cup:secret@127.0.0.1:1/cup' }],
    ['HOST', { HOST: '203.0.113.77' }],
  ]
  test.each(bad)('stops with one line about %s, and touches nothing', async (name, environment) => {
    const { code, output } = await start(environment)
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(output).toContain(name)
    if (name !== 'HOST') expect(await readdir(dataDir)).toEqual([])
  })

  test('stops with one line when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, output } = await start({ PORT: String(port) })
    other.close()
    expect(code).toBe(1)
    expect(output).toMatch(new RegExp(`^PORT ${port} is taken.*\n$`))
    // Not even the storage: it may be that of a running cup.
    expect(await readdir(dataDir)).toEqual([])
  })

  test('stops with one line when the file is not a database', async () => {
    await writeFile(join(dataDir, 'cup.sqlite'), 'shopping list: chalk')
    const { code, output } = await start({})
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(output).toContain('cup.sqlite')
  })
})

describe('the very first start', () => {
  test('prints the address, the storage and a password once; the second start prints no password', async () => {
    const cup = await startCupProcess({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })
    const password = /password\s+(\S+)/.exec(cup.output())?.[1] ?? ''
    expect(cup.output()).toContain(`The Cup is on http://localhost:`)
    expect(cup.output()).toContain(`Storage: SQLite in ${cup.dataDir}`)
    expect(cup.output()).toContain('admin@cup.local')
    expect(cup.output()).toMatch(/^Organisers sign in on http:\/\/localhost:\d+\/login$/m)
    const signIn = () =>
      fetch(`${cup.url}/login`, {
        method: 'POST',
        body: new URLSearchParams({ email: 'admin@cup.local', password }),
        redirect: 'manual',
      })
    expect((await signIn()).status).toBe(303)

    const told = cup.output().length
    await cup.restart()
    expect(cup.output().slice(told)).not.toContain('password')
    expect((await signIn()).status).toBe(303)
  })

  test('with its port taken keeps the password for the next start', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const environment = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '', DATA_DIR: dataDir }
    expect((await start({ ...environment, PORT: String(port) })).code).toBe(1)
    other.close()
    const cup = await startCupProcess(environment)
    expect(cup.output()).toMatch(/password\s+\S{19}/)
  })

  test('has the account of the environment before it serves anybody', async () => {
    const port = await freePort()
    const isAnswering: boolean[] = []
    await startCup({
      config: { port },
      wrapStorage: (storage) => ({
        ...storage,
        async transaction(run) {
          isAnswering.push(await canConnect(port))
          return storage.transaction(run)
        },
      }),
    })
    expect(isAnswering.length).toBeGreaterThan(1)
    expect(isAnswering).not.toContain(true)
  })

  test('takes the account from the environment, and a changed password at the next start', async () => {
    const environment = { ADMIN_EMAIL: 'ann@club.org', ADMIN_PASSWORD: 'the first password' }
    const list = () => run('scripts/admin.ts', ['list'], {})
    const cup = await startCupProcess({ ...environment, DATA_DIR: dataDir })
    expect(cup.output()).not.toContain('password')
    await cup.halt()
    const again = await startCupProcess({
      ...environment,
      ADMIN_PASSWORD: 'the second password',
      DATA_DIR: dataDir,
    })
    const signIn = async (password: string) => {
      const body = new URLSearchParams({ email: 'ann@club.org', password })
      return (await fetch(`${again.url}/login`, { method: 'POST', body, redirect: 'manual' })).status
    }
    expect([await signIn('the first password'), await signIn('the second password')]).toEqual([401, 303])
    await again.halt()
    expect((await list()).output).toMatch(/^ann@club.org {2}since \d{4}-\d\d-\d\d\n$/)
  })
})

describe('the stop', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'on %s is clean, with streams and idle connections open',
    async (signal) => {
      const cup = await startCupProcess()
      const stream = await fetch(`${cup.url}/events`)
      await (await fetch(`${cup.url}/rules`)).text()
      expect(stream.status).toBe(200)
      const ended = stream.text().catch(() => 'cut')
      expect(await cup.halt(signal as 'SIGTERM')).toBe(0)
      await ended
    },
  )

  test('is as clean when the signal comes twice, as npm and the terminal send it', async () => {
    const cup = await startCupProcess()
    const stream = await fetch(`${cup.url}/events`)
    const ended = stream.text().catch(() => 'cut')
    process.kill(cup.pid, 'SIGINT')
    expect(await cup.halt('SIGINT' as 'SIGTERM')).toBe(0)
    await ended
  })
})

describe('accounts from the terminal', { timeout: 120_000 }, () => {
  const admin = (args: readonly string[], input?: string) => run('scripts/admin.ts', args, {}, input)

  test('are added, listed, given a password and removed', async () => {
    const added = await admin(['add', 'Ann@Club.org'])
    expect(added.code).toBe(0)
    expect(added.output).toMatch(
      /^There was no cup yet: a new one was begun in SQLite at .*cup\.sqlite\nann@club.org is an organiser now\.\nThe password is \S{19}\n$/,
    )
    const second = await admin(['add', 'ben@club.org'], 'typed by a script\n')
    expect(second).toEqual({ code: 0, output: 'ben@club.org is an organiser now.\n' })
    expect((await admin(['list'])).output).toMatch(/^ann@club.org .*\nben@club.org .*\n$/)
    expect((await admin(['password', 'ben@club.org'], 'another one\n')).code).toBe(0)
    expect((await admin(['remove', 'ann@club.org'])).code).toBe(0)
    expect((await admin(['list'])).output).toMatch(/^ben@club.org .*\n$/)
  })

  test.each([['list'], ['password', 'ann@club.org'], ['remove', 'ann@club.org']])(
    'create no cup where there is none: %s',
    async (...args) => {
      const { code, output } = await admin(args, 'long enough\n')
      expect(code).toBe(1)
      expect(output).toMatch(/^There is no cup at .*DATA_DIR.*\n$/)
      expect(await readdir(dataDir)).toEqual([])
    },
  )

  test('say what cannot be done', async () => {
    await admin(['add', 'ann@club.org'], 'long enough\n')
    expect(await admin(['remove', 'ann@club.org'])).toEqual({
      code: 1,
      output: 'The last organiser cannot be removed.\n',
    })
    expect((await admin(['add', 'ann@club.org'])).code).toBe(1)
    expect((await admin(['password', 'nobody@club.org'])).code).toBe(1)
    expect((await admin(['add', 'ben@club.org'], 'short\n')).output).toContain('at least 8 characters')
    expect((await admin([])).output).toContain('npm run admin -- add EMAIL')
    expect((await admin(['add'])).code).toBe(1)
  })
})

test("the start needs no link in node_modules, and no Node but npm's own", async () => {
  for (const links of globSync('runtime/*/node_modules/.bin')) await rm(links, { recursive: true })
  await writeFile(join(dataDir, 'node'), '#!/bin/sh\nexit 99', { mode: 0o755 })
  // `install` never builds: other tests are using the pages.
  const launcher = spawn(machineNode, ['scripts/launch.cjs', 'install', 'src/main.ts'], {
    env: { PATH: dataDir, HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(dataDir, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(launcher, 'exit')
  atTestEnd(() => {
    launcher.kill('SIGTERM')
    return ended
  })
  const [line] = await once(createInterface({ input: launcher.stdout }), 'line')
  const [, port = ''] = /^The Cup is on http:\/\/localhost:(\d+)$/.exec(line) ?? []
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  launcher.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(await canConnect(Number(port))).toBe(false)
})

type Round = { matches: { winner: number | null; table: number | null }[] }

test('the demo is a half-played cup to sign in to, and leaves no files behind', async () => {
  const demo = spawn(process.execPath, ['scripts/demo.ts'], {
    env: { ...compiled, HOST: '127.0.0.1', PORT: '0', TMPDIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endWithTest(demo)
  let output = ''
  for await (const text of demo.stdout) {
    output += text
    if (output.includes('Ctrl-C')) break
  }
  const [, port = ''] = /^The demo cup is on http:\/\/localhost:(\d+)$/m.exec(output) ?? []
  const [, email = '', password = ''] = /email\s+(\S+)\s+password\s+(\S+)/.exec(output) ?? []
  const url = `http://127.0.0.1:${port}`
  const { draw } = await (await fetch(`${url}/draw.json`)).json()
  const rounds: Round[] = draw.rounds
  const matches = rounds.flatMap((round) => round.matches)
  expect(rounds).toHaveLength(5)
  expect(matches.some(({ winner }) => winner)).toBe(true)
  expect(matches.filter(({ table }) => table)).toHaveLength(3)
  expect(draw.champion).toBeNull()
  const body = new URLSearchParams({ email, password })
  expect((await fetch(`${url}/login`, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
  const ended = once(demo, 'exit')
  demo.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect((await readdir(dataDir)).filter((name) => name.startsWith('cup-demo'))).toEqual([])
})

describe('a backup', { timeout: 120_000 }, () => {
  test('brings the cup back, and keeps the one it replaces', async () => {
    const cup = await startCupProcess({ DATA_DIR: dataDir })
    const script = (name: string, file: string) => run(`scripts/${name}.ts`, [file], {})
    const file = join(dataDir, 'cup.backup')
    const register = (player1Name: string) =>
      fetch(`${cup.url}/register`, {
        method: 'POST',
        body: new URLSearchParams({ player1Name, player2Name: '', teams: '', teamPhoneNumber: '555-0100' }),
        redirect: 'manual',
      })
    const signIn = await fetch(`${cup.url}/login`, {
      method: 'POST',
      body: new URLSearchParams(cup.organiser),
      redirect: 'manual',
    })
    const cookie = cookiesOf(signIn)
    await fetch(`${cup.url}/admin/settings`, {
      method: 'POST',
      body: new URLSearchParams({ registration: 'open' }),
      headers: { cookie },
    })
    await register('Early Ann')
    const saved = await script('backup', file)
    expect(saved).toMatchObject({ code: 0 })
    expect(saved.output).toContain(
      `The cup in SQLite at ${join(dataDir, 'cup.sqlite')}, with 1 team, is kept`,
    )
    await register('Late Ben')
    const entries = async () => (await fetch(`${cup.url}/entries`)).text()
    expect(await entries()).toContain('Late Ben')

    const restored = await script('restore', file)
    expect(restored.code).toBe(0)
    // The running cup notices the restore.
    await expect.poll(entries).not.toContain('Late Ben')
    expect(await entries()).toContain('Early Ann')
    const replaced = /kept in (\S+)/.exec(restored.output)?.[1] ?? ''
    expect((await script('restore', replaced)).code).toBe(0)
    await expect.poll(entries).toContain('Late Ben')
  })

  test('with a wrong path is refused in a sentence', async () => {
    const cup = await openCup({ dataDir })
    await cup.enter('Ann')
    await cup.close()
    const folder = join(dataDir, 'folder')
    await mkdir(folder)
    const trouble = async (script: string, file: string) => {
      const { code, output } = await run(`scripts/${script}.ts`, [file], {})
      expect(code).toBe(1)
      return output
    }
    const nowhere = join(dataDir, 'nowhere')
    expect(await trouble('restore', nowhere)).toBe(`There is no such place: ${nowhere}\n`)
    expect(await trouble('backup', join(nowhere, 'a.cup'))).toBe(`There is no such place: ${nowhere}/a.cup\n`)
    for (const script of ['restore', 'backup'])
      expect(await trouble(script, folder)).toBe(`${folder} is a folder. Name a file in it.\n`)
    expect((await readdir(dataDir)).filter((name) => !name.startsWith('cup.sqlite'))).toEqual(['folder'])
  })

  test('that cannot first keep the current cup replaces nothing, and says what to do', async () => {
    const cup = await openCup({ dataDir })
    await cup.enter('Ann')
    await cup.close()
    await run('scripts/backup.ts', [join(dataDir, 'a.cup')], {})
    // The name is too long for the copy's ending.
    const file = join(dataDir, 'a'.repeat(240))
    await rename(join(dataDir, 'a.cup'), file)
    const { code, output } = await run('scripts/restore.ts', [file], {})
    expect(code).toBe(1)
    expect(output).toMatch(/^Nothing was changed: .* Copy the file into a folder of your own.*\n$/)
  })

  test('that is refused leaves no copy of the phone numbers and accounts behind', async () => {
    const cup = await openCup({ dataDir })
    await cup.enter('Ann')
    await cup.close()
    const file = join(dataDir, 'cut.cup')
    await run('scripts/backup.ts', [file], {})
    const lines = (await readFile(file, 'utf8')).split('\n')
    const team = lines.find((line) => line.includes('"table":"teams"')) ?? ''
    const files: readonly [lines: readonly string[], says: RegExp][] = [
      [lines.slice(0, 2), /^The backup is not complete.*\n$/],
      // Refused by the database itself: a duplicate team.
      [lines.flatMap((line) => (line === team ? [team, team] : [line])), /unique/i],
    ]
    for (const [written, says] of files) {
      await writeFile(file, written.join('\n'))
      const { code, output } = await run('scripts/restore.ts', [file], {})
      expect(code).toBe(1)
      expect(output).toMatch(says)
      expect((await readdir(dataDir)).filter((name) => name.includes('.cup'))).toEqual(['cut.cup'])
    }
  })
})
