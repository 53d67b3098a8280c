import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { openStorage } from '../../src/server/storage/open-storage.ts'
import { StorageProblem } from '../../src/server/storage/storage.ts'
import { readCurrent, saveRevision } from '../../src/server/storage/system-rows.ts'
import { freePort } from '../support/cup-process.ts'
import { createDatabase } from '../support/postgres.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await temporaryFolder('problems')
})

/** Every file in the folder, with a hash of its content. */
async function contents(): Promise<Record<string, string>> {
  const names = (await readdir(dataDir)).sort()
  const prints = names.map(async (name) => {
    const bytes = await readFile(join(dataDir, name))
    return [name, createHash('sha256').update(bytes).digest('hex')] as const
  })
  return Object.fromEntries(await Promise.all(prints))
}

async function problemOf(...asked: Parameters<typeof openStorage>): Promise<string> {
  try {
    await (await openStorage(...asked)).close()
  } catch (error) {
    expect(error).toBeInstanceOf(StorageProblem)
    return (error as Error).message
  }
  throw new Error('It opened')
}

describe('a SQLite file', () => {
  const file = () => join(dataDir, 'cup.sqlite')

  test('is created in a new folder, and opens again', async () => {
    const config = { dataDir: join(dataDir, 'a', 'b') }
    await (await openStorage(config)).close()
    const again = await openStorage(config)
    expect((await again.read(readCurrent)).revision).toBe(0)
    await again.close()
  })

  test('is a single file once closed: the log is merged into it', async () => {
    const storage = await openStorage({ dataDir })
    await storage.transaction((db) => saveRevision(db, 1))
    expect((await storage.snapshot(readCurrent)).revision).toBe(1)
    await storage.close()
    expect(await readdir(dataDir)).toEqual(['cup.sqlite'])
  })

  test('and its folder are readable by their owner only, even if they were not before', async () => {
    const config = { dataDir: join(dataDir, 'new') }
    const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
    const expectPrivate = async () => {
      const storage = await openStorage(config)
      await storage.canWrite()
      for (const name of await readdir(config.dataDir))
        expect([name, await modeOf(join(config.dataDir, name))]).toEqual([name, '600'])
      await storage.close()
    }
    await expectPrivate()
    expect(await modeOf(config.dataDir)).toBe('700')
    await chmod(join(config.dataDir, 'cup.sqlite'), 0o644)
    await expectPrivate()
  })

  test('left empty by a killed first start is not yet a cup, and becomes one', async () => {
    await writeFile(file(), '')
    expect(await problemOf({ dataDir }, { mustExist: true })).toMatch(/no cup at/)
    const storage = await openStorage({ dataDir })
    expect((await storage.read(readCurrent)).revision).toBe(0)
    await storage.close()
  })

  test.each([
    ['beside its log', () => writeFile(`${file()}-wal`, 'what was written last')],
    ['beside its backups', () => mkdir(join(dataDir, 'backups'))],
  ])('that is empty %s does not become a new cup', async (_, plant) => {
    await writeFile(file(), '')
    await plant()
    expect(await problemOf({ dataDir })).toMatch(/is empty.*delete it/)
    expect((await stat(file())).size).toBe(0)
  })

  test('that is missing but required is named, and not created', async () => {
    expect(await problemOf({ dataDir: join(dataDir, 'a') }, { mustExist: true })).toMatch(
      /no cup at .*a\/cup\.sqlite.*DATA_DIR/,
    )
    expect(await contents()).toEqual({})
    await (await openStorage({ dataDir })).close()
    await (await openStorage({ dataDir }, { mustExist: true })).close()
  })

  test('uses a write-ahead log, flushed at every commit', async () => {
    const storage = await openStorage({ dataDir })
    const pragma = async (name: string) =>
      Object.values(
        (await storage.read((db) => db.executeQuery<object>(raw(`pragma ${name}`)))).rows[0] ?? {},
      )[0]
    expect(await pragma('journal_mode')).toBe('wal')
    expect(await pragma('synchronous')).toBe(2)
    expect(await pragma('foreign_keys')).toBe(1)
    await storage.close()
  })

  test('of a newer version is left unchanged', async () => {
    await (await openStorage({ dataDir })).close()
    const database = new DatabaseSync(file())
    database.exec("insert into kysely_migration values ('999-later', '2030-01-01')")
    database.close()
    const before = await contents()
    expect(await problemOf({ dataDir })).toMatch(/newer version/)
    expect(await contents()).toEqual(before)
  })

  test.each(['x', 'Dear diary, this is not a database at all.'])(
    'that contains %o is left unchanged',
    async (text) => {
      await writeFile(file(), text)
      await writeFile(`${file()}-wal`, 'and so on')
      const before = await contents()
      expect(await problemOf({ dataDir })).toMatch(/damaged.*restore/)
      expect(await contents()).toEqual(before)
    },
  )

  test('of another program is left unchanged', async () => {
    const database = new DatabaseSync(file())
    database.exec('create table recipes (name text)')
    database.close()
    const before = await contents()
    expect(await problemOf({ dataDir })).toMatch(/not one of The Cup/)
    expect(await contents()).toEqual(before)
  })

  test.each([
    ['is damaged in the middle', (bytes: Buffer) => bytes.fill(0x5a, 4096, 4096 * 6)],
    ['is cut off', (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))],
  ])('that %s is left unchanged', async (_, damage) => {
    await (await openStorage({ dataDir })).close()
    await writeFile(file(), damage(await readFile(file())))
    const before = await contents()
    expect(await problemOf({ dataDir })).toMatch(/damaged.*restore/)
    expect(await contents()).toEqual(before)
  })

  test('that cannot be opened says so', async () => {
    await mkdir(file())
    expect(await problemOf({ dataDir })).toMatch(/cannot be opened/)
  })
})

