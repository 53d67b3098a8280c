import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Storage } from './storage.ts'
import { lockCurrent, readRevision, saveRevision } from './system-rows.ts'

export async function isHealthy(read: Storage['read']): Promise<boolean> {
  try {
    await read(readRevision)
    return true
  } catch {
    return false
  }
}

/** Larger than any change except a whole draw. Random, because PostgreSQL compresses repetition. */
const largeText = randomBytes(24 * 1024).toString('base64')

/** Writes and deletes a journal row in one transaction, which nobody sees, but a full disk refuses. */
export async function canWrite(write: Storage['transaction']): Promise<boolean> {
  try {
    await write(async (trial) => {
      const { revision } = await lockCurrent(trial)
      const line = { at: new Date(0).toISOString(), who: '', action: '', details: '{}', changes: '[]' }
      await saveRevision(trial, revision)
      await trial
        .insertInto('journal')
        .values({ ...line, revision: revision + 1, words: largeText })
        .execute()
      await trial
        .deleteFrom('journal')
        .where('revision', '=', revision + 1)
        .execute()
    })
    return true
  } catch {
    return false
  }
}

/** How long the outcome of a write is trusted. */
const freshMs = 60_000

/** Caches the outcome of the last write, so that `canWrite`, which anybody may request, tries at most once a minute. */
export function rememberWrites(storage: Storage, clock: Clock): Storage {
  let last = { hasWorked: false, at: Number.NEGATIVE_INFINITY }
  let triedAt = Number.NEGATIVE_INFINITY
  let trying: Promise<void> | undefined

  function ended(hasWorked: boolean) {
    last = { hasWorked, at: clock.monotonicMs() }
  }

  return {
    ...storage,
    async transaction(run) {
      try {
        const value = await storage.transaction(run)
        ended(true)
        return value
      } catch (error) {
        ended(false)
        throw error
      }
    },
    async canWrite() {
      const now = clock.monotonicMs()
      if (last.hasWorked && now - last.at < freshMs) return true
      if (now - triedAt >= freshMs) {
        triedAt = now
        trying = storage.canWrite().then(ended)
      }
      await trying
      return last.hasWorked
    },
  }
}
