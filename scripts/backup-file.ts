import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { writeBackup } from '../src/server/storage/backup.ts'
import type { Storage } from '../src/server/storage/storage.ts'

/** Writes the whole cup into a file that only its owner may read; it has its name only once it is whole. */
export async function writeBackupFile(storage: Storage, file: string): Promise<{ readonly teams: number }> {
  const unfinished = `${file}.unfinished`
  try {
    const output = createWriteStream(unfinished, { mode: 0o600, flush: true })
    await once(output, 'open')
    const kept = await writeBackup(storage, async (line) => {
      if (!output.write(`${line}\n`)) await once(output, 'drain')
    })
    output.end()
    await once(output, 'close')
    await rename(unfinished, file)
    return kept
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

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
