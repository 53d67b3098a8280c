import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { findFaults } from '../../src/domain/draw/find-faults.ts'
import { editionsWithChampions } from '../../src/domain/editions/past-editions.ts'
import { readBackup } from '../../src/server/backups/backup-file.ts'
import { openStorage } from '../../src/server/storage/open-storage.ts'
import { anna, ben, mustDo, openCup } from '../support/cup-app.ts'
import { drawText } from '../support/draws.ts'
import { createDatabase } from '../support/postgres.ts'
import { startCup } from '../support/start-cup.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const kept = (version: string) => `tests/old-versions/${version}`

let dataDir: string
beforeEach(async () => {
  dataDir = await temporaryFolder('old')
})

const ways = {
  'the database is opened': async (version: string) => {
    await copyFile(`${kept(version)}.sqlite`, join(dataDir, 'cup.sqlite'))
    return undefined
  },
  'the backup is restored on SQLite': async (version: string) => {
    await restore(version)
    return undefined
  },
  'the backup is restored on PostgreSQL': async (version: string) => {
    const databaseUrl = await createDatabase(inject('postgresUrl'))
    await restore(version, databaseUrl)
    return databaseUrl
  },
}

async function restore(version: string, databaseUrl?: string) {
  const storage = await openStorage({ dataDir, databaseUrl })
  await readBackup(storage, (await readFile(`${kept(version)}.cup`, 'utf8')).split('\n'), new Date())
  await storage.close()
}

describe.each(Object.entries(ways))('of the first version, %s', (_, bring) => {
  test('and the cup is unchanged, and continues', async () => {
    const databaseUrl = await bring('001-first-tables')
    // The start creates and changes no account: the old ones must work.
    const cup = await startCup({ config: { dataDir, databaseUrl, admin: undefined } })
    const view = await cup.app.publicView()
    expect(view.settings).toMatchObject({
      editionNumber: 12,
      editionTheme: 'Neon',
      announcement: 'Friday at nine',
    })
    expect(view.entries.map(({ player1Name }) => player1Name)).toEqual(['Eva', 'Fay', 'Gus', 'Hal', 'Ivo'])
    expect(view.draw && drawText(view.draw)).toMatchInlineSnapshot(`
      "Quarter Finals
        Eva* - BYE
        Gus* - BYE
        Hal* - BYE
        Fay - Ivo* w/o
      Semi Finals
        Eva* - Gus
        Hal - Ivo
      Grand Finals
        Eva - TBD"
    `)
    expect(view.draw && findFaults(view.draw)).toEqual([])
    expect(view.pastDraws).toEqual([11])
    const past = await cup.app.pastDraw(11)
    expect(past && drawText(past)).toMatchInlineSnapshot(`
      "Semi Finals
        Dan - Ann*
        Bob* - Cid
      Grand Finals
        Ann* - Bob"
    `)
    expect(view.editions[9]).toEqual({
      number: 10,
      season: 'Fall 2024',
      theme: 'Clay',
      winners: 'Zoë 🏓 and O’Hara',
    })
    for (const path of [
      '/',
      '/draw',
      '/entries',
      '/schedule',
      '/past-champions',
      '/past-tournaments',
      '/screen',
    ])
      expect((await fetch(cup.url + path)).status, path).toBe(200)

    for (const { email } of [anna, ben]) {
      const cookie = await cup.signIn({ email, password: `chalk lines of ${email}` })
      for (const path of ['/admin', '/admin/teams', '/admin/draw', '/admin/journal'])
        expect((await fetch(cup.url + path, { headers: { cookie } })).status, path).toBe(200)
    }
    const phones = (await cup.app.teamsForOrganiser(anna)).map(({ teamPhoneNumber }) => teamPhoneNumber)
    expect(phones).toContain('+1 555 Eva')
    const journal = await cup.app.journal(anna, { limit: 1_000 })
    expect(journal.map(({ words }) => words).join('\n')).toContain('Ann')

    // Plays the night to its end, and begins the next edition.
    for (;;) {
      const { draw } = await cup.app.publicView()
      const open = draw?.rounds
        .flatMap(({ matches }) => matches)
        .find(({ winner, sides }) => !winner && sides.every((side) => side in draw.teams))
      if (!open) break
      mustDo(await cup.app.setWinner({ matchId: open.id, side: 1 }, anna))
    }
    const winners = editionsWithChampions(await cup.app.publicView()).find(
      ({ number }) => number === 12,
    )?.winners
    expect(winners).toMatch(/^(Eva|Gus|Hal|Ivo)$/)
    mustDo(await cup.app.beginEdition({}, anna))
    expect((await cup.app.publicView()).editions.at(-1)).toMatchObject({ number: 12, winners })
  })
})

describe.each(Object.entries(ways))('of the version before editions had ids, %s', (_, bring) => {
  test('and the next edition that it began is taken back, and begun again', async () => {
    const databaseUrl = await bring('005-shown-links')
    const cup = await openCup({ dataDir, ...(databaseUrl && { databaseUrl }) })
    const begun = await cup.app.publicView()
    expect(begun).toMatchObject({ entries: [], drawStatus: 'none', pastDraws: [11] })
    expect(begun.settings).toMatchObject({
      editionNumber: 12,
      editionSeason: 'Fall 2025',
      editionTheme: 'Neon',
      editionTitle: 'The Cup N12',
      announcement: 'See you in fall',
    })
    const eleventh = { number: 11, season: 'Spring 2025', theme: 'Clay', winners: 'Ann' }
    expect(begun.editions.at(-1)).toEqual(eleventh)
    const lines = await cup.app.journal(anna, { limit: 100 })
    const revisionOf = (action: string, words: string) =>
      lines.find((line) => line.action === action && line.words.startsWith(words))?.revision ?? 0

    mustDo(await cup.app.takeBack({ revision: revisionOf('begin-edition', 'N12 begins') }, anna))
    const back = await cup.app.publicView()
    expect(back).toMatchObject({ draw: { edition: 11 }, pastDraws: [], entries: [{}, {}] })
    expect(back.settings).toMatchObject({
      editionNumber: 11,
      editionSeason: 'Spring 2025',
      editionTheme: 'Clay',
      editionTitle: 'The Cup N11',
      announcement: 'Friday at nine',
    })

    // That version had once gone back from an empty N12 to N11, which closes registration.
    mustDo(await cup.app.changeSettings({ registration: 'closed' }, anna))
    mustDo(await cup.app.takeBack({ revision: revisionOf('settings', 'N11 is back') }, anna))
    const again = await cup.app.publicView()
    expect(again).toMatchObject({ entries: [], drawStatus: 'none', pastDraws: [11] })
    expect(again.settings).toMatchObject({ editionNumber: 12, editionTitle: 'The Cup N12' })
    expect(again.editions.at(-1)).toEqual(eleventh)
    expect(await cup.fresh()).toEqual(again)
  })
})
