import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { refusals } from '../src/domain/refusals.ts'
import { counted } from '../src/domain/text.ts'
import { systemClock } from '../src/server/clock.ts'
import { readConfig } from '../src/server/config.ts'
import { openStorage } from '../src/server/storage/open-storage.ts'
import { importCup } from './import/import-cup.ts'
import { readExport } from './import/read-export.ts'
import { keepBeside, troubleText } from './keep-beside.ts'

const [file, ...rest] = process.argv.slice(2)
if (!file || rest.length > 0) {
  console.error(
    'npm run import -- FILE   adds what an export of the old system holds, also while the cup runs',
  )
  process.exit(1)
}

/** Progress in tenths, for long files only. */
function tellProgress(what: string, isLong: boolean): (done: number, total: number) => void {
  let told = 0
  return (done, total) => {
    const tenths = Math.floor((done / total) * 10)
    if (!isLong || tenths <= told) return
    told = tenths
    console.log(`${what}: ${tenths * 10}%`)
  }
}

const longFile = 5_000_000
const manyRecords = 2_000
const mostListed = 20

async function readJson(path: string): Promise<unknown> {
  const { size } = await stat(path)
  const tell = tellProgress('Reading', size > longFile)
  const pieces: Buffer[] = []
  let read = 0
  for await (const piece of createReadStream(path)) {
    pieces.push(piece)
    read += piece.length
    tell(read, size)
  }
  const text = Buffer.concat(pieces)
    .toString('utf8')
    .replace(/^\ufeff/, '')
  if (text.startsWith('{"backup":"the-cup"'))
    throw new Error('That is a backup of The Cup, not an export of the old system: take npm run restore.')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${path} is not JSON: ${error instanceof Error ? error.message : error}`)
  }
}

function list(lines: readonly string[], say: (line: string) => void) {
  for (const line of lines.slice(0, mostListed)) say(`  ${line}`)
  if (lines.length > mostListed) say(`  and ${lines.length - mostListed} more`)
}

async function run(path: string): Promise<boolean> {
  const { cup, problems, notes } = readExport(await readJson(path))
  const matches = cup.tournaments.flatMap(({ rounds }) => rounds.flatMap((round) => round.matches)).length
  if (problems.length > 0) {
    console.error(refusals['cannot-import'].sentence)
    list(problems, console.error)
    return false
  }
  const [teams, tournaments] = [
    counted(cup.teams.length, 'team'),
    counted(cup.tournaments.length, 'tournament'),
  ]
  console.log(`${path} holds ${teams} and ${tournaments} with ${counted(matches, 'match', 'matches')}.`)

  const storage = await openStorage(readConfig(process.env))
  try {
    const before = await keepBeside(path, 'before', storage, new Date())
    const tell = tellProgress('Saving', cup.teams.length + matches > manyRecords)
    const { outcome, notes: more } = await importCup({ storage, clock: systemClock }, cup, tell)
    // Nothing was changed, so the copy would only leave phone numbers behind.
    if (before && (!outcome.ok || outcome.value.unchanged)) await rm(before, { force: true })
    if (!outcome.ok) {
      console.error(refusals[outcome.reason].sentence)
      list(outcome.details, console.error)
      return false
    }
    if (notes.length + more.length > 0) console.log('Worth knowing:')
    list([...notes, ...more], console.log)
    console.log(outcome.value.message)
    console.log(`The cup is in ${storage.name} at ${storage.place}.`)
    if (before && !outcome.value.unchanged) {
      console.log(`What was there before is kept in ${before}`)
      console.log('To take the import back, with all that is done after it: npm run restore with that file.')
    }
    return true
  } finally {
    await storage.close()
  }
}

try {
  if (!(await run(file))) process.exitCode = 1
} catch (error) {
  console.error(troubleText(error, file))
  process.exitCode = 1
}
