import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import { openStorage } from '../../src/server/storage/open-storage.ts'
import { beginEpoch } from '../../src/server/storage/system-rows.ts'
import { saveTeams } from '../../src/server/storage/team-rows.ts'
import { expectValidHtml } from '../support/html.ts'
import {
  type OrganisedCup,
  organiser,
  said,
  startFreshCup,
  startOrganisedCup,
  textOf,
} from '../support/organised-cup.ts'

import { all, having, one, text } from '../support/page.ts'
import { watchLog } from '../support/watch-log.ts'

// What the screens of the specification (tests/spec) leave open. tests/journeys/every-screen.spec.ts validates the HTML of every screen.

const team = { player1Name: 'Maya', player2Name: 'Ben', teams: '', teamPhoneNumber: '+41 79 555 0001' }
const generate = { intent: 'generate' }

/** Just started; no test changes it. */
let fresh: OrganisedCup
/** Four teams and their draw; no test changes it. */
let drawn: OrganisedCup
beforeAll(async () => {
  ;[fresh, drawn] = await Promise.all([startFreshCup(), startOrganisedCup({ teams: 4 })])
})

test.each(['/', '/register', '/schedule', '/entries', '/rules', '/past-champions', '/login'])(
  '%s has a title, a description and a preview picture',
  async (path) => {
    const { html } = await fresh.open(path)
    expect(html).toMatch(/<title>[^<]*The Cup N11<\/title>/)
    expect(html).toMatch(/<meta name="description" content="[^"]{10,}"/)
    expect(html).toMatch(
      new RegExp(`<meta property="og:image" content="${fresh.url}/preview\\.png\\?v=\\d+\\.\\d+"/>`),
    )
    expect(html.match(/<h1/g)).toHaveLength(1)
  },
)

test('an imported team without players is listed by its team name', async () => {
  const cup = await startOrganisedCup({})
  const player = { player1Name: '', player2Name: '', teamName: 'The Aces' }
  const storage = await openStorage({ dataDir: cup.dataDir })
  await storage.transaction(async (db) => {
    await saveTeams(db, [
      {
        ...player,
        id: 'aces',
        editionId: 11,
        teams: '',
        teamPhoneNumber: '',
        approved: true,
        createdAt: '2025-04-01T12:00:00.000Z',
        removedAt: undefined,
        revision: 0,
      },
    ])
    await beginEpoch(db, new Date())
  })
  await storage.close()
  const { epoch } = await cup.view()
  await cup.clock.advance(5_000)
  await expect.poll(async () => (await cup.view()).epoch).toBeGreaterThan(epoch)
  const { page } = await cup.open('/entries')
  expect(all(page, 'td').map(text)).toContain('The Aces')
})

test('an emptied announcement is hidden with its link', async () => {
  const cup = await startOrganisedCup({ settings: { announcement: '', editionTitle: 'The Cup N12' } })
  const { html } = await cup.open('/')
  expect(html).not.toContain('href="https://play.google.com/store/apps"')
  expect(textOf(html)).toContain('The Cup N12')
})

describe('registration', () => {
  test('that is closed has a skip link to the overlay instead of the form', async () => {
    const { page } = await fresh.open('/register')
    const target = one(page, '*', having('id', 'main'))
    expect(text(target)).toContain(messages.registrationClosed)
    expect(
      all(page, '*', ({ attributes }) => 'inert' in attributes).flatMap((part) => all(part, '*')),
    ).not.toContain(target)
  })

  test('posted while it is closed says so', async () => {
    expect(said((await fresh.submit('/register', team)).html, 'alert')[0]).toContain(
      messages.registrationClosed,
    )
  })

  test('tells a team beyond the limit that it is on the waiting list', async () => {
    const cup = await startOrganisedCup({ settings: { teamLimit: 1 } })
    await cup.submit('/register', team)
    const second = await cup.submit('/register', { ...team, player1Name: 'Noor' })
    expect(second.location).toBe('/register?done=waiting')
    expect(textOf((await cup.open('/register?done=waiting')).html)).toContain('waiting list')
  })

  test('that cannot be saved keeps what was typed', async () => {
    const cup = await startOrganisedCup({})
    watchLog(/The database is gone\./)
    cup.storageIs('fails', 'transaction')
    const { status, html } = await cup.submit('/register', team)
    expect(status).toBe(503)
    expect(html).toContain('value="Maya"')
  })

  test('closes at its closing time', async () => {
    const cup = await startOrganisedCup({})
    const closesAt = new Date(cup.clock.now().getTime() + 60_000).toISOString()
    await cup.app.changeSettings({ registrationClosesAt: closesAt }, organiser)
    const words = async (path: string) => textOf((await cup.open(path)).html)
    expect(await words('/register')).not.toContain(messages.registrationClosedTitle)
    expect(await words('/')).toContain('Open now')
    await cup.clock.advance(60_000)
    expect(await words('/register')).toContain(messages.registrationClosedTitle)
    expect(await words('/')).not.toContain('Open now')
  })
})

