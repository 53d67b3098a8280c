import { execFile } from 'node:child_process'
import { chmod, mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { atTestEnd } from '../../support/at-test-end.ts'
import { type CupProcess, startCupProcess } from '../../support/cup-process.ts'
import { type Postgres, startPostgres } from '../../support/postgres.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { many, report, seconds } from '../support/figures.ts'
import { environmentOf, expectKept, makeDraw, type Place, startTapping } from '../support/kept-taps.ts'

const run = promisify(execFile)

type Engine = 'SQLite' | 'PostgreSQL'
/** A folder on a disk that can be broken, and the environment for programs that run on it. */
type Disk = {
  readonly folder: string
  readonly environment: Record<string, string>
  fail(): Promise<unknown>
  mend(): Promise<unknown>
}

/** fsync fails for programs that preload the library. */
async function flushingDisk(): Promise<Disk> {
  const folder = await newFolder()
  const library = join(folder, 'failing-fsync.so')
  const source = fileURLToPath(new URL('failing-fsync.c', import.meta.url))
  await run('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl'])
  const sign = join(folder, 'fails')
  return {
    folder,
    environment: { LD_PRELOAD: library, FAILING_FSYNC: sign },
    fail: () => writeFile(sign, ''),
    mend: () => rm(sign),
  }
}

/** A small tmpfs that can be filled to the last byte. */
async function smallDisk(engine: Engine): Promise<Disk> {
  const folder = await newFolder()
  const size = engine === 'SQLite' ? '16m' : '120m'
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder])
  atTestEnd(() => run('umount', ['-l', folder]))
  const ballast = join(folder, 'ballast')
  return {
    folder,
    environment: {},
    async fail() {
      const file = await open(ballast, 'w')
      const page = Buffer.alloc(4_096)
      try {
        for (;;) await file.write(page)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        await file.close()
      }
    },
    mend: () => rm(ballast),
  }
}

/** Readable by all, because PostgreSQL runs as another user. */
async function newFolder(): Promise<string> {
  const folder = await temporaryFolder('disk')
  await chmod(folder, 0o755)
  return folder
}

type Running = {
  readonly place: Place
  readonly server: CupProcess
  readonly postgres: Postgres | undefined
  readonly matchIds: readonly string[]
}

async function startOn({ folder, environment }: Disk, engine: Engine): Promise<Running> {
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const postgres = engine === 'PostgreSQL' ? await startPostgres({ environment, inside: folder }) : undefined
  const place = { dataDir, databaseUrl: await postgres?.createDatabase() }
  const matchIds = await makeDraw(place)
  const server = await startCupProcess({ ...environmentOf(place), ...(postgres ? {} : environment) })
  return { place, server, postgres, matchIds }
}

const disks: readonly [what: string, engine: Engine, newDisk: (engine: Engine) => Promise<Disk>][] = [
  ['fsync fails', 'SQLite', flushingDisk],
  ['fsync fails', 'PostgreSQL', flushingDisk],
  ['the disk is full', 'SQLite', smallDisk],
  ['the disk is full', 'PostgreSQL', smallDisk],
]

test.each(disks)(
  'while %s, on %s, no tap is acknowledged, the health check fails, and no acknowledged tap is lost',
  {
    timeout: 180_000,
  },
  async (what, engine, newDisk) => {
    const disk = await newDisk(engine)
    const { place, server, postgres, matchIds } = await startOn(disk, engine)
    const health = async () => (await fetch(`${server.url}/healthz`)).status
    const tapping = await startTapping(server, matchIds)
    await tapping.more(30)

    const failedAt = performance.now()
    await disk.fail()
    await expect.poll(health, { timeout: 60_000 }).toBe(503)
    const knownAfter = performance.now() - failedAt
    await expect.poll(async () => (await answeredWithin(1_000, tapping)) === 0).toBe(true)
    expect((await fetch(`${server.url}/draw`)).status).toBe(200)

    await disk.mend()
    // PostgreSQL stops on such a disk, as it should, and has to be restarted.
    await postgres?.goAway()
    await postgres?.comeBack()
    const mendedAt = performance.now()
    await expect.poll(health, { timeout: 60_000 }).toBe(200)
    const healthyAfter = performance.now() - mendedAt
    await tapping.more(10)
    await server.halt('SIGKILL')
    await tapping.stop()
    await expectKept(place, tapping.answered)
    report({
      what: `While four phones tap, ${what}, on ${engine}`,
      measured: `503 after ${seconds(knownAfter)}; ${many(tapping.refusals())} taps refused, 0 of ${many(tapping.answered.length)} acknowledged taps lost; healthy ${seconds(healthyAfter)} after the repair`,
      target: '0 lost; 503 within 6 s',
      isMet: knownAfter < 6_000,
    })
  },
)

test('a start on a read-only disk stops with one line, and a start on a writable disk serves', async () => {
  const { folder } = await smallDisk('SQLite')
  const place = { dataDir: join(folder, 'data') }
  await makeDraw(place)
  await run('mount', ['-o', 'remount,ro', folder])
  await expect(startCupProcess(environmentOf(place))).rejects.toThrow(
    /ended with 1 .*\nThe database \S+ cannot be opened .*read and write it\.$/,
  )
  await run('mount', ['-o', 'remount,rw', folder])
  const server = await startCupProcess(environmentOf(place))
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
})

async function answeredWithin(ms: number, { answered }: { readonly answered: readonly number[] }) {
  const before = answered.length
  await wait(ms)
  return answered.length - before
}
