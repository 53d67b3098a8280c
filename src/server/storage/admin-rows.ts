import type { GivenAccount } from './schema.ts'
import type { Db } from './storage.ts'
import { readDocument, saveDocument } from './system-rows.ts'

export type Admin = { readonly email: string; readonly passwordHash: string; readonly createdAt: string }

const columns = ['email', 'password_hash as passwordHash', 'created_at as createdAt'] as const

export async function insertAdmin(db: Db, admin: Admin): Promise<void> {
  await db
    .insertInto('admins')
    .values({ email: admin.email, password_hash: admin.passwordHash, created_at: admin.createdAt })
    .execute()
}

export async function findAdmin(db: Db, email: string): Promise<Admin | undefined> {
  return db.selectFrom('admins').select(columns).where('email', '=', email).executeTakeFirst()
}

export async function listAdmins(db: Db): Promise<Admin[]> {
  return db.selectFrom('admins').select(columns).orderBy('email').execute()
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

/** Sessions are deleted by cascade. False when there is no such admin. */
export async function deleteAdmin(db: Db, email: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('admins').where('email', '=', email).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function readGivenAccount(db: Db): Promise<GivenAccount | undefined> {
  return (await readDocument(db, 'given-account')) as GivenAccount | undefined
}

export async function saveGivenAccount(db: Db, { email, passwordHash }: GivenAccount): Promise<void> {
  await saveDocument(db, 'given-account', { email, passwordHash } satisfies GivenAccount)
}
