import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formOf } from '../../../scripts/form-of.ts'
import { cheapHash } from '../../../tests/support/cheap-hash.ts'
import { type ManualClock, manualClock } from '../../../tests/support/manual-clock.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import type { Organiser } from '../actors.ts'
import { accountCommands } from '../commands/account-commands.ts'
import type { CommandParts } from '../commands/command.ts'
import { findAdmin, insertAdmin } from '../storage/account-rows.ts'
import { listEntries } from '../storage/journal-rows.ts'
import { openStorage } from '../storage/open-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { type Accounts, createAccounts } from './accounts.ts'
import { ensureFirstOrganiser, ensureGivenOrganiser, removeOrganiser, setPassword } from './organisers.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { createSessions } from './sessions.ts'

const hour = 60 * 60 * 1000
const ann = { email: 'ann@club.org', password: 'chalk lines' }
const from = { address: '10.0.0.1', device: 'Firefox on Linux' }

let storage: Storage
let clock: ManualClock
beforeEach(async () => {
  storage = await openStorage({ dataDir: await temporaryFolder('accounts') })
  clock = manualClock()
})
afterEach(() => storage.close())

const givenByEnvironment = () => ensureGivenOrganiser({ storage, clock }, ann)

/** The account of a first start, with a cheap hash. */
const addAnn = () =>
  storage.transaction((db) =>
    insertAdmin(db, {
      email: ann.email,
      passwordHash: cheapHash(ann.password),
      createdAt: clock.now().toISOString(),
    }),
  )

async function signedIn(makeAccount: () => Promise<unknown> = addAnn) {
  await makeAccount()
  const accounts = createAccounts({ storage, clock })
  const outcome = await accounts.signIn(ann, from)
  if (!outcome.ok) throw new Error('Nobody is signed in.')
  const { token, deviceId } = outcome.value
  const organiser = await accounts.organiserOf(token)
  if (!organiser) throw new Error('Nobody is signed in.')
  return {
    accounts,
    token,
    deviceId,
    organiser,
    ...commandsOf(accounts),
    signIn: (password = ann.password, others: { email?: string; deviceId?: string } = {}) =>
      accounts.signIn({ email: others.email ?? ann.email, password }, { ...from, deviceId: others.deviceId }),
    isAlive: async () => (await accounts.organiserOf(token)) !== undefined,
    act: async () => (await accounts.organiserOf(token, 'changing')) !== undefined,
  }
}

/** Forms of the account page as functions. */
function commandsOf(accounts: Accounts) {
  const post = (
    name: 'change-password' | 'add-organiser' | 'remove-organiser' | 'end-session',
    fields: Readonly<Record<string, string>>,
    actor: Organiser,
  ) =>
    accountCommands[name]({ storage, clock, accounts } as unknown as CommandParts, {
      name,
      form: formOf(fields),
      actor,
      from: undefined,
      tap: {},
    })
  return {
    changePassword: (form: { current: string; next: string }, organiser: Organiser) =>
      post('change-password', { currentPassword: form.current, newPassword: form.next }, organiser),
    addOrganiser: (form: { email: string; password: string; current: string }, organiser: Organiser) =>
      post('add-organiser', { ...form, currentPassword: form.current }, organiser),
    removeOrganiser: (form: { email: string; current: string }, organiser: Organiser) =>
      post('remove-organiser', { ...form, currentPassword: form.current }, organiser),
    endSession: (sessionId: string, organiser: Organiser) => post('end-session', { sessionId }, organiser),
  }
}

/** The newest line of the journal. */
async function lastLine() {
  const [line] = await storage.read((db) => listEntries(db, { limit: 1 }))
  return line && { who: line.who, action: line.action, words: line.words }
}

const comeAgain = 'Too many attempts. Please enter the same password again in five seconds.'
const waitAMinute = 'Too many attempts. Please try again in a minute.'

