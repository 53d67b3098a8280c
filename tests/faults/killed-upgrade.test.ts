import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { copyFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { type OpenCup, openCup } from '../support/cup-app.ts'
import { compiled, endWithTest } from '../support/cup-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

// Large writes killed half-way: afterwards the cup is as before or as after, and works.

/** The first write creates the file or its log; by the third the work is under way. */
const writes = [1, 3]

let dataDir: string
beforeEach(async () => {
  dataDir = await temporaryFolder('killed-upgrade')
})

/** Runs a script and kills it at the given write to the folder, unless it has ended by then. */
async function runUntil(write: number, ...args: readonly string[]) {
  let written = 0
  const watcher = watch(dataDir, () => {
    written += 1
    if (written >= write) child.kill('SIGKILL')
  })
  const child = spawn(process.execPath, args, { env: { ...compiled, DATA_DIR: dataDir }, stdio: 'ignore' })
  endWithTest(child)
  await once(child, 'exit')
  watcher.close()
}

async function opened<Found>(look: (cup: OpenCup) => Promise<Found>): Promise<Found> {
  const cup = await openCup({ dataDir })
  try {
    return await look(cup)
  } finally {
    await cup.close()
  }
}

const players = ({ app }: OpenCup) =>
  app.publicView().then(({ entries }) => entries.map(({ player1Name }) => player1Name))

test.each(writes)(
  'a database whose creation is killed at write %i is created by the next start',
  async (write) => {
    await runUntil(write, 'scripts/admin.ts', 'add', 'ann@club.org')
    expect(await opened(players)).toEqual([])
  },
)

test.each(writes)('a migration that is killed at write %i is completed by the next start', async (write) => {
  await copyFile('tests/old-versions/001-first-tables.sqlite', join(dataDir, 'cup.sqlite'))
  await runUntil(write, 'scripts/admin.ts', 'list')
  expect(await opened(players)).toEqual(['Eva', 'Fay', 'Gus', 'Hal', 'Ivo'])
})

test.each(writes)(
  'an import that is killed at write %i is complete or absent, and can be repeated',
  async (write) => {
    const teams = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [
        `team${index}`,
        { player1Name: `Ann ${index}`, teamPhoneNumber: '555', createdAt: '2025-04-01T18:00:00Z' },
      ]),
    )
    const file = join(tmpdir(), `${Object.keys(teams).length}-teams-${process.pid}.json`)
    await writeFile(file, JSON.stringify({ teams }))
    await runUntil(write, 'scripts/import.ts', file)
    expect([0, 1_000]).toContain((await opened(players)).length)
    await runUntil(Number.POSITIVE_INFINITY, 'scripts/import.ts', file)
    await rm(file)
    expect(await opened(players)).toHaveLength(1_000)
  },
)
