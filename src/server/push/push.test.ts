import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { anna, mustDo, type OpenCup, openCup, teamForm } from '../../../tests/support/cup-app.ts'
import { type ManualClock, manualClock } from '../../../tests/support/manual-clock.ts'
import { createDatabase } from '../../../tests/support/postgres.ts'
import { type Phone, type PushService, startPushService } from '../../../tests/support/push-service.ts'
import { watchLog } from '../../../tests/support/watch-log.ts'
import { countPushSubscriptions, readPushKeys } from '../storage/push-rows.ts'
import { isPushService } from './subscriptions.ts'

let clock: ManualClock
let service: PushService
let cups: OpenCup[]

beforeEach(async () => {
  clock = manualClock()
  service = await startPushService(() => clock.now())
  cups = []
})
afterEach(async () => {
  for (const cup of cups) await cup.close()
  await service.close()
  expect(service.complaints).toEqual([])
})

async function open(databaseUrl?: string): Promise<OpenCup> {
  const { isPushService } = service
  const cup = await openCup({ clock, isPushService, ...(databaseUrl && { databaseUrl }) })
  cups.push(cup)
  await cup.app.publicView()
  return cup
}

/** A cup with one table and a draw of these teams, with their ids by name. */
async function drawn(cup: OpenCup, ...names: string[]): Promise<Map<string, string>> {
  const ids = await cup.enter(...names)
  mustDo(await cup.app.changeSettings({ scheduleGroupSize: 1, organiserTools: 'on' }, anna))
  mustDo(await cup.app.createDraw(anna))
  return new Map(names.map((name, index) => [name, ids[index] ?? '']))
}

const address = '192.0.2.1'

async function follow(cup: OpenCup, team: string, phone?: Phone): Promise<Phone> {
  const follower = phone ?? (await service.phone(await cup.app.pushKey()))
  mustDo(await cup.app.followByPush({ team, ...follower.subscription }, address))
  return follower
}

/** The names of the sides, match by match. */
async function sidesOf(cup: OpenCup): Promise<string[][]> {
  const { teams, rounds } = await cup.draw()
  return rounds[0]?.matches.map(({ sides }) => sides.map((side) => teams[side]?.name ?? side)) ?? []
}

const titles = ({ heard }: Phone) => heard.map(({ message }) => message.title)
const subscriptions = (cup: OpenCup) => cup.storage.read((db) => countPushSubscriptions(db))

