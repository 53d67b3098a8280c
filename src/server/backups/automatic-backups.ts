import { readdirSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CupView } from '../../domain/cup.ts'
import { wonAt } from '../../domain/night/progress.ts'
import { done, type Outcome, refused } from '../../domain/outcome.ts'
import { keptBackups } from '../../domain/settings/limits.ts'
import { type BackupState, nextBackupAt } from '../../domain/upkeep/backup-schedule.ts'
import type { Organiser } from '../actors.ts'
import { setBounded } from '../bounded-map.ts'
import type { Clock } from '../clock.ts'
import { watchDue } from '../commands/watch-due.ts'
import { logProblem } from '../log.ts'
import type { Storage } from '../storage/storage.ts'
import type { PublicView } from '../view.ts'
import { unfinishedEnding, writeBackupFile } from './backup-file.ts'

export type Backups = ReturnType<typeof createBackups>

type BackupParts = {
  readonly storage: Storage
  readonly view: PublicView
  readonly clock: Clock
  readonly folder: string
}

const retryMs = 10 * 60_000

/** Each kind has its own quota: many manual backups, say from a stolen phone, cannot evict the others. */
type Kind = 'night' | 'final' | 'manual'

/** A download must begin within this time after its password. */
const downloadMs = 60_000

/** Backups each night and after each final, as files next to the database; keeps the newest `keptBackups` of each kind. */
export function createBackups({ storage, view, clock, folder }: BackupParts) {
  let last = instantIn(madeBy(clock.now(), listNow(folder)).at(-1))
  let failed: { readonly at: number; readonly words: string } | undefined
  let making: Promise<void> | undefined

  /** Sessions whose password was just confirmed, and until when. */
  const mayDownload = new Map<string, number>()

  async function writeOne(kind: Kind): Promise<void> {
    const at = clock.now()
    let made = last
    let failure: typeof failed
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      await writeBackupFile(storage, join(folder, fileNameOf(at, kind)), at)
      made = at.toISOString()
    } catch (error) {
      failure = { at: at.getTime(), words: failureWords(error) }
      logProblem('A backup could not be made.', error)
    }
    await tidy(folder, made).catch((error: unknown) => logProblem('Old backups could not be deleted.', error))
    // Assigned last: until then, the timer must not see this backup as done and join it instead of making the next.
    last = made
    failed = failure
  }

  function make(kind: Kind): Promise<void> {
    making ??= writeOne(kind).finally(() => {
      making = undefined
    })
    return making
  }

  const msUntil = (cup: Parameters<typeof nextBackupAt>[0], date: Date) => {
    const now = date.getTime()
    // Ignore a backup dated in the future: the clock was ahead when it was made.
    const next = nextBackupAt(cup, last && Date.parse(last) <= now ? last : undefined)
    if (next === undefined) return undefined
    return Math.max(0, next - now, failed && failed.at <= now ? failed.at + retryMs - now : 0)
  }
  const stopWatching = watchDue({
    view,
    clock,
    msUntil,
    async run() {
      const cup = view.current()
      if (cup && msUntil(cup, clock.now()) === 0) await make(isAfterFinal(cup, last) ? 'final' : 'night')
    },
  })

  return {
    backupState: (_organiser: Organiser): BackupState => ({
      ...(last && { last }),
      ...(failed && { failure: failed.words }),
    }),
    /** Contains everything, phone numbers and accounts included. */
    newest: () => newest(folder, last),
    /** The newest, if this session has just confirmed its password. */
    async download({ sessionId }: Organiser) {
      const isAllowed = (mayDownload.get(sessionId) ?? 0) > clock.monotonicMs()
      return isAllowed ? newest(folder, last) : undefined
    },
    allowDownload({ sessionId }: Organiser) {
      setBounded(mayDownload, sessionId, clock.monotonicMs() + downloadMs, 100)
    },
    /** Joins a backup that is already being made. */
    async backUp(): Promise<Outcome<void>> {
      await make('manual')
      return failed ? refused('backup-failed', [failed.words]) : done(undefined)
    },
    /** A backup that is being made is finished first: the storage closes next. */
    async close() {
      stopWatching()
      await making
    },
  }
}

/** A final that was won after the last backup. */
function isAfterFinal({ draw }: CupView, last: string | undefined): boolean {
  const won = draw && wonAt(draw)
  return won !== undefined && (last === undefined || won > last)
}

/** The last one made; after a restart, the newest by name. */
async function newest(folder: string, last: string | undefined) {
  const names = await list(folder)
  const name = names.find((each) => instantIn(each) === last) ?? names.at(-1)
  return name === undefined ? undefined : { name, bytes: await readFile(join(folder, name)) }
}

/** '2025-04-04T23-30-00.000Z.final.cup': sorts by time, and has no colon, which some file systems forbid. A nightly one names no kind. */
function fileNameOf(at: Date, kind: Kind): string {
  return `${at.toISOString().replaceAll(':', '-')}${kind === 'night' ? '' : `.${kind}`}.cup`
}

const backupName = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)(?:\.(final|manual))?\.cup$/

function instantIn(name: string | undefined): string | undefined {
  return name?.replace(backupName, '$1:$2:$3')
}

function kindOf(name: string): string {
  return backupName.exec(name)?.[4] ?? 'night'
}

/** Oldest first; other files in the folder are ignored. */
async function list(folder: string): Promise<string[]> {
  return backupsAmong(await readdir(folder).catch(() => []))
}

function listNow(folder: string): string[] {
  try {
    return backupsAmong(readdirSync(folder))
  } catch {
    return []
  }
}

function backupsAmong(names: readonly string[]): string[] {
  return names.filter((name) => backupName.test(name)).sort()
}

/** Without those dated in the future, by a clock that was ahead. */
function madeBy(now: Date, names: readonly string[]): string[] {
  return names.filter((name) => (instantIn(name) ?? '') <= now.toISOString())
}

/** Deletes old backups, and files that a power cut left unfinished. Never the last one made, even if its date is old. */
async function tidy(folder: string, last: string | undefined): Promise<void> {
  const kinds = Object.values(Object.groupBy(await list(folder), kindOf))
  const old = kinds
    .flatMap((names = []) => names.slice(0, -keptBackups))
    .filter((name) => instantIn(name) !== last)
  const unfinished = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(unfinishedEnding))
  for (const name of [...old, ...unfinished]) await rm(join(folder, name), { force: true })
}

/** An error as advice for an organiser. */
function failureWords(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return "The disk of the cup's machine is full: free some space there."
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'EEXIST':
    case 'ENOTDIR':
      return 'The cup may not write into the folder "backups" of its DATA_DIR: let it, or switch backups off.'
    default:
      return "The database or the disk did not answer: the log on the cup's machine says more."
  }
}
