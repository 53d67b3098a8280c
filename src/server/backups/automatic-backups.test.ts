import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { anna, mustDo, type OpenCup, openCup } from '../../../tests/support/cup-app.ts'
import { enginesToTest } from '../../../tests/support/engines.ts'
import { type ManualClock, manualClock } from '../../../tests/support/manual-clock.ts'
import { createDatabase } from '../../../tests/support/postgres.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { watchLog } from '../../../tests/support/watch-log.ts'
import { readBackup } from './backup-file.ts'

const hour = 3_600_000
const evening = new Date(2025, 3, 4, 20)

let cup: OpenCup
let clock: ManualClock
let dataDir: string
let databaseUrl: string | undefined

const folder = () => join(dataDir, 'backups')
const files = async () => (await readdir(folder()).catch(() => [])).sort()
const state = () => cup.app.backupState(anna)
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000 })
const open = () => openCup({ clock, dataDir, backupFolder: folder(), ...(databaseUrl && { databaseUrl }) })

async function begin(url?: string) {
  dataDir = await temporaryFolder('backups')
  databaseUrl = url
  clock = manualClock(evening)
  cup = await open()
  await cup.app.publicView()
}

describe.each(enginesToTest)('backups on %s', (engine) => {
  beforeEach(async () =>
    begin(engine === 'PostgreSQL' ? await createDatabase(inject('postgresUrl')) : undefined),
  )

  test('a changed cup has one at once, then one each night, readable for its owner only', async () => {
    await clock.leap(hour)
    expect(await files()).toEqual([])
    mustDo(await cup.app.changeSettings({ teamLimit: 8 }, anna))
    await clock.advance(0)
    await until(async () => expect(await files()).toHaveLength(1))
    await until(() => expect(state().last).toBe(clock.now().toISOString()))
    expect((await stat(folder())).mode & 0o777).toBe(0o700)
    const [name = ''] = await files()
    expect((await stat(join(folder(), name))).mode & 0o777).toBe(0o600)

    for (let hours = 0; hours < 24; hours += 1) await clock.leap(hour)
    await until(async () => expect(await files()).toHaveLength(2))
    await until(() => expect(new Date(state().last ?? '').getHours()).toBe(5))
  })

  test('a clock that was ahead, or is far behind, neither stops backups nor deletes one just made', async () => {
    await mkdir(folder(), { recursive: true })
    const dated = (month: number) => `2026-${String(month).padStart(2, '0')}-01T05-00-00.000Z.cup`
    for (let month = 1; month <= 12; month += 1) await writeFile(join(folder(), dated(month)), 'ahead')
    for (const day of ['01', '02', '03'])
      await writeFile(join(folder(), `2027-01-${day}T05-00-00.000Z.cup`), 'ahead')
    await cup.close()
    cup = await open()
    await cup.app.publicView()
    mustDo(await cup.app.changeSettings({ teamLimit: 8 }, anna))
    await clock.advance(0)
    await until(() => expect(state().last).toBe(clock.now().toISOString()))
    const newest = await cup.backups.newest()
    expect(newest?.name).toContain('2025-04-04')
    expect(await files()).toContain(newest?.name)
  })

  test('a clock set back while the cup runs stops none', async () => {
    await clock.leap(400 * 24 * hour)
    mustDo(await cup.app.changeSettings({ teamLimit: 8 }, anna))
    await clock.advance(0)
    await until(() => expect(state().last).toBe(clock.now().toISOString()))
    await clock.leap(-400 * 24 * hour)
    mustDo(await cup.app.changeSettings({ teamLimit: 9 }, anna))
    await clock.advance(0)
    await until(() => expect(state().last).toBe(clock.now().toISOString()))
    expect(await files()).toHaveLength(2)
  })

  test('one is made after the final, and can be restored', async () => {
    await cup.play('Ann', 'Bob')
    mustDo(await cup.app.backUp(anna))
    await cup.win('Ann')
    await clock.leap(61_000)
    // The file exists before it is complete.
    await until(() => expect(state().last).toBe(clock.now().toISOString()))
    expect(await files()).toHaveLength(2)
    const newest = await cup.backups.newest()
    const lines = newest?.bytes.toString().split('\n') ?? []
    mustDo(await cup.app.changeSettings({ editionTitle: 'Another' }, anna))
    // A restore refuses a backup without an account, and the test cup has none.
    const account = JSON.stringify({
      table: 'admins',
      row: { email: 'a@b.c', password_hash: 'x', created_at: evening.toISOString() },
    })
    await readBackup(cup.storage, [...lines.slice(0, -2), account, ...lines.slice(-2)], clock.now())
    await cup.view.catchUp()
    expect((await cup.app.publicView()).settings.editionTitle).toBe('The Cup N11')
    expect((await cup.draw()).rounds[0]?.matches[0]?.winner).toBeDefined()
  })

  test('the last 14 are kept, and other files are not touched', async () => {
    await mkdir(folder())
    await writeFile(join(folder(), 'before.cup'), 'made by hand')
    await writeFile(join(folder(), '2025-01-01T05-00-00.000Z.cup.unfinished'), 'a power cut')
    for (let nth = 0; nth < 16; nth += 1) {
      mustDo(await cup.app.backUp(anna))
      await clock.advance(1_000)
    }
    const names = await files()
    expect(names).toHaveLength(15)
    expect(names).toContain('before.cup')
    expect((await cup.backups.newest())?.name).toBe(names.at(-2))
  })

  test('manual backups evict neither nightly ones nor those of finals', async () => {
    await mkdir(folder())
    const others = [1, 2, 3].flatMap((day) => [
      `2025-04-0${day}T05-00-00.000Z.cup`,
      `2025-04-0${day}T23-30-00.000Z.final.cup`,
    ])
    for (const name of others) await writeFile(join(folder(), name), 'made before')
    for (let nth = 0; nth < 20; nth += 1) {
      mustDo(await cup.app.backUp(anna))
      await clock.advance(1_000)
    }
    const names = await files()
    expect(names).toEqual(expect.arrayContaining(others))
    expect(names.filter((name) => name.endsWith('.manual.cup'))).toHaveLength(14)
  })

  test('a start finds earlier backups, and makes one if a night was missed', async () => {
    mustDo(await cup.app.changeSettings({ teamLimit: 8 }, anna))
    mustDo(await cup.app.backUp(anna))
    const made = state().last
    await cup.close()
    cup = await open()
    await cup.app.publicView()
    expect(state().last).toBe(made)
    await clock.leap(hour)
    expect(await files()).toHaveLength(1)
    await cup.close()
    await clock.leap(30 * hour)
    cup = await open()
    await cup.app.publicView()
    await clock.advance(0)
    await until(async () => expect(await files()).toHaveLength(2))
  })

  test('one that is being made when the cup stops is finished first', async () => {
    const made = cup.backups.backUp()
    await cup.close()
    expect(await files()).toEqual([expect.stringMatching(/\.manual\.cup$/)])
    mustDo(await made)
  })

  test('switched off, only manual ones are made', async () => {
    mustDo(await cup.app.changeSettings({ backups: 'off' }, anna))
    for (let hours = 0; hours < 30; hours += 1) await clock.leap(hour)
    expect(await files()).toEqual([])
    expect(mustDo(await cup.app.backUp(anna)).message).toBe('A backup was made.')
    expect(await files()).toHaveLength(1)
  })
})

