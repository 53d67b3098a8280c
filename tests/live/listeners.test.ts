import { expect, inject, test } from 'vitest'
import { isPlayable } from '../../src/domain/draw/draw-reader.ts'
import { readBackup } from '../../src/server/backups/backup-file.ts'
import { openStorage } from '../../src/server/storage/open-storage.ts'
import { eventSourceAt } from '../../src/web/live/live-connection.ts'
import { createLiveStore } from '../../src/web/live/live-store.ts'
import { atTestEnd } from '../support/at-test-end.ts'
import { backupOf } from '../support/cup-app.ts'
import { manualClock } from '../support/manual-clock.ts'
import { organiser } from '../support/organised-cup.ts'
import { createDatabase } from '../support/postgres.ts'
import { startCup } from '../support/start-cup.ts'
import { listen } from './support/listen.ts'
import { drawOf, drawTeams, phoneOf, tap } from './support/night.ts'

function listenTo(cup: { url: string }, from?: Parameters<typeof listen>[1]) {
  return listen(`${cup.url}/events`, from)
}

test('300 open pages, some of which sleep and wake, end up as a fresh load while winners are tapped', async () => {
  const cup = await startCup()
  await drawTeams(cup, 64)
  const clock = manualClock()
  const pages = await Promise.all(
    Array.from({ length: 300 }, async () => {
      const slice = await cup.app.publicView()
      const store = createLiveStore({ openStream: eventSourceAt(`${cup.url}/events`), clock })
      let events = 0
      const unfollow = store.follow(slice, () => {
        events += 1
      })
      atTestEnd(unfollow)
      atTestEnd(store.stop)
      store.start()
      return { slice, store, events: () => events }
    }),
  )

  for (let turn = 0; turn < 40; turn += 1) {
    const draw = drawOf(await cup.app.publicView())
    const open = draw.rounds.flatMap(({ matches }) => matches).filter(isPlayable)
    const match = open[(turn * 7) % open.length]
    if (match) await tap(cup, match, turn % 2 === 0 ? 1 : 2)
    // One phone goes to sleep, another wakes up.
    pages[(turn * 13) % 300]?.store.stop()
    pages[((turn - 5) * 13 + 3_000) % 300]?.store.start()
  }
  for (const { store } of pages) store.start()

  const fresh = await cup.app.publicView()
  await expect
    .poll(() => pages.filter(({ slice, store }) => store.read(slice).revision !== fresh.revision).length)
    .toBe(0)
  for (const { slice, store } of pages) expect(store.read(slice)).toEqual(fresh)
  expect(Math.min(...pages.map(({ events }) => events()))).toBeGreaterThan(30)
})

test.each([16, 4_096])('the event of a tapped winner is under 500 bytes with %i teams', async (count) => {
  const cup = await startCup()
  const draw = await drawTeams(cup, count)
  const { revision } = await cup.app.publicView()
  const listener = await listenTo(cup, { since: revision })
  await listener.caughtUp()
  const last = draw.rounds[0]?.matches.at(-1)
  if (!last) throw new Error('A draw without a match')
  // The longest case: called to a table, decided, and the next match changes too.
  await cup.app.callMatch({ matchId: last.id }, organiser)
  await listener.reached(await tap(cup, last, 2))
  const event = listener.events().at(-1)
  expect(event).toMatchObject({
    type: 'message',
    data: { changes: [{ kind: 'matches', matches: [{ winner: 2 }, { round: 1 }] }] },
  })
  expect(event?.bytes).toBeLessThan(500)
})

