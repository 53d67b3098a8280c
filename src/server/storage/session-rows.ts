import type { Selectable } from 'kysely'
import type { SessionRow } from './schema.ts'
import type { Db } from './storage.ts'

export type Session = {
  readonly id: string
  readonly tokenHash: string
  readonly email: string
  readonly device: string
  readonly createdAt: string
  readonly lastSeenAt: string
  readonly expiresAt: string
}

export async function insertSession(db: Db, session: Session): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      token_hash: session.tokenHash,
      email: session.email,
      device: session.device,
      created_at: session.createdAt,
      last_seen_at: session.lastSeenAt,
      expires_at: session.expiresAt,
    })
    .execute()
}

export async function findSession(db: Db, tokenHash: string): Promise<Session | undefined> {
  const row = await db
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row && sessionFrom(row)
}

export async function touchSession(db: Db, id: string, lastSeenAt: string): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: lastSeenAt }).where('id', '=', id).execute()
}

/** False when there is no such session of that admin. */
export async function deleteSession(db: Db, id: string, email: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('email', '=', email)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Most recently used first. */
export async function listSessions(db: Db, email: string): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('email', '=', email)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(sessionFrom)
}

export async function deleteSessionsOf(db: Db, email: string, exceptId?: string): Promise<void> {
  let query = db.deleteFrom('sessions').where('email', '=', email)
  if (exceptId !== undefined) query = query.where('id', '<>', exceptId)
  await query.execute()
}

/** Sessions past their end, or idle since `unusedSince`. */
export async function deleteExpiredSessions(db: Db, now: string, unusedSince: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('last_seen_at', '<=', unusedSince)]))
    .execute()
}

function sessionFrom(row: Selectable<SessionRow>): Session {
  return {
    id: row.id,
    tokenHash: row.token_hash,
    email: row.email,
    device: row.device,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  }
}
