import { afterEach, beforeEach, expect, test } from 'vitest'
import { anna, mustDo, type OpenCup, openCup, teamForm } from '../../../tests/support/cup-app.ts'
import { type ManualClock, manualClock } from '../../../tests/support/manual-clock.ts'
import { maxRegistrations } from '../../domain/teams/registration.ts'
import { createLimits } from '../rate-limits.ts'
import { saveTeams } from '../storage/team-rows.ts'
import { createLimitedRegistration } from './limited-registration.ts'

let cup: OpenCup
let clock: ManualClock

beforeEach(async () => {
  clock = manualClock()
  cup = await openCup({ clock })
})

afterEach(() => cup.close())

const openRegistration = (more = {}) =>
  cup.app.changeSettings({ registration: 'open', ...more }, anna).then(mustDo)

const entries = async () => (await cup.app.publicView()).entries

test('a fresh cup takes no registration', async () => {
  expect(await cup.app.registerTeam(teamForm('Ann'))).toMatchObject({
    ok: false,
    reason: 'registration-closed',
  })
  expect(await entries()).toEqual([])
})

test('a team is entered as pending, with a name of its own', async () => {
  await openRegistration()
  const form = { player1Name: ' Ann  Lee ', player2Name: 'Zoe', teams: 'Lions', teamPhoneNumber: '555' }
  const { token, ...registered } = mustDo(await cup.app.registerTeam(form))
  expect(registered).toEqual({ teamId: (await entries())[0]?.id, waiting: false })
  expect(token).toMatch(/^[\w-]{22}$/)
  expect(await entries()).toMatchObject([
    {
      player1Name: 'Ann Lee',
      player2Name: 'Zoe',
      teams: 'Lions',
      approved: false,
      createdAt: cup.clock.now().toISOString(),
    },
  ])
  expect((await entries())[0]?.teamName).toMatch(/^Team-[a-z0-9]{8}$/)
  expect((await entries())[0]?.id).toMatch(/^[a-z0-9]{12}$/)
})

test('the same form sent twice enters the team once', async () => {
  await openRegistration()
  mustDo(await cup.app.registerTeam(teamForm('Ann')))
  mustDo(await cup.app.registerTeam(teamForm('Ann')))
  await Promise.all([cup.app.registerTeam(teamForm('Bob')), cup.app.registerTeam(teamForm('Bob'))])
  expect((await entries()).map(({ player1Name }) => player1Name)).toEqual(['Ann', 'Bob'])
})

test('the same form sent again soon brings a link that works, and later none', async () => {
  await openRegistration()
  const first = mustDo(await cup.app.registerTeam(teamForm('Ann')))
  const again = mustDo(await cup.app.registerTeam(teamForm('Ann')))
  expect(again).toMatchObject({ teamId: first.teamId, waiting: false })
  expect(await cup.app.teamOfLink(again.token ?? '', '')).toEqual({ ok: true, value: first.teamId })
  expect(await cup.app.teamOfLink(first.token ?? '', '')).toMatchObject({ reason: 'no-such-link' })
  await clock.advance(11 * 60_000)
  expect(mustDo(await cup.app.registerTeam(teamForm('Ann')))).toEqual({
    teamId: first.teamId,
    waiting: false,
  })
  expect(await cup.app.teamOfLink(again.token ?? '', '')).toMatchObject({ ok: true })
})

test('two players who are entered already are asked about, where that is wanted', async () => {
  await openRegistration()
  const form = teamForm('Ann', { player2Name: 'Zoë' })
  mustDo(await cup.app.registerTeam(form))
  const double = { ...form, player1Name: ' ANN', player2Name: 'Zoe', teamPhoneNumber: 'another' }
  expect(await cup.app.registerTeam(double, { asksAboutDouble: true })).toMatchObject({
    reason: 'already-entered',
    details: ['Ann, Zoë'],
  })
  mustDo(await cup.app.registerTeam(form, { asksAboutDouble: true }))
  expect(await entries()).toHaveLength(1)
  mustDo(await cup.app.registerTeam(double))
  expect(await entries()).toHaveLength(2)
})