describe('the schedule', () => {
  test('without a draw is empty, and no error', async () => {
    const { html } = await fresh.open('/schedule')
    expect(said(html, 'alert').join()).not.toContain(messages.scheduleNoTournament)
    expect(textOf(html)).toContain(`${messages.scheduleEmpty} ${messages.scheduleNoTournament}`)
  })

  test('with only a bye is empty', async () => {
    const text = textOf((await (await startOrganisedCup({ teams: 1 })).open('/schedule')).html)
    expect(text).toContain(messages.scheduleEmpty)
    expect(text).not.toContain(messages.scheduleNoTournament)
  })
})

test('a draw of one team does not count matches', async () => {
  const cup = await startOrganisedCup({ teams: 1 })
  for (const path of ['/draw', '/screen']) {
    const text = textOf((await cup.open(path)).html)
    expect(text).toContain('Grand Finals · no match to play')
    expect(text).not.toContain('0 of 0')
    expect(text).not.toContain('The next match follows')
  }
})

test('the bar’s screen has a sentence for the time until byes are confirmed', async () => {
  const cup = await startOrganisedCup({ teams: 3 })
  const match = (await cup.draw()).rounds[0]?.matches.find(({ sides }) => !sides.includes('BYE'))
  expect(textOf((await cup.open('/screen')).html)).not.toContain('The next match follows')
  await cup.app.setWinner({ matchId: match?.id ?? '', side: 1 }, organiser)
  expect(textOf((await cup.open('/screen')).html)).toContain('Up next The next match follows in a moment.')
})

test.each(['/draw', '/schedule', '/entries'])(
  '%s prints the time it was made, without scripts too',
  async (path) => {
    const printed = all((await drawn.open(path)).page, '*', ({ attributes }) => 'data-printed' in attributes)
    expect(printed.map(text).join()).toMatch(/As of \w{3} \d{1,2} \w{3} \d{4}, \d+:\d\d [AP]M/)
  },
)

test('past champions invents nothing, and shows what is recorded', async () => {
  expect(textOf((await fresh.open('/past-champions')).html).match(/Not recorded/g)).toHaveLength(22)
  const cup = await startOrganisedCup({})
  await cup.app.changeEditions({ edition1Theme: 'Togas', edition1Winners: 'Maya, Ben' }, organiser)
  expect(textOf((await cup.open('/past-champions')).html)).toContain('Theme Togas Winners Maya, Ben')
})

test('after the final the champions are on the home page, and above their draw with the final and its size', async () => {
  const cup = await startOrganisedCup({ teams: 4 })
  const posters = async (path: string) =>
    all((await cup.open(path)).page, 'section', having('aria-label', 'The champions')).map(text)
  expect(await posters('/')).toEqual([])
  for (const [round, index] of [
    [0, 0],
    [0, 1],
    [1, 0],
  ] as const) {
    const { id: matchId } = await cup.match(round, index)
    await cup.send('/admin/draw', { intent: 'set-winner', matchId, side: '1' })
  }
  const { teams } = await cup.draw()
  const [champions = [], others = []] = (await cup.match(1, 0)).sides.map((id) => teams[id]?.players)
  expect((await posters('/')).join()).toMatch(`Champions ${champions.join(' and ')} The Cup N11`)
  const [past = ''] = await posters('/past-tournaments/11')
  expect(past).toContain(`Champions ${champions.join(' and ')} beat ${others.join(', ')} in the final`)
  expect(past).toContain('4 teams · 3 matches played')
  const { html } = await cup.open('/past-tournaments/11')
  expect(html.indexOf('aria-label="The champions"')).toBeLessThan(html.indexOf('data-match='))
})

test('an edition without a draw is marked in the dropdown', async () => {
  const options = async (cup: OrganisedCup) =>
    all((await cup.open('/past-tournaments')).page, 'option')
      .map(text)
      .slice(1)
  expect(await options(fresh)).toEqual(['N11, Spring 2025 (no draw yet)'])
  expect(await options(drawn)).toEqual(['N11, Spring 2025'])
})

