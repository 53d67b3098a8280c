import { rename, rm, writeFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { theTerminal } from '../actors.ts'
import { listAdmins } from '../storage/account-rows.ts'
import {
  type BackupTable,
  backupTables,
  type ColumnCheck,
  columnCheck,
  deleteEverything,
  insertRows,
  pagesOf,
  rowsAtOnce,
} from '../storage/backup-rows.ts'
import { hasEdition } from '../storage/edition-rows.ts'
import { appendEntry } from '../storage/journal-rows.ts'
import { migrationNames, pointAtEdition, withEditionId } from '../storage/migrations.ts'
import { ensurePushKeys } from '../storage/push-rows.ts'
import type { TeamRow } from '../storage/schema.ts'
import { type Db, type Storage, StorageProblem } from '../storage/storage.ts'
import { beginEpoch, lockCurrent, readCurrent, readDocument, readRevision } from '../storage/system-rows.ts'

// A backup is JSON lines, the same for both engines: a header, `{ table, row }` for each row, and an end.

/** `version` is the newest migration. Early versions of The Cup wrote no `at`. */
export type BackupHeader = { readonly version: string; readonly at?: string }

type Lines = AsyncIterable<string> | Iterable<string>

export const unfinishedEnding = '.unfinished'

/** Writes a file atomically (temporary file, then rename), readable for its owner only. */
export async function writeBackupFile(
  storage: Storage,
  file: string,
  now: Date,
): Promise<{ readonly teams: number }> {
  // Buffered, so that a slow disk does not prolong the read transaction, which holds up SQLite's checkpoints.
  const lines: string[] = []
  const written = await writeBackup(storage, (line) => void lines.push(`${line}\n`), now)
  const unfinished = `${file}${unfinishedEnding}`
  try {
    await writeFile(unfinished, lines.join(''), { mode: 0o600, flush: true })
    await rename(unfinished, file)
    return written
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Splits at line feeds only: Node's `readline` also splits at U+2028 and U+2029, which JSON may contain. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let partial = ''
  for await (const piece of pieces) {
    const lines = (partial + piece).split('\n')
    partial = lines.pop() ?? ''
    // CRLF, after a mail program or Windows.
    for (const line of lines) yield line.replace(/\r$/, '')
  }
  if (partial) yield partial
}

/** Returns the number of teams on the lists of all editions. */
export function writeBackup(
  storage: Storage,
  writeLine: (line: string) => Promise<void> | void,
  now?: Date,
): Promise<{ readonly teams: number }> {
  return storage.snapshot(async (db) => {
    let teams = 0
    const header: BackupHeader = {
      version: migrationNames.at(-1) ?? '',
      ...(now && { at: now.toISOString() }),
    }
    await writeLine(JSON.stringify({ backup: 'the-cup', ...header }))
    for (const table of backupTables) {
      for await (const rows of pagesOf(db, table)) {
        for (const row of rows) await writeLine(JSON.stringify({ table, row }))
        if (table === 'teams') teams += rows.filter((row) => !(row as TeamRow).removed_at).length
        // node:sqlite is synchronous: let requests run between pages.
        await setImmediate()
      }
    }
    // A truncated file lacks this line.
    await writeLine(JSON.stringify({ end: true }))
    return { teams }
  })
}

/** Whether nothing was ever changed, so that a restore replaces nothing. */
export async function isEmpty(storage: Storage): Promise<boolean> {
  return (await storage.read(readRevision)) === 0
}

/** The connection broke during the commit: the restore may or may not have happened. */
export class RestoreUncertain extends StorageProblem {
  override name = 'RestoreUncertain'
}

/** Replaces everything by a backup, in one transaction: any error but RestoreUncertain means that nothing changed. */
export async function readBackup(storage: Storage, lines: Lines, now: Date): Promise<BackupHeader> {
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

async function replaceAll(db: Db, lines: Lines, now: Date): Promise<BackupHeader> {
  const replaced = await lockCurrent(db)
  await deleteEverything(db)
  const header = await insertLines(db, lines)
  if (isBeforeEditionIds(header)) await pointAtEdition(db)
  await checkComplete(db)
  // Backups from before Web Push have no keys.
  await ensurePushKeys(db)
  const restored = await readCurrent(db)
  // A new epoch makes every node and page reload the whole cup.
  await beginEpoch(db, now, replaced.epoch)
  const revision = Math.max(replaced.revision, restored.revision) + 1
  const words = 'The cup was restored from a backup.'
  await appendEntry(db, {
    revision,
    at: now.toISOString(),
    who: theTerminal,
    action: 'restore',
    words,
    details: { message: words },
    changes: [],
    before: undefined,
    requestId: undefined,
  })
  return header
}

function isBeforeEditionIds({ version }: BackupHeader): boolean {
  return version < '006-edition-ids'
}

async function checkComplete(db: Db): Promise<void> {
  for (const id of ['current', 'settings']) if ((await readDocument(db, id)) === undefined) throw notABackup()
  if (!(await hasEdition(db, (await readCurrent(db)).editionId))) throw notABackup()
  if ((await listAdmins(db)).length > 0) return
  throw new StorageProblem(
    'The backup has no account of an organiser: nobody could sign in. Take another file.',
  )
}

async function insertLines(db: Db, lines: Lines): Promise<BackupHeader> {
  let header: BackupHeader | undefined
  let hasEnd = false
  let batch: { table: BackupTable; rows: object[] } | undefined
  const mayHold = await columnCheck(db)
  const flush = async () => {
    if (batch) await insertRows(db, batch.table, batch.rows)
    batch = undefined
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
      const { table, row } = checkRow(isBeforeEditionIds(header) ? withEditionId(value) : value, mayHold)
      if (batch && (batch.table !== table || batch.rows.length >= rowsAtOnce)) await flush()
      batch ??= { table, rows: [] }
      batch.rows.push(row)
    }
  }
  await flush()
  if (!header) throw notABackup()
  if (!hasEnd) throw new StorageProblem('The backup is not complete: its end is missing. Take another file.')
  return header
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
  // Columns missing in an older version get their defaults.
  if (migrationNames.includes(header.version)) return header
  throw new StorageProblem(
    header.version < (migrationNames.at(-1) ?? '')
      ? 'The backup was made by an older version of The Cup: restore it with that version, then upgrade.'
      : 'The backup was made by a newer version of The Cup: restore it with that version.',
  )
}

function checkRow(
  { table: name, row }: Record<string, unknown>,
  mayHold: ColumnCheck,
): { table: BackupTable; row: object } {
  const table = backupTables.find((one) => one === name)
  if (!table || typeof row !== 'object' || row === null) throw notABackup()
  // Older records may lack `approved`, which the specification reads as false.
  const whole = table === 'teams' ? { approved: false, ...row } : row
  for (const [column, value] of Object.entries(whole)) {
    if (mayHold(table, column, value)) continue
    throw new StorageProblem(
      `The backup has something in "${column}" of "${table}" that cannot stand there. Take another file.`,
    )
  }
  return { table, row: whole }
}

function notABackup(): StorageProblem {
  return new StorageProblem('That file is not a backup of The Cup. Take one that npm run backup has made.')
}
