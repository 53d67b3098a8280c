import { readdirSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { keptBackups } from '../../domain/settings/limits.ts'
import { type BackupState, nextBackupAt } from '../../domain/upkeep/backup-schedule.ts'
import type { Clock } from '../clock.ts'
import { watchDue } from '../commands/watch-due.ts'
import { logProblem } from '../log.ts'
import type { Storage } from '../storage/storage.ts'
import type { PublicView } from '../view.ts'
import { unfinishedEnding, writeBackupFile } from './backup-file.ts'

export type Backups = {
  state(): BackupState
  /** Makes one at once, or waits for the one that is being made. */
  make(): Promise<BackupState>
  /** The newest file, whole; undefined where there is none. */
  newest(): Promise<BackupFile | undefined>
  close(): void
}

export type BackupFile = { readonly name: string; readonly bytes: Buffer }

type BackupParts = {
  readonly storage: Storage
  readonly view: PublicView
  readonly clock: Clock
  readonly folder: string
}

/** After a failure it is tried again this often. */
const retryMs = 10 * 60_000

/** Writes backups into a folder by itself, each night and after each final, and keeps the newest of them. */
export function createBackups({ storage, view, clock, folder }: BackupParts): Backups {
  let last = instantOf(madeBy(clock.now(), listNow(folder)).at(-1))
  let failed: { readonly at: number; readonly words: string } | undefined
  let making: Promise<void> | undefined

  const state = (): BackupState => ({ ...(last && { last }), ...(failed && { failure: failed.words }) })

  async function make(): Promise<void> {
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

  async function makeOne(): Promise<BackupState> {
    making ??= make().finally(() => {
      making = undefined
    })
    await making
    return state()
  }

  const msUntil = (cup: Parameters<typeof nextBackupAt>[0], date: Date) => {
    const now = date.getTime()
    // What a clock that was ahead has dated says nothing of when the next is due.
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
      if (cup && msUntil(cup, clock.now()) === 0) await makeOne()
    },
  })

  return {
    state,
    make: makeOne,
    async newest() {
      const names = await list(folder)
      const made = names.find((name) => name === (last && nameOf(new Date(last))))
      const name = made ?? names.at(-1)
      return name === undefined ? undefined : { name, bytes: await readFile(join(folder, name)) }
    },
    close: () => watch.stop(),
  }
}

/** '2025-04-04T05-00-00.000Z.cup': by name is by time, and every file system takes it. */
function nameOf(at: Date): string {
  return `${at.toISOString().replaceAll(':', '-')}.cup`
}

const backupName = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.cup$/

function instantOf(name: string | undefined): string | undefined {
  return name?.replace(backupName, '$1:$2:$3')
}

/** The backups in a folder, oldest first; nothing else that lies there. */
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

/** Not those that a clock which was ahead has dated. */
function madeBy(now: Date, names: readonly string[]): string[] {
  return names.filter((name) => name <= nameOf(now))
}

/** Deletes what is older than those that are kept, and what a power cut left unfinished. The last one stays, whatever the clock says. */
async function tidy(folder: string, last: string | undefined): Promise<void> {
  const made = last && nameOf(new Date(last))
  const old = (await list(folder)).slice(0, -keptBackups).filter((name) => name !== made)
  const unfinished = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(unfinishedEnding))
  for (const name of [...old, ...unfinished]) await rm(join(folder, name), { force: true })
}

/** What an organiser can do about it. */
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
