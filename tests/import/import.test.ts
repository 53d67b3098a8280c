import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { importCup } from '../../scripts/import/import-cup.ts'
import { readExport } from '../../scripts/import/read-export.ts'
import { isTeam } from '../../src/domain/cup.ts'
import { findFaults } from '../../src/domain/draw/find-faults.ts'
import { anna, mustDo, type OpenCup, openCup } from '../support/cup-app.ts'
import { runScript } from '../support/cup-process.ts'
import { drawText } from '../support/draws.ts'
import { enginesToTest } from '../support/engines.ts'
import { anyOldCup, exportOf } from '../support/old-system.ts'
import { createDatabase } from '../support/postgres.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = 'tests/import'
const samples = ['plain.json', 'firestore.json']

async function sample(name: string) {
  return readExport(JSON.parse(await readFile(join(folder, name), 'utf8')))
}

test('both formats give the same cup and note the same unknown parts', async () => {
  const [plain, firestore] = [await sample('plain.json'), await sample('firestore.json')]
  expect(plain.problems).toEqual([])
  expect(firestore.problems).toEqual([])
  expect(firestore.cup).toEqual(plain.cup)
  const left = [
    'teams/Dx5EdC7tGbN2jMkU9lOp: the field "shirtSize" is not known and was left out (2 times)',
    'tournaments/neverFinished0000000: has no brackets and was left out',
  ]
  expect(plain.notes).toEqual(['the file: the field "messages" is not known and was left out', ...left])
  expect(firestore.notes).toEqual([
    'the file: the collection "messages" is not known and was left out',
    ...left,
  ])
})

const broken: readonly [file: string, problems: readonly string[]][] = [
  ['wrong-winner.json', ['tournaments/cup/brackets/final/matches/1: winner is not one of its sides']],
  [
    'wrong-tree.json',
    [
      'tournaments/cup/brackets/semi: has 3 matches, and 2 belong into round 1 of 2',
      'tournaments/other/brackets/final: roundIndex should be 0',
    ],
  ],
  [
    'wrong-results.json',
    [
      'tournaments/cup/brackets/semi/matches/2: winner is not one of its sides',
      'tournaments/cup/brackets/final/matches/1: team1 is Ben, who did not win the match before',
      'tournaments/sams/brackets/final/matches/1: winner is the name of both its sides; write its players, as in "Ann, Bob"',
      'tournaments/old: nobody knows which edition it was; write "edition": NUMBER beside its createdAt',
    ],
  ],
  [
    'wrong-fields.json',
    [
      'teams/bye-1: such an id cannot be kept',
      'teams/eve: is not a document',
      'teams/ann: approved is neither true nor false',
      'teams/ben: player1Name is not text',
      'teams/ben: createdAt is not a date',
      'teams/cid: player1Name is longer than 80 characters',
      'tournaments/cup: edition is not the number of an edition',
      'tournaments/cup/brackets/final/matches/1: team1Players is not a list of names',
      'system: is not a collection: documents by their ids are expected',
    ],
  ],
]

