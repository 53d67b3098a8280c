import { compareMatchIds } from '../../domain/draw/draw-reader.ts'
import { theTerminal } from '../actors.ts'
import { restoring } from '../journal-actions.ts'
import { appendEntry } from '../storage/journal-rows.ts'
import { pointAtEdition, withEditionId } from '../storage/migrations/006-edition-ids.ts'
import { migrationsFor } from '../storage/migrations/all.ts'
import { ensurePushKeys } from '../storage/push-rows.ts'
import type { Tables, TeamRow } from '../storage/schema.ts'
import { type Db, type Storage, StorageProblem } from '../storage/storage.ts'
import { beginEpoch, lockCurrent, readCurrent, readRevision } from '../storage/system-rows.ts'

/** Every table that is worth keeping, parents first. Sessions are not: a restored one could outlive its end. */
const kept = {
  teams: ['id'],
  tournaments: ['id'],
  brackets: ['tournament_id', 'round_index'],
  matches: ['tournament_id', 'id'],
  system: ['id'],
  editions: ['id'],
  journal: ['revision'],
  admins: ['email'],
  push_subscriptions: ['id'],
  shown_links: ['link_hash'],
} as const satisfies Partial<Record<keyof Tables, readonly string[]>>
type Kept = keyof typeof kept
const tables = Object.keys(kept) as Kept[]

/** Each migration made a version of the backup, oldest first. */
const versions = Object.keys(migrationsFor({ json: 'json', instant: 'timestamptz' }))
const version = versions.at(-1) ?? ''
const rowsAtOnce = 100

/** The first line of a backup. Earlier versions did not say when it was made. */
export type BackupHeader = { readonly version: string; readonly at?: string }

/** Writes the whole cup as lines of JSON, the same on both engines. Returns how many teams are in it. */
export function writeBackup(
  storage: Storage,
  writeLine: (line: string) => Promise<void> | void,
  now?: Date,
): Promise<{ readonly teams: number }> {
  return storage.snapshot(async (db) => {
    let teams = 0
    const header: BackupHeader = { version, ...(now && { at: now.toISOString() }) }
    await writeLine(JSON.stringify({ backup: 'the-cup', ...header }))
    for (const table of tables) {
      for (let offset = 0; ; offset += rowsAtOnce) {
        const rows = await page(db, table, offset)
        for (const row of rows) await writeLine(JSON.stringify({ table, row }))
        if (table === 'teams') teams += rows.filter((row) => !(row as TeamRow).removed_at).length
        if (rows.length < rowsAtOnce) break
      }
    }
    // A file that was cut off lacks this line.
    await writeLine(JSON.stringify({ end: true }))
    return { teams }
  })
}

function page(db: Db, table: Kept, offset: number): Promise<object[]> {
  let query = db.selectFrom(table).selectAll().limit(rowsAtOnce).offset(offset)
  for (const key of kept[table]) query = query.orderBy(key as never)
  return query.execute()
}

/** Whether nothing was ever done here, so that a restore replaces nothing. */
export async function isEmpty(storage: Storage): Promise<boolean> {
  return (await storage.read(readRevision)) === 0
}

/** The storage broke off at the very end: nobody knows whether the backup has taken the place of what was there. */
export class RestoreUncertain extends StorageProblem {
  override name = 'RestoreUncertain'
}

/** Puts a backup in the place of everything that is here: whole, or, when it rejects with anything but RestoreUncertain, not at all. */
export async function readBackup(
  storage: Storage,
  lines: AsyncIterable<string> | Iterable<string>,
  now: Date,
): Promise<BackupHeader> {
  const before = await storage.read(readCurrent)
  let isWritten = false
  try {
    return await storage.transaction(async (db) => {
      const header = await replaceAll(db, lines, now)
      isWritten = true
      return header
    })
  } catch (error) {
    const after = isWritten ? await storage.read(readCurrent).catch(() => undefined) : before
    if (after?.epoch === before.epoch) throw error
    throw new RestoreUncertain(
      'The database broke off, and may have the backup or what was there before: look at the cup.',
      { cause: error },
    )
  }
}

async function replaceAll(
  db: Db,
  lines: AsyncIterable<string> | Iterable<string>,
  now: Date,
): Promise<BackupHeader> {
  const replaced = await lockCurrent(db)
  for (const table of ['sessions', ...tables.toReversed()] as const) await db.deleteFrom(table).execute()
  const header = await insertLines(db, lines)
  if (isBeforeEditionIds(header)) await pointAtEdition(db)
  await checkWhole(db)
  // A backup of before has none.
  await ensurePushKeys(db)
  const restored = await readCurrent(db)
  // A new epoch makes every node and page load the whole cup anew.
  await beginEpoch(db, now, replaced.epoch)
  const revision = Math.max(replaced.revision, restored.revision) + 1
  const words = 'The cup was restored from a backup.'
  await appendEntry(db, {
    revision,
    at: now.toISOString(),
    who: theTerminal,
    action: restoring,
    words,
    details: { message: words },
    changes: [],
    before: undefined,
    requestId: undefined,
  })
  return header
}

function isBeforeEditionIds({ version: made }: BackupHeader): boolean {
  return made < '006-edition-ids'
}

/** What a cup cannot do without. */
async function checkWhole(db: Db): Promise<void> {
  const documents = await db.selectFrom('system').select('id').execute()
  if (!['current', 'settings'].every((name) => documents.some(({ id }) => id === name))) throw notABackup()
  const { editionId = 0 } = await readCurrent(db)
  if (!(await db.selectFrom('editions').select('id').where('id', '=', editionId).executeTakeFirst()))
    throw notABackup()
  if (await db.selectFrom('admins').select('email').executeTakeFirst()) return
  throw new StorageProblem(
    'The backup has no account of an organiser: nobody could sign in. Take another file.',
  )
}

