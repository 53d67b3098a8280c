import { generateKeyPairSync } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { TeamId } from '../../domain/cup.ts'
import type { PushKeys, PushSubscriptionRow } from './schema.ts'
import type { Db } from './storage.ts'
import { readDocument } from './system-rows.ts'

export type PushSubscription = {
  /** A hash of the endpoint, so that a phone has one subscription. */
  readonly id: string
  readonly teamId: TeamId
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly createdAt: string
}

/** The VAPID key pair. Only the public key leaves the server. */
export async function readPushKeys(db: Db): Promise<PushKeys | undefined> {
  return (await readDocument(db, 'push')) as PushKeys | undefined
}

/** Generated once: subscriptions are bound to the keys they were made with. */
export async function ensurePushKeys(db: Db): Promise<void> {
  if (await readPushKeys(db)) return
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y, d } = privateKey.export({ format: 'jwk' })
  await db
    .insertInto('system')
    .values({ id: 'push', document: JSON.stringify({ x, y, d }), revision: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function findPushSubscription(db: Db, id: string): Promise<PushSubscription | undefined> {
  const row = await db.selectFrom('push_subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
  return row && subscriptionFrom(row)
}

/** Of one team, or of all. */
export async function countPushSubscriptions(db: Db, teamId?: TeamId): Promise<number> {
  let query = db.selectFrom('push_subscriptions').select((eb) => eb.fn.countAll().as('count'))
  if (teamId !== undefined) query = query.where('team_id', '=', teamId)
  return Number((await query.executeTakeFirstOrThrow()).count)
}

export async function listPushSubscriptions(db: Db, teamIds: readonly TeamId[]): Promise<PushSubscription[]> {
  if (teamIds.length === 0) return []
  const rows = await db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('team_id', 'in', teamIds)
    .orderBy('id')
    .execute()
  return rows.map(subscriptionFrom)
}

/** A phone follows one team, so a new one replaces the old. */
export async function savePushSubscription(db: Db, subscription: PushSubscription): Promise<void> {
  const { id, teamId, endpoint, p256dh, auth, createdAt } = subscription
  const changing = { team_id: teamId, p256dh, auth }
  await db
    .insertInto('push_subscriptions')
    .values({ id, endpoint, created_at: createdAt, ...changing })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changing))
    .execute()
}

export async function deletePushSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

/** Called at an edition's first entry: until then, beginning the edition can be taken back. */
export async function deletePushOfOtherEditions(db: Db, editionId: number): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('team_id', 'not in', (eb) =>
      eb.selectFrom('teams').select('id').where('edition_id', '=', editionId),
    )
    .execute()
}

function subscriptionFrom(row: Selectable<PushSubscriptionRow>): PushSubscription {
  const { id, team_id, endpoint, p256dh, auth, created_at } = row
  return { id, teamId: team_id, endpoint, p256dh, auth, createdAt: created_at }
}
