import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Change } from '../../src/domain/changes.ts'
import type { Draw, Match, Round } from '../../src/domain/cup.ts'
import type { Report } from '../../src/domain/draw/reports.ts'
import { recordWinner } from '../../src/domain/draw/winners.ts'
import { defaultSettings } from '../../src/domain/settings/settings.ts'
import { isEmpty, readBackup, writeBackup } from '../../src/server/backups/backup-file.ts'
import {
  deleteAdmin,
  deleteExpiredSessions,
  deleteSessionsOf,
  findAdmin,
  findSession,
  insertAdmin,
  insertSession,
  listSessions,
  type Session,
  touchSession,
  updatePasswordHash,
} from '../../src/server/storage/account-rows.ts'
import {
  ensureEdition,
  findEdition,
  listEditions,
  renumberEdition,
  saveEditions,
} from '../../src/server/storage/edition-rows.ts'
import {
  appendEntry,
  findAnswer,
  findEntry,
  type JournalEntry,
  listEntries,
  listRevisions,
} from '../../src/server/storage/journal-rows.ts'
import {
  findTeamsInDraw,
  readReports,
  renameInMatches,
  saveMatches,
  saveReports,
} from '../../src/server/storage/match-rows.ts'
import { openStorage } from '../../src/server/storage/open-storage.ts'
import {
  countPushSubscriptions,
  deletePushOfOtherEditions,
  deletePushSubscription,
  ensurePushKeys,
  findPushSubscription,
  listPushSubscriptions,
  readPushKeys,
  savePushSubscription,
} from '../../src/server/storage/push-rows.ts'
import type { Db, Storage } from '../../src/server/storage/storage.ts'
import {
  beginEpoch,
  ensureEpoch,
  lockCurrent,
  readCurrent,
  readSettings,
  saveCurrent,
  saveSettings,
} from '../../src/server/storage/system-rows.ts'
import {
  addLink,
  findTeamByLink,
  findTeams,
  listApprovedTeams,
  type StoredTeam,
  saveLink,
  saveTeam,
  saveTeams,
} from '../../src/server/storage/team-rows.ts'
import {
  insertDraw,
  readDraw,
  readDrawOfEdition,
  saveAbsent,
  saveTournamentStatus,
} from '../../src/server/storage/tournament-rows.ts'
import { backupOf } from '../support/cup-app.ts'
import { drawOf } from '../support/draws.ts'
import { firstEditions } from '../support/first-editions.ts'
import { createDatabase } from '../support/postgres.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const at = '2025-05-02T21:15:00.123Z'

