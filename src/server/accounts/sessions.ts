import { createHash, randomBytes } from 'node:crypto'
import { type Outcome, refused } from '../../domain/outcome.ts'
import type { Accounts, Changed, Organiser, SessionInfo } from '../app.ts'
import { logProblem } from '../log.ts'
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
import { type AccountParts, note } from './organisers.ts'

/** A night, the day after it, and no more without a change made; and never more than two weeks. */
const idleMs = 24 * 60 * 60 * 1000
const absoluteMs = 14 * 24 * 60 * 60 * 1000

// A night of taps need not be a night of notes that somebody is there.
const touchEveryMs = 5 * 60 * 1000
// It may have been ended elsewhere since.
const rememberedMs = 10 * 60 * 1000

/** The sessions of organisers, whose tokens are in their cookies. */
export type Sessions = Pick<Accounts, 'organiserOf' | 'signOut' | 'sessions'> & {
  open(email: string, device: string): Promise<{ token: string; expiresAt: string }>
  emailOf(token: string): Promise<string | undefined>
  end(sessionId: string, email: string): Promise<Outcome<Changed>>
  /** After a change that may have ended some: none is believed without the storage. */
  forgetAll(): void
}

export function createSessions({ storage, clock }: AccountParts): Sessions {
  const nowMs = () => clock.now().getTime()
  const isAlive = (session: Session) => endOf(session) > nowMs()
  /** Sessions as last seen, for the minutes in which the storage does not answer. */
  let remembered = createBoundedMap<{ organiser: Organiser; validUntil: number }>(1_000)

  async function find(tokenHash: string): Promise<Session | Organiser | undefined> {
    try {
      return await storage.read((db) => findSession(db, tokenHash))
    } catch (error) {
      // Nothing can be read or changed while the storage is away, so trusting what it last said gives nothing away.
      const last = remembered.get(tokenHash)
      if (last && last.validUntil > nowMs()) return last.organiser
      throw error
    }
  }

  async function touch({ id, lastSeenAt }: Session): Promise<void> {
    if (nowMs() - Date.parse(lastSeenAt) < touchEveryMs) return
    // A disk that is full must not keep an organiser out who has the right to be in.
    await storage
      .transaction((db) => touchSession(db, id, clock.now().toISOString()))
      .catch((error: unknown) => logProblem('A session could not be kept alive.', error))
  }

  return {
    async open(email, device) {
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
    },

    async organiserOf(token, doing = 'reading') {
      if (!token || token.length > 100) return undefined
      const tokenHash = hashToken(token)
      const found = await find(tokenHash)
      if (found && 'kind' in found) return found
      if (!found || !isAlive(found)) {
        remembered.delete(tokenHash)
        return undefined
      }
      if (doing === 'changing') await touch(found)
      const organiser: Organiser = { kind: 'organiser', email: found.email, sessionId: found.id }
      const validUntil = Math.min(endOf(found), nowMs() + rememberedMs)
      remembered.set(tokenHash, { organiser, validUntil })
      return organiser
    },

    async emailOf(token) {
      const session = await storage.read((db) => findSession(db, hashToken(token)))
      return session?.email
    },

    async sessions(organiser) {
      const sessions = await storage.read((db) => listSessions(db, organiser.email))
      return sessions.filter(isAlive).map(
        ({ id, createdAt, lastSeenAt, device }): SessionInfo => ({
          id,
          createdAt,
          lastSeenAt,
          device,
          current: id === organiser.sessionId,
        }),
      )
    },

    async signOut(token) {
      remembered.delete(hashToken(token))
      await storage.transaction((db) => deleteSessionByToken(db, hashToken(token)))
    },

    end: (sessionId, email) =>
      storage.transaction(async (db) => {
        const { revision } = await lockCurrent(db)
        if (!(await deleteSession(db, sessionId, email))) return refused('no-such-session')
        const at = clock.now().toISOString()
        const words = `A session of ${email} was ended`
        return note(db, { revision, at, who: email, action: 'end-session', words })
      }),

    forgetAll() {
      remembered = createBoundedMap(1_000)
    },
  }
}

function endOf({ expiresAt, lastSeenAt }: Session): number {
  return Math.min(Date.parse(expiresAt), Date.parse(lastSeenAt) + idleMs)
}

// A token has 256 random bits, so a fast hash is as good as a slow one.
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
