import { randomBytes } from 'node:crypto'
import type { Change } from '../../domain/changes.ts'
import { done, type Outcome, refused } from '../../domain/outcome.ts'
import type { Organiser } from '../actors.ts'
import { setBounded } from '../bounded-map.ts'
import { type Changed, type ChangeParts, change, type Line } from '../commands/change.ts'
import { hashToken } from '../ids.ts'
import { logProblem } from '../log.ts'
import {
  type Admin,
  deleteExpiredSessions,
  deleteSession,
  findAdmin,
  findSession,
  insertSession,
  listSessions,
  type Session,
  touchSession,
} from '../storage/account-rows.ts'

/** A session ends after a day without a change, and after two weeks in any case. */
const idleMs = 24 * 60 * 60 * 1000
const absoluteMs = 14 * 24 * 60 * 60 * 1000

// So that not every tap writes its session.
const touchEveryMs = 5 * 60 * 1000
// Short, because the session may have been ended elsewhere.
const rememberedMs = 10 * 60 * 1000
const mostRemembered = 1_000

type SessionInfo = {
  readonly id: string
  readonly createdAt: string
  readonly lastSeenAt: string
  /** Browser and system at sign-in, in words. */
  readonly device: string
  readonly current: boolean
}

/** Part of every change that ends sessions. */
export const sessionsEnded: Change = { kind: 'sessions' }

export function createSessions(parts: ChangeParts) {
  const { storage, clock } = parts
  const nowMs = () => clock.now().getTime()
  const isAlive = (session: Session) => endOf(session) > nowMs()
  /** Sessions last seen: organisers can read on for some minutes while the storage fails. */
  const remembered = new Map<string, { organiser: Organiser; validUntilMs: number }>()

  const forgetAll = () => remembered.clear()

  async function find(tokenHash: string): Promise<Session | Organiser | undefined> {
    try {
      return await storage.read((db) => findSession(db, tokenHash))
    } catch (error) {
      const last = remembered.get(tokenHash)
      if (last && last.validUntilMs > clock.monotonicMs()) return { ...last.organiser, isRemembered: true }
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

  function end(sessionId: string, line: Line, words: string): Promise<Outcome<Changed>> {
    const ended = change(parts, line, async ({ db }) => {
      if (!(await deleteSession(db, sessionId, line.who))) return refused('no-such-session')
      return done({ words, changes: [sessionsEnded] })
    })
    return ended.finally(forgetAll)
  }

  return {
    /** Refused if the password of `admin` has changed since it was read. */
    async open({ email, passwordHash }: Admin, device: string) {
      const token = randomBytes(32).toString('base64url')
      const now = clock.now()
      const expiresAt = new Date(now.getTime() + absoluteMs).toISOString()
      const line = { action: 'login', who: email } as const
      const opened = await change(parts, line, async ({ db, moment: { at } }) => {
        // While the password was checked it may have been changed, which ends every session.
        if ((await findAdmin(db, email))?.passwordHash !== passwordHash) return refused('login-failed')
        await deleteExpiredSessions(db, at, new Date(now.getTime() - idleMs).toISOString())
        await insertSession(db, {
          id: randomBytes(9).toString('base64url'),
          tokenHash: hashToken(token),
          email,
          device: device.slice(0, 100),
          createdAt: at,
          lastSeenAt: at,
          expiresAt,
        })
        return done({ words: `${email} signed in: ${device.slice(0, 100)}.`, changes: [] })
      })
      return opened.ok ? done({ token, expiresAt }) : opened
    },

    /** Only a change extends the session: a GET writes nothing. */
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
      const organiser: Organiser = {
        kind: 'organiser',
        email: found.email,
        sessionId: found.id,
        until: new Date(endOf(found)).toISOString(),
      }
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

    /** Without a request id: a repeated form must end a later session too. */
    signOut: ({ sessionId, email: who }: Organiser) =>
      end(sessionId, { action: 'logout', who }, `${who} signed out.`),

    endSession: (sessionId: string, by: Omit<Line, 'action'>) =>
      end(sessionId, { ...by, action: 'end-session' }, `A session of ${by.who} was ended.`),

    /** After a change that may have ended sessions: trust none without the storage. */
    forgetAll,
  }
}

function endOf({ expiresAt, lastSeenAt }: Session): number {
  return Math.min(Date.parse(expiresAt), Date.parse(lastSeenAt) + idleMs)
}