describe.each(enginesToTest)('an import on %s', (engine) => {
  let cup: OpenCup
  const open = async () =>
    openCup(engine === 'PostgreSQL' ? { databaseUrl: await createDatabase(inject('postgresUrl')) } : {})
  beforeEach(async () => {
    cup = await open()
  })

  const load = async (name: string) => importCup(cup, (await sample(name)).cup)

  test('of a draw with an unregistered side can be reset, and the reset taken back', async () => {
    const { cup: read } = await sample('plain.json')
    mustDo((await importCup(cup, { ...read, teams: read.teams.slice(1) })).outcome)
    const before = await cup.draw()
    expect(Object.keys(before.teams).filter((id) => id.startsWith('name:'))).not.toEqual([])
    mustDo(await cup.app.changeSettings({ organiserTools: 'on' }, anna))
    const { revision } = mustDo(await cup.app.resetDraw({ confirm: true }, anna))
    mustDo(await cup.app.takeBack({ revision }, anna))
    expect(await cup.draw()).toEqual(before)
  })

  test.each(samples)('brings teams, the current draw and the past from %s', async (name) => {
    const { outcome, notes } = await load(name)
    expect(mustDo(outcome)).toMatchObject({
      message: 'Imported from the old system: 7 teams and 2 tournaments.',
    })
    expect(notes).toEqual([])
    const view = await cup.app.publicView()
    expect(
      view.entries.map(({ player1Name, player2Name, approved }) => [player1Name, player2Name, approved]),
    ).toEqual([
      ['Ann', 'Bob', true],
      ['Sam', 'Alex', true],
      ['Sam', 'Kim', true],
      ['Dora', 'Ed', true],
      ['Finn', 'Gil', true],
      ['Cleo', '', false],
    ])
    const draw = await cup.draw()
    expect(findFaults(draw)).toEqual([])
    expect(draw.rounds[0]?.matches.map(({ id }) => id)).toEqual(['b2x', 'zz3', 'a7', 'k10z'])
    // Every side has found its team, also the second one called Sam.
    const sides = draw.rounds.flatMap(({ matches }) => matches.flatMap((match) => match.sides.filter(isTeam)))
    expect(sides.every((side) => view.entries.some(({ id }) => id === side))).toBe(true)
    expect(draw.rounds[1]?.matches[0]?.sides[1]).toBe('Cw1QaZ4rFvB6nHyJ8mKi')
    expect(drawText(draw)).toMatchInlineSnapshot(`
      "Quarter Finals
        Ann* - BYE
        Sam - Sam*
        Dora* - BYE
        Finn* - BYE
      Semi Finals
        Ann* - Sam
        Dora - TBD
      Grand Finals
        Ann - TBD"
    `)

    expect(view.pastDraws).toEqual([10])
    const past = await cup.app.pastDraw(10)
    expect(past?.rounds[0]?.matches[0]?.sides).toEqual(['Ga8YhN0iKlO5pAsD2eRf', 'name:Noa'])
    expect(view.editions.find(({ number }) => number === 10)).toMatchObject({
      season: 'Fall 2024',
      winners: 'Noa',
    })
    const phones = (await cup.app.teamsForOrganiser(anna)).map(({ teamPhoneNumber }) => teamPhoneNumber)
    expect(phones).toContain('5550103')
  })

  test('is one line in the journal, and a running cup reloads', async () => {
    const before = await cup.app.publicView()
    mustDo((await load('plain.json')).outcome)
    await cup.view.catchUp()
    const after = await cup.app.publicView()
    expect(after.epoch).toBeGreaterThan(before.epoch)
    expect(after.entries).toHaveLength(6)
    const lines = await cup.app.journal(anna, { kind: 'back', limit: 100 })
    expect(lines.map(({ who, words }) => [who, words])).toEqual([
      ['the terminal', 'Imported from the old system: 7 teams and 2 tournaments.'],
    ])
  })

  test('is idempotent, in either format', async () => {
    mustDo((await load('plain.json')).outcome)
    const before = await cup.app.publicView()
    for (const name of samples) expect(mustDo((await load(name)).outcome)).toMatchObject({ unchanged: true })
    await cup.view.catchUp()
    expect(await cup.app.publicView()).toBe(before)
  })

  test('continues the night where the old system stopped', async () => {
    mustDo((await load('firestore.json')).outcome)
    await cup.win('Finn')
    await cup.win('Dora')
    await cup.win('Ann')
    await cup.app.publicView()
    const draw = await cup.draw()
    expect(findFaults(draw)).toEqual([])
    expect(draw.rounds.at(-1)?.matches[0]?.winner).toBe(1)
    // A change made here is not overwritten, but reported.
    const { outcome } = await load('firestore.json')
    expect(outcome).toMatchObject({
      ok: false,
      reason: 'cannot-import',
      details: ['tournaments/spring2025current000: is here already, and different'],
    })
  })

  test('survives a round trip: teams with their numbers, the draw, the current tournament', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(anyOldCup, fc.boolean(), async (old, isPlain) => {
        const fresh = await open()
        try {
          const file: unknown = JSON.parse(JSON.stringify(exportOf(old, { isPlain })))
          const read = readExport(file)
          expect(read.problems).toEqual([])
          mustDo((await importCup(fresh, read.cup)).outcome)
          const here = { draw: await fresh.draw(), teams: await fresh.app.teamsForOrganiser(anna) }
          expect(JSON.parse(JSON.stringify(exportOf(here, { isPlain })))).toEqual(file)
          expect(findFaults(here.draw)).toEqual([])
          expect(mustDo((await importCup(fresh, read.cup)).outcome)).toMatchObject({ unchanged: true })
        } finally {
          await fresh.close()
        }
      }),
      { numRuns: 20 },
    )
  })

  test('does not replace a draw that exists here', async () => {
    await cup.enter('Early', 'Bird')
    mustDo(await cup.app.createDraw(anna))
    const before = await cup.app.publicView()
    const { outcome } = await load('plain.json')
    expect(outcome).toMatchObject({
      details: ['tournaments/spring2025current000: N11 has another draw here'],
    })
    await cup.view.catchUp()
    expect(await cup.app.publicView()).toBe(before)
  })
})