describe('a phone that follows a team', () => {
  test('is notified when its team is up next, called, and called again', async () => {
    const cup = await open()
    const ids = await drawn(cup, 'Ann', 'Bob', 'Cid', 'Dan')
    const [first = [], second = []] = await sidesOf(cup)
    const [own = '', other = ''] = second
    const team = ids.get(own) ?? ''
    const phone = await follow(cup, team)
    const stranger = await follow(cup, ids.get(first[1] ?? '') ?? '')

    await cup.win(first[0] ?? '')
    await expect.poll(() => titles(phone)).toEqual([`${own}: You are up next. Get ready!`])
    mustDo(await cup.app.callMatch({}, anna))
    await expect.poll(() => titles(phone)).toHaveLength(2)
    await clock.advance(60_000)
    const { id } = await cup.matchOf(own)
    mustDo(await cup.app.callAgain({ matchId: id }, anna))
    await expect.poll(() => titles(phone)).toHaveLength(3)

    const [next, table, again] = phone.heard
    expect(next?.message.body).toBe(`Next: against ${other}`)
    expect(table?.message).toMatchObject({ title: `${own}: To table 1, please!`, team })
    expect(again?.message).toMatchObject({
      title: `${own}: To table 1, please!`,
      body: `Called again. Now: against ${other} · table 1`,
      tag: table?.message.tag,
    })
    expect(again?.message.key).not.toBe(table?.message.key)
    expect(next?.headers).toMatchObject({ ttl: '600', urgency: 'high' })
    expect(next?.headers.topic).toMatch(/^[\w-]{32}$/)
    expect(stranger.heard).toEqual([])
  })

  test('is notified of the first call too, which ends the draw show', async () => {
    const cup = await open()
    mustDo(await cup.app.changeSettings({ drawShow: 'on' }, anna))
    const ids = await drawn(cup, 'Ann', 'Bob')
    const phone = await follow(cup, ids.get('Ann') ?? '')
    mustDo(await cup.app.callMatch({}, anna))
    await expect.poll(() => titles(phone)).toEqual(['Ann: To table 1, please!'])
  })

  test('is notified only of what every screen shows', async () => {
    const cup = await open()
    const ids = await drawn(cup, 'Ann', 'Bob')
    const phone = await follow(cup, ids.get('Ann') ?? '')
    mustDo(await cup.app.callMatch({}, anna))
    await expect.poll(() => phone.heard).toHaveLength(1)
    const [{ message, contact, headers } = { message: {}, contact: '', headers: {} }] = phone.heard
    expect(Object.keys(message).sort()).toEqual(['body', 'key', 'match', 'tag', 'team', 'title'])
    const everything = JSON.stringify([message, contact, headers])
    expect(everything).not.toContain('555')
    expect(everything).not.toContain(anna.email)
    expect(everything).not.toContain((await cup.storage.read(readPushKeys))?.d)
  })

  test('is not notified of other changes', async () => {
    const cup = await open()
    const ids = await drawn(cup, 'Ann', 'Bob', 'Cid', 'Dan')
    const [first = [], second = []] = await sidesOf(cup)
    const [near, far] = [
      await follow(cup, ids.get(first[0] ?? '') ?? ''),
      await follow(cup, ids.get(second[0] ?? '') ?? ''),
    ]
    // Already up next when the phone followed, and still so after a change of words.
    mustDo(await cup.app.changeSettings({ announcement: 'Hello' }, anna))
    mustDo(await cup.app.callMatch({}, anna))
    await expect.poll(() => titles(near)).toEqual([`${first[0]}: To table 1, please!`])
    await expect.poll(() => titles(far)).toEqual([`${second[0]}: You are up next. Get ready!`])
    await cup.win(first[0] ?? '')
    mustDo(await cup.app.callMatch({}, anna))
    await expect.poll(() => titles(far)).toHaveLength(2)
    expect(near.heard).toHaveLength(1)
  })

  test('is deleted when its push service reports it gone or it unfollows, and follows one team', async () => {
    const cup = await open()
    const ids = await drawn(cup, 'Ann', 'Bob', 'Cid', 'Dan')
    const [first = [], second = []] = await sidesOf(cup)
    const gone = await follow(cup, ids.get(first[0] ?? '') ?? '')
    gone.answer = 410
    mustDo(await cup.app.callMatch({}, anna))
    await expect.poll(() => subscriptions(cup)).toBe(0)

    const phone = await follow(cup, ids.get(first[0] ?? '') ?? '')
    await follow(cup, ids.get(second[0] ?? '') ?? '', phone)
    expect(await subscriptions(cup)).toBe(1)
    const { id } = await cup.matchOf(first[0] ?? '')
    mustDo(await cup.app.callAgain({ matchId: id }, anna))
    await cup.win(first[0] ?? '')
    mustDo(await cup.app.callMatch({}, anna))
    await expect.poll(() => titles(phone)).toEqual([`${second[0]}: To table 1, please!`])

    await cup.app.unfollowByPush(phone.subscription.endpoint)
    expect(await subscriptions(cup)).toBe(0)
  })

  test('is deleted with the first entry of the next edition, but not after a corrected number or a look at another edition', async () => {
    const cup = await open()
    const ids = await drawn(cup, 'Ann', 'Bob')
    const phone = await follow(cup, ids.get('Ann') ?? '')
    mustDo(await cup.app.changeSettings({ editionNumber: 14 }, anna))
    expect(await subscriptions(cup)).toBe(1)
    await cup.win('Ann')
    mustDo(await cup.app.beginEdition({ registration: 'open' }, anna))
    const [cid = ''] = await cup.enter('Cid')
    expect(await subscriptions(cup)).toBe(0)
    await follow(cup, cid)
    for (const editionNumber of [14, 15])
      mustDo(await cup.app.changeSettings({ editionNumber }, anna, { confirm: true }))
    expect(await subscriptions(cup)).toBe(1)
    const late = await cup.app.followByPush({ team: ids.get('Ann') ?? '', ...phone.subscription }, address)
    expect(late).toMatchObject({ ok: false, reason: 'no-such-team' })
  })

  test('is deleted with the first teams of an imported list, too', async () => {
    const cup = await open()
    const ids = await drawn(cup, 'Ann', 'Bob')
    await follow(cup, ids.get('Ann') ?? '')
    mustDo(await cup.app.importTeams({ teams: [teamForm('Late')] }, anna))
    expect(await subscriptions(cup)).toBe(1)
    mustDo(await cup.app.beginEdition({}, anna, { confirm: true }))
    mustDo(await cup.app.importTeams({ teams: [teamForm('Cid')] }, anna))
    expect(await subscriptions(cup)).toBe(0)
  })

  test('is notified after the next edition was begun by mistake and taken back', async () => {
    const cup = await open()
    const ids = await drawn(cup, 'Ann', 'Bob')
    const phone = await follow(cup, ids.get('Ann') ?? '')
    const { revision } = mustDo(await cup.app.beginEdition({}, anna, { confirm: true }))
    mustDo(await cup.app.takeBack({ revision }, anna))
    mustDo(await cup.app.callMatch({}, anna))
    await expect.poll(() => titles(phone)).toEqual(['Ann: To table 1, please!'])
  })
})

