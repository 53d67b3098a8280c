import { writeBackupFile } from '../src/server/backups/backup-file.ts'
import { isEmpty } from '../src/server/backups/copy-rows.ts'
import type { Storage } from '../src/server/storage/storage.ts'

/** Lines, ended by line feeds alone. Node's `readline` breaks lines at U+2028 and U+2029 too, which may stand inside a line of JSON. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let begun = ''
  for await (const piece of pieces) {
    const lines = (begun + piece).split('\n')
    begun = lines.pop() ?? ''
    // As a file looks that went through a mail or another system.
    for (const line of lines) yield line.replace(/\r$/, '')
  }
  if (begun) yield begun
}

/** Keeps the cup as it is in a file beside the one that is going to change it: where that is, or undefined where nothing was ever done. */
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

/** A file may lie where it can be read and nothing be written: on a stick, or in the folder of another user. */
function notKept(error: unknown, kept: string): never {
  // The storage's own trouble names no file.
  if ((error as NodeJS.ErrnoException).path === undefined) throw error
  const why = troubleText(error, kept)
  throw new Error(
    `Nothing was changed: what is there now is first kept beside the file, and could not be. Copy the file into a folder of your own, and use it from there. (${why})`,
  )
}

/** Why a command about a file came to nothing, as one sentence. */
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
