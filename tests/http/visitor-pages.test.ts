import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import { loadTimeoutMs } from '../../src/domain/settings/settings.ts'
import type { Storage } from '../../src/server/storage/storage.ts'
import { expectValidHtml } from '../support/html.ts'
import { organiser, said, textOf } from '../support/organised-cup.ts'
import { startCup, type TestCup } from '../support/start-cup.ts'

const team = { player1Name: 'Maya', player2Name: 'Ben', teams: '', teamPhoneNumber: '+41 79 555 0001' }

let cup: TestCup
beforeEach(async () => {
  cup = await startCup()
})
afterEach(() => cup.stop())

async function page(path: string) {
  const response = await fetch(cup.url + path)
  const html = await response.text()
  return { status: response.status, html, text: textOf(html) }
}

async function post(path: string, fields: Record<string, string>) {
  const response = await cup.post(path, fields)
  const html = await response.text()
  return { status: response.status, location: response.headers.get('location'), html, text: textOf(html) }
}

const openRegistration = () => cup.app.changeSettings({ registration: 'open' }, organiser)

async function approveAll() {
  const teams = await cup.app.teamsForOrganiser(organiser)
  await cup.app.setApproval({ teamIds: teams.map(({ id }) => id), approved: true }, organiser)
}

test.each(['/', '/register', '/schedule', '/entries', '/rules', '/past-champions', '/login'])(
  '%s is valid HTML, named, described, and fit to be shared',
  async (path) => {
    const { status, html } = await page(path)
    expect(status).toBe(200)
    await expectValidHtml(html)
    expect(html).toMatch(/<title>[^<]*The Cup N11<\/title>/)
    expect(html).toMatch(/<meta name="description" content="[^"]{10,}"/)
    expect(html).toContain(`<meta property="og:image" content="${cup.url}/social.png"/>`)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).not.toMatch(/<[a-z][^>]*\sstyle="/)
  },
)

describe('home', () => {
  test('links the logo block to the login and shows the eight tiles in order', async () => {
    const { html, text } = await page('/')
    expect(html).toMatch(/<h1><a [^>]*href="\/login"/)
    const tiles = html.slice(html.indexOf('<nav')).split('<li').slice(1)
    const targets = tiles.map((tile) => /href="([^"]*)"/.exec(tile)?.[1])
    expect(targets).toEqual([
      '/register',
      '/draw',
      '/schedule',
      '/entries',
      '/rules',
      '/past-champions',
      '/past-tournaments',
      'https://example.com/citizens-cup',
    ])
    const order =
      /Register.*Draw.*Schedule.*Entry List.*Rules.*Past Champions.*Past Tournaments.*Citizen's Cup/
    expect(text).toMatch(order)
    expect(tiles.at(-1)).toMatch(/target="_blank" rel="noopener/)
  })

  test('shows the announcement with its link, and neither once the organiser has emptied it', async () => {
    expect((await page('/')).html).toContain('href="https://example.com/sponsor-app"')
    await cup.app.changeSettings({ announcement: '', editionTitle: 'The Cup N12' }, organiser)
    const { html, text } = await page('/')
    expect(html).not.toContain('href="https://example.com/sponsor-app"')
    expect(text).toContain('The Cup N12')
  })
})

describe('registration', () => {
  test('is closed at first: an overlay over a form nobody can reach, and a post is refused', async () => {
    const { html, text } = await page('/register')
    expect(text).toContain(`${messages.registrationClosedTitle} ${messages.registrationClosed} Back to Home`)
    expect(html.indexOf('<div inert')).toBeLessThan(html.indexOf('name="player1Name"'))
    const refused = await post('/register', team)
    expect(refused.status).toBe(403)
    expect(said(refused.html, 'alert')[0]).toContain(messages.registrationClosed)
    expect(await cup.app.teamsForOrganiser(organiser)).toEqual([])
  })

  test('asks for what is missing and keeps what was typed', async () => {
    await openRegistration()
    const answer = await post('/register', { ...team, player1Name: ' ', teamPhoneNumber: '' })
    expect(answer.status).toBe(400)
    expect(said(answer.html, 'alert')[0]).toContain(
      'Please fill in the following required fields: Player 1 Name, Team Phone Number',
    )
    expect(answer.html).toMatch(/<input[^>]*value="Ben"/)
    await expectValidHtml(answer.html)
  })

  test('thanks a team, and tells one that comes too late that it waits', async () => {
    await cup.app.changeSettings({ registration: 'open', teamLimit: 1 }, organiser)
    const first = await post('/register', team)
    expect([first.status, first.location]).toEqual([303, '/register?done=registered'])
    const thanks = await page('/register?done=registered')
    expect(said(thanks.html, 'status')[0]).toContain(messages.registered)
    expect(thanks.html).not.toContain('value="Maya"')
    const second = await post('/register', { ...team, player1Name: 'Noor' })
    expect(second.location).toBe('/register?done=waiting')
    expect((await page('/register?done=waiting')).text).toContain('waiting list')
  })

  test('closes by itself when its hour has come', async () => {
    const closesAt = new Date(cup.clock.now().getTime() + 60_000).toISOString()
    await cup.app.changeSettings({ registration: 'open', registrationClosesAt: closesAt }, organiser)
    expect((await page('/register')).text).not.toContain(messages.registrationClosedTitle)
    expect((await page('/')).text).toContain('Open now')
    await cup.clock.advance(60_000)
    expect((await page('/register')).text).toContain(messages.registrationClosedTitle)
    expect((await page('/')).text).not.toContain('Open now')
  })
})

