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
