import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { writeBackupFile } from '../src/server/backups/backup-file.ts'
import { type BackupContents, checkBackup } from '../src/server/backups/check-backup.ts'
import { readConfig } from '../src/server/config.ts'
import { openStorage } from '../src/server/storage/open-storage.ts'
import { linesOf, troubleText } from './backup-file.ts'

const usage = `npm run backup -- FILE           writes the whole cup into a file, also while it runs
npm run backup -- --check FILE   reads a backup without touching anything, and says what is in it`

const args = process.argv.slice(2)
const isCheck = args[0] === '--check'
const [file, ...rest] = isCheck ? args.slice(1) : args
if (!file || file.startsWith('-') || rest.length > 0) {
  console.error(usage)
  process.exit(1)
}

try {
  await (isCheck ? check(file) : write(file))
} catch (error) {
  console.error(troubleText(error, file))
  process.exitCode = 1
}

async function write(path: string): Promise<void> {
  const storage = await openStorage(readConfig(process.env), { mustExist: true })
  try {
    const { teams } = await writeBackupFile(storage, path, new Date())
    const from = `${storage.name} at ${storage.place}`
    console.log(`The cup in ${from}, with ${teams} ${teams === 1 ? 'team' : 'teams'}, is kept in ${path}.`)
    console.log('It holds phone numbers and accounts: keep it safe.')
  } finally {
    await storage.close()
  }
}

async function check(path: string): Promise<void> {
  const input = createReadStream(path, 'utf8')
  await once(input, 'readable')
  const contents = await checkBackup(linesOf(input), new Date())
  console.log(`${path} is whole, and npm run restore would take it:`)
  for (const [name, value] of rowsOf(contents)) console.log(`  ${name.padEnd(12)} ${value}`)
}

function rowsOf({ version, at, changedAt, editionNumber, draws, teams, matches, accounts }: BackupContents) {
  const none = draws.length === 0
  return [
    ['version', version],
    ['made', at ?? 'not recorded'],
    ['last change', changedAt ?? 'none'],
    [
      'editions',
      `N${editionNumber} is played; ${none ? 'no draws' : `draws of ${draws.map((n) => `N${n}`).join(', ')}`}`,
    ],
    ['teams', teams],
    ['matches', matches],
    ['accounts', accounts],
  ].map(([name, value]): [string, string] => [String(name), String(value)])
}