describe('signing in', () => {
  test('does not tell what was wrong', async () => {
    const { signIn } = await signedIn()
    const no = { ok: false, reason: 'login-failed', details: [] }
    expect(await signIn('wrong password')).toEqual(no)
    // By now known to be wrong.
    expect(await signIn('wrong password')).toEqual(no)
    expect(await signIn(ann.password, { email: 'nobody@club.org' })).toEqual(no)
    expect(await signIn(ann.password, { email: ' Ann@CLUB.org ' })).toMatchObject({ ok: true })
  })

  test('with the right password never counts as one attempt too many', async () => {
    const { signIn } = await signedIn()
    for (let time = 0; time < 7; time++) expect(await signIn()).toMatchObject({ ok: true })
  })

  test('after many attempts says to retry, and then lets in', async () => {
    const { signIn } = await signedIn()
    for (let guess = 0; guess < 8; guess++) await signIn(`guess ${guess}`)
    expect(await signIn()).toEqual({ ok: false, reason: 'login-failed', details: [comeAgain] })
    await clock.advance(3_000)
    expect(await signIn()).toMatchObject({ ok: true })
  })

  test('from a known browser after many attempts says to wait a minute, which is enough', async () => {
    const { signIn, deviceId } = await signedIn()
    for (let guess = 0; guess < 10; guess++) await signIn(`guess ${guess}`, { deviceId })
    const slowed = { ok: false, reason: 'login-failed', details: [waitAMinute] }
    for (const waitMs of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000]) {
      expect(await signIn(ann.password, { deviceId })).toEqual(slowed)
      await clock.advance(waitMs)
      await signIn(`another guess, ${waitMs}`, { deviceId })
    }
    expect(await signIn(ann.password, { deviceId })).toEqual(slowed)
    await clock.advance(60_000)
    expect(await signIn(ann.password, { deviceId })).toMatchObject({ ok: true })
  })

  test('with the same wrong password is one attempt, in any Unicode composition', async () => {
    const { signIn } = await signedIn()
    for (let time = 0; time < 10; time++) await signIn(time % 2 ? 'cafe\u0301' : 'caf\u00e9')
    expect(await signIn()).toMatchObject({ ok: true })
  })

  test('checks a password that was wrong for another account, or before it was set', async () => {
    const { changePassword, organiser, signIn } = await signedIn()
    const next = 'another password'
    await signIn(next, { email: 'bob@club.org' })
    await signIn(next)
    await changePassword({ current: ann.password, next }, organiser)
    expect(await signIn(next)).toMatchObject({ ok: true })
    expect(await signIn()).toMatchObject({ ok: false })
  })

  test('on a known browser works while strangers guess', async () => {
    const { signIn, deviceId } = await signedIn()
    for (let guess = 0; guess < 30; guess++) await signIn(`guess ${guess}`)
    expect(await signIn(ann.password, { deviceId: 'made.up' })).toMatchObject({ details: [comeAgain] })
    expect(await signIn(ann.password, { deviceId })).toMatchObject({ ok: true })
    // It proves nothing for another account.
    for (let guess = 0; guess < 8; guess++) await signIn(`guess ${guess}`, { email: 'bob@club.org' })
    expect(await signIn('one more', { email: 'bob@club.org', deviceId })).toMatchObject({
      details: [comeAgain],
    })
  })

  test('says to wait a minute while too many are being checked, and does not count as an attempt', async () => {
    const { changePassword, deviceId, organiser, signIn } = await signedIn()
    const kept = await hashPassword('chalk lines')
    const busy = Promise.all(Array.from({ length: 52 }, () => isPassword('chalk lines', kept)))
    for (let time = 0; time < 8; time++)
      expect(await Promise.race([signIn(), busy.then(() => 'too late')])).toEqual({
        ok: false,
        reason: 'login-failed',
        details: [waitAMinute],
      })
    const change = changePassword({ current: ann.password, next: 'other lines' }, organiser)
    expect(await Promise.race([change, busy.then(() => 'too late')])).toEqual({
      ok: false,
      reason: 'wrong-password',
      details: [waitAMinute],
    })
    // A known browser does not queue behind a crowd.
    expect(
      await Promise.race([signIn(ann.password, { deviceId }), busy.then(() => 'too late')]),
    ).toMatchObject({
      ok: true,
    })
    await busy
    expect(await signIn()).toMatchObject({ ok: true })
  })
})

