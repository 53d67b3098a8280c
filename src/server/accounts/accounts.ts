import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { done, type Outcome, refused } from '../../domain/outcome.ts'
import type { Organiser } from '../actors.ts'
import type { Changed } from '../commands/change.ts'
import { logProblem } from '../log.ts'
import { type Admin, findAdmin, listAdmins } from '../storage/admins.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionByToken,
  findSession,
  insertSession,
  listSessions,
  type Session,
  touchSession,
} from '../storage/sessions.ts'
import { lockCurrent } from '../storage/system.ts'
import { createBoundedMap } from './bounded-map.ts'
import {
  type AccountParts,
  accountActions,
  addOrganiser,
  checkPassword,
  normaliseEmail,
  note,
  removeOrganiser,
  setPassword,
} from './organisers.ts'
import { isPassword, TooManySignIns } from './passwords.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'

export type SessionInfo = {
  readonly id: string
  readonly createdAt: string
  readonly lastSeenAt: string
  /** Browser and system in a few words, as the sign-in saw them. */
  readonly device: string
  readonly current: boolean
}

export type Accounts = {
  /** Refused alike whatever is wrong with the credentials; the details of a throttled sign-in say to wait a minute. */
  signIn(
    form: { email: string; password: string },
    from: { address: string; device: string; mark?: string | undefined },
  ): Promise<Outcome<{ token: string; expiresAt: string }>>
  signOut(token: string): Promise<void>
  /** Who changes something shows that the session is in use; reading a page writes nothing. */
  organiserOf(token: string | undefined, doing?: 'reading' | 'changing'): Promise<Organiser | undefined>
  /** Proof, kept in a cookie, that a browser has signed in before: strangers' guesses cannot keep it out. */
  deviceMark(token: string): Promise<string | undefined>
  changePassword(form: { current: string; next: string }, organiser: Organiser): Promise<Outcome<Changed>>
  sessions(organiser: Organiser): Promise<readonly SessionInfo[]>
  endSession(sessionId: string, organiser: Organiser): Promise<Outcome<Changed>>
  organisers(organiser: Organiser): Promise<readonly { email: string; createdAt: string }[]>
  addOrganiser(form: { email: string; password: string }, organiser: Organiser): Promise<Outcome<Changed>>
  removeOrganiser(email: string, organiser: Organiser): Promise<Outcome<Changed>>
}

/** A night, the day after it, and no more without a change made; and never more than two weeks. */
export const idleMs = 24 * 60 * 60 * 1000
export const absoluteMs = 14 * 24 * 60 * 60 * 1000

// A night of taps need not be a night of notes that somebody is there.
const touchEveryMs = 5 * 60 * 1000
// It may have been ended elsewhere since.
const rememberedMs = 10 * 60 * 1000

const waitAMinute = ['After many tries each further one has to wait. Please try again in a minute.']