test('the stream never carries a phone number', async () => {
  const cup = await startCup()
  await drawTeams(cup, 4)
  await cup.app.changeSettings({ registration: 'open' }, organiser)
  const whole = await listenTo(cup)
  await whole.caughtUp()
  const form = { player1Name: 'Ann', player2Name: 'Bob', teams: 'Reds', teamPhoneNumber: phoneOf(77_777) }
  await cup.app.registerTeam(form)
  const [team] = (await cup.app.publicView()).entries.filter(({ player1Name }) => player1Name === 'Ann')
  const teamIds = [team?.id ?? '']
  const deeds = [
    await cup.app.setApproval({ teamIds, approved: true }, organiser),
    await cup.app.editTeam(
      { teamId: teamIds[0] ?? '', form: { ...form, teamPhoneNumber: phoneOf(88_888) } },
      organiser,
    ),
    await cup.app.removeTeams({ teamIds }, organiser),
    await cup.app.putBackTeams({ teamIds }, organiser),
  ]
  expect(deeds.map(({ ok }) => ok)).toEqual([true, true, true, true])
  const { revision } = await cup.app.publicView()
  await whole.reached(revision)
  const again = await listenTo(cup)
  await again.caughtUp()
  for (const text of [whole.text(), again.text()]) {
    expect(text).toContain('Ann')
    expect(text).not.toMatch(/055-|\+39|teamPhone/i)
  }
})

test('the last places are kept for organisers, whose pages stay live', async () => {
  const cup = await startCup({ liveLimits: { listeners: 20 } })
  const cookie = await cup.signIn()
  const crowd = await Promise.all(Array.from({ length: 18 }, () => listenTo(cup)))
  await Promise.all(crowd.map((listener) => listener.caughtUp()))
  const gone = new AbortController()
  atTestEnd(() => gone.abort())
  const ask = (headers: Record<string, string> = {}) =>
    fetch(`${cup.url}/events`, { headers, signal: gone.signal }).then(({ status }) => status)
  expect(await ask()).toBe(503)
  expect(await ask({ cookie: `cup-session=${'x'.repeat(43)}` })).toBe(503)
  expect([await ask({ cookie }), await ask({ cookie })]).toEqual([200, 200])
  expect(await ask({ cookie })).toBe(503)
})

test('stopping the server finishes requests in progress', async () => {
  const begun = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const cup = await startCup({
    aroundPages: () => async () => {
      begun.resolve()
      await letGo.promise
      return new Response('done')
    },
  })
  const listener = await listenTo(cup)
  await listener.caughtUp()
  const asked = fetch(`${cup.url}/nothing`)
  await begun.promise
  let isStopped = false
  const stopped = cup.stop().then(() => {
    isStopped = true
  })
  await listener.ended()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(isStopped).toBe(false)
  letGo.resolve()
  expect(await (await asked).text()).toBe('done')
  await stopped
})

test("a restore on one of two nodes reaches the other's listeners as a whole view of a new epoch, and those that reconnect", async () => {
  const databaseUrl = await createDatabase(inject('postgresUrl'))
  const [here, there] = [await startCup({ databaseUrl }), await startCup({ databaseUrl })]
  const { revision } = await there.app.publicView()
  const listener = await listenTo(there, { since: revision })
  await listener.caughtUp()
  await here.app.changeSettings({ editionTitle: 'Changed over there' }, organiser)
  const before = await here.app.publicView()
  await listener.reached(before.revision)
  // As `npm run restore` does, in its own process.
  const terminal = await openStorage({ dataDir: '', databaseUrl })
  atTestEnd(terminal.close)
  await readBackup(terminal, await backupOf(terminal), new Date())
  await listener.until(() => listener.events().at(-1)?.type === 'view')
  const [view] = listener.events().slice(-1)
  expect(view?.epoch).toBeGreaterThan(before.epoch)
  await expect.poll(async () => (await here.app.publicView()).epoch).toBe(view?.epoch)
  const slept = await listenTo(here, { since: `${before.epoch}-${before.revision}` })
  await slept.until(() => slept.events().length === 2)
  expect(slept.events().map(({ type, epoch }) => [type, epoch])).toEqual([
    ['view', view?.epoch],
    ['hello', view?.epoch],
  ])
})