describe('the schedule', () => {
  test('has the three notes and the four special events of the spec, and says that there is no draw yet', async () => {
    const { html, text } = await page('/schedule')
    expect(text).toContain('Tournament starts at 9:15 PM')
    expect(text).toContain('Matches are organized in groups of 6, with each group starting 15 minutes apart')
    expect(text).toContain(messages.scheduleApproximate)
    expect(text).toMatch(
      /9:00 PM 1st Round .+10:00 PM 2nd Round .+11:00 PM 3rd Round .+12:00 AM 4th and Final Round /,
    )
    expect(html).toContain('href="https://example.com/the-cup-app"')
    // Nothing failed: both sentences stand there calmly.
    expect(said(html, 'alert').join()).not.toContain(messages.scheduleNoTournament)
    expect(text).toContain(`${messages.scheduleNoTournament} ${messages.scheduleEmpty}`)
  })

  test('lists the matches of the draw in their slots, without byes', async () => {
    await openRegistration()
    for (const name of ['Maya', 'Noor', 'Theo'])
      await cup.app.registerTeam({ ...team, player1Name: name, player2Name: '' })
    await approveAll()
    await cup.app.createDraw(organiser)
    const { html, text } = await page('/schedule')
    expect(text).toMatch(
      /Tournament Match Schedule 9:15 PM Semi Finals (Maya|Noor|Theo) vs (Maya|Noor|Theo) 9:30 PM Grand Finals /,
    )
    expect(text).not.toContain('BYE')
    expect(said(html, 'alert')).toHaveLength(1)
    await expectValidHtml(html)
  })

  test('with nothing but a bye is empty', async () => {
    await openRegistration()
    await cup.app.registerTeam(team)
    await approveAll()
    await cup.app.createDraw(organiser)
    const { text } = await page('/schedule')
    expect(text).toContain(messages.scheduleEmpty)
    expect(text).not.toContain(messages.scheduleNoTournament)
  })
})

test('the entry list is sorted by Player 1, says what is not specified, and shows no phone number', async () => {
  expect((await page('/entries')).text).toContain(messages.entriesEmpty)
  await openRegistration()
  await cup.app.registerTeam({ ...team, player1Name: 'Zoé', teams: 'FC Chalk' })
  await approveAll()
  await cup.app.registerTeam(team)
  const { html, text } = await page('/entries')
  expect([...html.matchAll(/<th[^>]*>([^<]*)<\/th>/g)].map(([, label]) => label)).toEqual([
    'Players',
    'Team(s)',
    'Status',
  ])
  expect(text).toContain('Maya, Ben Not specified Pending Approval Zoé, Ben FC Chalk Approved')
  expect(html).not.toContain('555 0001')
  await expectValidHtml(html)
})

test('the rules have their four sections', async () => {
  const { html } = await page('/rules')
  const sections = [...html.matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].map(([, title]) => title)
  expect(sections).toEqual(['Game Setup', 'Gameplay', 'Scoring and Winning', 'Special Rules'])
  expect(html.match(/<li>/g)).toHaveLength(16)
})

test('past champions lists editions 1 to 11, with nothing made up', async () => {
  const { html, text } = await page('/past-champions')
  const seasons = [...html.matchAll(/<h2[^>]*>.*?<\/h2>/g)].map(([heading]) => textOf(heading))
  expect(seasons).toHaveLength(11)
  expect([seasons[0], seasons[1], seasons[10]]).toEqual([
    'Edition 1, Spring 2020',
    'Edition 2, Fall 2020',
    'Edition 11, Spring 2025',
  ])
  expect(text.match(/Not recorded/g)).toHaveLength(22)
  await cup.app.changeEditions(
    [{ number: 1, season: 'Spring 2020', theme: 'Togas', winners: 'Maya, Ben' }],
    organiser,
  )
  expect((await page('/past-champions')).text).toContain('Theme Togas Winners Maya, Ben')
})

