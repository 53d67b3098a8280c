import type { GivenAccount } from './schema.ts'
import type { Db } from './storage.ts'
import { readDocument, saveDocument } from './system-rows.ts'

export type Admin = { readonly email: string; readonly passwordHash: string; readonly createdAt: string }

const adminColumns = ['email', 'password_hash as passwordHash', 'created_at as createdAt'] as const

export async function insertAdmin(db: Db, admin: Admin): Promise<void> {
  await db
    .insertInto('admins')
    .values({ email: admin.email, password_hash: admin.passwordHash, created_at: admin.createdAt })
    .execute()
}

export async function findAdmin(db: Db, email: string): Promise<Admin | undefined> {
  return db.selectFrom('admins').select(adminColumns).where('email', '=', email).executeTakeFirst()
}

export async function listAdmins(db: Db): Promise<Admin[]> {
  return db.selectFrom('admins').select(adminColumns).orderBy('email').execute()
}

/** False when there is no such admin. */
export async function updatePasswordHash(db: Db, email: string, passwordHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admins')
    .set({ password_hash: passwordHash })
    .where('email', '=', email)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sessions are deleted by cascade. */
export async function deleteAdmin(db: Db, email: string): Promise<void> {
  await db.deleteFrom('admins').where('email', '=', email).execute()
}

export async function readGivenAccount(db: Db): Promise<GivenAccount | undefined> {
  return (await readDocument(db, 'given-account')) as GivenAccount | undefined
}

export async function saveGivenAccount(db: Db, { email, passwordHash }: GivenAccount): Promise<void> {
  await saveDocument(db, 'given-account', { email, passwordHash } satisfies GivenAccount)
}

export type Session = {
  readonly id: string
  readonly tokenHash: string
  readonly email: string
  readonly device: string
  readonly createdAt: string
  readonly lastSeenAt: string
  readonly expiresAt: string
}

const sessionColumns = [
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
  return db
    .selectFrom('sessions')
    .select(sessionColumns)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
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
    .select(sessionColumns)
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
