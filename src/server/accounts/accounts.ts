import { createHmac, randomBytes } from 'node:crypto'
import { done, type Outcome, refused } from '../../domain/outcome.ts'
import type { From, Organiser } from '../actors.ts'
import type { ChangeParts } from '../commands/change.ts'
import { findAdmin, listAdmins } from '../storage/account-rows.ts'
import { isDeviceIdOf, makeDeviceId } from './device-id.ts'
import { type Credentials, normaliseEmail } from './organisers.ts'
import { isPassword, TooManySignIns } from './passwords.ts'
import { createSessions } from './sessions.ts'
import { createSignInBackoff } from './sign-in-backoff.ts'

export type Accounts = ReturnType<typeof createAccounts>

const comeAgain = ['Too many attempts. Please enter the same password again in five seconds.']
const waitAMinute = ['Too many attempts. Please try again in a minute.']

/** Sign-in and sessions; organisers.ts manages the accounts. */
export function createAccounts(parts: ChangeParts) {
  const { storage, clock } = parts
  const backoff = createSignInBackoff(clock)
  const { open, ...sessions } = createSessions(parts)
  const adminOf = (email: string) => storage.read((db) => findAdmin(db, email))
  /** HMAC key, so that memory holds no password that was tried. */
  const guessKey = randomBytes(32)

  return {
    ...sessions,

    /** The same refusal for a wrong email and a wrong password; after many attempts its details say to wait. */
    async signIn(
      { email: typed, password }: Credentials,
      { address, device, deviceId }: From,
    ): Promise<Outcome<{ token: string; expiresAt: string; deviceId: string }>> {
      const email = normaliseEmail(typed)
      const admin = await adminOf(email)
      const knownDevice = admin && deviceId && isDeviceIdOf(admin, deviceId) ? deviceId : undefined
      // Includes the stored hash: once the password is changed, earlier guesses are checked again.
      const guess = createHmac('sha256', guessKey)
        .update(JSON.stringify([email, admin?.passwordHash, password.normalize('NFC')]))
        .digest('base64url')
      const checking = backoff.begin({ email, address, guess, knownDevice })
      if (checking === 'known-wrong') return refused('login-failed')
      if (checking === 'not-now') return refused('login-failed', knownDevice ? waitAMinute : comeAgain)
      try {
        // A known browser must not queue behind a crowd of strangers; its own attempts are limited.
        const goesFirst = knownDevice !== undefined
        if (!(await isPassword(password, admin?.passwordHash, { goesFirst })) || !admin) {
          checking.failed()
          return refused('login-failed')
        }
      } catch (error) {
        checking.notChecked()
        if (error instanceof TooManySignIns) return refused('login-failed', waitAMinute)
        throw error
      }
      checking.succeeded()
      const session = await open(admin, device)
      return session.ok ? done({ ...session.value, deviceId: makeDeviceId(admin) }) : session
    },

    /** Checks the organiser's own password. Rate limited: a session left open in the bar must not help to guess it. */
    async confirmPassword(password: string, { email, sessionId }: Organiser): Promise<Outcome<void>> {
      const knownDevice = `session ${sessionId}`
      const checking = backoff.begin({ email, address: '', guess: '', knownDevice })
      if (typeof checking === 'string') return refused('wrong-password', waitAMinute)
      try {
        const admin = await adminOf(email)
        if (!(await isPassword(password, admin?.passwordHash))) return refused('wrong-password')
      } catch (error) {
        checking.notChecked()
        if (error instanceof TooManySignIns) return refused('wrong-password', waitAMinute)
        throw error
      }
      checking.succeeded()
      return done(undefined)
    },

    async organisers(_organiser: Organiser) {
      const admins = await storage.read(listAdmins)
      return admins.map(({ email, createdAt }) => ({ email, createdAt }))
    },
  }
}
