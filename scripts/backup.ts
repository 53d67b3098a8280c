import { readConfig } from '../src/server/config.ts'
import { openStorage } from '../src/server/storage/open-storage.ts'
import { troubleText, writeBackupFile } from './backup-file.ts'

const [file, ...rest] = process.argv.slice(2)
if (!file || rest.length > 0) {
  console.error('npm run backup -- FILE   writes the whole cup into a file, also while it runs')
  process.exit(1)
}

try {
  const storage = await openStorage(readConfig(process.env), { mustExist: true })
  try {
    const { teams } = await writeBackupFile(storage, file)
    const from = `${storage.name} at ${storage.place}`
    console.log(`The cup in ${from}, with ${teams} ${teams === 1 ? 'team' : 'teams'}, is kept in ${file}.`)
    console.log('It holds phone numbers and accounts: keep it safe.')
  } finally {
    await storage.close()
  }
} catch (error) {
  console.error(troubleText(error, file))
  process.exitCode = 1
}
