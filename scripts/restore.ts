import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { linesOf, RestoreUncertain, readBackup } from '../src/server/backups/backup-file.ts'
import { readConfig } from '../src/server/config.ts'
import { openStorage } from '../src/server/storage/open-storage.ts'
import { keepBeside, troubleText } from './keep-beside.ts'

const [file, ...rest] = process.argv.slice(2)
if (!file || rest.length > 0) {
  console.error('npm run restore -- FILE   puts a backup in the place of the cup, also while it runs')
  process.exit(1)
}

try {
  const input = createReadStream(file, 'utf8')
  // A folder can be opened but not read: fail before anything is done.
  await once(input, 'readable')
  const storage = await openStorage(readConfig(process.env))
  try {
    const now = new Date()
    // In case the wrong file is restored.
    const replaced = await keepBeside(file, 'replaced', storage, now)
    try {
      await readBackup(storage, linesOf(input), now)
    } catch (error) {
      // Nothing was replaced, so the copy would only leave phone numbers behind.
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
