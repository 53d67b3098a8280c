import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ManualClock, manualClock } from '../../../tests/support/manual-clock.ts'
import { openStorage } from '../storage/open-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { createAccounts } from './accounts.ts'
import { ensureOrganiser } from './organisers.ts'

const hour = 60 * 60 * 1000
const ann = { email: 'ann@club.org', password: 'chalk lines' }
const from = { address: '10.0.0.1', device: 'Firefox on Linux' }

let folder: string
let storage: Storage
let clock: ManualClock
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cup-accounts-'))
  storage = await openStorage({ dataDir: folder })
  clock = manualClock()
})
afterEach(async () => {
  await storage.close()
  await rm(folder, { recursive: true, force: true })
})

async function signedIn() {
  await ensureOrganiser({ storage, clock }, ann)
  const accounts = createAccounts({ storage, clock })
  const outcome = await accounts.signIn(ann, from)
  if (!outcome.ok) throw new Error('Nobody is signed in.')
  const { token } = outcome.value
  return {
    accounts,
    token,
    isAlive: async () => (await accounts.organiserOf(token)) !== undefined,
    act: async () => (await accounts.organiserOf(token, 'changing')) !== undefined,
  }
}

describe('a session', () => {
  test('ends after a day without a change made in it', async () => {
    const { isAlive, act } = await signedIn()
    for (let day = 0; day < 3; day++) {
      await clock.advance(23 * hour)
      expect(await act()).toBe(true)
    }
    await clock.advance(23 * hour)
    expect(await isAlive()).toBe(true)
    await clock.advance(hour)
    expect(await isAlive()).toBe(false)
  })

  test('is not written to by reading', async () => {
    const { accounts, isAlive } = await signedIn()
    const organiser = { kind: 'organiser', email: ann.email, sessionId: '' } as const
    const before = await accounts.sessions(organiser)
    await clock.advance(hour)
    expect(await isAlive()).toBe(true)
    expect(await accounts.sessions(organiser)).toEqual(before)
  })

  test('ends after two weeks, however busy', async () => {
    const { isAlive, act } = await signedIn()
    for (let half = 1; half < 28; half++) {
      await clock.advance(12 * hour)
      expect(await act()).toBe(true)
    }
    await clock.advance(12 * hour)
    expect(await isAlive()).toBe(false)
  })

  test('that ended is not shown, and leaves with the next sign-in', async () => {
    const { accounts } = await signedIn()
    await clock.advance(25 * hour)
    const outcome = await accounts.signIn(ann, from)
    const organiser = await accounts.organiserOf(outcome.ok ? outcome.value.token : undefined)
    if (!organiser) throw new Error('Nobody is signed in.')
    expect(await accounts.sessions(organiser)).toEqual([
      {
        id: organiser.sessionId,
        createdAt: '2025-04-05T20:00:00.000Z',
        lastSeenAt: '2025-04-05T20:00:00.000Z',
        device: 'Firefox on Linux',
        current: true,
      },
    ])
  })

  test('is believed while the storage is away, but never a stranger or one that was ended', async () => {
    const { accounts, token } = await signedIn()
    await accounts.organiserOf(token)
    let isAway = false
    const shaky: Storage = {
      ...storage,
      read: (ask) => (isAway ? Promise.reject(new Error('gone')) : storage.read(ask)),
    }
    const others = createAccounts({ storage: shaky, clock })
    const organiser = await others.organiserOf(token)
    isAway = true
    expect(await others.organiserOf(token)).toEqual(organiser)
    await expect(others.organiserOf('somebody')).rejects.toThrow('gone')
    // Somebody may have ended it elsewhere since.
    await clock.advance(hour)
    await expect(others.organiserOf(token)).rejects.toThrow('gone')

    isAway = false
    const seenAgain = await others.organiserOf(token)
    if (!seenAgain) throw new Error('Nobody is signed in.')
    await others.endSession(seenAgain.sessionId, seenAgain)
    isAway = true
    await expect(others.organiserOf(token)).rejects.toThrow('gone')
  })

  test('is not lost with a disk that takes no sign of life any more', async () => {
    const { token } = await signedIn()
    const full: Storage = { ...storage, transaction: () => Promise.reject(new Error('The disk is full.')) }
    const accounts = createAccounts({ storage: full, clock })
    await clock.advance(hour)
    expect(await accounts.organiserOf(token)).toMatchObject({ email: ann.email })
  })
})

describe('somebody to sign in', () => {
  test('named by the environment keeps the sessions as long as the password stays', async () => {
    const { isAlive } = await signedIn()
    await ensureOrganiser({ storage, clock }, ann)
    expect(await isAlive()).toBe(true)
    await ensureOrganiser({ storage, clock }, { ...ann, password: 'another password' })
    expect(await isAlive()).toBe(false)
  })
})
