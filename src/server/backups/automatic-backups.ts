import { readdirSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backupSaid } from '../../domain/messages.ts'
import { done, type Outcome, refused } from '../../domain/outcome.ts'
import { keptBackups } from '../../domain/settings/limits.ts'
import { type BackupState, nextBackupAt } from '../../domain/upkeep/backup-schedule.ts'
import type { Organiser } from '../actors.ts'
import type { Clock } from '../clock.ts'
import type { Changed } from '../commands/change.ts'
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

/**
 * Backups each night and after each final; the newest `keptBackups` files stay in the folder. They are next to the database, on
 * this node, and change nothing in the cup.
 */
export function createBackups({ storage, view, clock, folder }: BackupParts) {
  let last = instantOf(madeBy(clock.now(), listNow(folder)).at(-1))
  let failed: { readonly at: number; readonly words: string } | undefined
  let making: Promise<void> | undefined

  async function writeOne(): Promise<void> {
    const at = clock.now()
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      await writeBackupFile(storage, join(folder, nameOf(at)), at)
      last = at.toISOString()
      failed = undefined
    } catch (error) {
      failed = { at: at.getTime(), words: failureWords(error) }
      logProblem('A backup could not be made.', error)
    }
    await tidy(folder, last).catch((error: unknown) => logProblem('Old backups could not be deleted.', error))
  }

  function make(): Promise<void> {
    making ??= writeOne().finally(() => {
      making = undefined
    })
    return making
  }

  const msUntil = (cup: Parameters<typeof nextBackupAt>[0], date: Date) => {
    const now = date.getTime()
    // A backup dated in the future, by a clock that was ahead, says nothing about the next one.
    const next = nextBackupAt(cup, last && Date.parse(last) <= now ? last : undefined)
    if (next === undefined) return undefined
    return Math.max(0, next - now, failed && failed.at <= now ? failed.at + retryMs - now : 0)
  }
  const watch = watchDue({
    view,
    clock,
    msUntil,
    async run() {
      const cup = view.current()
      if (cup && msUntil(cup, clock.now()) === 0) await make()
    },
  })

  return {
    backupState: (_organiser: Organiser): BackupState => ({
      ...(last && { last }),
      ...(failed && { failure: failed.words }),
    }),
    /** It has everything in it, phone numbers and accounts too. */
    async newestBackup(_organiser: Organiser) {
      const names = await list(folder)
      const made = names.find((name) => name === (last && nameOf(new Date(last))))
      const name = made ?? names.at(-1)
      return name === undefined ? undefined : { name, bytes: await readFile(join(folder, name)) }
    },
    /** Joins a backup that is already being made. */
    async backUp(): Promise<Outcome<Changed>> {
      await make()
      if (failed) return refused('backup-failed', [failed.words])
      return done({ revision: view.current()?.revision ?? 0, message: backupSaid.made, unchanged: true })
    },
    close: () => watch.stop(),
  }
}

/** '2025-04-04T05-00-00.000Z.cup': sorts by time, and has no colon, which some file systems forbid. */
function nameOf(at: Date): string {
  return `${at.toISOString().replaceAll(':', '-')}.cup`
}

const backupName = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.cup$/

function instantOf(name: string | undefined): string | undefined {
  return name?.replace(backupName, '$1:$2:$3')
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

/** Without those dated in the future by a clock that was ahead. */
function madeBy(now: Date, names: readonly string[]): string[] {
  return names.filter((name) => name <= nameOf(now))
}

/** Deletes all but the newest backups, and files that a power cut left unfinished. The last one made stays even if its date is old. */
async function tidy(folder: string, last: string | undefined): Promise<void> {
  const made = last && nameOf(new Date(last))
  const old = (await list(folder)).slice(0, -keptBackups).filter((name) => name !== made)
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
