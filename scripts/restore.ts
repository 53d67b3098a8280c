import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { readConfig } from '../src/server/config.ts'
import { isEmpty, RestoreUncertain, readBackup } from '../src/server/storage/backup.ts'
import { writeBackupFile } from '../src/server/storage/backup-file.ts'
import { openStorage } from '../src/server/storage/open-storage.ts'
import { linesOf, troubleText } from './backup-file.ts'

const [file, ...rest] = process.argv.slice(2)
if (!file || rest.length > 0) {
  console.error('npm run restore -- FILE   puts a backup in the place of the cup, also while it runs')
  process.exit(1)
}

/** A backup may lie where it can be read and nothing be written: on a stick, or in the folder of another user. */
function notKept(error: unknown, path: string): never {
  // The storage's own trouble names no file.
  if ((error as NodeJS.ErrnoException).path === undefined) throw error
  const why = troubleText(error, path)
  throw new Error(
    `Nothing was replaced: what is there now is first kept beside the backup, and could not be. Copy the backup into a folder of your own, and restore it from there. (${why})`,
  )
}

try {
  const input = createReadStream(file, 'utf8')
  // Before anything is done, it can be read: a folder can be opened, but not read.
  await once(input, 'readable')
  const storage = await openStorage(readConfig(process.env))
  try {
    const now = new Date()
    // The wrong file, or the right one too early, must not be the end of a cup.
    const replaced = (await isEmpty(storage))
      ? undefined
      : `${file}.replaced-${now.toISOString().replaceAll(':', '')}`
    if (replaced)
      await writeBackupFile(storage, replaced, now).catch((error: unknown) => notKept(error, replaced))
    try {
      await readBackup(storage, linesOf(input), now)
    } catch (error) {
      // What has replaced nothing needs no copy: it would only be phone numbers that lie about.
      if (replaced && error instanceof RestoreUncertain)
        console.error(`What was there before is kept in ${replaced}`)
      else if (replaced) await rm(replaced, { force: true })
      throw error
    }
    console.log(
      `The cup in ${storage.name} at ${storage.place} is as it was in ${file}. Everybody has to sign in again.`,
    )
    if (replaced) console.log(`What was there before is kept in ${replaced}`)
  } finally {
    await storage.close()
  }
} catch (error) {
  console.error(troubleText(error, file))
  process.exitCode = 1
}
