import { isEmpty, writeBackupFile } from '../src/server/backups/backup-file.ts'
import type { Storage } from '../src/server/storage/storage.ts'

/** Backs up the cup next to a file that is about to replace it. Returns the backup's path, or undefined for an empty cup. */
export async function keepBeside(
  file: string,
  ending: 'replaced' | 'before',
  storage: Storage,
  now: Date,
): Promise<string | undefined> {
  if (await isEmpty(storage)) return undefined
  const kept = `${file}.${ending}-${now.toISOString().replaceAll(':', '')}`
  await writeBackupFile(storage, kept, now).catch((error: unknown) => notKept(error, kept))
  return kept
}

/** The file's folder may be read-only: a USB stick, or another user's. */
function notKept(error: unknown, kept: string): never {
  // Database errors have no path.
  if ((error as NodeJS.ErrnoException).path === undefined) throw error
  const why = troubleText(error, kept)
  throw new Error(
    `Nothing was changed: what is there now is first kept beside the file, and could not be. Copy the file into a folder of your own, and use it from there. (${why})`,
  )
}

/** A file system error as one sentence. */
export function troubleText(error: unknown, file: string): string {
  if (!(error instanceof Error)) return String(error)
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `There is no such place: ${file}`
    case 'EISDIR':
      return `${file} is a folder. Name a file in it.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `Your account on this machine may not use ${file}`
    case 'ENOSPC':
      return `The disk is full: ${file} was not written.`
    default:
      return error.message
  }
}
