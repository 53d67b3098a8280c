import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { done } from '../../src/domain/outcome.ts'
import { systemClock } from '../../src/server/clock.ts'
import { change } from '../../src/server/commands/change.ts'
import { openPostgres } from '../../src/server/storage/postgres.ts'
import type { Storage } from '../../src/server/storage/storage.ts'
import { lockCurrent, readRevision } from '../../src/server/storage/system-rows.ts'
import { openBlackHole } from '../support/black-hole.ts'
import { mustDo } from '../support/cup-app.ts'
import { createDatabase } from '../support/postgres.ts'

let hole: Awaited<ReturnType<typeof openBlackHole>>
let storage: Storage
let other: Storage

beforeEach(async () => {
  const url = await createDatabase(inject('postgresUrl'))
  hole = await openBlackHole(url)
  // The first connection creates the tables, which may take longer than the other's timeout.
  other = await openPostgres(url)
  storage = await openPostgres(hole.url, { answerMs: 2_000 })
})

afterEach(async () => {
  await Promise.all([storage.close(), other.close()])
  await hole.close()
})

async function writeALine(storage: Storage) {
  return change({ storage, clock: systemClock }, { action: 'restore', who: 'anna' }, async () =>
    done({ words: 'Hello', changes: [] }),
  )
}

test('a read, a snapshot and a change that PostgreSQL never answers fail, and the next ones are answered', async () => {
  await Promise.all(Array.from({ length: 5 }, () => storage.read(readRevision)))
  hole.fallSilent()
  await Promise.all([
    expect(storage.read(readRevision)).rejects.toThrow(),
    expect(storage.snapshot(readRevision)).rejects.toThrow(),
    expect(writeALine(storage)).rejects.toThrow(),
  ])
  hole.passNewOnes()
  await expect.poll(() => storage.isHealthy()).toBe(true)
  const { revision } = mustDo(await writeALine(storage))
  expect(await other.read(readRevision)).toBe(revision)
})

test('a change whose connection falls silent is given up, and blocks nobody', async () => {
  const changing = storage.transaction(async (db) => {
    await lockCurrent(db)
    hole.fallSilent()
    await lockCurrent(db)
  })
  await expect(changing).rejects.toThrow()
  hole.passNewOnes()
  await expect.poll(() => storage.isHealthy()).toBe(true)
})

test('notifications resume after their connection has fallen silent', async () => {
  let heard = 0
  const stop = storage.listen(() => {
    heard += 1
  })
  await expect.poll(() => heard).toBe(1)
  hole.fallSilent()
  hole.passNewOnes()
  await writeALine(other)
  // It detects the silence, reconnects, and checks what it missed.
  await expect.poll(() => heard).toBeGreaterThan(1)
  const before = heard
  await writeALine(other)
  await expect.poll(() => heard).toBeGreaterThan(before)
  stop()
})
