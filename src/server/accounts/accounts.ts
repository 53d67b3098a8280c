import { createHmac, randomBytes } from 'node:crypto'
import { done, type Outcome, refused } from '../../domain/outcome.ts'
import type { Organiser } from '../actors.ts'
import type { Changed, ChangeParts } from '../commands/change.ts'
import { findAdmin, listAdmins } from '../storage/admin-rows.ts'
import { isDeviceIdOf, makeDeviceId } from './device-id.ts'
import { addOrganiser, checkPassword, normaliseEmail, removeOrganiser, setPassword } from './organisers.ts'
import { isPassword, TooManySignIns } from './passwords.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { createSignInBackoff } from './sign-in-backoff.ts'

export type Accounts = Pick<Sessions, 'organiserOf' | 'signOut' | 'sessions'> & {
  /** Refused alike whatever is wrong with the credentials; after many tries the details say to wait. */
  signIn(
    form: { email: string; password: string },
    from: { address: string; device: string; deviceId?: string | undefined },
  ): Promise<Outcome<{ token: string; expiresAt: string }>>
  /** For a cookie: proves that a browser has signed in before, so strangers' guesses cannot keep it out. */
  deviceId(token: string): Promise<string | undefined>
  changePassword(form: { current: string; next: string }, organiser: Organiser): Promise<Outcome<Changed>>
  endSession(sessionId: string, organiser: Organiser): Promise<Outcome<Changed>>
  organisers(organiser: Organiser): Promise<readonly { email: string; createdAt: string }[]>
  /** `current`: the acting organiser's own password. */
  addOrganiser(
    form: { email: string; password: string; current: string },
    organiser: Organiser,
  ): Promise<Outcome<Changed>>
  removeOrganiser(form: { email: string; current: string }, organiser: Organiser): Promise<Outcome<Changed>>
}

const comeAgain = [
  'After many tries each further one has to wait. Please enter the same password again in five seconds.',
]
const waitAMinute = ['After many tries each further one has to wait. Please try again in a minute.']

export function createAccounts(parts: ChangeParts): Accounts {
  const { storage, clock } = parts
  const backoff = createSignInBackoff(clock)
  const sessions = createSessions(parts)
  const adminOf = (email: string) => storage.read((db) => findAdmin(db, email))
  /** Of an HMAC: the passwords that were tried cannot be read out of the memory. */
  const guessKey = randomBytes(32)

  /** Wraps a change that may have ended sessions. */
  const forgetting = <Value>(change: Promise<Value>) => change.finally(sessions.forgetAll)

  /** A session left open in the bar must not be enough, and must not become a way to guess the password. */
  async function checkCurrent(current: string, { email, sessionId }: Organiser): Promise<Outcome<void>> {
    const knownDevice = `session ${sessionId}`
    const checking = backoff.begin({ email, address: '', guess: '', knownDevice })
    if (typeof checking === 'string') return refused('wrong-password', waitAMinute)
    try {
      const admin = await adminOf(email)
      if (!(await isPassword(current, admin?.passwordHash))) return refused('wrong-password')
    } catch (error) {
      checking.notChecked()
      if (error instanceof TooManySignIns) return refused('wrong-password', waitAMinute)
      throw error
    }
    checking.succeeded()
    return done(undefined)
  }

  return {
    async signIn({ email: typed, password }, { address, device, deviceId }) {
      const email = normaliseEmail(typed)
      const admin = await adminOf(email)
      const knownDevice = admin && deviceId && isDeviceIdOf(admin, deviceId) ? deviceId : undefined
      // The hash is part of it: a password that was wrong becomes a new guess once it is set.
      const guess = createHmac('sha256', guessKey)
        .update(JSON.stringify([email, admin?.passwordHash, password.normalize('NFC')]))
        .digest('base64url')
      const checking = backoff.begin({ email, address, guess, knownDevice })
      if (checking === 'known-wrong') return refused('login-failed')
      if (checking === 'not-now') return refused('login-failed', comeAgain)
      try {
        if (!(await isPassword(password, admin?.passwordHash)) || !admin) {
          checking.failed()
          return refused('login-failed')
        }
      } catch (error) {
        checking.notChecked()
        if (error instanceof TooManySignIns) return refused('login-failed', waitAMinute)
        throw error
      }
      checking.succeeded()
      const session = await sessions.open(admin, device)
      return session ? done(session) : refused('login-failed')
    },

    async changePassword({ current, next }, organiser) {
      const password = checkPassword(next)
      if (!password.ok) return password
      const known = await checkCurrent(current, organiser)
      if (!known.ok) return known
      const { email, sessionId } = organiser
      const changed = setPassword(parts, { email, password: next }, { who: email, exceptSession: sessionId })
      return forgetting(changed)
    },

    async deviceId(token) {
      const email = await sessions.emailOf(token)
      const admin = email === undefined ? undefined : await adminOf(email)
      return admin && makeDeviceId(admin)
    },

    organiserOf: sessions.organiserOf,
    signOut: sessions.signOut,
    sessions: sessions.sessions,
    endSession: (sessionId, { email }) => forgetting(sessions.end(sessionId, email)),

    async organisers() {
      const admins = await storage.read(listAdmins)
      return admins.map(({ email, createdAt }) => ({ email, createdAt }))
    },
    async addOrganiser({ current, ...form }, organiser) {
      const known = await checkCurrent(current, organiser)
      return known.ok ? addOrganiser(parts, form, organiser.email) : known
    },
    async removeOrganiser({ current, email }, organiser) {
      const known = await checkCurrent(current, organiser)
      return known.ok ? forgetting(removeOrganiser(parts, email, organiser.email)) : known
    },
  }
}
