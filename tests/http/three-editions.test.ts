import { describe, expect, inject, test } from 'vitest'
import { queueOf } from '../../src/domain/draw/tables.ts'
import { startCup as start } from '../../src/main.ts'
import { readBackup } from '../../src/server/backups/backup-file.ts'
import { readConfig } from '../../src/server/config.ts'
import { openStorage } from '../../src/server/storage/open-storage.ts'
import { backupOf, mustDo } from '../support/cup-app.ts'
import { enginesToTest } from '../support/engines.ts'
import { organiser, register } from '../support/organised-cup.ts'
import { all, one, parsePage, text, texts, visible } from '../support/page.ts'
import { createDatabase } from '../support/postgres.ts'
import { startCup, type TestCup } from '../support/start-cup.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Registers, approves and draws 'Ana 1' and so on; the strongest team wins every match. */
async function playEdition({ app }: TestCup, teams: number, ...strongest: string[]) {
  mustDo(await app.changeSettings({ registration: 'open', byes: 'at-once' }, organiser))
  for (let number = 1; number <= teams; number += 1) mustDo(await register({ app }, number))
  const entries = await app.teamsForOrganiser(organiser)
  mustDo(await app.setApproval({ teamIds: entries.map(({ id }) => id), approved: true }, organiser))
  mustDo(await app.createDraw(organiser))
  for (;;) {
    const { draw } = await app.publicView()
    const [next] = queueOf(draw ?? { rounds: [] })
    if (!next) return
    const [first = 0, second = 0] = next.sides.map((side) =>
      strongest.indexOf(draw?.teams[side]?.players[0] ?? ''),
    )
    mustDo(await app.setWinner({ matchId: next.id, side: first < second ? 1 : 2 }, organiser))
  }
}

async function mainOf(url: string, path: string) {
  return one(visible(parsePage(await (await fetch(url + path)).text())), 'main')
}

const editions = [13, 12, 11].map((number) => `/past-tournaments/${number}`)
const pagesOfHistory = ['/past-champions', '/draw', '/entries', ...editions]

/** The text of the history pages, with the draw of each edition. */
function history(url: string): Promise<string[]> {
  return Promise.all(pagesOfHistory.map(async (path) => text(await mainOf(url, path))))
}

describe.each(enginesToTest)('on %s', (engine) => {
  test('three editions on one database move to the other engine by a backup', async () => {
    const onPostgres = () => createDatabase(inject('postgresUrl'))
    const [databaseUrl, otherUrl] =
      engine === 'SQLite' ? [undefined, await onPostgres()] : [await onPostgres()]
    const cup = await startCup({ databaseUrl })
    mustDo(await cup.app.changeSettings({ editionTheme: 'Neon' }, organiser))
    await playEdition(cup, 4, 'Ana 1', 'Ana 2', 'Ana 3', 'Ana 4')
    mustDo(await cup.app.beginEdition({ editionTheme: 'Hawaii' }, organiser))
    await playEdition(cup, 3, 'Ana 2', 'Ana 3', 'Ana 1')
    mustDo(await cup.app.beginEdition({ editionTheme: 'Clay' }, organiser))
    await playEdition(cup, 5, 'Ana 1', 'Ana 5', 'Ana 2', 'Ana 3', 'Ana 4')

    const champions = await mainOf(cup.url, '/past-champions')
    const lines = texts(all(champions, 'li'))
    for (const [season, theme, winners] of [
      ['Spring 2025', 'Neon', 'Ana 1, Ben 1'],
      ['Fall 2025', 'Hawaii', 'Ana 2, Ben 2'],
      ['Spring 2026', 'Clay', 'Ana 1, Ben 1'],
    ] as const) {
      const line = lines.find((words) => words.includes(season))
      expect(line).toContain(theme)
      expect(line).toContain(winners)
    }
    const fame = texts(all(one(champions, 'table'), 'tr')).find((row) => row.includes('Ana 1'))
    expect(fame).toContain('N11')
    expect(fame).toContain('N13')
    const list = one(await mainOf(cup.url, '/past-tournaments'), 'select')
    expect(texts(all(list, 'option'))).toEqual([
      '-- Select an edition --',
      'N13, Spring 2026',
      'N12, Fall 2025',
      'N11, Spring 2025',
    ])
    const here = await history(cup.url)
    for (const [index, teams] of [5, 3, 4].entries())
      for (let team = 1; team <= teams; team += 1) expect(here[3 + index]).toContain(`Ana ${team}`)

    const dataDir = await temporaryFolder('elsewhere')
    const elsewhere = { dataDir, databaseUrl: otherUrl }
    const target = await openStorage(elsewhere)
    await readBackup(target, await backupOf(cup.storage), new Date())
    await target.close()
    const other = await start({ config: { ...readConfig({}), host: '127.0.0.1', port: 0, ...elsewhere } })
    expect(other.storage.name).not.toBe(engine)
    expect(await history(`http://127.0.0.1:${other.port}`)).toEqual(here)
  })
})
