import { rename, rm, writeFile } from 'node:fs/promises'
import type { Storage } from '../storage/storage.ts'
import { writeBackup } from './copy-rows.ts'

/** A file that is not whole yet. */
export const unfinishedEnding = '.unfinished'

/** Writes the whole cup into a file that only its owner may read; it has its name only once it is whole. */
export async function writeBackupFile(
  storage: Storage,
  file: string,
  now: Date,
): Promise<{ readonly teams: number }> {
  // Buffered, so that a slow disk does not keep the read transaction open: it holds up SQLite's checkpoints.
  const lines: string[] = []
  const kept = await writeBackup(storage, (line) => void lines.push(`${line}\n`), now)
  const unfinished = `${file}${unfinishedEnding}`
  try {
    await writeFile(unfinished, lines.join(''), { mode: 0o600, flush: true })
    await rename(unfinished, file)
    return kept
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
