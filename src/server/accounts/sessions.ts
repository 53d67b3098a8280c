import { randomBytes } from 'node:crypto'
import { done, type Outcome, refused } from '../../domain/outcome.ts'
import type { Organiser } from '../actors.ts'
import { setBounded } from '../bounded-map.ts'
import { type Changed, type ChangeParts, change, type Line } from '../commands/change.ts'
import { hashToken } from '../ids.ts'
import { logProblem } from '../log.ts'
import { type Admin, findAdmin } from '../storage/admin-rows.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  findSession,
  insertSession,
  listSessions,
  type Session,
  touchSession,
} from '../storage/session-rows.ts'
import { lockCurrent } from '../storage/system-rows.ts'

/** A session ends after a day without a change made in it, and after two weeks in any case. */
const idleMs = 24 * 60 * 60 * 1000
const absoluteMs = 14 * 24 * 60 * 60 * 1000

// Not every tap writes that the session is in use.
const touchEveryMs = 5 * 60 * 1000
// Short, because a session may have been ended elsewhere since.
const rememberedMs = 10 * 60 * 1000
const mostRemembered = 1_000

type SessionInfo = {
  readonly id: string
  readonly createdAt: string
  readonly lastSeenAt: string
  /** Browser and system in a few words, as the sign-in saw them. */
  readonly device: string
  readonly current: boolean
}

/** The sessions of organisers, whose tokens are in their cookies. */
export function createSessions(parts: ChangeParts) {
  const { storage, clock } = parts
  const nowMs = () => clock.now().getTime()
  const isAlive = (session: Session) => endOf(session) > nowMs()
  /** Sessions as last seen, for the minutes in which the storage does not answer. */
  const remembered = new Map<string, { organiser: Organiser; validUntilMs: number }>()

  const forgetAll = () => remembered.clear()

  async function find(tokenHash: string): Promise<Session | Organiser | undefined> {
    try {
      return await storage.read((db) => findSession(db, tokenHash))
    } catch (error) {
      // While the storage is away nothing can be read or changed: trusting its last answer is safe.
      const last = remembered.get(tokenHash)
      if (last && last.validUntilMs > clock.monotonicMs()) return last.organiser
      throw error
    }
  }

  async function touch({ id, lastSeenAt }: Session): Promise<void> {
    if (nowMs() - Date.parse(lastSeenAt) < touchEveryMs) return
    // A full disk must not keep an organiser out.
    await storage
      .transaction((db) => touchSession(db, id, clock.now().toISOString()))
      .catch((error: unknown) => logProblem('A session could not be kept alive.', error))
  }

  return {
    /** Undefined where the password is not that of `admin` any more. */
    async open({ email, passwordHash }: Admin, device: string) {
      const token = randomBytes(32).toString('base64url')
      const now = clock.now()
      const expiresAt = new Date(now.getTime() + absoluteMs).toISOString()
      const isOpen = await storage.transaction(async (db) => {
        // While the password was checked it may have been changed, which ends every session.
        await lockCurrent(db)
        if ((await findAdmin(db, email))?.passwordHash !== passwordHash) return false
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
        return true
      })
      return isOpen ? { token, expiresAt } : undefined
    },

    /** Only a change shows that the session is in use; reading a page writes nothing. */
    async organiserOf(
      token: string | undefined,
      doing: 'reading' | 'changing' = 'reading',
    ): Promise<Organiser | undefined> {
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
      const validUntilMs = clock.monotonicMs() + Math.min(endOf(found) - nowMs(), rememberedMs)
      setBounded(remembered, tokenHash, { organiser, validUntilMs }, mostRemembered)
      return organiser
    },

    async sessions(organiser: Organiser): Promise<readonly SessionInfo[]> {
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

    async signOut({ sessionId, email }: Organiser): Promise<void> {
      forgetAll()
      await storage.transaction((db) => deleteSession(db, sessionId, email))
    },

    end(sessionId: string, by: Omit<Line, 'action'>): Promise<Outcome<Changed>> {
      const ended = change(parts, { ...by, action: 'end-session' }, async ({ db }) => {
        if (!(await deleteSession(db, sessionId, by.who))) return refused('no-such-session')
        return done({ words: `A session of ${by.who} was ended.`, changes: [] })
      })
      return ended.finally(forgetAll)
    },

    /** After a change that may have ended sessions: none is trusted without the storage. */
    forgetAll,
  }
}

function endOf({ expiresAt, lastSeenAt }: Session): number {
  return Math.min(Date.parse(expiresAt), Date.parse(lastSeenAt) + idleMs)
}