describe('a backup that fails', () => {
  beforeEach(() => begin())

  test('tells the reason and the remedy, is retried, and leaves no partial file', async () => {
    const logged = watchLog(/A backup could not be made\./)
    // A file in place of the folder fails like a wrong mode, but for every user.
    await writeFile(folder(), '')
    mustDo(await cup.app.changeSettings({ teamLimit: 8 }, anna))
    await clock.advance(0)
    await until(() => expect(state().failure).toContain('may not write into the folder "backups"'))
    expect(await cup.app.backUp(anna)).toMatchObject({ ok: false, reason: 'backup-failed' })
    expect(logged).toContainEqual(expect.stringContaining('EEXIST'))
    await rm(folder())
    await clock.leap(11 * 60_000)
    await until(() => expect(state().failure).toBeUndefined())
    expect(await files()).toHaveLength(1)
  })

  test('on a full disk keeps existing ones, and the cup goes on', async () => {
    const logged = watchLog(/A backup could not be made\./)
    mustDo(await cup.app.backUp(anna))
    await clock.advance(1_000)
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const snapshot = vi.spyOn(cup.storage, 'snapshot').mockRejectedValueOnce(full)
    expect(await cup.app.backUp(anna)).toMatchObject({
      details: ["The disk of the cup's machine is full: free some space there."],
    })
    snapshot.mockRestore()
    expect(logged).toEqual([expect.stringContaining('no space left on device')])
    expect(await files()).toHaveLength(1)
    expect(state()).toMatchObject({ last: evening.toISOString(), failure: expect.any(String) })
    mustDo(await cup.app.changeSettings({ teamLimit: 9 }, anna))
    mustDo(await cup.app.backUp(anna))
    expect(state().failure).toBeUndefined()
  })
})