export function createAccounts(
  parts: AccountParts & {
    /** Called after each change in the journal, so that this node's view follows at once. */
    readonly afterChange?: () => Promise<unknown>
  },
): Accounts {
  const { storage, clock, afterChange } = parts
  const nowMs = () => clock.now().getTime()
  const throttle = createSignInThrottle(nowMs)
  /** Sessions as last seen, for the minutes in which the storage does not answer. */
  let remembered = createBoundedMap<{ organiser: Organiser; validUntil: number }>(1_000)

  async function announced<Value>(change: Promise<Outcome<Value>>): Promise<Outcome<Value>> {
    const outcome = await change
    // The change is made and kept, whatever becomes of the view: it looks again by itself.
    if (outcome.ok) await afterChange?.().catch(() => {})
    return outcome
  }

  /** A change that may have ended sessions: none is believed unseen afterwards. */
  async function forgetting<Value>(change: Promise<Value>): Promise<Value> {
    const outcome = await change
    remembered = createBoundedMap(1_000)
    return outcome
  }

  async function openSession(email: string, device: string): Promise<{ token: string; expiresAt: string }> {
    const token = randomBytes(32).toString('base64url')
    const now = clock.now()
    const expiresAt = new Date(now.getTime() + absoluteMs).toISOString()
    await storage.transaction(async (db) => {
      await deleteExpiredSessions(db, now.toISOString(), new Date(now.getTime() - idleMs).toISOString())
      await insertSession(db, {
        id: randomBytes(9).toString('base64url'),
        tokenHash: hashToken(token),
        email,
        device: device.slice(0, 100),
        createdAt: now.toISOString(),
        lastSeenAt: now.toISOString(),
        expiresAt,
      })
    })
    return { token, expiresAt }
  }

  async function findSessionOrRemember(tokenHash: string): Promise<Session | Organiser | undefined> {
    try {
      return await storage.read((db) => findSession(db, tokenHash))
    } catch (error) {
      // Nothing can be read or changed while the storage is away, so trusting the last answer gives nothing away.
      const last = remembered.get(tokenHash)
      if (last && last.validUntil > nowMs()) return last.organiser
      throw error
    }
  }

  return {
    async signIn({ email: typed, password }, { address, device, mark }) {
      const email = normaliseEmail(typed)
      const admin = await storage.read((db) => findAdmin(db, email))
      const knownDevice = admin && mark && isMarkOf(admin, mark) ? mark : undefined
      const attempt = throttle.begin({ email, address, knownDevice })
      if (!attempt) return refused('login-failed', waitAMinute)
      try {
        if (!(await isPassword(password, admin?.passwordHash)) || !admin) return refused('login-failed')
      } catch (error) {
        if (error instanceof TooManySignIns) return refused('login-failed', waitAMinute)
        throw error
      }
      attempt.succeeded()
      return done(await openSession(admin.email, device))
    },

    async signOut(token) {
      remembered.delete(hashToken(token))
      await storage.transaction((db) => deleteSessionByToken(db, hashToken(token)))
    },

    async organiserOf(token, doing = 'reading') {
      if (!token || token.length > 100) return undefined
      const tokenHash = hashToken(token)
      const found = await findSessionOrRemember(tokenHash)
      if (found && 'kind' in found) return found
      const validUntil = found && Math.min(Date.parse(found.expiresAt), Date.parse(found.lastSeenAt) + idleMs)
      if (!found || !validUntil || validUntil <= nowMs()) {
        remembered.delete(tokenHash)
        return undefined
      }
      if (doing === 'changing' && nowMs() - Date.parse(found.lastSeenAt) >= touchEveryMs) {
        // A disk that is full must not keep an organiser out who has the right to be in.
        await storage
          .transaction((db) => touchSession(db, found.id, clock.now().toISOString()))
          .catch((error: unknown) => logProblem('A session could not be kept alive.', error))
      }
      const organiser: Organiser = { kind: 'organiser', email: found.email, sessionId: found.id }
      remembered.set(tokenHash, { organiser, validUntil: Math.min(validUntil, nowMs() + rememberedMs) })
      return organiser
    },

    async deviceMark(token) {
      const session = await storage.read((db) => findSession(db, hashToken(token)))
      const admin = session && (await storage.read((db) => findAdmin(db, session.email)))
      return admin && makeMark(admin, randomBytes(12).toString('base64url'))
    },

    async changePassword({ current, next }, organiser) {
      const password = checkPassword(next)
      if (!password.ok) return password
      // A session left open on a table must not become a way to guess the password.
      const attempt = throttle.begin({
        email: organiser.email,
        address: '',
        knownDevice: `session ${organiser.sessionId}`,
      })
      if (!attempt) return refused('wrong-password', waitAMinute)
      const admin = await storage.read((db) => findAdmin(db, organiser.email))
      if (!(await isPassword(current, admin?.passwordHash))) return refused('wrong-password')
      attempt.succeeded()
      const { email, sessionId } = organiser
      return forgetting(
        announced(setPassword(parts, { email, password: next }, { who: email, exceptSession: sessionId })),
      )
    },

    async sessions(organiser) {
      const sessions = await storage.read((db) => listSessions(db, organiser.email))
      const isAlive = (session: Session) =>
        Date.parse(session.expiresAt) > nowMs() && Date.parse(session.lastSeenAt) + idleMs > nowMs()
      return sessions.filter(isAlive).map(
        (session): SessionInfo => ({
          id: session.id,
          createdAt: session.createdAt,
          lastSeenAt: session.lastSeenAt,
          device: session.device,
          current: session.id === organiser.sessionId,
        }),
      )
    },

    async endSession(sessionId, { email }) {
      const ended = storage.transaction(async (db) => {
        const { revision } = await lockCurrent(db)
        if (!(await deleteSession(db, sessionId, email))) return refused('no-such-session')
        const at = clock.now().toISOString()
        const words = `A session of ${email} was ended`
        return note(db, { revision, at, who: email, action: accountActions.endSession, words })
      })
      return forgetting(announced(ended))
    },

    async organisers() {
      const admins = await storage.read(listAdmins)
      return admins.map(({ email, createdAt }) => ({ email, createdAt }))
    },

    addOrganiser: (form, organiser) => announced(addOrganiser(parts, form, organiser.email)),
    removeOrganiser: (email, organiser) =>
      forgetting(announced(removeOrganiser(parts, email, organiser.email))),
  }
}

// A token has 256 random bits, so a fast hash is as good as a slow one.
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Keyed with the password's hash: nobody else can make one, and a new password makes all old ones worthless. */
function makeMark({ email, passwordHash }: Admin, nonce: string): string {
  const proof = createHmac('sha256', passwordHash).update(`${email} ${nonce}`).digest('base64url')
  return `${nonce}.${proof}`
}

function isMarkOf(admin: Admin, mark: string): boolean {
  const expected = Buffer.from(makeMark(admin, mark.split('.', 1)[0] ?? ''))
  const given = Buffer.from(mark)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
