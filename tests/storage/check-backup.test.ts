import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { insertAdmin } from '../../src/server/storage/account-rows.ts'
import { anna, mustDo, openCup } from '../support/cup-app.ts'
import { runScript } from '../support/cup-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await temporaryFolder('check')
  file = join(folder, 'night.cup')
})

async function backup(args: readonly string[], dataDir = join(folder, 'nowhere')) {
  const { code, output } = await runScript('scripts/backup.ts', args, { DATA_DIR: dataDir })
  return { code, lines: output.trimEnd().split('\n') }
}

/** Backs up a night of three teams, one of them removed. */
async function keepNight() {
  const dataDir = join(folder, 'data')
  const cup = await openCup({ dataDir })
  await cup.storage.transaction((db) =>
    insertAdmin(db, { email: anna.email, passwordHash: 'x', createdAt: cup.clock.now().toISOString() }),
  )
  const [, , gone = ''] = await cup.enter('Ann', 'Bob', 'Cid')
  mustDo(await cup.app.removeTeams({ teamIds: [gone] }, anna))
  mustDo(await cup.app.createDraw(anna))
  await cup.close()
  expect(await backup([file], dataDir)).toMatchObject({ code: 0 })
  await rm(dataDir, { recursive: true })
}

test('a backup is checked without touching anything, and its contents are listed', async () => {
  await keepNight()
  const { code, lines } = await backup(['--check', file])
  expect(code).toBe(0)
  const at = expect.stringMatching(/^ {2}(made|last change) +\d{4}-\d\d-\d\dT\S+Z$/)
  expect(lines).toEqual([
    `${file} is whole, and npm run restore would take it:`,
    expect.stringMatching(/^ {2}version {6}\d{3}-[a-z-]+$/),
    at,
    at,
    '  editions     N11 is played; draws of N11',
    '  teams        2',
    '  matches      1',
    '  accounts     1',
  ])
  expect(await readdir(folder)).toEqual(['night.cup'])
})

test('a backup that a restore would refuse says why', async () => {
  await keepNight()
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  const wrongs: readonly [lines: readonly string[], says: string][] = [
    [lines.slice(0, -1), 'The backup is not complete: its end is missing. Take another file.'],
    [['hello'], 'That file is not a backup of The Cup. Take one that npm run backup has made.'],
    [
      lines.filter((line) => !line.includes('"table":"admins"')),
      'The backup has no account of an organiser: nobody could sign in. Take another file.',
    ],
    [
      lines.map((line) => line.replace('"approved":true', '"approved":"yes"')),
      'The backup has something in "approved" of "teams" that cannot stand there. Take another file.',
    ],
  ]
  for (const [written, says] of wrongs) {
    await writeFile(file, written.join('\n'))
    expect(await backup(['--check', file])).toEqual({ code: 1, lines: [says] })
  }
  expect(await backup(['--check', folder])).toEqual({
    code: 1,
    lines: [`${folder} is a folder. Name a file in it.`],
  })
  const nowhere = join(folder, 'other.cup')
  expect(await backup(['--check', nowhere])).toEqual({
    code: 1,
    lines: [`There is no such place: ${nowhere}`],
  })
  expect((await backup(['--check'])).lines.join()).toContain('npm run backup -- --check FILE')
})
