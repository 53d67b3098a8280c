import { done, type Outcome, refused } from '../../domain/outcome.ts'
import type { Accounts } from '../app.ts'
import { findAdmin, listAdmins } from '../storage/admins.ts'
import { isDeviceIdOf, makeDeviceId } from './device-id.ts'
import {
  type AccountParts,
  addOrganiser,
  checkPassword,
  normaliseEmail,
  removeOrganiser,
  setPassword,
} from './organisers.ts'
import { isPassword, TooManySignIns } from './passwords.ts'
import { createSessions } from './sessions.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'

const waitAMinute = ['After many tries each further one has to wait. Please try again in a minute.']

export function createAccounts(
  parts: AccountParts & {
    /** Called after each change in the journal, so that this node's view follows at once. */
    readonly afterChange?: () => Promise<unknown>
  },
): Accounts {
  const { storage, clock, afterChange } = parts
  const throttle = createSignInThrottle(() => clock.now().getTime())
  const sessions = createSessions(parts)
  const adminOf = (email: string) => storage.read((db) => findAdmin(db, email))

  async function announced<Value>(change: Promise<Outcome<Value>>): Promise<Outcome<Value>> {
    const outcome = await change
    // The change is made and kept, whatever becomes of the view: it looks again by itself.
    if (outcome.ok) await afterChange?.().catch(() => {})
    return outcome
  }

  /** A change that may have ended sessions. */
  async function forgetting<Value>(change: Promise<Value>): Promise<Value> {
    const outcome = await change
    sessions.forgetAll()
    return outcome
  }

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
      return forgetting(announced(changed))
    },

    async deviceId(token) {
      const email = await sessions.emailOf(token)
      const admin = email === undefined ? undefined : await adminOf(email)
      return admin && makeDeviceId(admin)
    },

    organiserOf: sessions.organiserOf,
    signOut: sessions.signOut,
    sessions: sessions.sessions,
    endSession: (sessionId, { email }) => forgetting(announced(sessions.end(sessionId, email))),

    async organisers() {
      const admins = await storage.read(listAdmins)
      return admins.map(({ email, createdAt }) => ({ email, createdAt }))
    },
    addOrganiser: (form, organiser) => announced(addOrganiser(parts, form, organiser.email)),
    removeOrganiser: (email, organiser) =>
      forgetting(announced(removeOrganiser(parts, email, organiser.email))),
  }
}
