import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openStorage } from '../../src/server/storage/open-storage.ts'
import type { Storage } from '../../src/server/storage/storage.ts'
import { lockCurrent, readCurrent, saveRevision } from '../../src/server/storage/system-rows.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let dataDir: string
let storage: Storage
/** Another program that holds the file's write lock. */
let other: DatabaseSync

beforeEach(async () => {
  dataDir = await temporaryFolder('lock')
  storage = await openStorage({ dataDir })
  other = new DatabaseSync(join(dataDir, 'cup.sqlite'))
  other.exec('begin immediate')
})

afterEach(async () => {
  vi.useRealTimers()
  other.close()
  await storage.close()
})

const write = (revision: number) =>
  storage.transaction(async (db) => {
    const before = await lockCurrent(db)
    await saveRevision(db, revision)
    return before.revision
  })

test('while another program writes, reads are answered, and changes follow in their order', async () => {
  const [first, second] = [write(1), write(2)]
  expect((await storage.read(readCurrent)).revision).toBe(0)
  expect((await storage.snapshot(readCurrent)).revision).toBe(0)
  expect(await storage.isHealthy()).toBe(true)
  other.exec('commit')
  expect(await Promise.all([first, second])).toEqual([0, 1])
  expect((await storage.read(readCurrent)).revision).toBe(2)
})

test('the write check waits for the other program', async () => {
  const canWrite = storage.canWrite()
  await storage.read(readCurrent)
  other.exec('commit')
  expect(await canWrite).toBe(true)
})

test('a change fails when the other program takes longer than 5 s, and the next one succeeds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const results: string[] = []
  const tried = write(1).catch((error: Error) => results.push(error.message))
  await vi.advanceTimersByTimeAsync(4_900)
  expect(results).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  await tried
  expect(results).toEqual(['database is locked'])
  other.exec('commit')
  expect(await write(1)).toBe(0)
})

test('an error inside a change is not retried', async () => {
  other.exec('commit')
  let tries = 0
  const busy = Object.assign(new Error('database is locked'), { errcode: 5 })
  const failing = storage.transaction(async () => {
    tries += 1
    throw busy
  })
  await expect(failing).rejects.toBe(busy)
  expect(tries).toBe(1)
})
