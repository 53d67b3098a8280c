import { beforeEach, expect, test } from 'vitest'
import { formOf } from '../../../scripts/form-of.ts'
import { anna, mustDo, type OpenCup, openCup, teamForm } from '../../../tests/support/cup-app.ts'
import { type ManualClock, manualClock } from '../../../tests/support/manual-clock.ts'
import { watchLog } from '../../../tests/support/watch-log.ts'
import { maxRegistrations } from '../../domain/teams/registration.ts'
import { createLimits } from '../rate-limits.ts'
import { countPushSubscriptions, savePushSubscription } from '../storage/push-rows.ts'
import { saveTeams } from '../storage/team-rows.ts'
import { createLimitedRegistration, registrationCode } from './limited-registration.ts'

let cup: OpenCup
let clock: ManualClock

beforeEach(async () => {
  clock = manualClock()
  cup = await openCup({ clock })
})

const openRegistration = (more = {}) =>
  cup.app.changeSettings({ registration: 'open', ...more }, anna).then(mustDo)

const entries = async () => (await cup.app.publicView()).entries
const journal = () => cup.app.journal(anna, { limit: 100 })
const oneAddress = { address: '10.0.0.1' }

test('registration is closed in a fresh cup', async () => {
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

test('an incomplete form is refused with the names of its missing fields', async () => {
  await openRegistration()
  expect(await cup.app.registerTeam(teamForm(' ', { teamPhoneNumber: '' }))).toMatchObject({
    reason: 'missing-fields',
    details: ['Player 1 Name', 'Team Phone Number'],
  })
  expect(await entries()).toEqual([])
})

const requestId = (nth: number) => `a random form token ${nth}`

test('a form sent twice, even concurrently, enters its team once and gets the same link', async () => {
  await openRegistration()
  const send = (name: string, nth: number) =>
    cup.app.registerTeam(teamForm(name), { requestId: requestId(nth) }).then(mustDo)
  const first = await send('Ann', 1)
  await clock.advance(11 * 60_000)
  expect(await send('Ann', 1)).toEqual(first)
  const [one, other] = await Promise.all([send('Bob', 2), send('Bob', 2)])
  expect(one).toEqual(other)
  expect((await entries()).map(({ player1Name }) => player1Name)).toEqual(['Ann', 'Bob'])
  expect(await cup.app.teamOfLink(first.token ?? '', '')).toMatchObject({
    ok: true,
    value: { id: first.teamId },
  })
})

test('a form sent again after its team was removed enters it again, with another link', async () => {
  await openRegistration()
  const send = () => cup.app.registerTeam(teamForm('Ann'), { requestId: requestId(1) }).then(mustDo)
  const first = await send()
  mustDo(await cup.app.removeTeams({ teamIds: [first.teamId], confirm: true }, anna))
  const again = await send()
  expect(again.teamId).not.toBe(first.teamId)
  expect(again.token).not.toBe(first.token)
  expect(await cup.app.teamOfLink(again.token ?? '', '')).toMatchObject({
    ok: true,
    value: { id: again.teamId },
  })
})

test('a form’s token short enough to guess is ignored: sent again, the form enters another team', async () => {
  await openRegistration()
  const send = (token: string) => cup.app.registerTeam(teamForm('Ann'), { requestId: token }).then(mustDo)
  const teamsOf = async (token: string) => new Set([(await send(token)).teamId, (await send(token)).teamId])
  expect(await teamsOf('x'.repeat(15))).toHaveProperty('size', 2)
  expect(await teamsOf('x'.repeat(16))).toHaveProperty('size', 1)
})

test('neither a form’s token nor the link derived from it is stored', async () => {
  await openRegistration()
  const { token = '-' } = mustDo(await cup.app.registerTeam(teamForm('Ann'), { requestId: requestId(1) }))
  const rows = await cup.storage.read(async (db) => [
    await db.selectFrom('teams').selectAll().execute(),
    await db.selectFrom('journal').selectAll().execute(),
  ])
  for (const secret of [token, requestId(1)]) expect(JSON.stringify(rows)).not.toContain(secret)
})

test('asks about two players who are already entered, whatever their phone number', async () => {
  await openRegistration()
  const form = teamForm('Ann', { player2Name: 'Zoë' })
  const { token = '' } = mustDo(await cup.app.registerTeam(form))
  const double = { ...form, player1Name: ' ANN', player2Name: 'Zoe', teamPhoneNumber: 'another' }
  for (const again of [double, form])
    expect(await cup.app.registerTeam(again, { asksAboutDouble: true })).toMatchObject({
      reason: 'already-entered',
      details: ['Ann, Zoë'],
    })
  expect(await entries()).toHaveLength(1)
  mustDo(await cup.app.registerTeam(double))
  expect(await entries()).toHaveLength(2)
  expect(await cup.app.teamOfLink(token, '')).toMatchObject({ ok: true })
})

test('a removed team can enter again, and is not asked about its removed entry', async () => {
  await openRegistration()
  const send = () =>
    cup.app.registerTeam(teamForm('Ann', { player2Name: 'Zoe' }), { asksAboutDouble: true }).then(mustDo)
  await send()
  const [first] = await entries()
  mustDo(await cup.app.removeTeams({ teamIds: [first?.id ?? ''] }, anna))
  await send()
  const now = await entries()
  expect(now).toHaveLength(1)
  expect(now[0]?.id).not.toBe(first?.id)
})

test('a team beyond the limit is on the waiting list, also when its form is sent again', async () => {
  await openRegistration({ teamLimit: 2 })
  const isWaiting = async (name: string, nth: number) =>
    mustDo(await cup.app.registerTeam(teamForm(name), { requestId: requestId(nth) })).waiting
  expect([await isWaiting('Ann', 1), await isWaiting('Bob', 2), await isWaiting('Cid', 3)]).toEqual([
    false,
    false,
    true,
  ])
  expect([await isWaiting('Cid', 3), await isWaiting('Ann', 1)]).toEqual([true, false])
})

test('the journal names each team, and says which are on the waiting list', async () => {
  await openRegistration({ teamLimit: 1 })
  mustDo(await cup.app.registerTeam(teamForm('Ann', { player2Name: 'Zoe' })))
  mustDo(await cup.app.registerTeam(teamForm('Bob')))
  const lines = (await journal()).slice(0, 2).map(({ who, words }) => `${who}: ${words}`)
  expect(lines).toEqual([
    'a visitor: Bob registered, on the waiting list.',
    'a visitor: Ann, Zoe registered.',
  ])
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
  const shown = JSON.stringify([await cup.app.publicView(), await journal()])
  expect(shown).not.toContain('0815')
  const rows = await cup.storage.read((db) =>
    db.selectFrom('journal').select(['words', 'details', 'changes']).execute(),
  )
  expect(JSON.stringify(rows)).not.toContain('0815')
})

test('an edition takes 10,000 registrations at most, removed ones included', async () => {
  await openRegistration()
  const ann = () => cup.app.registerTeam(teamForm('Ann'), { requestId: requestId(1) })
  mustDo(await ann())
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
  expect(await ann()).toMatchObject({ ok: true })
  mustDo(await cup.app.removeTeams({ teamIds: ['t2'] }, anna))
  expect(await cup.app.registerTeam(teamForm('Zoe'))).toMatchObject({ reason: 'registration-full' })
})

test('an edition’s first entry makes the cup forget the phones that follow other editions, its later ones do not', async () => {
  await openRegistration()
  const enter = async (name: string) => mustDo(await cup.app.registerTeam(teamForm(name))).teamId
  const follow = (teamId: string) =>
    cup.storage.transaction((db) =>
      savePushSubscription(db, {
        id: teamId,
        teamId,
        endpoint: `https://push.test/${teamId}`,
        p256dh: '',
        auth: '',
        createdAt: clock.now().toISOString(),
      }),
    )
  const phones = () => cup.storage.read((db) => countPushSubscriptions(db))

  await follow(await enter('Ann'))
  mustDo(await cup.app.beginEdition({ registration: 'open' }, anna, { confirm: true }))
  expect(await phones()).toBe(1)
  const bob = await enter('Bob')
  expect(await phones()).toBe(0)

  await follow(bob)
  mustDo(await cup.app.changeSettings({ editionNumber: 11 }, anna, { confirm: true }))
  await openRegistration()
  await enter('Cid')
  expect(await phones()).toBe(1)
})

test('organisers enter any number of teams at the desk', async () => {
  await openRegistration()
  for (let nth = 1; nth <= 60; nth += 1) {
    const form = formOf({ ...teamForm(`Ann ${nth}`), confirm: true })
    expect(await cup.app.run('register', form, anna, { ...oneAddress, device: 'a test' })).toMatchObject({
      ok: true,
    })
  }
})

test('forms that are incomplete or too early do not count as a flood', async () => {
  for (let nth = 1; nth <= 60; nth += 1)
    expect(await cup.app.registerTeam(teamForm(`Ann ${nth}`), oneAddress)).toMatchObject({
      reason: 'registration-closed',
    })
  await openRegistration()
  for (let nth = 1; nth <= 60; nth += 1)
    expect(await cup.app.registerTeam(teamForm(' '), oneAddress)).toMatchObject({ reason: 'missing-fields' })
  mustDo(await cup.app.registerTeam(teamForm('Ann'), oneAddress))
})

test('a flooding address is told to come back in 20 seconds, and the organisers once', async () => {
  await openRegistration()
  for (let nth = 1; nth <= 40; nth += 1)
    mustDo(await cup.app.registerTeam(teamForm(`Ann ${nth}`), oneAddress))
  for (let nth = 1; nth <= 60; nth += 1)
    expect(await cup.app.registerTeam(teamForm(`Bob ${nth}`), oneAddress)).toMatchObject({
      reason: 'registration-slow',
      details: ['20'],
    })
  const notices = (await journal()).filter(({ action }) => action === 'slow-registration')
  expect(notices).toMatchObject([
    { who: 'the cup', words: 'Registration was slowed down: many entries came in at once.' },
  ])
})

/** Registration on a database that refuses every write while it is away. */
function onFailingStorage(isAway: () => boolean) {
  const transaction: typeof cup.storage.transaction = (run) =>
    isAway() ? Promise.reject(new Error('The database is gone.')) : cup.storage.transaction(run)
  const limits = createLimits(clock)
  const storage = { ...cup.storage, transaction }
  return { limits, register: createLimitedRegistration({ ...cup, storage, limits }) }
}

test('failed writes do not count as a flood, with or without the code of the day', async () => {
  await openRegistration()
  let isAway = true
  const { register } = onFailingStorage(() => isAway)
  for (const code of ['', await registrationCode(cup)]) {
    const from = { ...oneAddress, code }
    isAway = true
    for (let nth = 1; nth <= 60; nth += 1)
      await expect(register(teamForm(`Ann ${nth}`), from)).rejects.toThrow('The database is gone.')
    isAway = false
    expect(await register(teamForm('Ann'), from)).toMatchObject({ ok: true })
  }
})

test('a flood is slowed down also while the organisers cannot be told', async () => {
  await openRegistration()
  const logged = watchLog(/The organisers could not be told/)
  const { register, limits } = onFailingStorage(() => true)
  for (let nth = 1; nth <= 40; nth += 1) limits.take('registration', oneAddress.address)
  for (let nth = 1; nth <= 30; nth += 1)
    expect(await register(teamForm(`Bob ${nth}`), oneAddress)).toMatchObject({ reason: 'registration-slow' })
  expect(logged.map((text) => text.split('\n')[0])).toEqual([
    'The organisers could not be told that registration is slowed down.',
  ])
})

test('a flood that retries correctly does not keep out teams with the code of the day', async () => {
  await openRegistration()
  const held: { readonly name: string; readonly at: number }[] = []
  const send = async (name: string, more: { code?: string; address?: string } = {}) => {
    const outcome = await cup.app.registerTeam(teamForm(name), { address: '203.0.113.9', ...more })
    return outcome.ok ? 0 : Number(outcome.details[0])
  }
  let honest = 0
  let withCode = 0
  let tries = 0
  // Three requests a second from everywhere; a refused form is sent again after its Retry-After.
  for (let passed = 0; passed < 120; passed += 1) {
    for (let nth = 0; nth < 3; nth += 1) {
      const due = held.findIndex(({ at }) => at <= passed)
      const name = due >= 0 ? (held.splice(due, 1)[0]?.name ?? '') : `Bot ${passed} ${nth}`
      const wait = await send(name, { address: `10.${passed}.${nth}.1` })
      if (wait > 0) held.push({ name, at: passed + wait })
    }
    if (passed >= 50 && passed % 10 === 0) {
      const { code } = (await cup.app.slowedRegistration(anna)) ?? {}
      tries += 1
      if ((await send(`Ann ${passed}`)) === 0) honest += 1
      if ((await send(`Zoe ${passed}`, { code: ` ${code?.toUpperCase()} ` })) === 0) withCode += 1
      expect(await send(`Eve ${passed}`, { code: 'made-up' })).toBeGreaterThan(0)
    }
    await clock.advance(1_000)
  }
  expect({ tries, honest, withCode }).toEqual({ tries: 7, honest: 0, withCode: 7 })
})

test('the code changes every day, and yesterday’s is still accepted', async () => {
  const code = () => registrationCode(cup)
  const today = await code()
  expect(today).toMatch(/^[a-z2-9]{6}$/)
  await clock.advance(3_600_000)
  expect(await code()).toBe(today)
  await clock.advance(23 * 3_600_000)
  expect(await code()).not.toBe(today)
  expect(await registrationCode(cup, 1)).toBe(today)
})

test('each cup has codes of its own', async () => {
  const other = await openCup({ clock })
  expect(await registrationCode(other)).not.toBe(await registrationCode(cup))
})
