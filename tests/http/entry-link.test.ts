import { beforeEach, describe, expect, test } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import { refusals } from '../../src/domain/refusals.ts'
import { paths } from '../../src/web/paths.ts'
import {
  type OrganisedCup,
  organiser,
  registerForToken,
  said,
  startOrganisedCup,
  textOf,
} from '../support/organised-cup.ts'
import { all, having, text, texts } from '../support/page.ts'
import { cookiesOf } from '../support/start-cup.ts'
import { watchLog } from '../support/watch-log.ts'

const phone = '+41 79 555 0001'
const form = { player1Name: 'Maya', player2Name: 'Ben', teams: 'Lions', teamPhoneNumber: phone }

let cup: OrganisedCup
let token: string
let teamId: string
let link: string

beforeEach(async () => {
  cup = await startOrganisedCup({})
  const registered = await cup.app.registerTeam(form)
  if (!registered.ok) throw new Error(registered.reason)
  token = registered.value.token ?? ''
  teamId = registered.value.teamId
  link = paths.entry(token)
})

const words = async (path = link) => textOf((await cup.open(path)).html)

describe("a team's own page", () => {
  test('is not cached, not sent as a referrer and not indexed', async () => {
    for (const path of [link, `${link}.data`, '/entry/made-up']) {
      const { headers } = await fetch(cup.url + path)
      expect(headers.get('cache-control'), path).toContain('no-store')
      expect(headers.get('referrer-policy'), path).toBe('no-referrer')
      expect(headers.get('x-robots-tag'), path).toBe('noindex')
    }
    const posted = await cup.post(link, { intent: 'correct', ...form })
    expect(posted.headers.get('cache-control')).toContain('no-store')
    expect(posted.headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('shows the state of the entry, and never its phone number', async () => {
    expect(await words()).toContain('Maya, Ben')
    expect(await words()).toContain('Pending approval')
    expect((await cup.open(link)).html).not.toContain('555 0001')
    await cup.app.setApproval({ teamIds: [teamId], approved: true }, organiser)
    expect(await words()).toContain('You are in.')
    await cup.app.registerTeam({ ...form, player1Name: 'Noor', player2Name: 'Lea' })
    const [other] = (await cup.view()).entries.filter(({ id }) => id !== teamId)
    await cup.app.setApproval({ teamIds: [other?.id ?? ''], approved: true }, organiser)
    await cup.app.createDraw(organiser)
    expect(await words()).toContain('You are up next. Get ready!')
    expect(await words()).toContain('Next: against Noor, Lea')
  })

  test('offers the champions their picture', async () => {
    await cup.app.registerTeam({ ...form, player1Name: 'Noor', player2Name: 'Lea' })
    const teamIds = (await cup.view()).entries.map(({ id }) => id)
    await cup.app.setApproval({ teamIds, approved: true }, organiser)
    await cup.app.createDraw(organiser)
    const final = await cup.match(0, 0)
    const champions = () =>
      cup.open(link).then(({ page }) => all(page, 'section', having('aria-label', 'The champions')))
    const tap = (side: 1 | 2) => cup.app.setWinner({ matchId: final.id, side }, organiser)
    await tap(final.sides[0] === teamId ? 2 : 1)
    expect(await champions()).toEqual([])
    await tap(final.sides[0] === teamId ? 1 : 2)
    const [poster] = await champions()
    expect(poster && text(poster)).toContain('Maya and Ben')
    expect(poster && texts(all(poster, 'button'))).toEqual(['Picture'])
  })

  test('says that an organiser marked the team as absent, even after it checks in', async () => {
    await cup.app.registerTeam({ ...form, player1Name: 'Noor', player2Name: 'Lea' })
    const teamIds = (await cup.view()).entries.map(({ id }) => id)
    await cup.app.setApproval({ teamIds, approved: true }, organiser)
    await cup.app.changeSettings({ checkIn: 'on' }, organiser)
    await cup.app.createDraw(organiser)
    await cup.app.setAbsent({ teamId, absent: true }, organiser)
    const management = async () => textOf((await cup.page('/admin/draw')).html)
    expect(await management()).not.toContain('has checked in')
    await cup.submit(link, { intent: 'check-in' })
    expect(await words()).toContain('Marked as not here')
    expect(await words()).toContain('please come to the organisers at once')
    expect(await words()).not.toContain('Thanks for playing')
    expect(await management()).toMatch(/Maya, Ben\s*has checked in/)
  })

  test('shows the place on the waiting list', async () => {
    await cup.app.changeSettings({ teamLimit: 1 }, organiser)
    const second = await cup.app.registerTeam({ ...form, player1Name: 'Noor' })
    const own = second.ok ? paths.entry(second.value.token ?? '') : ''
    expect(await words(own)).toContain('On the waiting list: place 1')
  })

  test('shows the same page for a wrong, a replaced and a withdrawn link', async () => {
    const wrong = await cup.open(paths.entry('x'.repeat(22)))
    expect(wrong.status).toBe(404)
    expect(textOf(wrong.html)).toContain(refusals['no-such-link'].sentence)
    await cup.app.renewLink({ teamId }, organiser)
    const replaced = await cup.open(link)
    expect([replaced.status, textOf(replaced.html)]).toEqual([404, textOf(wrong.html)])
    expect((await cup.submit(link, { intent: 'withdraw' })).status).toBe(404)
    expect((await cup.view()).entries).toHaveLength(1)
  })

  test('slows down guesses of links, and still opens with the right one', async () => {
    for (let tries = 0; tries < 30; tries += 1) await cup.open(`/entry/wrong-${tries}`)
    const { status, html } = await cup.open('/entry/one-more')
    expect([status, textOf(html)]).toEqual([
      429,
      expect.stringContaining(refusals['too-many-tries'].sentence),
    ])
    expect((await cup.open(link)).status).toBe(200)
    await cup.clock.advance(15_000)
    expect((await cup.open('/entry/one-more')).status).toBe(404)
  })

  test('accepts posts without an origin, but none from another site', async () => {
    const post = (headers: Record<string, string>, path = link) =>
      fetch(cup.url + path, {
        method: 'POST',
        body: new URLSearchParams({ intent: 'correct', ...form, player1Name: 'Mia' }),
        redirect: 'manual',
        headers,
      })
    expect((await post({ origin: 'null', 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await post({ origin: 'https://elsewhere.test' })).status).toBe(403)
    expect((await post({ origin: 'null' }, '/register')).status).toBe(403)
    expect((await post({ origin: 'null' })).status).toBe(303)
    expect((await cup.view()).entries[0]?.player1Name).toBe('Mia')
  })

  test('cannot be used by another site to sign an organiser out, to register or to draw', async () => {
    for (const intent of ['logout', 'login', 'register', 'generate']) {
      const response = await fetch(cup.url + paths.entry('made-up'), {
        method: 'POST',
        body: new URLSearchParams({ intent, ...form, player1Name: 'Else' }),
        redirect: 'manual',
        headers: { origin: 'null', cookie: cup.cookie },
      })
      expect([intent, response.status, response.headers.getSetCookie()]).toEqual([intent, 422, []])
    }
    expect((await cup.page('/admin')).status).toBe(200)
    expect(await cup.view()).toMatchObject({ drawStatus: 'none', entries: [{ player1Name: 'Maya' }] })
  })

  test('leaves no trace of its link in a log', async () => {
    const logged = watchLog(/The database is gone\./)
    cup.storageIs('fails')
    expect((await cup.open(link)).status).toBe(503)
    expect((await cup.submit(link, { intent: 'withdraw' })).status).toBe(503)
    expect(logged.join()).toContain('The database is gone.')
    expect(logged.join()).not.toContain(token)
  })
})

describe('without scripts', () => {
  test('a team corrects a typo and keeps its phone number', async () => {
    const corrected = await cup.submit(link, {
      ...form,
      intent: 'correct',
      player1Name: 'Mia',
      teamPhoneNumber: '',
    })
    expect([corrected.status, corrected.location]).toEqual([303, `${link}?done=correct`])
    const { html } = await cup.open(`${link}?done=correct`)
    expect(said(html, 'status')[0]).toContain('Your entry is corrected.')
    expect(textOf(html)).toContain('Mia, Ben')
    const [team] = await cup.app.teamsForOrganiser(organiser)
    expect(team).toMatchObject({ teamPhoneNumber: phone, correctedFrom: 'Maya, Ben' })
  })

  test('a refused correction keeps what was typed, with the reason', async () => {
    const { status, html } = await cup.submit(link, {
      ...form,
      intent: 'correct',
      player1Name: ' ',
      teams: 'Tigers',
    })
    expect(status).toBe(422)
    expect(said(html, 'alert')[0]).toContain('Player 1 Name')
    expect(html).toContain('value="Tigers"')
    const { revision } = await cup.view()
    await cup.app.editTeam({ teamId, form: { ...form, player1Name: 'Maja' } }, organiser)
    const late = await cup.submit(link, {
      ...form,
      intent: 'correct',
      player1Name: 'Mia',
      seen: String(revision),
    })
    expect(late.status).toBe(409)
    expect(said(late.html, 'alert')[0]).toContain(refusals['changed-meanwhile'].sentence)
    expect(late.html).not.toContain(organiser.email)
  })

  test('a team that changes its entry again and again has to wait, and its form keeps what was typed', async () => {
    const correct = (name: string) =>
      cup.submit(link, { ...form, intent: 'correct', player1Name: name, teamPhoneNumber: '' })
    for (let nth = 0; nth < 10; nth += 1) expect((await correct(`Maya ${nth}`)).status).toBe(303)
    const { status, html } = await correct('Mia')
    expect(status).toBe(429)
    expect(said(html, 'alert')[0]).toContain(refusals['entry-slow'].sentence)
    expect(html).toContain('value="Mia"')
    await cup.clock.advance(30_000)
    expect((await correct('Mia')).status).toBe(303)
  })

  test('a team withdraws, and its link stops working', async () => {
    const withdrawn = await cup.submit(link, { intent: 'withdraw' })
    expect(withdrawn.location).toBe(`${link}?done=withdraw`)
    expect(await words(`${link}?done=withdraw`)).toContain('Your team has withdrawn.')
    expect((await cup.open(link)).status).toBe(404)
    expect((await cup.view()).entries).toEqual([])
  })

  test('a team checks in once check-in is open', async () => {
    expect((await cup.open(link)).html).not.toContain('We are here')
    expect((await cup.submit(link, { intent: 'check-in' })).status).toBe(422)
    await cup.app.changeSettings({ checkIn: 'on' }, organiser)
    expect((await cup.open(link)).html).toContain('We are here')
    expect((await cup.submit(link, { intent: 'check-in' })).status).toBe(303)
    expect((await cup.submit(link, { intent: 'check-in' })).status).toBe(303)
    expect(await words()).toContain('You are checked in.')
  })

  test('a team that is out is not asked to check in, and nobody is once the final is won', async () => {
    const other = await registerForToken(cup, 2)
    const late = await registerForToken(cup, 3)
    const [lateId] = (await cup.view()).entries
      .filter(({ player1Name }) => player1Name === 'Ana 3')
      .map(({ id }) => id)
    const drawn = (await cup.view()).entries.map(({ id }) => id).filter((id) => id !== lateId)
    await cup.app.setApproval({ teamIds: drawn, approved: true }, organiser)
    await cup.app.changeSettings({ checkIn: 'on' }, organiser)
    await cup.app.createDraw(organiser)
    const links = [link, paths.entry(other), paths.entry(late)]
    for (const own of links) expect(await words(own)).toContain('We are here')
    await cup.app.setWinner({ matchId: (await cup.match(0, 0)).id, side: 1 }, organiser)
    for (const own of links) expect(await words(own)).not.toContain('We are here')
  })

  test('a team that has withdrawn may still check in, until its opponents go through', async () => {
    await registerForToken(cup, 2)
    const teamIds = (await cup.view()).entries.map(({ id }) => id)
    await cup.app.setApproval({ teamIds, approved: true }, organiser)
    await cup.app.changeSettings({ checkIn: 'on' }, organiser)
    await cup.app.createDraw(organiser)
    await cup.app.withdrawEntry({ token })
    expect(await words()).toContain('We are here')
    await cup.app.setAbsent({ teamId, absent: true }, organiser)
    expect(await words()).not.toContain('We are here')
  })

  test('any other post changes nothing', async () => {
    const { revision } = await cup.view()
    expect((await cup.submit(link, { intent: 'reset' })).status).toBe(422)
    expect((await cup.view()).revision).toBe(revision)
  })
})

describe('registering without scripts', () => {
  const noor = { ...form, player1Name: 'Noor', player2Name: 'Lea', teamPhoneNumber: '+41 79 555 0002' }

  test('shows the link once, to this browser only', async () => {
    const posted = await cup.post('/register', noor)
    const cookie = cookiesOf(posted)
    expect(posted.headers.get('set-cookie')).toMatch(/Path=\/register; .*HttpOnly; SameSite=Strict/)
    const own = await fetch(`${cup.url}/register?done=registered`, { headers: { cookie } })
    expect(own.headers.get('cache-control')).toBe('private, no-store')
    const html = await own.text()
    const [, path = ''] = /(\/entry\/[\w-]{22})/.exec(html) ?? []
    expect(said(html, 'status')[0]).toContain(messages.registered)
    expect(textOf(html)).toContain('Noor, Lea')
    expect(await words(path)).toContain('Noor, Lea')
    expect((await cup.open('/register?done=registered')).html).not.toContain('/entry/')
    const later = await fetch(`${cup.url}/register`, { headers: { cookie } })
    expect(await later.text()).not.toContain('/entry/')
  })

  test('tells a team on the waiting list what happens next', async () => {
    await cup.app.changeSettings({ teamLimit: 1 }, organiser)
    const posted = await cup.post('/register', noor)
    expect(posted.headers.get('location')).toBe('/register?done=waiting')
    const own = await fetch(`${cup.url}/register?done=waiting`, { headers: { cookie: cookiesOf(posted) } })
    const told = textOf(await own.text())
    expect(told).toContain('You are on the waiting list. Next, the organisers call you')
    expect(told).not.toContain('an organiser approves your team')
  })

  test('asks once about two players who are already on the list', async () => {
    const again = { ...form, player1Name: 'maya', teamPhoneNumber: 'another' }
    const asked = await cup.submit('/register', again)
    expect(asked.status).toBe(409)
    expect(said(asked.html, 'alert')[0]).toContain('already on the list')
    expect(asked.html).toContain('name="confirm"')
    expect(asked.html).toContain('value="maya"')
    expect((await cup.view()).entries).toHaveLength(1)
    expect((await cup.submit('/register', { ...again, confirm: 'yes' })).status).toBe(303)
    expect((await cup.view()).entries).toHaveLength(2)
    // The same form is asked about too: the answer must not reveal that its phone number is right.
    expect((await cup.submit('/register', form)).status).toBe(409)
  })

  test('says before anything is typed that the draw is full', async () => {
    expect(await words('/register')).not.toContain('The draw is full.')
    await cup.app.changeSettings({ teamLimit: 1 }, organiser)
    expect(await words('/register')).toContain('The draw is full. You can still register')
  })

  test('says that the draw is already made, and what to do', async () => {
    await cup.app.setApproval({ teamIds: [teamId], approved: true }, organiser)
    expect(await words('/register')).not.toContain('The draw is already made.')
    await cup.app.createDraw(organiser)
    expect(await words('/register')).toContain('The draw is already made.')
    expect(await words('/register')).toContain('tell an organiser')
  })
})

describe('Team Approval', () => {
  async function tapped(intent: string) {
    const { status, html } = await cup.send(`/admin/teams?edit=${teamId}`, { intent, teamId })
    expect([status, html]).toEqual([200, expect.stringContaining('QR code of the link of')])
    const [, path = ''] = /(\/entry\/[\w-]{22})/.exec(html) ?? []
    expect((await cup.page(`/admin/teams?edit=${teamId}`)).html).not.toContain('/entry/')
    expect((await cup.page('/admin/journal')).html).not.toContain(path)
    return path
  }

  test("shows a team's link as a code, and replaces it", async () => {
    const shown = await tapped('show-link')
    expect(await words(shown)).toContain('Maya, Ben')
    expect(await words()).toContain('Maya, Ben')
    const made = await tapped('renew-link')
    expect(await words(made)).toContain('Maya, Ben')
    for (const old of [shown, link]) expect((await cup.open(old)).status).toBe(404)
  })

  test('says what the team corrected', async () => {
    await cup.app.correctEntry({ token, form: { ...form, player1Name: 'Mia', teamPhoneNumber: '' } })
    expect(textOf((await cup.page('/admin/teams')).html)).toContain('Corrected by the team, was Maya, Ben')
  })

  test('shows at the door who is missing, and checks them in', async () => {
    await cup.app.setApproval({ teamIds: [teamId], approved: true }, organiser)
    expect(textOf((await cup.page('/admin/teams')).html)).not.toContain('missing')
    await cup.app.changeSettings({ checkIn: 'on' }, organiser)
    expect(textOf((await cup.page('/admin/teams')).html)).toContain('0 of 1 here 1 missing')
    expect((await cup.page('/admin/teams?show=missing')).html).toContain('form="check-in-one"')
    const ticked = await cup.send('/admin/teams', { intent: 'check-in', teamId, show: 'missing' })
    expect(ticked.status).toBe(303)
    expect((await cup.view()).entries[0]?.checkedInAt).toBeDefined()
    expect(textOf((await cup.page('/admin/teams?show=missing')).html)).toContain('No team matches.')
    expect((await cup.page('/admin/teams?show=here')).html).toContain('form="not-here-one"')
    expect((await cup.send('/admin/teams', { intent: 'not-here', teamId })).status).toBe(303)
    expect((await cup.view()).entries[0]?.checkedInAt).toBeUndefined()
  })
})
