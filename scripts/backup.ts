import { readConfig } from '../src/server/config.ts'
import { openStorage } from '../src/server/storage/open-storage.ts'
import { writeBackupFile } from './backup-file.ts'

const [file, ...rest] = process.argv.slice(2)
if (!file || rest.length > 0) {
  console.error('npm run backup -- FILE   writes the whole cup into a file, also while it runs')
  process.exit(1)
}

try {
  const storage = await openStorage(readConfig(process.env))
  try {
    await writeBackupFile(storage, file)
  } finally {
    await storage.close()
  }
  console.log(`The cup is kept in ${file}. It holds phone numbers and accounts: keep it safe.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