test('a team that was removed may enter again', async () => {
  await openRegistration()
  mustDo(await cup.app.registerTeam(teamForm('Ann')))
  const [first] = await entries()
  mustDo(await cup.app.removeTeams({ teamIds: [first?.id ?? ''] }, anna))
  mustDo(await cup.app.registerTeam(teamForm('Ann')))
  const now = await entries()
  expect(now).toHaveLength(1)
  expect(now[0]?.id).not.toBe(first?.id)
})

test('whoever comes after the limit is told to wait, also when the form is sent again', async () => {
  await openRegistration({ teamLimit: 2 })
  expect(mustDo(await cup.app.registerTeam(teamForm('Ann'))).waiting).toBe(false)
  expect(mustDo(await cup.app.registerTeam(teamForm('Bob'))).waiting).toBe(false)
  expect(mustDo(await cup.app.registerTeam(teamForm('Cid'))).waiting).toBe(true)
  expect(mustDo(await cup.app.registerTeam(teamForm('Cid'))).waiting).toBe(true)
  expect(mustDo(await cup.app.registerTeam(teamForm('Ann'))).waiting).toBe(false)
})

test('no phone number reaches the journal or the public view', async () => {
  await openRegistration()
  mustDo(await cup.app.registerTeam(teamForm('Ann', { teamPhoneNumber: '0815-4711' })))
  const [team] = await cup.app.teamsForOrganiser(anna)
  expect(team?.teamPhoneNumber).toBe('0815-4711')
  mustDo(
    await cup.app.editTeam(
      { teamId: team?.id ?? '', form: teamForm('Ann', { teamPhoneNumber: '0815-4712' }) },
      anna,
    ),
  )
  const shown = JSON.stringify([await cup.app.publicView(), await cup.app.journal(anna, { limit: 100 })])
  expect(shown).not.toContain('0815')
  const rows = await cup.storage.read((db) =>
    db.selectFrom('journal').select(['words', 'details', 'changes']).execute(),
  )
  expect(JSON.stringify(rows)).not.toContain('0815')
})

test('an edition takes 10,000 registrations and not one more, also when some were removed', async () => {
  await openRegistration()
  mustDo(await cup.app.registerTeam(teamForm('Ann')))
  await cup.storage.transaction(async (db) => {
    for (let number = 2; number <= maxRegistrations; number += 1) {
      await saveTeams(db, [
        {
          id: `t${number}`,
          editionId: 11,
          ...teamForm(`Team ${number}`),
          teamName: `Team-${number}`,
          approved: false,
          createdAt: cup.clock.now().toISOString(),
          removedAt: undefined,
          revision: 0,
        },
      ])
    }
  })
  expect(await cup.app.registerTeam(teamForm('Zoe'))).toMatchObject({ reason: 'registration-full' })
  expect(await cup.app.registerTeam(teamForm('Ann'))).toMatchObject({ ok: true })
  mustDo(await cup.app.removeTeams({ teamIds: ['t2'] }, anna))
  expect(await cup.app.registerTeam(teamForm('Zoe'))).toMatchObject({ reason: 'registration-full' })
})

test('what the storage could not take counts for no flood', async () => {
  await openRegistration()
  let isAway = true
  const transaction: typeof cup.storage.transaction = (run) =>
    isAway ? Promise.reject(new Error('The database is gone.')) : cup.storage.transaction(run)
  const storage = { ...cup.storage, transaction }
  const register = createLimitedRegistration({ ...cup, storage, limits: createLimits(clock) })
  const from = { address: '10.0.0.1' }
  for (let nth = 1; nth <= 50; nth += 1)
    await expect(register(teamForm(`Ann ${nth}`), from)).rejects.toThrow('The database is gone.')
  isAway = false
  expect(await register(teamForm('Ann'), from)).toMatchObject({ ok: true })
})