describe.each(['SQLite', 'PostgreSQL'] as const)('storage on %s', (engine) => {
  let storage: Storage

  async function openFresh(): Promise<Storage> {
    const dataDir = await temporaryFolder('storage')
    const databaseUrl = engine === 'PostgreSQL' ? await createDatabase(inject('postgresUrl')) : undefined
    return openStorage({ dataDir, databaseUrl })
  }

  beforeEach(async () => {
    storage = await openFresh()
  })

  afterEach(() => storage.close())

  const write = <Value>(run: (db: Db) => Promise<Value>) => storage.transaction(run)
  const read = <Value>(ask: (db: Db) => Promise<Value>) => storage.read(ask)

  test('knows its engine and is healthy', async () => {
    expect(storage.name).toBe(engine)
    expect(await storage.isHealthy()).toBe(true)
    expect(await storage.canWrite()).toBe(true)
    expect((await read(readCurrent)).revision).toBe(0)
    expect(await read((db) => listEntries(db, { limit: 10 }))).toEqual([])
  })

  test("begins with the specification's settings and editions, no draw and revision 0", async () => {
    expect(await read(readSettings)).toEqual(defaultSettings)
    expect(await read(listEditions)).toEqual(firstEditions)
    expect(await read(readCurrent)).toMatchObject({ tournamentID: null, tournamentStatus: null, revision: 0 })
  })

  test('returns a team as it was saved', async () => {
    const team = aTeam('one', { player2Name: 'Zoë 🏓', teams: "O'Hara; drop table teams", approved: true })
    await write((db) => insertTeam(db, team))
    expect(await read((db) => findTeams(db, ['one', 'other']))).toEqual([team])
  })

  test('does not list a removed or a pending team as approved', async () => {
    const removed = aTeam('gone', { approved: true, removedAt: at })
    await write(async (db) => {
      await insertTeam(db, aTeam('pending'))
      await insertTeam(db, removed)
      await insertTeam(db, aTeam('past', { approved: true, editionId: 10 }))
      await insertTeam(db, aTeam('in'))
      await saveTeam(db, aTeam('in', { approved: true, revision: 9 }))
    })
    expect(await read((db) => listApprovedTeams(db, 11))).toEqual([
      aTeam('in', { approved: true, revision: 9 }),
    ])
    expect(await read((db) => findTeams(db, ['gone']))).toEqual([removed])
  })

  test('returns a draw as it was saved', async () => {
    const draw = { ...drawOfNames('ann bob cid dan eve'), absent: ['bob'] }
    await write((db) => insertDraw(db, draw))
    expect(await read((db) => readDraw(db, draw.id))).toEqual(draw)
    expect(await read((db) => readDraw(db, 'another'))).toBeUndefined()
  })

  test('holds a draw of 300 teams', async () => {
    const draw = withOwnIds(drawOf(Array.from({ length: 300 }, (_, index) => `team ${index}`)))
    await write((db) => insertDraw(db, draw))
    expect(await read((db) => readDraw(db, draw.id))).toEqual(draw)
  })

  test('stores everything a match can have', async () => {
    const draw = drawOfNames('a b c d')
    await write((db) => insertDraw(db, draw))
    const recorded = recordWinner(draw, { match: { round: 0, index: 1 }, side: 2, at, revision: 7 })
    if (!recorded.ok) throw new Error(recorded.reason)
    const called = {
      ...draw.rounds[0]?.matches[0],
      table: 4,
      calledAt: at,
      walkover: true,
      revision: 8,
    } as never
    await write((db) => saveMatches(db, draw.id, [...recorded.value.matches, called], draw.teams))
    const saved = await read((db) => readDraw(db, draw.id))
    expect(saved?.rounds[0]?.matches[0]).toEqual(called)
    expect(saved?.rounds[0]?.matches[1]).toEqual(recorded.value.matches[0])
    expect(saved?.rounds[1]?.matches[0]).toEqual(recorded.value.matches[1])
  })

  test('stores reports with a match until it changes or its draw is put away, and in no backup', async () => {
    const draw = withOwnIds(drawOfNames('a b c d'))
    const match = draw.rounds[0]?.matches[0] as Match
    const reports: readonly Report[] = [
      { from: 'table', winner: 2, at, revision: 7 },
      { from: 1, winner: 1, at, revision: 8 },
    ]
    const waiting = () => read((db) => readReports(db, draw.id))
    await write(async (db) => {
      await insertDraw(db, draw)
      await saveReports(db, draw.id, match.id, reports)
    })
    expect(await waiting()).toEqual(new Map([[match.id, reports]]))
    expect(await read((db) => readReports(db, null))).toEqual(new Map())
    expect(await read((db) => readDraw(db, draw.id))).toEqual(draw)
    expect((await backupOf(storage)).join()).not.toContain('"reports"')
    await write((db) => saveMatches(db, draw.id, [{ ...match, table: 3, revision: 7 }], draw.teams))
    expect(await waiting()).toEqual(new Map([[match.id, reports.slice(1)]]))
    await write((db) => saveMatches(db, draw.id, [{ ...match, revision: 8 }], draw.teams))
    expect(await waiting()).toEqual(new Map())
    await write(async (db) => {
      await saveReports(db, draw.id, match.id, [{ from: 2, winner: 1, at, revision: 9 }])
      await saveCurrent(db, { tournamentID: null, tournamentStatus: null, updatedAt: at })
    })
    expect(await waiting()).toEqual(new Map())
  })

  test("stores the specification's name fields next to the ids", async () => {
    const draw = drawOfNames('a b c')
    await write((db) => insertDraw(db, draw))
    const rows = await read((db) =>
      db
        .selectFrom('matches')
        .select(['team1', 'team2', 'winner', 'team1_players', 'team2_players', 'team2_id'])
        .where('round_index', '=', 0)
        .orderBy('match_index')
        .execute(),
    )
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { team1: 'a', team2: 'BYE', winner: 'a', team1_players: ['a'], team2_players: [], team2_id: 'bye-1' },
      { team1: 'b', team2: 'c', winner: '', team1_players: ['b'], team2_players: ['c'], team2_id: 'c' },
    ])
  })

  test('reads matches that were imported by names alone', async () => {
    const row = {
      tournament_id: 'old',
      round_index: 0,
      team1_players: '[]',
      team2_players: '["Bea","Ben"]',
      revision: 1,
    }
    await write(async (db) => {
      await db
        .insertInto('tournaments')
        .values({
          id: 'old',
          created_at: at,
          status: 'active',
          edition_id: 9,
          shuffle_seed: '',
          absent: '[]',
          teams: '{}',
        })
        .execute()
      await db
        .insertInto('brackets')
        .values({ tournament_id: 'old', round_index: 0, name: 'Semi Finals' })
        .execute()
      await db
        .insertInto('matches')
        .values({
          ...row,
          id: 'x1',
          match_index: 0,
          team1: 'Ada',
          team2: 'Bea',
          winner: 'Bea',
          walkover: false,
        })
        .execute()
      await db
        .insertInto('matches')
        .values({ ...row, id: 'x2', match_index: 1, team1: 'BYE', team2: 'TBD', winner: '', walkover: false })
        .execute()
    })
    const draw = await read((db) => readDraw(db, 'old'))
    expect(draw?.rounds[0]?.matches.map(({ sides, winner }) => ({ sides, winner }))).toEqual([
      { sides: ['name:Ada', 'name:Bea'], winner: 2 },
      { sides: ['BYE', 'TBD'], winner: undefined },
    ])
    expect(draw?.teams).toEqual({
      'name:Ada': { name: 'Ada', players: [] },
      'name:Bea': { name: 'Bea', players: ['Bea', 'Ben'] },
    })
  })

  test('renames a team in all its matches, and no namesake', async () => {
    const draw = { ...drawOfNames('a b c'), teams: { a: sam, b: sam, c: sam } }
    await write((db) => insertDraw(db, draw))
    await write((db) => renameInMatches(db, draw.id, 'a', { name: 'Samira', players: ['Samira'] }))
    const part = await read((db) =>
      db
        .selectFrom('matches')
        .select(['team1', 'winner'])
        .where('round_index', '=', 0)
        .orderBy('match_index')
        .execute(),
    )
    expect(part.map(({ team1, winner }) => [team1, winner])).toEqual([
      ['Samira', 'Samira'],
      ['Sam', ''],
    ])
    expect(await read((db) => findTeamsInDraw(db, draw.id, ['a', 'z']))).toEqual(new Set(['a']))
  })

  test('finds the newest draw of an edition that was not reset', async () => {
    const draw = drawOfNames('a b')
    await write(async (db) => {
      await insertDraw(db, { ...draw, id: 'first', createdAt: '2025-01-01T00:00:00.000Z' })
      await insertDraw(db, { ...draw, id: 'second', createdAt: '2025-01-02T00:00:00.000Z' })
      await saveAbsent(db, 'first', ['b'])
    })
    expect((await read((db) => readDrawOfEdition(db, 11)))?.id).toBe('second')
    await write((db) => saveTournamentStatus(db, 'second', 'reset'))
    expect((await read((db) => readDrawOfEdition(db, 11)))?.id).toBe('first')
    expect(await read((db) => readDrawOfEdition(db, 12))).toBeUndefined()
    expect((await read((db) => readDraw(db, 'first')))?.absent).toEqual(['b'])
  })

  test('each line of the journal advances the revision, and lists what came after one', async () => {
    const changes: Change[] = [{ kind: 'entry-removed', id: 'x' }]
    await write((db) => appendEntry(db, anEntry(1, { changes, requestId: 'tap', before: { teams: [] } })))
    await write((db) => appendEntry(db, anEntry(2)))
    expect((await read(readCurrent)).revision).toBe(2)
    expect(await read((db) => listRevisions(db, 0, 10))).toEqual([
      { revision: 1, at, changes },
      { revision: 2, at, changes: [] },
    ])
    expect(await read((db) => findAnswer(db, 'tap'))).toMatchObject({ revision: 1, message: 'It is done' })
    expect(await read((db) => findAnswer(db, 'other'))).toBeUndefined()
    expect(await read((db) => findEntry(db, 1))).toEqual(
      anEntry(1, { changes, requestId: 'tap', before: { teams: [] } }),
    )
    expect(await read((db) => findEntry(db, 3))).toBeUndefined()
  })

  test('refuses the same request id twice', async () => {
    await write((db) => appendEntry(db, anEntry(1, { requestId: 'tap' })))
    await expect(write((db) => appendEntry(db, anEntry(2, { requestId: 'tap' })))).rejects.toThrow()
    expect((await read(readCurrent)).revision).toBe(1)
  })

  test('searches the journal by words and by who, with every character taken literally', async () => {
    await write(async (db) => {
      await appendEntry(db, anEntry(1, { words: 'Ann beat 100% Bob', action: 'set-winner' }))
      await appendEntry(db, anEntry(2, { words: 'Ann_Lee registered', action: 'register' }))
      await appendEntry(db, anEntry(3, { words: 'Nobody', who: 'ANN@cup.test' }))
      await appendEntry(db, anEntry(4, { words: 'Łukasz registered', who: 'a visitor' }))
    })
    const search = async (text: string) =>
      (await read((db) => listEntries(db, { search: text, limit: 10 }))).map(({ revision }) => revision)
    expect(await search('ann')).toEqual([3, 2, 1])
    expect(await search('100%')).toEqual([1])
    expect(await search('n_l')).toEqual([2])
    expect(await search('\\')).toEqual([])
    expect(await search('Łukasz')).toEqual([4])
    // The tests' PostgreSQL has no locale, and so does not know the lower case of Ł.
    if (engine === 'SQLite') expect(await search('łuk')).toEqual([4])
    expect(await search('Ann\0')).toEqual([])
    const filtered = await read((db) => listEntries(db, { actions: ['register'], before: 3, limit: 10 }))
    expect(filtered.map(({ revision }) => revision)).toEqual([2])
  })

  test('a failed transaction leaves nothing behind', async () => {
    await expect(
      write(async (db) => {
        await insertTeam(db, aTeam('one'))
        await appendEntry(db, anEntry(1))
        throw new Error('the plug was pulled')
      }),
    ).rejects.toThrow('the plug was pulled')
    expect(await read((db) => findTeams(db, ['one']))).toEqual([])
    expect((await read(readCurrent)).revision).toBe(0)
    await write((db) => insertTeam(db, aTeam('one')))
  })

  test("two writers take turns, each seeing the other's changes", async () => {
    await Promise.all(
      Array.from({ length: 20 }, () =>
        write(async (db) => {
          const { revision } = await lockCurrent(db)
          await appendEntry(db, anEntry(revision + 1))
        }),
      ),
    )
    expect((await read((db) => listRevisions(db, 0, 100))).map(({ revision }) => revision)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
  })

  test('a long snapshot stays as it was at its first read, and neither changes nor other reads wait for it', async () => {
    await write((db) => appendEntry(db, anEntry(1)))
    const seen = await storage.snapshot(async (db) => {
      const first = await listRevisions(db, 0, 100)
      await write((other) => appendEntry(other, anEntry(2)))
      expect((await read(readCurrent)).revision).toBe(2)
      return [first, await listRevisions(db, 0, 100)].map((rows) => rows.map(({ revision }) => revision))
    })
    expect(seen).toEqual([[1], [1]])
    expect((await storage.snapshot(readCurrent)).revision).toBe(2)
  })

  test('changes are saved while a backup is made, and are not in it', async () => {
    await write(async (db) => {
      for (let id = 0; id < 500; id += 1) await insertTeam(db, aTeam(String(id)))
    })
    const lines: string[] = []
    let isOver = false
    const made = writeBackup(storage, (line) => void lines.push(line)).finally(() => {
      isOver = true
    })
    // Like a tap: from the event loop, once the backup has begun.
    while (lines.length < 100) await new Promise(setImmediate)
    await write((db) => insertTeam(db, aTeam('late')))
    expect(isOver).toBe(false)
    expect(await made).toEqual({ teams: 500 })
    expect(lines.filter((line) => line.includes('late'))).toEqual([])
    expect(await read((db) => findTeams(db, ['late']))).toHaveLength(1)
  })

  test('a snapshot cannot write', async () => {
    await expect(storage.snapshot((db) => appendEntry(db, anEntry(1)))).rejects.toThrow(/read-?only/)
    await write((db) => appendEntry(db, anEntry(1)))
  })

  test('a transaction with a failed statement saves nothing, even if the error is ignored', async () => {
    await write((db) => appendEntry(db, anEntry(1)))
    const passedOver = write(async (db) => {
      await appendEntry(db, anEntry(1)).catch(() => {})
      await saveCurrent(db, { tournamentID: 'draw', tournamentStatus: 'active', updatedAt: at }).catch(
        () => {},
      )
    })
    await expect(passedOver).rejects.toThrow()
    expect(await read(readCurrent)).toMatchObject({ revision: 1, tournamentID: null })
  })

  test('stores settings and the current pointer as documents', async () => {
    const current = { tournamentID: 'draw', tournamentStatus: 'active', updatedAt: at } as const
    await write(async (db) => {
      await saveSettings(db, { registration: 'open', specialEvents: [] }, { editionId: 11, revision: 1 })
      await saveCurrent(db, current)
      await saveEditions(db, [{ number: 12, season: 'Fall 2025', theme: 'x', winners: '' }])
    })
    expect(await read(readSettings)).toEqual({ ...defaultSettings, registration: 'open', specialEvents: [] })
    expect(await read(readCurrent)).toEqual({ ...current, editionId: 11, epoch: 0, revision: 0 })
    expect(await read(listEditions)).toEqual([{ number: 12, season: 'Fall 2025', theme: 'x', winners: '' }])
  })

  test('corrects the number of an edition in one row: its teams and its draw refer to it by id', async () => {
    const draw = drawOfNames('a b')
    await write(async (db) => {
      await insertTeam(db, aTeam('one'))
      await insertDraw(db, draw)
      await renumberEdition(db, 11, 7)
    })
    expect(await read((db) => findTeams(db, ['one']))).toEqual([aTeam('one')])
    expect(await read((db) => readDrawOfEdition(db, 11))).toEqual({ ...draw, edition: 7 })
    expect(await read((db) => findEdition(db, 7))).toMatchObject({ id: 11, season: 'Spring 2025' })
    // Both numbers stay in the list of past champions.
    expect(await read(listEditions)).toEqual(firstEditions.with(6, { ...eleventh, number: 7 }))
    await write((db) => renumberEdition(db, 11, 12))
    expect((await read(listEditions)).map(({ number }) => number)).toEqual([
      ...firstEditions.map(({ number }) => number),
    ])
  })

  test('each edition number exists once, and a new edition gets its own id', async () => {
    const ids = await write(async (db) => [await ensureEdition(db, 3), await ensureEdition(db, 40)])
    expect(ids).toEqual([3, 12])
    expect(await write((db) => ensureEdition(db, 40))).toBe(12)
    expect(await read(listEditions)).toEqual(firstEditions)
    const readAgain = { number: 3, season: 'Fall', theme: '', title: '', winners: '' }
    await expect(
      write((db) =>
        db
          .insertInto('editions')
          .values({ ...readAgain, id: 99 })
          .execute(),
      ),
    ).rejects.toThrow()
  })

  test("a removed admin's sessions are removed too", async () => {
    await write(async (db) => {
      await insertAdmin(db, { email: 'ann@cup.test', passwordHash: 'old', createdAt: at })
      await insertSession(db, aSession('one'))
      await insertSession(db, aSession('two'))
    })
    await expect(
      write((db) => insertAdmin(db, { email: 'ann@cup.test', passwordHash: 'again', createdAt: at })),
    ).rejects.toThrow()
    expect(await write((db) => updatePasswordHash(db, 'ann@cup.test', 'new'))).toBe(true)
    expect(await write((db) => updatePasswordHash(db, 'ben@cup.test', 'new'))).toBe(false)
    expect(await read((db) => findAdmin(db, 'ann@cup.test'))).toEqual({
      email: 'ann@cup.test',
      passwordHash: 'new',
      createdAt: at,
    })
    await write((db) => deleteAdmin(db, 'ann@cup.test'))
    expect(await read((db) => findSession(db, 'hash one'))).toBeUndefined()
  })

  test('nothing is found by a text with a NUL in it', async () => {
    await write((db) => insertAdmin(db, { email: 'ann@cup.test', passwordHash: 'hash', createdAt: at }))
    expect(await read((db) => findAdmin(db, 'ann@cup.test\0'))).toBeUndefined()
    expect(await read((db) => findAnswer(db, '\0'))).toBeUndefined()
  })

  test('sessions are found by their token, touched, ended and deleted', async () => {
    await write(async (db) => {
      await insertAdmin(db, { email: 'ann@cup.test', passwordHash: 'x', createdAt: at })
      for (const id of ['one', 'two', 'three']) await insertSession(db, aSession(id))
      await touchSession(db, 'two', '2025-05-03T00:00:00.000Z')
    })
    expect(await read((db) => findSession(db, 'hash one'))).toEqual(aSession('one'))
    expect((await read((db) => listSessions(db, 'ann@cup.test'))).map(({ id }) => id)).toEqual([
      'two',
      'one',
      'three',
    ])
    await write((db) => deleteExpiredSessions(db, at, '2025-05-02T22:00:00.000Z'))
    expect((await read((db) => listSessions(db, 'ann@cup.test'))).map(({ id }) => id)).toEqual(['two'])
    await write((db) => insertSession(db, aSession('four')))
    await write((db) => deleteSessionsOf(db, 'ann@cup.test', 'four'))
    expect((await read((db) => listSessions(db, 'ann@cup.test'))).map(({ id }) => id)).toEqual(['four'])
  })

  test('a backup moves the whole cup to another database, except the sessions', async () => {
    const draw = { ...drawOfNames('a b c'), teams: { a: sam, b: sam, c: sam } }
    await write(async (db) => {
      await insertTeam(db, aTeam('one', { approved: true }))
      await insertDraw(db, draw)
      await saveCurrent(db, { tournamentID: draw.id, tournamentStatus: 'active', updatedAt: at })
      await saveSettings(db, { byes: 'at-once' }, { editionId: 11, revision: 1 })
      await appendEntry(db, anEntry(1, { requestId: 'tap', before: { matches: [] } }))
      await insertAdmin(db, { email: 'ann@cup.test', passwordHash: 'x', createdAt: at })
      await insertSession(db, aSession('one'))
    })
    expect(await isEmpty(storage)).toBe(false)
    const lines = await backupOf(storage)

    const other = await openFresh()
    try {
      expect(await isEmpty(other)).toBe(true)
      await readBackup(other, lines, new Date(at))
      expect(await other.read((db) => readDraw(db, draw.id))).toEqual(draw)
      expect(await other.read((db) => findTeams(db, ['one']))).toEqual([aTeam('one', { approved: true })])
      expect((await other.read(readSettings)).byes).toBe('at-once')
      expect(await other.read((db) => findEntry(db, 1))).toEqual(
        anEntry(1, { requestId: 'tap', before: { matches: [] } }),
      )
      expect(await other.read((db) => findSession(db, 'hash one'))).toBeUndefined()
      expect((await other.read(readCurrent)).revision).toBe(2)
      const again = await backupOf(other)
      expect(again.filter((line) => !/"table":"(journal|system)"/.test(line))).toEqual(
        lines.filter((line) => !/"table":"(journal|system)"/.test(line)),
      )
    } finally {
      await other.close()
    }
  })

  test("keeps a team's subscriptions until its edition ends, and has them and the keys in a backup", async () => {
    const phone = (id: string, teamId: string) => ({
      id,
      teamId,
      endpoint: `https://web.push.apple.com/${id}`,
      p256dh: 'key',
      auth: 'secret',
      createdAt: at,
    })
    await write(async (db) => {
      await insertAdmin(db, ann)
      await insertTeam(db, aTeam('one'))
      await insertTeam(db, aTeam('past', { editionId: 10 }))
      await ensurePushKeys(db)
      await savePushSubscription(db, phone('a', 'past'))
      await savePushSubscription(db, phone('b', 'past'))
      await savePushSubscription(db, phone('b', 'one'))
    })
    const keys = await read(readPushKeys)
    expect(keys).toMatchObject({ d: expect.stringMatching(/^[\w-]{43}$/) })
    await write(ensurePushKeys)
    expect(await read(readPushKeys)).toEqual(keys)
    expect(await read((db) => countPushSubscriptions(db))).toBe(2)
    expect(await read((db) => countPushSubscriptions(db, 'one'))).toBe(1)
    const lines = await backupOf(storage)
    await write((db) => deletePushOfOtherEditions(db, 11))
    expect(await read((db) => listPushSubscriptions(db, ['one', 'past']))).toEqual([phone('b', 'one')])
    await write((db) => deletePushSubscription(db, 'b'))
    expect(await read((db) => findPushSubscription(db, 'b'))).toBeUndefined()

    await readBackup(storage, lines, new Date(at))
    expect(await read(readPushKeys)).toEqual(keys)
    expect(await read((db) => listPushSubscriptions(db, ['past', 'one']))).toHaveLength(2)
    await readBackup(
      storage,
      lines.filter((line) => !/"(table|id)":"push/.test(line)),
      new Date(at),
    )
    const others = await read(readPushKeys)
    expect(others).toBeDefined()
    expect(others).not.toEqual(keys)
  })

  test('has room for revisions of 15 digits, in a backup too', async () => {
    const long = 999_999_999_999_900
    await write(async (db) => {
      await insertAdmin(db, ann)
      await insertTeam(db, aTeam('one', { revision: long }))
      await insertDraw(db, drawOfNames('a b'))
      await appendEntry(db, anEntry(long))
    })
    await readBackup(storage, await backupOf(storage), new Date(at))
    expect((await read(readCurrent)).revision).toBe(long + 1)
    expect(await read((db) => listRevisions(db, long - 1, 10))).toMatchObject([
      { revision: long },
      { revision: long + 1 },
    ])
    expect((await read((db) => findTeams(db, ['one'])))[0]?.revision).toBe(long)
  })

  test('a backup with lines after its end, a wrong type or no account is refused, and nothing is lost', async () => {
    await write(async (db) => {
      await insertTeam(db, aTeam('one'))
      await appendEntry(db, anEntry(1))
    })
    const without = await backupOf(storage)
    await write((db) => insertAdmin(db, ann))
    const lines = await backupOf(storage)
    const before = await read(readCurrent)
    const restore = (text: string[]) => readBackup(storage, text, new Date(at))
    await expect(restore(without)).rejects.toThrow('no account')
    await expect(restore([...lines, lines[1] ?? ''])).rejects.toThrow('after its end')
    await expect(restore([...lines, ...lines])).rejects.toThrow('after its end')
    const wrongs: readonly [table: string, column: string, value: unknown][] = [
      ['teams', 'approved', 'yes'],
      ['teams', 'approved', 1],
      ['teams', 'revision', '7'],
      ['teams', 'revision', 1.5],
      ['teams', 'revision', 1e15],
      ['teams', 'id', null],
      ['teams', 'player1_name', 7],
      ['teams', 'player1_name', { name: 'Ann' }],
      ['teams', 'created_at', 'yesterday'],
      ['teams', 'created_at', 0],
      ['teams', 'made_up', 'x'],
      ['journal', 'changes', 'none'],
      ['system', 'document', 7],
      ['admins', 'password_hash', null],
    ]
    for (const [table, column, value] of wrongs) {
      const changed = lines.map((line) => {
        const whole = JSON.parse(line)
        if (whole.table !== table) return line
        return JSON.stringify({ table, row: { ...whole.row, [column]: value } })
      })
      await expect(restore(changed), `${table} ${column} ${value}`).rejects.toThrow(
        `"${column}" of "${table}"`,
      )
    }
    for (const document of ['current', 'settings']) {
      const fewer = lines.filter((line) => !line.includes(`"id":"${document}"`))
      await expect(restore(fewer)).rejects.toThrow('not a backup')
    }
    expect(await read(readCurrent)).toEqual(before)
    expect(await backupOf(storage)).toEqual(lines)
    await restore([...lines, '', ' '])
    expect((await read(readCurrent)).epoch).toBeGreaterThan(before.epoch)
  })

  test('a restore whose outcome the storage does not report is not treated as failed', async () => {
    await write((db) => insertAdmin(db, ann))
    const lines = await backupOf(storage)
    const cut: Storage = {
      ...storage,
      async transaction(run) {
        await storage.transaction(run)
        throw new Error('The line is cut.')
      },
    }
    await expect(readBackup(cut, lines, new Date(at))).rejects.toThrow('look at the cup')
    const failed: Storage = {
      ...storage,
      transaction: (run) =>
        storage.transaction(async (db) => {
          await run(db)
          throw new Error('The disk is full.')
        }),
    }
    await expect(readBackup(failed, lines, new Date(at))).rejects.toThrow('The disk is full.')
  })

  test('an epoch is always later than the one before it, than that of the backup and than that of what it replaced', async () => {
    const now = new Date(at)
    const epoch = async () => (await read(readCurrent)).epoch
    expect(await epoch()).toBe(0)
    await write((db) => insertAdmin(db, ann))
    await write((db) => ensureEpoch(db, now))
    const first = await epoch()
    expect(first).toBe(Math.floor(now.getTime() / 1_000))
    await write((db) => ensureEpoch(db, now))
    expect(await epoch()).toBe(first)
    await write((db) => beginEpoch(db, now))
    expect(await epoch()).toBe(first + 1)
    const lines = await backupOf(storage)
    await write((db) => beginEpoch(db, now, first + 8))
    expect(await epoch()).toBe(first + 9)
    await readBackup(storage, lines, now)
    expect(await epoch()).toBe(first + 10)
    await readBackup(storage, await backupOf(storage), new Date(now.getTime() - 60_000))
    expect(await epoch()).toBe(first + 11)
    expect(await read(readCurrent)).toMatchObject({ tournamentID: null, revision: 2 })
  })

  test('after any change the cup is worth a copy before another replaces it', async () => {
    expect(await isEmpty(storage)).toBe(true)
    await write(async (db) => {
      const { revision } = await lockCurrent(db)
      await saveEditions(db, [{ number: 1, season: 'Spring 2020', theme: '', winners: 'Ann and Bob' }])
      await appendEntry(db, anEntry(revision + 1))
    })
    expect(await isEmpty(storage)).toBe(false)
  })

  const eleventh = { number: 11, season: 'Spring 2025', theme: '', winners: '' }

  /** A row as it was before editions had ids, when the current one was part of the settings. */
  function beforeEditionIds({ table, row }: { table: string; row: Record<string, unknown> }) {
    const { id, edition_id: edition, title: _title, document, ...rest } = row
    if (table === 'editions') return { table, row: { ...rest, ...(rest.number === 11 && eleventh) } }
    if (id === 'settings') return { table, row: { id, document: { editionTheme: 'Neon' }, ...rest } }
    if (id !== 'current') return { table, row: edition === undefined ? row : { id, edition, ...rest } }
    const { editionId: _id, ...current } = document as Record<string, unknown>
    return { table, row: { id, document: current, ...rest } }
  }

  /** What each later version added: columns of teams, and whole tables. */
  const brought: Record<string, readonly string[]> = {
    '002-entry-links': ['link_hash', 'checked_in_at', 'withdrawn_at', 'corrected_from'],
    '003-long-revisions': [],
    '004-push': ['push_subscriptions'],
    '005-shown-links': ['shown_links'],
    '006-edition-ids': [],
    '007-corrections': ['correction'],
    // A column of matches that is in no backup.
    '008-reports': [],
  }

  test.each(['001-first-tables', ...Object.keys(brought)])(
    'a backup of %s is restored, without what came later',
    async (version) => {
      const team = aTeam('one', { checkedInAt: at, withdrawnAt: at, correctedFrom: 'An' })
      await write(async (db) => {
        await insertAdmin(db, ann)
        await insertTeam(db, team)
        await saveSettings(db, { editionTheme: 'Neon' }, { editionId: 11, revision: 0 })
        await saveLink(db, 'one', 'hash')
        await addLink(db, 'one', 'shown')
      })
      const later = Object.entries(brought).flatMap(([name, parts]) => (name > version ? parts : []))
      const lines = (await backupOf(storage)).flatMap((line) => {
        const { table, row, ...rest } = JSON.parse(line)
        if (!table) return JSON.stringify('backup' in rest ? { ...rest, version } : rest)
        if (later.includes(table)) return []
        const kept = Object.entries(row).filter(([column]) => !(table === 'teams' && later.includes(column)))
        const was = { table, row: Object.fromEntries(kept) }
        return JSON.stringify(version < '006-edition-ids' ? beforeEditionIds(was) : was)
      })
      await readBackup(storage, lines, new Date(at))
      const byLink = (linkHash: string) => read((db) => findTeamByLink(db, { linkHash, editionId: 11 }))
      const hasLinks = version >= '002-entry-links'
      const hasShown = version >= '005-shown-links'
      expect(await read((db) => findTeams(db, ['one']))).toEqual([hasLinks ? team : aTeam('one')])
      expect(await read(readSettings)).toEqual({ ...defaultSettings, editionTheme: 'Neon' })
      expect(await read(listEditions)).toEqual(firstEditions.with(10, { ...eleventh, theme: 'Neon' }))
      expect(await byLink('hash')).toEqual(hasLinks ? team : undefined)
      expect(await byLink('shown')).toEqual(hasShown ? team : undefined)
      expect(Object.keys(brought).at(-1)).toBe(JSON.parse((await backupOf(storage))[0] ?? '').version)
    },
  )

  test('a team is found by its link until it has another or is removed', async () => {
    const team = aTeam('one', { checkedInAt: at, withdrawnAt: at, correctedFrom: 'An' })
    const byLink = (linkHash: string, editionId = 11) =>
      read((db) => findTeamByLink(db, { linkHash, editionId }))
    await write(async (db) => {
      await insertTeam(db, team)
      await insertTeam(db, aTeam('two'))
      await saveLink(db, 'one', 'first')
    })
    await write((db) => saveTeam(db, team))
    expect(await byLink('first')).toEqual(team)
    expect(await byLink('first', 10)).toBeUndefined()
    await write((db) => addLink(db, 'one', 'shown'))
    expect(await byLink('shown')).toEqual(team)
    expect(await byLink('first')).toEqual(team)
    expect(await byLink('shown', 10)).toBeUndefined()
    await write((db) => saveLink(db, 'one', 'second'))
    expect(await byLink('first')).toBeUndefined()
    expect(await byLink('shown')).toBeUndefined()
    await write((db) => saveTeam(db, { ...team, removedAt: at }))
    expect(await byLink('second')).toBeUndefined()
    await expect(write((db) => saveLink(db, 'two', 'second'))).rejects.toThrow()
  })

  test('a backup counts its teams, without removed ones', async () => {
    await write(async (db) => {
      await insertTeam(db, aTeam('one'))
      await insertTeam(db, aTeam('two', { editionId: 10 }))
      await insertTeam(db, aTeam('gone', { removedAt: at }))
    })
    expect(await writeBackup(storage, () => {})).toEqual({ teams: 2 })
  })

  test('a truncated backup and any other file are refused, and nothing is lost', async () => {
    await write((db) => insertTeam(db, aTeam('one')))
    const lines = await backupOf(storage)
    const restore = (text: string[]) => readBackup(storage, text, new Date(at))
    await expect(restore(lines.slice(0, -1))).rejects.toThrow('not complete')
    await expect(restore(['hello'])).rejects.toThrow('not a backup')
    await expect(restore([])).rejects.toThrow('not a backup')
    const ofVersion = (version: string) => [JSON.stringify({ backup: 'the-cup', version }), ...lines.slice(1)]
    await expect(restore(ofVersion('999-later'))).rejects.toThrow('newer version')
    await expect(restore(ofVersion('000-earlier'))).rejects.toThrow('older version')
    expect(await read((db) => findTeams(db, ['one']))).toEqual([aTeam('one')])
  })
})