describe('an account', () => {
  const bob = { email: 'Bob@club.org ', password: 'other lines', current: ann.password }

  test('is added and removed by an organiser with their own password, and journalled', async () => {
    const { accounts, addOrganiser, removeOrganiser, organiser, signIn } = await signedIn()
    expect(await addOrganiser({ ...bob, current: 'wrong' }, organiser)).toEqual({
      ok: false,
      reason: 'wrong-password',
      details: [],
    })
    expect(await addOrganiser(bob, organiser)).toMatchObject({ ok: true })
    expect(await lastLine()).toEqual({
      who: ann.email,
      action: 'add-organiser',
      words: 'bob@club.org is an organiser now.',
    })
    expect(await accounts.organisers(organiser)).toEqual([
      { email: ann.email, createdAt: '2025-04-04T19:00:00.000Z' },
      { email: 'bob@club.org', createdAt: '2025-04-04T19:00:00.000Z' },
    ])
    const bobIn = await signIn(bob.password, { email: bob.email })
    if (!bobIn.ok) throw new Error('Bob is not signed in.')
    expect(await accounts.organiserOf(bobIn.value.token)).toMatchObject({ email: 'bob@club.org' })

    expect(await removeOrganiser({ ...bob, current: 'wrong' }, organiser)).toMatchObject({
      reason: 'wrong-password',
    })
    expect(await accounts.organisers(organiser)).toHaveLength(2)
    expect(await removeOrganiser(bob, organiser)).toMatchObject({ ok: true })
    expect(await lastLine()).toEqual({
      who: ann.email,
      action: 'remove-organiser',
      words: 'bob@club.org is no longer an organiser.',
    })
    expect(await accounts.organiserOf(bobIn.value.token)).toBeUndefined()
    // The public stream learns that a session ended, but not whose, nor which account changed.
    const lines = await storage.read((db) => listEntries(db, { limit: 10 }))
    expect(lines.flatMap(({ changes }) => changes)).toEqual([{ kind: 'sessions' }])
    expect(await signIn('other lines ', { email: bob.email })).toMatchObject({ ok: false })
  })

  test('is refused with the reason', async () => {
    const { addOrganiser, removeOrganiser, organiser } = await signedIn()
    const add = async (form: Partial<typeof bob>) => addOrganiser({ ...bob, ...form }, organiser)
    const remove = async (email: string) => removeOrganiser({ email, current: ann.password }, organiser)
    expect(await add({ email: 'bob' })).toMatchObject({ reason: 'email-invalid' })
    expect(await add({ password: '1234567' })).toMatchObject({ reason: 'password-too-short' })
    expect(await add({ password: 'x'.repeat(201) })).toMatchObject({ reason: 'password-too-long' })
    expect(await add({ email: ' ANN@club.org' })).toMatchObject({ reason: 'organiser-exists' })
    expect(await remove('bob@club.org')).toMatchObject({ reason: 'no-such-organiser' })
    expect(await remove(ann.email)).toMatchObject({ reason: 'last-organiser' })
    expect(await add({ password: '12345678' })).toMatchObject({ ok: true })
    expect(await add({ email: 'cleo@club.org', password: 'x'.repeat(200) })).toMatchObject({ ok: true })
    expect(await remove(ann.email)).toMatchObject({ ok: true })
  })

  test('gets no short password from the terminal, and an unknown account gets none', async () => {
    const set = (email: string, password: string) =>
      setPassword({ storage, clock }, { email, password }, { who: 'the terminal' })
    await givenByEnvironment()
    expect(await set(ann.email, '1234567')).toMatchObject({ reason: 'password-too-short' })
    expect(await set('nobody@club.org', 'long enough')).toMatchObject({ reason: 'no-such-organiser' })
    expect(await set(ann.email, 'long enough')).toMatchObject({ ok: true })
  })

  test('gets a new password with the old one, and keeps only the session that set it', async () => {
    const { accounts, changePassword, organiser, token, signIn } = await signedIn()
    const other = await signIn()
    const otherToken = other.ok ? other.value.token : ''
    const set = (current: string, next: string) => changePassword({ current, next }, organiser)
    expect(await set(ann.password, '1234567')).toMatchObject({ reason: 'password-too-short' })
    expect(await set('wrong', 'another password')).toEqual({
      ok: false,
      reason: 'wrong-password',
      details: [],
    })
    expect(await accounts.organiserOf(otherToken)).toBeDefined()
    expect(await set(ann.password, 'another password')).toMatchObject({ ok: true })
    expect(await lastLine()).toEqual({
      who: ann.email,
      action: 'change-password',
      words: 'ann@club.org has a new password.',
    })
    expect(await accounts.organiserOf(otherToken)).toBeUndefined()
    expect(await accounts.organiserOf(token)).toEqual(organiser)
    expect(await signIn('another password')).toMatchObject({ ok: true })
  })

  test('cannot be guessed through a session left open', async () => {
    const { accounts, changePassword, organiser, signIn } = await signedIn()
    const guess = (current: string) => changePassword({ current, next: 'another password' }, organiser)
    for (let time = 0; time < 10; time++)
      expect(await guess(`guess ${time}`)).toMatchObject({ reason: 'wrong-password', details: [] })
    expect(await guess(ann.password)).toEqual({
      ok: false,
      reason: 'wrong-password',
      details: [waitAMinute],
    })
    // Other sessions and sign-ins have their own count.
    const second = await signIn()
    const other = await accounts.organiserOf(second.ok ? second.value.token : undefined)
    if (!other) throw new Error('Nobody is signed in.')
    expect(await changePassword({ current: ann.password, next: 'third password' }, other)).toMatchObject({
      ok: true,
    })
  })

  test('starts afresh after a right password', async () => {
    const { addOrganiser, organiser } = await signedIn()
    const add = (number: number, current: string) =>
      addOrganiser({ ...bob, email: `${number}@club.org`, current }, organiser)
    for (let time = 0; time < 9; time++) await add(time, 'wrong')
    expect(await add(1, ann.password)).toMatchObject({ ok: true })
    expect(await add(2, ann.password)).toMatchObject({ ok: true })
  })
})

