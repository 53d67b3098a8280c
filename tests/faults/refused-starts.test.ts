import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCup } from '../support/cup-app.ts'

let dataDir: string
const file = () => join(dataDir, 'cup.sqlite')

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cup-refused-'))
  const cup = await openCup({ dataDir })
  await cup.enter('Ann', 'Bob')
  await cup.close()
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

const troubles: readonly [what: string, says: RegExp, make: () => Promise<Record<string, string>>][] = [
  ['a damaged database', /damaged.*npm run restore/, damage],
  ['a database that is cut off', /damaged.*npm run restore/, cutOff],
  ['a database of a newer version', /newer version of The Cup/, ageInReverse],
  ['a PostgreSQL that is not there', /start the server, or correct DATABASE_URL/, pointNowhere],
]

test.each(troubles)(
  '%s ends the start with one sentence, and nothing is touched',
  async (_what, says, make) => {
    const environment = await make()
    const before = await prints()
    const { code, out, errors } = await start(environment)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(errors.trimEnd()).toMatch(says)
    expect(errors.trimEnd().split('\n')).toHaveLength(1)
    expect(await prints()).toEqual(before)
  },
)

async function damage() {
  const bytes = await readFile(file())
  bytes.fill(0x5a, 4096, 4096 * 6)
  await writeFile(file(), bytes)
  return {}
}

async function cutOff() {
  const bytes = await readFile(file())
  await writeFile(file(), bytes.subarray(0, Math.floor(bytes.length / 2)))
  return {}
}

async function ageInReverse() {
  const database = new DatabaseSync(file())
  database.exec("insert into kysely_migration values ('999-later', '2030-01-01')")
  database.close()
  return {}
}

async function pointNowhere() {
  // Port 1 is nobody's.
  return { DATABASE_URL: 'postgres://cup:secret@127.0.0.1:1/cup' }
}

async function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, ...environment },
  })
  let [out, errors] = ['', '']
  child.stdout.on('data', (text) => (out += text))
  child.stderr.on('data', (text) => (errors += text))
  const [code] = await once(child, 'close')
  return { code, out, errors }
}

/** Every file of the folder with a print of what is in it. */
async function prints(): Promise<string[]> {
  const names = (await readdir(dataDir)).sort()
  const files = await Promise.all(names.map((name) => readFile(join(dataDir, name))))
  return files.map((bytes, at) => `${names[at]} ${createHash('sha256').update(bytes).digest('hex')}`)
}
