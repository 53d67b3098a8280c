import { beforeAll, describe, expect, test } from 'vitest'
import { compareMatchIds } from '../../src/domain/draw/draw-reader.ts'
import { readBackup, writeBackup } from '../../src/server/backups/backup-file.ts'
import { type OrganisedCup, organiser, startFreshCup } from '../support/organised-cup.ts'
import { all, having } from '../support/page.ts'

// Section 3 of the specification: the collections as they are stored, with names, fields and values.

let cup: OrganisedCup
beforeAll(async () => {
  cup = await startFreshCup({ teams: 3 })
})

type Row = Readonly<Record<string, unknown>>

async function rowsOf(table: 'teams' | 'tournaments' | 'brackets' | 'matches'): Promise<Row[]> {
  const rows = await cup.storage.read((db) => db.selectFrom(table).selectAll().execute())
  return rows.map((row) => ({ ...row }))
}

async function currentDocument(): Promise<unknown> {
  const { document } = await cup.storage.read((db) =>
    db.selectFrom('system').select('document').where('id', '=', 'current').executeTakeFirstOrThrow(),
  )
  return document
}

describe('a team', () => {
  test('is stored with its players, teams, phone number, team name, approval and time of registration', async () => {
    const [team] = await rowsOf('teams')
    expect(team).toMatchObject({
      player1_name: 'Ana 1',
      player2_name: 'Ben 1',
      teams: 'FC Chalk',
      team_phone_number: '+41 79 555 0001',
      team_name: expect.stringMatching(/^Team-[a-z0-9]{8}$/),
      approved: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  })

  test('without an approval in an older record is loaded as not approved', async () => {
    const lines: string[] = []
    await writeBackup(cup.storage, (line) => {
      const isOld = line.includes('"Ana 2"') && line.includes('"table":"teams"')
      lines.push(isOld ? line.replace('"approved":true,', '') : line)
    })
    expect(
      lines.filter((line) => line.includes('"table":"teams"') && !line.includes('approved')),
    ).toHaveLength(1)
    const loaded = await startFreshCup()
    await readBackup(loaded.storage, lines, loaded.clock.now())
    const teams = await loaded.app.teamsForOrganiser(organiser)
    expect(teams.map(({ player1Name, approved }) => [player1Name, approved])).toEqual([
      ['Ana 1', true],
      ['Ana 2', false],
      ['Ana 3', true],
    ])
  })
})

describe('a tournament', () => {
  test('is stored with its time and the status active', async () => {
    expect(await rowsOf('tournaments')).toMatchObject([
      { status: 'active', created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    ])
  })

  test('has a bracket for each round, with its name and an index from 0', async () => {
    const rounds = (await rowsOf('brackets')).map(({ name, round_index }) => [round_index, name])
    expect(rounds).toEqual([
      [0, 'Semi Finals'],
      [1, 'Grand Finals'],
    ])
  })

  test('has matches with names, lists of players, and a winner or an empty string', async () => {
    const matches = await rowsOf('matches')
    expect(matches).toHaveLength(3)
    for (const match of matches) {
      expect(match.id).toMatch(/^\d+-[a-z0-9]{8}$/)
      expect(match.team1).toMatch(/^(Ana \d|TBD)$/)
      expect(match.team2).toMatch(/^(Ana \d|TBD|BYE)$/)
      const { team1, team1_players: players } = match
      expect(players).toEqual(team1 === 'TBD' ? [] : [team1, String(team1).replace('Ana', 'Ben')])
      expect(match.winner).toBe(match.team2 === 'BYE' ? match.team1 : '')
    }
  })

  test("takes the winner's players to the next round", async () => {
    const night = await startFreshCup({ teams: 4 })
    const [first, second] = [await night.match(0, 0), await night.match(0, 1)]
    await night.app.setWinner({ matchId: first.id, side: 2 }, organiser)
    await night.app.setWinner({ matchId: second.id, side: 1 }, organiser)
    const [upper, lower] = [await night.nameOf(0, 0, 2), await night.nameOf(0, 1, 1)]
    const final = await night.storage.read((db) =>
      db.selectFrom('matches').selectAll().where('round_index', '=', 1).executeTakeFirstOrThrow(),
    )
    expect(final).toMatchObject({
      team1: upper,
      team1_players: [upper, upper.replace('Ana', 'Ben')],
      team2: lower,
      team2_players: [lower, lower.replace('Ana', 'Ben')],
      winner: '',
    })
  })

  test('has a BYE called bye-{index} and a TBD without an id, both without players', async () => {
    const matches = await rowsOf('matches')
    const bye = matches.find(({ team2 }) => team2 === 'BYE')
    expect(bye).toMatchObject({ team2_id: `bye-${Number(bye?.match_index) * 2 + 1}`, team2_players: [] })
    const final = matches.find(({ round_index }) => round_index === 1)
    expect(final).toMatchObject({ team1: 'TBD', team1_id: null, team1_players: [], team2: 'TBD' })
  })

  test('lists its matches by the number inside their ids', async () => {
    const large = await startFreshCup({ teams: 20 })
    const { page } = await large.open('/draw')
    const [round] = all(page, '*', having('data-round', '0'))
    const ids = round ? all(round, '*').flatMap(({ attributes }) => attributes['data-match-id'] ?? []) : []
    expect(ids.map((id) => Number.parseInt(id, 10))).toEqual(
      Array.from({ length: 16 }, (_, index) => index + 1),
    )
    expect(ids).toEqual(ids.toSorted(compareMatchIds))
  })
})

describe("the system document 'current'", () => {
  test('points at the tournament, with its status and time', async () => {
    const { id } = await cup.draw()
    expect(await currentDocument()).toEqual({
      editionId: expect.any(Number),
      tournamentID: id,
      tournamentStatus: 'active',
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  })

  test('points at nothing before there is a tournament', async () => {
    const fresh = await startFreshCup()
    const view = await fresh.app.publicView()
    const { document } = await fresh.storage.read((db) =>
      db.selectFrom('system').select('document').where('id', '=', 'current').executeTakeFirstOrThrow(),
    )
    expect(document).toMatchObject({ tournamentID: null })
    expect(view.drawStatus).toBe('none')
  })
})