describe('a session', () => {
  test('can be ended by its own organiser only, and is journalled', async () => {
    const { endSession, organiser, isAlive } = await signedIn()
    const stranger = { ...organiser, email: 'bob@club.org' }
    expect(await endSession(organiser.sessionId, stranger)).toMatchObject({
      reason: 'no-such-session',
    })
    expect(await isAlive()).toBe(true)
    expect(await endSession(organiser.sessionId, organiser)).toMatchObject({ ok: true })
    expect(await lastLine()).toEqual({
      who: ann.email,
      action: 'end-session',
      words: 'A session of ann@club.org was ended.',
    })
    expect(await isAlive()).toBe(false)
  })

  test('is not opened with a password that was changed while it was checked', async () => {
    await signedIn()
    const sessions = createSessions({ storage, clock })
    const admin = await storage.read((db) => findAdmin(db, ann.email))
    if (!admin) throw new Error('There is no account.')
    expect(await sessions.open(admin, 'a phone')).toMatchObject({ value: { token: expect.any(String) } })
    await setPassword({ storage, clock }, { ...ann, password: 'other lines' }, { who: 'a terminal' })
    expect(await sessions.open(admin, 'a phone')).toMatchObject({ reason: 'login-failed' })
  })

  test('ends with the sign-out, also with the repeated form of an earlier one', async () => {
    const { accounts, organiser, signIn } = await signedIn()
    const logOut = (who: Organiser) =>
      accountCommands.logout({ accounts } as CommandParts, {
        name: 'logout',
        form: formOf({}),
        actor: who,
        from,
        tap: { requestId: 'the form that was open' },
      })
    await logOut(organiser)
    const again = await signIn()
    const later = again.ok ? await accounts.organiserOf(again.value.token) : undefined
    await logOut(later as Organiser)
    expect(again.ok && (await accounts.organiserOf(again.value.token))).toBeUndefined()
  })

  test('has a token of 256 bits, an end in two weeks, and the name of its device, cut if too long', async () => {
    await givenByEnvironment()
    const accounts = createAccounts({ storage, clock })
    const outcome = await accounts.signIn(ann, { ...from, device: 'x'.repeat(1_000) })
    if (!outcome.ok) throw new Error('Nobody is signed in.')
    expect(outcome.value).toMatchObject({
      token: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: '2025-04-18T19:00:00.000Z',
    })
    const organiser = await accounts.organiserOf(outcome.value.token)
    if (!organiser) throw new Error('Nobody is signed in.')
    expect(organiser).toEqual({
      kind: 'organiser',
      email: ann.email,
      sessionId: expect.stringMatching(/^[\w-]{12}$/),
      until: '2025-04-05T19:00:00.000Z',
    })
    const [session] = await accounts.sessions({ ...organiser, sessionId: 'another' })
    expect(session).toMatchObject({ device: 'x'.repeat(100), current: false })
    for (const none of [undefined, '', 'x'.repeat(43), 'x'.repeat(101)])
      expect(await accounts.organiserOf(none)).toBeUndefined()
  })

  test('is touched by a change, but not by each', async () => {
    const { accounts, organiser, act } = await signedIn()
    const lastSeen = async () => (await accounts.sessions(organiser))[0]?.lastSeenAt
    await clock.advance(5 * 60_000 - 1)
    await act()
    expect(await lastSeen()).toBe('2025-04-04T19:00:00.000Z')
    await clock.advance(1)
    await act()
    expect(await lastSeen()).toBe('2025-04-04T19:05:00.000Z')
  })

  test('ends after a day without a change', async () => {
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

  test('is not touched by reading', async () => {
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

  test('that has ended is not shown, and is deleted with the next sign-in', async () => {
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

  /** A storage whose reads fail once it is away. */
  function shakyStorage() {
    let isAway = false
    const read: Storage['read'] = (ask) => (isAway ? Promise.reject(new Error('gone')) : storage.read(ask))
    return {
      shaky: { ...storage, read },
      goAway: () => {
        isAway = true
      },
      comeBack: () => {
        isAway = false
      },
    }
  }

  test('is remembered while the storage fails, but an unknown or ended one is not', async () => {
    const { accounts, token } = await signedIn()
    await accounts.organiserOf(token)
    const { shaky, goAway, comeBack } = shakyStorage()
    const others = createAccounts({ storage: shaky, clock })
    const organiser = await others.organiserOf(token)
    goAway()
    expect(await others.organiserOf(token)).toEqual({ ...organiser, isRemembered: true })
    await expect(others.organiserOf('somebody')).rejects.toThrow('gone')
    // It may have been ended elsewhere.
    await clock.advance(hour)
    await expect(others.organiserOf(token)).rejects.toThrow('gone')

    comeBack()
    const seenAgain = await others.organiserOf(token)
    if (!seenAgain) throw new Error('Nobody is signed in.')
    await commandsOf(others).endSession(seenAgain.sessionId, seenAgain)
    goAway()
    await expect(others.organiserOf(token)).rejects.toThrow('gone')
  })

  test('is not remembered once it was signed out, here or elsewhere', async () => {
    const { accounts, token, organiser, signIn } = await signedIn()
    const { shaky, goAway, comeBack } = shakyStorage()
    const others = createAccounts({ storage: shaky, clock })
    await others.organiserOf(token)
    await others.signOut(organiser)
    goAway()
    await expect(others.organiserOf(token)).rejects.toThrow('gone')

    comeBack()
    const second = await signIn()
    if (!second.ok) throw new Error(second.reason)
    const again = await others.organiserOf(second.value.token)
    if (!again) throw new Error('Nobody is signed in.')
    await accounts.signOut(again)
    expect(await others.organiserOf(second.value.token)).toBeUndefined()
    goAway()
    await expect(others.organiserOf(second.value.token)).rejects.toThrow('gone')
  })

  test('is not lost if a full disk prevents touching it', async () => {
    const { token } = await signedIn()
    const full: Storage = { ...storage, transaction: () => Promise.reject(new Error('The disk is full.')) }
    const accounts = createAccounts({ storage: full, clock })
    await clock.advance(hour)
    expect(await accounts.organiserOf(token)).toMatchObject({ email: ann.email })
  })
})

describe('the first account', () => {
  test('is made on a first start, and only then', async () => {
    const made = await ensureFirstOrganiser({ storage, clock })
    expect(made).toEqual({
      email: 'admin@cup.local',
      password: expect.stringMatching(/^\w{4}-\w{4}-\w{4}-\w{4}$/),
    })
    expect(await lastLine()).toMatchObject({ who: 'the cup', words: 'admin@cup.local is an organiser now.' })
    const accounts = createAccounts({ storage, clock })
    if (made) expect(await accounts.signIn(made, from)).toMatchObject({ ok: true })
    expect(await ensureFirstOrganiser({ storage, clock })).toBeUndefined()
  })

  test('of the environment is created, and gets its password', async () => {
    const accounts = createAccounts({ storage, clock })
    const named = { email: ' Ann@club.org', password: 'another password' }
    await givenByEnvironment()
    await ensureGivenOrganiser({ storage, clock }, named)
    expect(await lastLine()).toMatchObject({ who: 'the cup', words: 'ann@club.org has a new password.' })
    expect(await accounts.signIn(named, from)).toMatchObject({ ok: true })
  })

  test('of the environment stays as organisers changed it, until another is given', async () => {
    const { accounts, changePassword, addOrganiser, organiser, signIn } = await signedIn(givenByEnvironment)
    const start = (password = ann.password) => ensureGivenOrganiser({ storage, clock }, { ...ann, password })
    await changePassword({ current: ann.password, next: 'another password' }, organiser)
    await start()
    expect(await signIn()).toMatchObject({ reason: 'login-failed' })
    expect(await signIn('another password')).toMatchObject({ ok: true })

    const bob = { email: 'bob@club.org', password: 'other lines' }
    await addOrganiser({ ...bob, current: 'another password' }, organiser)
    expect(await removeOrganiser({ storage, clock }, ann.email, { who: bob.email })).toMatchObject({
      ok: true,
    })
    await start()
    expect(await accounts.organisers(organiser)).toMatchObject([{ email: bob.email }])
    await start('a third password')
    expect(await signIn('a third password')).toMatchObject({ ok: true })
  })

  test('of the environment keeps its sessions while the password is the same', async () => {
    const { isAlive } = await signedIn(givenByEnvironment)
    await givenByEnvironment()
    expect(await isAlive()).toBe(true)
    await ensureGivenOrganiser({ storage, clock }, { ...ann, password: 'another password' })
    expect(await isAlive()).toBe(false)
  })
})
