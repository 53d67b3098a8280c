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

const columns = [
  'id',
  'token_hash as tokenHash',
  'email',
  'device',
  'created_at as createdAt',
  'last_seen_at as lastSeenAt',
  'expires_at as expiresAt',
] as const

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
  return db.selectFrom('sessions').select(columns).where('token_hash', '=', tokenHash).executeTakeFirst()
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
  return db
    .selectFrom('sessions')
    .select(columns)
    .where('email', '=', email)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
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