test('the latest champions come before the list, and the hall of fame counts titles and finals by player', async () => {
  const cup = await startOrganisedCup({ teams: 2 })
  const written = { edition1Theme: 'Togas', edition1Winners: 'Maya & Ben', edition3Winners: 'Maya and Zoë' }
  await cup.app.changeEditions(written, organiser)
  const { page } = await cup.open('/past-champions')
  const latest = one(page, 'section', having('aria-label', 'The champions'))
  expect(text(latest)).toContain('Maya and Zoë')
  expect(text(latest)).toContain('N3 · Spring 2021')
  expect(all(one(page, 'table'), 'tr').map(text)).toEqual([
    'Player Titles Finals',
    'Maya 2 · N1, N3 2 · N1, N3',
    'Ben 1 · N1 1 · N1',
    'Zoë 1 · N3 1 · N3',
  ])
})

test('the login keeps the email after a wrong password, and redirects a signed-in organiser', async () => {
  const missing = await fresh.submit('/login', { email: 'a@b.c', password: '' })
  const wrong = await fresh.submit('/login', { email: 'a@b.c', password: 'not that' })
  expect([missing.status, wrong.status]).toEqual([400, 401])
  expect(wrong.html).toMatch(/<input[^>]*value="a@b.c"/)
  expect(await fresh.page('/login')).toMatchObject({ status: 302, location: '/admin' })
})

describe('the draw', () => {
  test('is made by its button without a script, which leads back to the page', async () => {
    const cup = await startOrganisedCup({ teams: 3, hasDraw: false })
    expect((await cup.open('/draw')).html).toMatch(/<form [^>]*action="\/draw" method="post"/)
    expect(await cup.submit('/draw', generate)).toMatchObject({ status: 303, location: '/draw' })
    const { html } = await cup.open('/draw')
    expect(html).toContain('data-round="0"')
    expect(html).not.toContain(messages.noTournamentData)
  })

  test('that cannot be made leaves its button', async () => {
    const { status, html } = await fresh.submit('/draw', generate)
    expect(status).toBe(409)
    expect(textOf(html)).toContain(messages.noTournamentData)
  })

  test('requested by the page itself and refused is no HTTP error, because nobody did anything wrong', async () => {
    const { status, html } = await fresh.submit('/draw', { ...generate, auto: '1' })
    expect(status).toBe(200)
    expect(said(html, 'alert').join()).toContain(`${messages.noApprovedTeams} Retry`)
  })

  test('reserved for organisers tells a visitor so', async () => {
    const cup = await startOrganisedCup({ teams: 2, hasDraw: false, settings: { drawCreation: 'admin' } })
    const { status, html } = await cup.submit('/draw', generate)
    expect(status).toBe(403)
    expect(textOf(html)).toContain('The organisers make the draw from the approved teams.')
    expect(await cup.send('/draw', generate)).toMatchObject({ status: 303, location: '/draw' })
  })

  test('a post with another intent is refused', async () => {
    expect((await fresh.submit('/draw', { intent: 'reset' })).status).toBe(422)
  })

  test('a shared match and a shared team are marked in the HTML', async () => {
    const { html } = await drawn.open('/draw?match=0.1')
    expect(html).toMatch(/data-match="0\.1" data-match-id="[^"]+"[^>]*><a [^>]*data-marked/)
    const { id, sides } = await drawn.match(0, 1)
    expect(html).toContain(`href="/draw?match=${id}"`)
    const { html: byTeam } = await drawn.open(`/draw?team=${sides[0]}`)
    expect(byTeam).toMatch(/data-match="0\.1"[^>]*><a [^>]*data-marked/)
    expect(byTeam).toContain('data-lit="true"')
  })

  test.each(['?match=9.9', '?match=x', '?team=nobody', '?match=', '?team='])(
    'ignores %s, which points nowhere',
    async (query) => {
      const { status, html } = await drawn.open(`/draw${query}`)
      expect(status).toBe(200)
      expect(html).toContain('data-match="0.0"')
      expect(html).not.toContain('data-marked=')
    },
  )
})

describe('the screen', () => {
  test('shows the draw, what is next and a QR code to the site', async () => {
    const origin = 'https://cup.club.example'
    const { html } = await (await startOrganisedCup({ teams: 5, config: { origin } })).open('/screen')
    expect(html).toContain(`aria-label="QR code to ${origin}/draw"`)
    expect(textOf(html)).toContain('Up next')
    expect(html).toContain('data-match="0.0"')
  })

  test('says so while there is no draw', async () => {
    expect(textOf((await fresh.open('/screen')).html)).toContain(messages.noTournamentData)
  })
})