describe('npm run import', { timeout: 120_000 }, () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await temporaryFolder('import')
  })

  const run = (...args: string[]) => script('import', ...args)

  async function script(name: string, ...args: string[]) {
    const { code, output } = await runScript(`scripts/${name}.ts`, args, { DATA_DIR: dataDir })
    return { code, lines: output.trimEnd().split('\n') }
  }

  test('prints what it found, what it left out, and where the cup is', async () => {
    const file = join(folder, 'plain.json')
    const first = await run(file)
    expect(first).toEqual({
      code: 0,
      lines: [
        `${file} holds 7 teams and 2 tournaments with 8 matches.`,
        'Worth knowing:',
        '  the file: the field "messages" is not known and was left out',
        '  teams/Dx5EdC7tGbN2jMkU9lOp: the field "shirtSize" is not known and was left out (2 times)',
        '  tournaments/neverFinished0000000: has no brackets and was left out',
        'Imported from the old system: 7 teams and 2 tournaments.',
        `The cup is in SQLite at ${join(dataDir, 'cup.sqlite')}.`,
      ],
    })
    const again = await run(file)
    expect(again.code).toBe(0)
    expect(again.lines).toContain('Everything in the file is here already: nothing was changed.')
  })

  test('is undone by restoring the copy it keeps of the cup before', async () => {
    await script('admin', 'add', 'ann@club.org')
    const file = join(dataDir, 'export.json')
    await copyFile(join(folder, 'plain.json'), file)
    const { lines } = await run(file)
    const kept = /^What was there before is kept in (.+)$/m.exec(lines.join('\n'))?.[1] ?? ''
    expect(kept).toMatch(/export\.json\.before-/)
    // Neither a repeated nor a refused import leaves another copy.
    await run(file)
    await writeFile(file, (await readFile(file, 'utf8')).replace('"player1Name": "', '"player1Name": "Not '))
    expect((await run(file)).lines.join()).toContain('is here already, and different')
    expect((await readdir(dataDir)).filter((name) => name.includes('.before-'))).toHaveLength(1)
    expect((await script('restore', kept)).code).toBe(0)
    const check = join(dataDir, 'now.cup')
    expect((await script('backup', check)).lines[0]).toContain('with 0 teams')
  })

  test.each(broken)(
    'lists every problem of %s with its place, and changes nothing',
    async (name, problems) => {
      const { code, lines } = await run(join(folder, name))
      expect(code).toBe(1)
      const told = lines.filter((line) => line.startsWith('  ')).map((line) => line.trim())
      expect(told).toEqual(problems)
      expect(lines).toContain('The file cannot be imported, and nothing was changed:')
    },
  )

  test('refuses a truncated file, a backup and a missing file in a sentence', async () => {
    const text = await readFile(join(folder, 'plain.json'), 'utf8')
    const cut = join(dataDir, 'cut.json')
    await writeFile(cut, text.slice(0, 300))
    expect((await run(cut)).lines[0]).toMatch(/^\S+cut\.json is not JSON: .*position 300/)
    const backup = join(dataDir, 'night.cup')
    await writeFile(backup, '{"backup":"the-cup","version":"001-first-tables"}\n')
    expect((await run(backup)).lines).toEqual([
      'That is a backup of The Cup, not an export of the old system: take npm run restore.',
    ])
    const nowhere = join(dataDir, 'nowhere.json')
    expect(await run(nowhere)).toEqual({ code: 1, lines: [`There is no such place: ${nowhere}`] })
    expect(await run(dataDir)).toEqual({ code: 1, lines: [`${dataDir} is a folder. Name a file in it.`] })
    expect((await run()).lines[0]).toContain('npm run import -- FILE')
    expect((await readdir(dataDir)).sort()).toEqual(['cut.json', 'night.cup'])
  })

  test('prints its progress for a long file', async () => {
    const teams = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, index) => [
        `team${index}`,
        {
          player1Name: `Ann ${index}`,
          teamPhoneNumber: '555',
          createdAt: '2025-04-01T18:00:00Z',
          note: 'x'.repeat(2_000),
        },
      ]),
    )
    const file = join(dataDir, 'long.json')
    await writeFile(file, JSON.stringify({ teams }))
    const { code, lines } = await run(file)
    expect(code).toBe(0)
    for (const tenth of [10, 50, 100]) expect(lines).toContain(`Reading: ${tenth}%`)
    expect(lines).toContain('Saving: 50%')
    expect(lines).toContain('Saving: 100%')
  })
})