test('the login asks for both fields, keeps the email after a wrong password, and knows who is signed in', async () => {
  const missing = await post('/login', { email: 'a@b.c', password: '' })
  expect([missing.status, said(missing.html, 'alert')[0]?.includes(messages.loginMissing)]).toEqual([
    400,
    true,
  ])
  const wrong = await post('/login', { email: 'a@b.c', password: 'not that' })
  expect([wrong.status, said(wrong.html, 'alert')[0]?.includes(messages.loginFailed)]).toEqual([401, true])
  expect(wrong.html).toMatch(/<input[^>]*value="a@b.c"/)
  const response = await fetch(`${cup.url}/login`, {
    headers: { cookie: await cup.signIn() },
    redirect: 'manual',
  })
  expect([response.status, response.headers.get('location')]).toEqual([302, '/admin'])
})

test('an address that does not exist is a page of its own, with status 404', async () => {
  const { status, html, text } = await page('/nowhere')
  expect(status).toBe(404)
  expect(text).toContain('There is no page at this address')
  await expectValidHtml(html)
})

describe('while the storage does not answer', () => {
  const log = vi.spyOn(console, 'error')
  beforeEach(() => {
    log.mockImplementation(() => {})
  })
  afterEach(() => log.mockReset())

  async function startOn(snapshot: Storage['snapshot']) {
    await cup.stop()
    cup = await startCup({ wrapStorage: (storage) => ({ ...storage, snapshot }) })
  }

  test.each([
    ['/entries', messages.entriesLoadFailed],
    ['/schedule', messages.scheduleLoadFailed],
    ['/past-champions', messages.loadFailed],
    ['/', messages.loadFailed],
  ])('%s says so, and offers to retry', async (path, sentence) => {
    await startOn(() => Promise.reject(new Error('The disk is gone.')))
    const { status, html } = await page(path)
    expect(status).toBe(503)
    expect(said(html, 'alert')[0]).toContain(`${sentence} Retry`)
    expect(html).toContain(`<a href="${path}" class="button`)
    await expectValidHtml(html)
  })

  test('the home page still has its tiles, beside the sentence, and nothing of that is kept', async () => {
    let isBroken = true
    await cup.stop()
    cup = await startCup({
      wrapStorage: (storage) => ({
        ...storage,
        snapshot: (ask) =>
          isBroken ? Promise.reject(new Error('The disk is gone.')) : storage.snapshot(ask),
      }),
    })
    const broken = await page('/')
    expect(broken.status).toBe(503)
    expect(broken.html.match(/class="tile-label"/g)).toHaveLength(8)
    expect(said(broken.html, 'alert')[0]).toContain(`${messages.loadFailed} Retry`)
    await expectValidHtml(broken.html)

    isBroken = false
    const mended = await page('/')
    expect(mended.status).toBe(200)
    expect(mended.html).not.toContain(messages.loadFailed)
  })

  test('the registration is covered by its overlay, beside the sentence', async () => {
    await startOn(() => Promise.reject(new Error('The disk is gone.')))
    const { status, html, text } = await page('/register')
    expect(status).toBe(503)
    expect(text).toContain(messages.registrationClosedTitle)
    expect(text).toContain(messages.registrationClosed)
    expect(said(html, 'alert')[0]).toContain(`${messages.loadFailed} Retry`)
    await expectValidHtml(html)
  })

  test('a page that waited ten seconds says that it took too long', async () => {
    // The start goes on without the first view; whoever asks for it later waits in vain.
    const asks = vi.fn<() => Promise<never>>(() => new Promise(() => {}))
    asks.mockRejectedValueOnce(new Error('The disk is gone.'))
    await startOn(asks)
    const before = asks.mock.calls.length
    const asked = page('/schedule')
    await vi.waitUntil(() => asks.mock.calls.length > before)
    await cup.clock.advance(loadTimeoutMs)
    expect(said((await asked).html, 'alert')[0]).toContain(messages.loadTimeout)
  })

  test('a team that cannot be kept is told to try again later', async () => {
    await cup.stop()
    let isBroken = false
    cup = await startCup({
      wrapStorage: (storage) => ({
        ...storage,
        transaction: (run) =>
          isBroken ? Promise.reject(new Error('The disk is full.')) : storage.transaction(run),
      }),
    })
    await openRegistration()
    isBroken = true
    const answer = await post('/register', team)
    expect(answer.status).toBe(503)
    expect(said(answer.html, 'alert')[0]).toContain(messages.registerFailed)
    expect(answer.html).toContain('value="Maya"')
  })
})