function drawOfNames(names: string): Draw {
  return withOwnIds(drawOf(names.split(' ')))
}

/** Stored matches need unique ids within a draw, unlike those in the rules' tests. */
function withOwnIds(draw: Draw): Draw {
  const named = ({ name, matches }: Round, round: number) => ({
    name,
    matches: matches.map((match) => ({ ...match, id: `${match.index + 1}-round${round}` })),
  })
  return { ...draw, rounds: draw.rounds.map(named) }
}

const ann = { email: 'ann@cup.test', passwordHash: 'x', createdAt: at }
const sam = { name: 'Sam', players: ['Sam'] }

function aTeam(id: string, more: Partial<StoredTeam> = {}): StoredTeam {
  return {
    id,
    player1Name: 'Ann',
    player2Name: '',
    teams: '',
    teamName: 'Team-12345678',
    approved: false,
    createdAt: at,
    editionId: 11,
    teamPhoneNumber: '+1 555',
    removedAt: undefined,
    revision: 1,
    ...more,
  }
}

/** New and changed teams are saved alike. */
const insertTeam = (db: Db, team: StoredTeam) => saveTeams(db, [team])

function anEntry(revision: number, more: Partial<JournalEntry> = {}): JournalEntry {
  return {
    revision,
    at,
    who: 'ann@cup.test',
    action: 'settings',
    words: 'Something happened.',
    details: { message: 'It is done' },
    changes: [],
    before: undefined,
    requestId: undefined,
    ...more,
  }
}

function aSession(id: string): Session {
  return {
    id,
    tokenHash: `hash ${id}`,
    email: 'ann@cup.test',
    device: 'Firefox on Linux',
    createdAt: at,
    lastSeenAt: at,
    expiresAt: '2025-05-16T21:15:00.123Z',
  }
}