describe('the night goes on', () => {
  test('with a push service that does not answer; the next call reaches the phone', async () => {
    const logged = watchLog(/A phone could not be told\./)
    const cup = await open()
    const ids = await drawn(cup, 'Ann', 'Bob')
    const phone = await follow(cup, ids.get('Ann') ?? '')
    phone.answer = 'nothing'
    mustDo(await cup.app.callMatch({}, anna))
    await expect.poll(() => service.waiting()).toBe(1)
    const { id } = await cup.matchOf('Ann')
    await clock.advance(5_000)
    mustDo(await cup.app.callAgain({ matchId: id }, anna))
    phone.answer = 201
    expect(phone.heard).toEqual([])
    await clock.advance(10_000)
    await expect.poll(() => phone.heard).toHaveLength(1)
    expect(logged).toEqual([expect.stringContaining('A push service did not answer.')])
  })

  test('with at most twenty concurrent pushes', async () => {
    const logged = watchLog(/A phone could not be told\./)
    const cup = await open()
    const ids = await drawn(cup, 'Ann', 'Bob')
    const phones = await Promise.all(Array.from({ length: 25 }, () => follow(cup, ids.get('Ann') ?? '')))
    for (const phone of phones) phone.answer = 'nothing'
    mustDo(await cup.app.callMatch({}, anna))
    await expect.poll(() => service.waiting()).toBe(20)
    for (const phone of phones) phone.answer = 201
    await clock.advance(10_000)
    await expect.poll(() => phones.flatMap(({ heard }) => heard)).toHaveLength(5)
    expect(logged).toContainEqual(expect.stringContaining('A push service did not answer.'))
  })

  test('on two nodes; each phone is notified once per call', async () => {
    const url = await createDatabase(inject('postgresUrl'))
    const [one, other] = [await open(url), await open(url)]
    const ids = await drawn(one, 'Ann', 'Bob', 'Cid', 'Dan')
    const [first = []] = await sidesOf(one)
    const phone = await follow(other, ids.get(first[0] ?? '') ?? '')
    const { revision } = mustDo(await one.app.callMatch({}, anna))
    await expect.poll(() => titles(phone)).toHaveLength(1)
    await expect.poll(() => other.view.current()?.revision).toBe(revision)
    const { id } = await other.matchOf(first[0] ?? '')
    await clock.advance(60_000)
    mustDo(await other.app.callAgain({ matchId: id }, anna))
    await expect.poll(() => titles(phone)).toHaveLength(2)
    expect(phone.heard[1]?.message.body).toMatch(/^Called again/)
  })
})