describe('past tournaments', () => {
  test('are chosen by a form that needs no script', async () => {
    const { html } = await drawn.open('/past-tournaments')
    expect(html).toMatch(/<form [^>]*action="\/past-tournaments" method="get"/)
  })

  test('an edition played to its champion keeps its draw when the next one begins', async () => {
    const cup = await startOrganisedCup({ teams: 2 })
    const final = await cup.match(0, 0)
    await cup.app.setWinner({ matchId: final.id, side: 1 }, organiser)
    await cup.app.beginEdition({}, organiser)
    const { html } = await cup.open('/past-tournaments/11')
    expect(html).toContain(`data-match-id="${final.id}"`)
    expect(textOf(html)).toContain('Champions')
    expect(textOf((await cup.open('/past-tournaments')).html)).toContain('N12, Fall 2025')
  })

  test('the old address redirects to the new one, and to the same match', async () => {
    const leads = async (path: string) => {
      const { status, location } = await drawn.open(path)
      return [status, location]
    }
    expect(await leads('/past-tournaments?edition=11')).toEqual([308, '/past-tournaments/11'])
    expect(await leads('/past-tournaments?edition=11&match=0.1&x=1')).toEqual([
      308,
      '/past-tournaments/11?match=0.1',
    ])
    expect(await leads('/past-tournaments?edition=a%2F..%2Fb')).toEqual([308, '/past-tournaments/a%2F..%2Fb'])
    expect(await leads('/Past-Tournaments/11/')).toEqual([308, '/past-tournaments/11'])
    expect((await drawn.open('/past-tournaments?edition=')).status).toBe(200)
  })

  test('a finished night shows how it went: numbers, tables, calls and results', async () => {
    const cup = await startOrganisedCup({ teams: 4 })
    const minutes = (count: number) => cup.clock.leap(count * 60_000)
    await minutes(5)
    await cup.app.callMatch({ table: 3 }, organiser)
    await minutes(12)
    await cup.app.setWinner({ matchId: (await cup.match(0, 0)).id, side: 1 }, organiser)
    await cup.app.setWinner({ matchId: (await cup.match(0, 1)).id, side: 2 }, organiser)
    expect((await cup.open('/past-tournaments/11')).html).not.toContain('How it went')
    await minutes(60)
    await cup.app.setWinner({ matchId: (await cup.match(1, 0)).id, side: 1 }, organiser)
    const current = textOf((await cup.open('/past-tournaments/11')).html)
    await cup.app.beginEdition({}, organiser)
    const past = textOf((await cup.open('/past-tournaments/11')).html)
    for (const said of [current, past]) {
      expect(said).toMatch(
        /Teams 4 Matches played 3 Walkovers 0 Byes 0 From the first call to the final 1 h 12 min/,
      )
      expect(said.match(/called \d+:\d\d [AP]M to table 3/g)).toHaveLength(1)
    }
  })

  test.each(['99', '0', '-1', 'x', '11 ', '%00'])('an unknown edition: %s', async (edition) => {
    const { status, html } = await fresh.open(`/past-tournaments/${encodeURIComponent(edition)}`)
    expect(status).toBe(404)
    expect(said(html, 'alert').join()).toContain(`${messages.pastNotFound} Retry`)
  })
})

test.each([
  ['/draw', 503],
  ['/entries', 503],
  ['/past-tournaments/11', 404],
])('%s without its data is answered with %d', async (path, status) => {
  watchLog(/The database is gone\./)
  const cup = await startOrganisedCup(status === 503 ? { isFresh: true, isUnread: true } : { isFresh: true })
  expect((await cup.open(path)).status).toBe(status)
})

describe('without its data', () => {
  beforeEach(() => void watchLog(/The database is gone\./))

  test('the home page still has its tiles, with the sentence, and the page is not cached', async () => {
    const cup = await startOrganisedCup({ isFresh: true, isUnread: true })
    const { status, html } = await cup.open('/')
    expect(status).toBe(503)
    expect(html.match(/class="tile-label"/g)).toHaveLength(8)
    expect(said(html, 'alert')[0]).toContain(`${messages.loadFailed} Retry`)
    await expectValidHtml(html)

    cup.storageIs('works')
    const mended = await cup.open('/')
    expect(mended.status).toBe(200)
    expect(mended.html).not.toContain(messages.loadFailed)
  })

  test('the registration is covered by its overlay, with the sentence', async () => {
    const { status, html } = await (await startOrganisedCup({ isFresh: true, isUnread: true })).open(
      '/register',
    )
    expect(status).toBe(503)
    expect(textOf(html)).toContain(messages.registrationClosedTitle)
    expect(textOf(html)).toContain(messages.registrationClosed)
    expect(said(html, 'alert')[0]).toContain(`${messages.loadFailed} Retry`)
    await expectValidHtml(html)
  })
})