async function insertLines(db: Db, lines: AsyncIterable<string> | Iterable<string>): Promise<BackupHeader> {
  let header: BackupHeader | undefined
  let hasEnd = false
  let waiting: { table: Kept; rows: object[] } | undefined
  const unplaced: UnplacedMatch[] = []
  const columns = await columnsOf(db)
  const flush = async () => {
    if (waiting)
      await db
        .insertInto(waiting.table)
        .values(waiting.rows as never)
        .execute()
    waiting = undefined
  }
  for await (const line of lines) {
    if (line.trim() === '') continue
    if (hasEnd)
      throw new StorageProblem('The backup goes on after its end: it was changed. Take another file.')
    const value = parse(line)
    if (!header) {
      header = headerFrom(value)
    } else if ('end' in value) {
      hasEnd = true
    } else {
      const { table, row } = checkRow(isBeforeEditionIds(header) ? upgraded(value) : value, columns)
      if (table === 'matches' && !('match_index' in row)) {
        unplaced.push(row as UnplacedMatch)
        continue
      }
      if (waiting && (waiting.table !== table || waiting.rows.length >= rowsAtOnce)) await flush()
      waiting ??= { table, rows: [] }
      waiting.rows.push(row)
    }
  }
  await flush()
  for (const row of placed(unplaced)) {
    await db
      .insertInto('matches')
      .values(row as never)
      .execute()
  }
  if (!header) throw notABackup()
  if (!hasEnd) throw new StorageProblem('The backup is not complete: its end is missing. Take another file.')
  return header
}

/** A match imported from elsewhere, with an id of its own and without a place. */
type UnplacedMatch = { readonly id: string; readonly tournament_id: string; readonly round_index: number }

/** Such matches stand in their round in the spec's order of ids. */
function placed(matches: readonly UnplacedMatch[]): object[] {
  const rounds = Object.groupBy(
    matches.toSorted((a, b) => compareMatchIds(a.id, b.id)),
    ({ tournament_id, round_index }) => `${tournament_id} ${round_index}`,
  )
  return Object.values(rounds).flatMap((round = []) =>
    round.map((match, index) => ({ ...match, match_index: index })),
  )
}

function parse(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {}
  throw notABackup()
}

function headerFrom(value: Record<string, unknown>): BackupHeader {
  if (value.backup !== 'the-cup') throw notABackup()
  const header = { version: String(value.version), ...(typeof value.at === 'string' && { at: value.at }) }
  // What its rows lack, the tables fill in.
  if (versions.includes(header.version)) return header
  throw new StorageProblem(
    header.version < version
      ? 'The backup was made by an older version of The Cup: restore it with that version, then upgrade.'
      : 'The backup was made by a newer version of The Cup: restore it with that version.',
  )
}

function upgraded({ table, row }: Record<string, unknown>): Record<string, unknown> {
  return { table, row: typeof row === 'object' && row !== null ? withEditionId(String(table), row) : row }
}

function checkRow(
  { table: name, row }: Record<string, unknown>,
  columns: Columns,
): { table: Kept; row: object } {
  if (!tables.includes(name as Kept) || typeof row !== 'object' || row === null) throw notABackup()
  const table = name as Kept
  // Older records may not say whether a team is approved: then it is not.
  const whole = table === 'teams' ? { approved: false, ...row } : row
  for (const [column, value] of Object.entries(whole)) {
    if (mayStandIn(columns.get(`${table} ${column}`), value)) continue
    throw new StorageProblem(
      `The backup has something in "${column}" of "${table}" that cannot stand there. Take another file.`,
    )
  }
  return { table, row: Object.fromEntries(Object.entries(whole).map(writable)) }
}

type Column = { readonly type: string; readonly isOptional: boolean }
/** By table and column. */
type Columns = ReadonlyMap<string, Column>

async function columnsOf(db: Db): Promise<Columns> {
  const found = await db.introspection.getTables()
  return new Map(
    found.flatMap(({ name: table, columns }) =>
      columns.map(({ name, dataType, isNullable }): [string, Column] => {
        const keys: readonly string[] = table in kept ? kept[table as Kept] : []
        return [`${table} ${name}`, { type: dataType, isOptional: isNullable && !keys.includes(name) }]
      }),
    ),
  )
}

/** SQLite would take anything anywhere. Each engine has names of its own for the types. */
function mayStandIn(column: Column | undefined, value: unknown): boolean {
  if (!column) return false
  if (value === null) return column.isOptional
  switch (column.type.toLowerCase()) {
    case 'integer':
    case 'int4':
    case 'int8':
      return Number.isInteger(value) && Math.abs(value as number) < 1e15
    case 'boolean':
    case 'bool':
      return typeof value === 'boolean'
    case 'json text':
    case 'json':
      return typeof value === 'object'
    case 'instant text':
    case 'timestamptz':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))
    default:
      return typeof value === 'string'
  }
}

/** Lists and documents are written as JSON text. */
function writable([column, value]: [string, unknown]): [string, unknown] {
  return [column, typeof value === 'object' && value !== null ? JSON.stringify(value) : value]
}

function notABackup(): StorageProblem {
  return new StorageProblem('That file is not a backup of The Cup. Take one that npm run backup has made.')
}