describe('a bored student', () => {
  test('cannot make the cup call other addresses than known push services (SSRF)', async () => {
    const cup = await open()
    const ids = await drawn(cup, 'Ann', 'Bob')
    const { subscription } = await service.phone(await cup.app.pushKey())
    const endpoint = 'http://127.0.0.1:1/push/1'
    const asked = await cup.app.followByPush(
      { team: ids.get('Ann') ?? '', ...subscription, endpoint },
      address,
    )
    expect(asked).toMatchObject({ ok: false, reason: 'push-service-unknown' })
    expect(await subscriptions(cup)).toBe(0)
  })

  test('takes no place with made-up endpoints: their service must accept a first push', async () => {
    const cup = await open()
    const ids = await drawn(cup, 'Ann', 'Bob')
    const team = ids.get('Ann') ?? ''
    const { subscription } = await service.phone(await cup.app.pushKey())
    for (let number = 1; number <= 60; number += 1) {
      const endpoint = `${subscription.endpoint}/made-up/${number}`
      const asked = await cup.app.followByPush({ team, ...subscription, endpoint }, address)
      expect(asked).toMatchObject({ ok: false, reason: 'push-not-accepted' })
    }
    expect(await subscriptions(cup)).toBe(0)
    const phone = await follow(cup, team)
    expect(phone.first.map(({ message }) => message)).toEqual([
      {
        title: 'Ann',
        body: 'This phone notifies you when you are up next and when you are called.',
        tag: 'first-push',
        key: 'first-push',
        url: '/',
      },
    ])
    // A page that subscribes again, and a phone that follows another team, are not verified again.
    await follow(cup, team, phone)
    await follow(cup, ids.get('Bob') ?? '', phone)
    expect(phone.first).toHaveLength(1)
  })

  test('cannot take the places of phones with the team’s own link', async () => {
    const cup = await open()
    mustDo(await cup.app.changeSettings({ registration: 'open' }, anna))
    const { teamId: team, token: link = '' } = mustDo(await cup.app.registerTeam(teamForm('Ann')))
    for (let stranger = 0; stranger < 50; stranger += 1) await follow(cup, team)
    const ask = async (more: { link?: string }) => {
      const { subscription } = await service.phone(await cup.app.pushKey())
      return cup.app.followByPush({ team, ...subscription, ...more }, address)
    }
    for (const more of [{}, { link: 'made up' }])
      expect(await ask(more)).toMatchObject({ reason: 'push-full' })
    for (let own = 0; own < 10; own += 1) mustDo(await ask({ link }))
    expect(await ask({ link })).toMatchObject({ reason: 'push-full' })
  })

  test('cannot fill the table: not for a team, and not from one address', async () => {
    const cup = await open()
    const ids = await drawn(cup, 'Ann', 'Bob', 'Cid', 'Dan', 'Eve', 'Fay')
    const ask = async (name: string, from = address, more: { link?: string } = {}) => {
      const { subscription } = await service.phone(await cup.app.pushKey())
      return cup.app.followByPush({ team: ids.get(name) ?? '', ...subscription, ...more }, from)
    }
    for (let phone = 0; phone < 50; phone += 1) mustDo(await ask('Ann'))
    expect(await ask('Ann')).toMatchObject({ ok: false, reason: 'push-full' })
    for (const name of ['Bob', 'Cid', 'Dan'])
      for (let phone = 0; phone < 49; phone += 1) mustDo(await ask(name))
    mustDo(await ask('Eve'))
    mustDo(await ask('Eve'))
    expect(await ask('Fay')).toMatchObject({ ok: false, reason: 'push-slow' })
    mustDo(await ask('Fay', '192.0.2.2'))
    const { token: link = '' } = mustDo(await cup.app.showLink({ teamId: ids.get('Fay') ?? '' }, anna))
    mustDo(await ask('Fay', address, { link }))
    await clock.advance(10_000)
    mustDo(await ask('Fay'))
  })

  test.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://jmt17.google.com/fcm/send/abc', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
    ['https://web.push.apple.com/abc', true],
    ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
    ['http://fcm.googleapis.com/fcm/send/abc', false],
    ['https://fcm.googleapis.com:8443/fcm/send/abc', false],
    ['https://someone@fcm.googleapis.com/fcm/send/abc', false],
    ['https://fcm.googleapis.com.example.org/abc', false],
    ['https://push.apple.com.example.org/abc', false],
    ['https://evilpush.apple.com/abc', false],
    ['https://127.0.0.1/abc', false],
    ['https://localhost/abc', false],
  ])('%s: %s', (endpoint, isKnown) => expect(isPushService(new URL(endpoint))).toBe(isKnown))
})
