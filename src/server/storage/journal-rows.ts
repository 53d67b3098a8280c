import { sql } from 'kysely'
import type { RecordedName } from '../../domain/actions.ts'
import type { Change, Revision } from '../../domain/changes.ts'
import type { Db } from './storage.ts'
import { saveRevision } from './system-rows.ts'

export type JournalEntry = {
  readonly revision: number
  readonly at: string
  /** An organiser's email, or a name of actors.ts. */
  readonly who: string
  readonly action: RecordedName
  /** A sentence for the journal page. */
  readonly words: string
  /** `message` answers a duplicate request again. `teamIds`: the teams in the words; earlier versions wrote one `teamId`. */
  readonly details: JournalDetails
  readonly changes: readonly Change[]
  /** What a take-back restores: a `Before`. */
  readonly before: unknown
  readonly requestId: string | undefined
}

type JournalDetails = { readonly message: string } & Readonly<Record<string, unknown>>

/** Also sets the cup's revision. */
export async function appendEntry(db: Db, entry: JournalEntry): Promise<void> {
  await db
    .insertInto('journal')
    .values({
      revision: entry.revision,
      at: entry.at,
      who: entry.who,
      action: entry.action,
      words: entry.words,
      details: JSON.stringify(entry.details),
      changes: JSON.stringify(entry.changes),
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      request_id: entry.requestId ?? null,
    })
    .execute()
  await saveRevision(db, entry.revision)
}

/** The answer to an earlier request with this id. */
export async function findAnswer(
  db: Db,
  requestId: string,
): Promise<{ revision: number; message: string; isFinal: boolean } | undefined> {
  const row = await db
    .selectFrom('journal')
    .select(['revision', 'details', 'before'])
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  if (!row) return undefined
  const { revision, details, before } = row
  return { revision, message: String(details.message), isFinal: before === null }
}

/** Oldest first. */
export async function listRevisions(db: Db, after: number, limit: number): Promise<Revision[]> {
  return db
    .selectFrom('journal')
    .select(['revision', 'at', 'changes'])
    .where('revision', '>', after)
    .orderBy('revision')
    .limit(limit)
    .execute()
}

/** Changes by some actions between two instants, oldest first. */
export async function listChanges(
  db: Db,
  { actions, from, until }: { actions: readonly RecordedName[]; from: string; until: string },
): Promise<(readonly Change[])[]> {
  const rows = await db
    .selectFrom('journal')
    .select('changes')
    .where('action', 'in', actions)
    .where('at', '>=', from)
    .where('at', '<=', until)
    .orderBy('revision')
    .execute()
  return rows.map(({ changes }) => changes)
}

export async function findEntry(db: Db, revision: number): Promise<JournalEntry | undefined> {
  const row = await db.selectFrom('journal').selectAll().where('revision', '=', revision).executeTakeFirst()
  return row && entryFrom(row)
}

export type EntryFilter = {
  readonly search?: string | undefined
  readonly actions?: readonly RecordedName[] | undefined
  readonly before?: number | undefined
  readonly after?: number | undefined
  readonly limit: number
}

/** Newest first. `search` matches the columns `words` and `who`, ignoring case. */
export async function listEntries(db: Db, filter: EntryFilter): Promise<JournalEntry[]> {
  let query = db.selectFrom('journal').selectAll().orderBy('revision', 'desc').limit(filter.limit)
  if (filter.before !== undefined) query = query.where('revision', '<', filter.before)
  if (filter.after !== undefined) query = query.where('revision', '>', filter.after)
  if (filter.actions) query = query.where('action', 'in', filter.actions)
  if (filter.search) {
    const typed = containing(filter.search)
    const pattern = typed.toLowerCase()
    query = query.where((eb) =>
      eb.or([
        sql<boolean>`lower(words) like ${pattern} escape '\\'`,
        sql<boolean>`lower(who) like ${pattern} escape '\\'`,
        // With the C locale, PostgreSQL lowers ASCII only: at least find an exact match.
        sql<boolean>`words like ${typed} escape '\\'`,
      ]),
    )
  }
  return (await query.execute()).map(entryFrom)
}

/** Revisions of entries that contain a text. */
export async function revisionsWith(db: Db, text: string): Promise<number[]> {
  const [plain, inJson] = [containing(text), containing(JSON.stringify(text).slice(1, -1))]
  const has = (column: 'details' | 'changes' | 'before') =>
    sql<boolean>`cast(${sql.ref(column)} as text) like ${inJson} escape '\\'`
  const rows = await db
    .selectFrom('journal')
    .select('revision')
    .where((eb) =>
      eb.or([sql<boolean>`words like ${plain} escape '\\'`, has('details'), has('changes'), has('before')]),
    )
    .orderBy('revision')
    .execute()
  return rows.map(({ revision }) => revision)
}

/** A LIKE pattern, with wildcards escaped. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** The journal is append-only, except for erasing personal data. */
export async function rewriteEntry(
  db: Db,
  { revision, words, details, changes, before }: JournalEntry,
): Promise<void> {
  await db
    .updateTable('journal')
    .set({
      words,
      details: JSON.stringify(details),
      changes: JSON.stringify(changes),
      before: before === undefined ? null : JSON.stringify(before),
    })
    .where('revision', '=', revision)
    .execute()
}

type StoredEntry = Omit<JournalEntry, 'before' | 'requestId'> & { before: unknown; request_id: string | null }

function entryFrom(row: unknown): JournalEntry {
  const { before, request_id, ...entry } = row as StoredEntry
  return { ...entry, before: before ?? undefined, requestId: request_id ?? undefined }
}
