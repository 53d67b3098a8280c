import { done, type Outcome, refused } from '../../domain/outcome.ts'
import type { Organiser } from '../actors.ts'
import type { Changed, ChangeParts } from '../commands/change.ts'
import { findAdmin, listAdmins } from '../storage/admins.ts'
import { isDeviceIdOf, makeDeviceId } from './device-id.ts'
import { addOrganiser, checkPassword, normaliseEmail, removeOrganiser, setPassword } from './organisers.ts'
import { isPassword, TooManySignIns } from './passwords.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'

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
  addOrganiser(form: { email: string; password: string }, organiser: Organiser): Promise<Outcome<Changed>>
  removeOrganiser(email: string, organiser: Organiser): Promise<Outcome<Changed>>
}

const waitAMinute = ['After many tries each further one has to wait. Please try again in a minute.']

export function createAccounts(parts: ChangeParts): Accounts {
  const { storage, clock } = parts
  const throttle = createSignInThrottle(() => clock.now().getTime())
  const sessions = createSessions(parts)
  const adminOf = (email: string) => storage.read((db) => findAdmin(db, email))

  /** For a change that may have ended sessions. */
  const forgetting = <Value>(change: Promise<Value>) => change.finally(sessions.forgetAll)

  return {
    async signIn({ email: typed, password }, { address, device, deviceId }) {
      const email = normaliseEmail(typed)
      const admin = await adminOf(email)
      const knownDevice = admin && deviceId && isDeviceIdOf(admin, deviceId) ? deviceId : undefined
      const attempt = throttle.begin({ email, address, knownDevice })
      if (!attempt) return refused('login-failed', waitAMinute)
      try {
        if (!(await isPassword(password, admin?.passwordHash)) || !admin) return refused('login-failed')
      } catch (error) {
        if (error instanceof TooManySignIns) return refused('login-failed', waitAMinute)
        throw error
      }
      attempt.succeeded()
      return done(await sessions.open(admin.email, device))
    },

    async changePassword({ current, next }, { email, sessionId }) {
      const password = checkPassword(next)
      if (!password.ok) return password
      // A session left open in the bar must not become a way to guess the password.
      const attempt = throttle.begin({ email, address: '', knownDevice: `session ${sessionId}` })
      if (!attempt) return refused('wrong-password', waitAMinute)
      const admin = await adminOf(email)
      if (!(await isPassword(current, admin?.passwordHash))) return refused('wrong-password')
      attempt.succeeded()
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
    addOrganiser: (form, organiser) => addOrganiser(parts, form, organiser.email),
    removeOrganiser: (email, organiser) => forgetting(removeOrganiser(parts, email, organiser.email)),
  }
}
