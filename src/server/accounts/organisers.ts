import { type Done, done, type Outcome, refused } from '../../domain/outcome.ts'
import { theCup } from '../actors.ts'
import type { Clock } from '../clock.ts'
import type { Changed } from '../commands/change.ts'
import { isEmail, longestPassword, shortestPassword } from '../config.ts'
import { type JournalAction, journalAction } from '../journal-actions.ts'
import { deleteAdmin, findAdmin, insertAdmin, listAdmins, updatePasswordHash } from '../storage/admins.ts'
import { appendEntry } from '../storage/journal.ts'
import { deleteSessionsOf } from '../storage/sessions.ts'
import type { Db, Storage } from '../storage/storage.ts'
import { lockCurrent } from '../storage/system.ts'
import { hashPassword, isPassword, makePassword } from './passwords.ts'

export const accountActions = {
  add: journalAction('accounts', 'add-organiser'),
  remove: journalAction('accounts', 'remove-organiser'),
  changePassword: journalAction('accounts', 'change-password'),
  endSession: journalAction('accounts', 'end-session'),
}

/** Who may be an organiser. Given by an organiser in the app, from the terminal, or by the cup itself at its start. */
export type AccountParts = {
  readonly storage: Storage
  readonly clock: Clock
}

export type Credentials = { readonly email: string; readonly password: string }

export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase()
}

export function checkPassword(password: string): Outcome<string> {
  if (password.length < shortestPassword) return refused('password-too-short')
  if (password.length > longestPassword) return refused('password-too-long')
  return done(password)
}

export async function addOrganiser(
  { storage, clock }: AccountParts,
  credentials: Credentials,
  who: string,
): Promise<Outcome<Changed>> {
  const email = normaliseEmail(credentials.email)
  if (!isEmail(email)) return refused('email-invalid')
  const password = checkPassword(credentials.password)
  if (!password.ok) return password
  const passwordHash = await hashPassword(password.value)
  return storage.transaction(async (db) => {
    const { revision } = await lockCurrent(db)
    if (await findAdmin(db, email)) return refused('organiser-exists')
    const at = clock.now().toISOString()
    await insertAdmin(db, { email, passwordHash, createdAt: at })
    return note(db, { revision, at, who, action: accountActions.add, words: `${email} is an organiser now` })
  })
}

export async function removeOrganiser(
  { storage, clock }: AccountParts,
  address: string,
  who: string,
): Promise<Outcome<Changed>> {
  const email = normaliseEmail(address)
  return storage.transaction(async (db) => {
    const { revision } = await lockCurrent(db)
    const organisers = await listAdmins(db)
    if (!organisers.some((organiser) => organiser.email === email)) return refused('no-such-organiser')
    if (organisers.length === 1) return refused('last-organiser')
    await deleteSessionsOf(db, email)
    await deleteAdmin(db, email)
    const at = clock.now().toISOString()
    return note(db, {
      revision,
      at,
      who,
      action: accountActions.remove,
      words: `${email} is no organiser any more`,
    })
  })
}

/** Sets a password and ends the sessions that were opened with the old one, but for the one named. */
export async function setPassword(
  { storage, clock }: AccountParts,
  credentials: Credentials,
  { who, exceptSession }: { readonly who: string; readonly exceptSession?: string },
): Promise<Outcome<Changed>> {
  const email = normaliseEmail(credentials.email)
  const password = checkPassword(credentials.password)
  if (!password.ok) return password
  const passwordHash = await hashPassword(password.value)
  return storage.transaction(async (db) => {
    const { revision } = await lockCurrent(db)
    if (!(await updatePasswordHash(db, email, passwordHash))) return refused('no-such-organiser')
    await deleteSessionsOf(db, email, exceptSession)
    const at = clock.now().toISOString()
    return note(db, {
      revision,
      at,
      who,
      action: accountActions.changePassword,
      words: `${email} has a new password`,
    })
  })
}

/**
 * Sees to it that somebody can sign in: the account the environment names, or on a first start one of its own. Answers with
 * credentials that nobody has seen yet, to be shown once.
 */
export async function ensureOrganiser(
  parts: AccountParts,
  wanted: Credentials | undefined,
): Promise<Credentials | undefined> {
  if (wanted) {
    const known = await parts.storage.read((db) => findAdmin(db, normaliseEmail(wanted.email)))
    if (!known) await addOrganiser(parts, wanted, theCup)
    else if (!(await isPassword(wanted.password, known.passwordHash)))
      await setPassword(parts, wanted, { who: theCup })
    return undefined
  }
  const organisers = await parts.storage.read(listAdmins)
  if (organisers.length > 0) return undefined
  const made = { email: 'admin@cup.local', password: makePassword() }
  const added = await addOrganiser(parts, made, theCup)
  // Another node may have been faster; its password is the one that counts.
  return added.ok ? made : undefined
}

type Note = {
  readonly revision: number
  readonly at: string
  readonly who: string
  readonly action: JournalAction
  readonly words: string
}

/** Writes an account's change into the journal; nothing of it is public. */
export async function note(db: Db, { revision, at, who, action, words }: Note): Promise<Done<Changed>> {
  const changed = { revision: revision + 1, message: `${words}.` }
  await appendEntry(db, {
    revision: changed.revision,
    at,
    who,
    action,
    words: changed.message,
    details: { message: changed.message },
    changes: [],
    before: undefined,
    requestId: undefined,
  })
  return done(changed)
}
