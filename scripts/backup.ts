import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { type BackupHeader, linesOf, readBackup, writeBackupFile } from '../src/server/backups/backup-file.ts'
import { readConfig } from '../src/server/config.ts'
import { countContents } from '../src/server/storage/backup-rows.ts'
import { listEntries } from '../src/server/storage/journal-rows.ts'
import { openStorage } from '../src/server/storage/open-storage.ts'
import { openMemory } from '../src/server/storage/sqlite.ts'
import type { Db } from '../src/server/storage/storage.ts'
import { readRevision, readSettings } from '../src/server/storage/system-rows.ts'
import { troubleText } from './keep-beside.ts'

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

/** Restores the backup into memory, so that it is checked exactly as a restore would. */
async function check(path: string): Promise<void> {
  const input = createReadStream(path, 'utf8')
  await once(input, 'readable')
  const storage = await openMemory()
  try {
    const header = await readBackup(storage, linesOf(input), new Date())
    const rows = await storage.snapshot((db) => describe(db, header))
    console.log(`${path} is whole, and npm run restore would take it:`)
    for (const [name, value] of Object.entries(rows)) console.log(`  ${name.padEnd(12)} ${value}`)
  } finally {
    await storage.close()
  }
}

async function describe(db: Db, { version, at }: BackupHeader): Promise<Record<string, string | number>> {
  // The newest line of the journal is this restore.
  const [last] = await listEntries(db, { before: await readRevision(db), limit: 1 })
  const { editionNumber } = await readSettings(db)
  const { draws, ...counts } = await countContents(db)
  const drawn = draws.length === 0 ? 'no draws' : `draws of ${draws.map((n) => `N${n}`).join(', ')}`
  return {
    version,
    made: at ?? 'not recorded',
    'last change': last?.at ?? 'none',
    editions: `N${editionNumber} is played; ${drawn}`,
    ...counts,
  }
}