describe('a PostgreSQL server', () => {
  const open = (databaseUrl: string) => openStorage({ dataDir, databaseUrl })

  test('that does not answer is named without its password', async () => {
    const port = await freePort()
    const problem = await problemOf({ dataDir, databaseUrl: `postgres://cup:secret@127.0.0.1:${port}/cup` })
    expect(problem).toContain(`127.0.0.1:${port}/cup`)
    expect(problem).toContain('start the server, or correct DATABASE_URL')
    expect(problem).not.toContain('secret')
  })

  test('without the database says what to do', async () => {
    const url = new URL(inject('postgresUrl'))
    url.pathname = '/nowhere'
    expect(await problemOf({ dataDir, databaseUrl: url.href })).toContain('create that database')
  })

  test('with another password says what to do', async () => {
    const url = new URL(inject('postgresUrl'))
    url.password = 'wrong'
    expect(await problemOf({ dataDir, databaseUrl: url.href })).toContain('correct the user and the password')
  })

  test('with a database of a newer version leaves it unchanged', async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'))
    await (await open(databaseUrl)).close()
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query("insert into kysely_migration values ('999-later', '2030-01-01')")
    await client.end()
    expect(await problemOf({ dataDir, databaseUrl })).toMatch(/newer version/)
  })

  test('without a cup, where one is required, is left unchanged', async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'))
    const problem = () => problemOf({ dataDir, databaseUrl }, { mustExist: true })
    expect(await problem()).toMatch(/no cup in the database.*DATABASE_URL/)
    expect(await problem()).toMatch(/no cup in the database/)
    await (await open(databaseUrl)).close()
    await (await openStorage({ dataDir, databaseUrl }, { mustExist: true })).close()
  })

  test('is set up once, however many nodes start at the same time', async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'))
    const nodes = await Promise.all(Array.from({ length: 4 }, () => open(databaseUrl)))
    for (const node of nodes) expect((await node.read(readCurrent)).revision).toBe(0)
    await Promise.all(nodes.map((node) => node.close()))
  })
})

function raw(sql: string) {
  return { sql, parameters: [], query: { kind: 'RawNode' }, queryId: { queryId: 'raw' } } as never
}
