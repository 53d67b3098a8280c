import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type OrganisedCup,
  organiser,
  phoneOf,
  register,
  startOrganisedCup,
} from '../support/organised-cup.ts'
import { listenAsOrganiser } from '../support/organiser-stream.ts'

const path = '/admin/contacts'

let cup: OrganisedCup
beforeEach(async () => {
  cup = await startOrganisedCup({ teams: 2, hasDraw: false })
})
afterEach(() => cup.stop())

const idOf = async (name: string) =>
  (await cup.view()).entries.find(({ player1Name }) => player1Name === name)?.id ?? ''

const listen = (since: number) => listenAsOrganiser(cup, `${path}?edition=11&since=${since}`)

test('the numbers of teams that registered or were edited come by themselves', async () => {
  const { revision } = await cup.view()
  const page = await listen(revision)
  expect(page.response.headers.get('cache-control')).toContain('private, no-store')
  await register(cup, 3)
  expect(await page.next()).toEqual({
    revision: revision + 1,
    edition: 11,
    contacts: { [await idOf('Ana 3')]: phoneOf(3) },
  })
  const teamId = await idOf('Ana 1')
  const form = { player1Name: 'Ana 1', player2Name: 'Ben 1', teams: 'FC Chalk', teamPhoneNumber: '555' }
  await cup.app.editTeam({ teamId, form }, organiser)
  expect(await page.next()).toEqual({ revision: revision + 2, edition: 11, contacts: { [teamId]: '555' } })
})

test('what happened between the page and its stream is told first', async () => {
  const { revision } = await cup.view()
  await register(cup, 3)
  const page = await listen(revision)
  expect(await page.next()).toMatchObject({ contacts: { [await idOf('Ana 3')]: phoneOf(3) } })
})

test('another edition brings its teams, removed ones too, with their numbers: at once, and to who missed it', async () => {
  const { revision } = await cup.view()
  const page = await listen(revision)
  await cup.app.removeTeams({ teamIds: [await idOf('Ana 2')] }, organiser)
  await cup.app.changeSettings({ editionNumber: 12 }, organiser)
  const news = {
    edition: 12,
    teams: [
      { player1Name: 'Ana 1', teamPhoneNumber: phoneOf(1), removed: false },
      { player1Name: 'Ana 2', teamPhoneNumber: phoneOf(2), removed: true },
    ],
  }
  expect(await page.next()).toMatchObject(news)
  expect(await (await listen(revision)).next()).toMatchObject(news)
})

test('nobody else is told a number', async () => {
  const stranger = await fetch(cup.url + path)
  expect([stranger.status, stranger.headers.get('cache-control')]).toEqual([401, 'private, no-store'])
  expect((await fetch(cup.url + path, { headers: { cookie: 'cup-session=made-up' } })).status).toBe(401)
  expect((await cup.post(path, {}, cup.cookie)).status).toBe(405)
})

test('a session that was signed out hears nothing more', async () => {
  const page = await listen((await cup.view()).revision)
  await cup.send('/admin', { intent: 'logout' })
  await register(cup, 3)
  expect(await page.next()).toBeUndefined()
})

test('a session that was ended elsewhere hears nothing more', async () => {
  const page = await listen((await cup.view()).revision)
  const elsewhere = await cup.signIn()
  const token = /cup-session=([^;]+)/.exec(elsewhere)?.[1]
  const me = await cup.app.organiserOf(token)
  if (!me) throw new Error('Nobody is signed in.')
  const other = (await cup.app.sessions(me)).find(({ current }) => !current)
  await cup.app.endSession(other?.id ?? '', me)
  expect(await page.next()).toBeUndefined()
})
