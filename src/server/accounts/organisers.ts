import { done, type Outcome, refused } from '../../domain/outcome.ts'
import { isPasswordTooShort, textLimits } from '../../domain/tidy-text.ts'
import { theCup } from '../actors.ts'
import { type Changed, type ChangeParts, change, type Line } from '../commands/change.ts'
import { isEmail } from '../config.ts'
import {
  deleteAdmin,
  deleteSessionsOf,
  findAdmin,
  insertAdmin,
  listAdmins,
  readGivenAccount,
  saveGivenAccount,
  updatePasswordHash,
} from '../storage/account-rows.ts'
import { hashPassword, isPassword, makePassword } from './passwords.ts'
import { sessionsEnded } from './sessions.ts'

export type Credentials = { readonly email: string; readonly password: string }

/** A journal line without its action. */
type By = Omit<Line, 'action'>

export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase()
}

function checkPassword(password: string): Outcome<string> {
  if (isPasswordTooShort(password)) return refused('password-too-short')
  if (password.length > textLimits.password) return refused('password-too-long')
  return done(password)
}

export async function addOrganiser(
  parts: ChangeParts,
  credentials: Credentials,
  by: By,
): Promise<Outcome<Changed>> {
  const email = normaliseEmail(credentials.email)
  if (!isEmail(email)) return refused('email-invalid')
  const password = checkPassword(credentials.password)
  if (!password.ok) return password
  const passwordHash = await hashPassword(password.value)
  return change(parts, { ...by, action: 'add-organiser' }, async ({ db, moment }) => {
    if (await findAdmin(db, email)) return refused('organiser-exists')
    await insertAdmin(db, { email, passwordHash, createdAt: moment.at })
    return done({ words: `${email} is an organiser now.`, changes: [] })
  })
}

export async function removeOrganiser(
  parts: ChangeParts,
  address: string,
  by: By,
): Promise<Outcome<Changed>> {
  const email = normaliseEmail(address)
  return change(parts, { ...by, action: 'remove-organiser' }, async ({ db }) => {
    const organisers = await listAdmins(db)
    if (!organisers.some((organiser) => organiser.email === email)) return refused('no-such-organiser')
    if (organisers.length === 1) return refused('last-organiser')
    await deleteSessionsOf(db, email)
    await deleteAdmin(db, email)
    return done({ words: `${email} is no longer an organiser.`, changes: [sessionsEnded] })
  })
}

/** Sets a password, and ends the account's sessions except one. */
export async function setPassword(
  parts: ChangeParts,
  credentials: Credentials,
  { exceptSession, ...by }: By & { readonly exceptSession?: string },
): Promise<Outcome<Changed>> {
  const email = normaliseEmail(credentials.email)
  const password = checkPassword(credentials.password)
  if (!password.ok) return password
  const passwordHash = await hashPassword(password.value)
  return change(parts, { ...by, action: 'change-password' }, async ({ db }) => {
    if (!(await updatePasswordHash(db, email, passwordHash))) return refused('no-such-organiser')
    await deleteSessionsOf(db, email, exceptSession)
    return done({ words: `${email} has a new password.`, changes: [sessionsEnded] })
  })
}

/** Creates an account if there is none; returns its credentials, to be shown once. */
export async function ensureFirstOrganiser(parts: ChangeParts): Promise<Credentials | undefined> {
  const organisers = await parts.storage.read(listAdmins)
  if (organisers.length > 0) return undefined
  const made = { email: 'admin@cup.local', password: makePassword() }
  const added = await addOrganiser(parts, made, { who: theCup })
  // Another node may have been faster: then its password counts.
  return added.ok ? made : undefined
}

/** Creates the account of ADMIN_EMAIL, or sets its password, once per value: later changes by organisers stay until another is given. */
export async function ensureGivenOrganiser(parts: ChangeParts, wanted: Credentials): Promise<void> {
  const { storage } = parts
  const email = normaliseEmail(wanted.email)
  const given = await storage.read(readGivenAccount)
  if (given?.email === email && (await isPassword(wanted.password, given.passwordHash))) return
  const known = await storage.read((db) => findAdmin(db, email))
  if (!known) await addOrganiser(parts, wanted, { who: theCup })
  else if (!(await isPassword(wanted.password, known.passwordHash)))
    await setPassword(parts, wanted, { who: theCup })
  const made = await storage.read((db) => findAdmin(db, email))
  // On a full disk the cup still starts, and the next start tries again.
  if (made) await storage.transaction((db) => saveGivenAccount(db, made)).catch(() => {})
}
