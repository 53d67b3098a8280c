import { beforeAll, describe, expect, test } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import type { Tables } from '../../src/server/storage/schema.ts'
import { beginEpoch } from '../../src/server/storage/system-rows.ts'
import { allPages } from '../../src/web/pages.ts'
import { addressesOf } from '../support/addresses-of.ts'
import {
  type OrganisedCup,
  organiser,
  phoneOf,
  registerForToken,
  said,
  startFreshCup,
} from '../support/organised-cup.ts'
import { all, type Element, fieldOf, having, one, saying, tableOf, text, texts } from '../support/page.ts'
import { organiserOfTests } from '../support/start-cup.ts'

// Section 2 of the specification, screen by screen, with default settings.

/** Just started: no team, no draw. */
let fresh: OrganisedCup
/** Sixteen approved teams and their draw. */
let drawn: OrganisedCup
/** Three approved teams, so one bye, and their draw. */
let small: OrganisedCup
beforeAll(async () => {
  ;[fresh, drawn, small] = await Promise.all([
    startFreshCup(),
    startFreshCup({ teams: 16 }),
    startFreshCup({ teams: 3 }),
  ])
})

const button = (page: Element, label: string) => one(page, 'button', saying(label))
const links = (page: Element, href: string) => all(page, 'a', having('href', href))
const sectionOf = (page: Element, title: string) =>
  one(page, 'section', (found) => texts(all(found, 'h2'))[0] === title)
const heading = (page: Element) => text(one(page, 'h1'))

function expectOpensSafely(link: Element | undefined) {
  expect(link?.attributes.href).toMatch(/^https:\/\//)
  expect(link?.attributes.target).toBe('_blank')
  expect(link?.attributes.rel).toContain('noopener')
}

const publicRoutes = [
  '/',
  '/register',
  '/draw',
  '/schedule',
  '/entries',
  '/rules',
  '/past-champions',
  '/past-tournaments',
  '/login',
]
const protectedRoutes = ['/admin', '/admin/teams', '/admin/draw']

describe('the routes', () => {
  test.each(publicRoutes)('%s is open to everyone', async (path) => {
    expect((await fresh.open(path)).status).toBe(200)
  })

  test.each(protectedRoutes)('%s leads to /login when nobody is signed in', async (path) => {
    expect(await fresh.open(path)).toMatchObject({ status: 302, location: '/login' })
    expect((await fresh.page(path)).status).toBe(200)
  })
})

describe('home', () => {
  test('is titled like the edition', async () => {
    const { seen: page } = await fresh.open('/')
    expect(text(one(page, 'title'))).toBe('The Cup N11')
    expect(heading(page)).toContain('The Cup N11')
    expect(text(page)).toContain('Spring 2025')
  })

  test('names a tile by its label first, whatever else is on it', async () => {
    const { seen: page } = await fresh.open('/')
    expect(text(one(one(page, 'nav'), 'a', having('href', '/register')))).toBe('Register Closed')
  })

  test('has a logo block that goes to /login', async () => {
    const { seen: page } = await fresh.open('/')
    expect(one(one(page, 'h1'), 'a').attributes.href).toBe('/login')
  })

  test('announces the sponsor of the coming Friday, with a link to its app', async () => {
    const { seen: page } = await fresh.open('/')
    const announcement = one(page, 'aside')
    expect(text(announcement)).toContain('Friday')
    expect(text(announcement)).toContain('sponsor')
    expectOpensSafely(one(announcement, 'a'))
  })

  test('has eight tiles with an icon and a label each, in order, the last one opening in a new tab', async () => {
    const { seen: page } = await fresh.open('/')
    const tiles = all(one(page, 'nav'), 'a')
    const labels = tiles.map((tile) => text(one(tile, 'span', having('class', 'tile-label'))))
    expect(labels.map((label, index) => [label, tiles[index]?.attributes.href])).toEqual([
      ['Register', '/register'],
      ['Draw', '/draw'],
      ['Schedule', '/schedule'],
      ['Entry List', '/entries'],
      ['Rules', '/rules'],
      ['Past Champions', '/past-champions'],
      ['Past Tournaments', '/past-tournaments'],
      ["Citizen's Cup", 'https://play.google.com/store/games'],
    ])
    for (const tile of tiles) expect(all(tile, 'svg').length).toBeGreaterThan(0)
    expectOpensSafely(tiles.at(-1))
    for (const tile of tiles.slice(0, -1)) expect(tile.attributes.target).toBeUndefined()
  })
})

describe('registration', () => {
  test('is covered by an overlay with a link home, and the form behind it is inert', async () => {
    const { seen: page } = await fresh.open('/register')
    const overlay = one(page, 'section', having('class', 'overlay'))
    expect(heading(overlay)).toBe('Registration Closed')
    expect(texts(all(overlay, 'p'))).toEqual(['Registration to the tournament is now closed.'])
    expect(one(overlay, 'a', saying('Back to Home')).attributes.href).toBe('/')
    const behind = one(page, 'div', ({ attributes }) => 'inert' in attributes)
    expect(texts(all(one(behind, 'form'), 'button'))).toEqual(['Register Team'])
  })

  test('asks for four fields, two of them required, the phone number as a telephone number', async () => {
    const { seen: page } = await fresh.open('/register')
    const form = one(page, 'form')
    const labels = texts(all(form, 'label')).map((label) => label.replace(/ \*$/, ''))
    expect(labels).toEqual(['Player 1 Name', 'Player 2 Name', 'Team(s)', 'Team Phone Number'])
    const fields = labels.map((label) => {
      const { name, type, required } = fieldOf(form, label).attributes
      return [name, type, required !== undefined]
    })
    expect(fields).toEqual([
      ['player1Name', 'text', true],
      ['player2Name', 'text', false],
      ['teams', 'text', false],
      ['teamPhoneNumber', 'tel', true],
    ])
  })

  test('is closed: a post is refused and enters nobody', async () => {
    const { revision } = await fresh.app.publicView()
    const refused = await fresh.submit('/register', { player1Name: 'Maya', teamPhoneNumber: '079' })
    expect(refused.status).toBe(403)
    expect(await fresh.app.teamsForOrganiser(organiser)).toEqual([])
    expect((await fresh.app.publicView()).revision).toBe(revision)
  })

  test('when open enters a team, whatever its phone number looks like', async () => {
    const cup = await startFreshCup({ settings: { registration: 'open' } })
    const { seen: page } = await cup.open('/register')
    expect(all(page, 'section', having('class', 'overlay'))).toEqual([])
    const form = {
      player1Name: 'Maya',
      player2Name: '',
      teams: 'FC Chalk',
      teamPhoneNumber: 'ask at the bar',
    }
    const { status, location } = await cup.submit('/register', form)
    const teams = await cup.app.teamsForOrganiser(organiser)
    expect([status, location]).toEqual([303, '/register?done=registered'])
    expect(teams).toMatchObject([{ ...form, approved: false }])
  })

  test('names only the required field that is missing, and keeps what was typed', async () => {
    const cup = await startFreshCup({ settings: { registration: 'open' } })
    const typed = { player1Name: 'Maya', player2Name: 'Ben', teams: 'FC Chalk', teamPhoneNumber: ' ' }
    const { seen: page } = await cup.submit('/register', typed)
    expect(text(page)).toContain('Please fill in the following required fields: Team Phone Number')
    expect(fieldOf(page, 'Player 1 Name').attributes.value).toBe('Maya')
    expect(fieldOf(page, 'Player 2 Name').attributes.value).toBe('Ben')
    expect(fieldOf(page, 'Team(s)').attributes.value).toBe('FC Chalk')
  })
})

describe('the draw', () => {
  test('has a modal with the link to the app, which can be closed', async () => {
    const { page } = await drawn.open('/draw')
    const modal = one(page, 'dialog', (dialog) => text(dialog).includes('Download the app'))
    expectOpensSafely(one(modal, 'a'))
    expect(all(modal, 'button', having('aria-label', 'Close'))).toHaveLength(1)
  })

  test('shows rounds as columns of matches, two sides each, separated by vs', async () => {
    const { seen: page } = await drawn.open('/draw')
    const tree = one(page, 'div', having('data-density', 'fit'))
    const rounds = all(tree, '*', ({ attributes }) => 'data-round' in attributes)
    const { rounds: expected } = await drawn.draw()
    expect(expected.map(({ name }) => name)).toEqual([
      'Eights',
      'Quarter Finals',
      'Semi Finals',
      'Grand Finals',
    ])
    expect(rounds.map(({ attributes }) => attributes['data-round'])).toEqual(['0', '1', '2', '3'])
    for (const [index, round] of rounds.entries()) {
      expect(text(round)).toContain(expected[index]?.name)
      const matches = all(round, '*', ({ attributes }) => 'data-match' in attributes)
      expect(matches).toHaveLength(8 / 2 ** index)
      for (const match of matches) {
        expect(all(match, '*', ({ attributes }) => 'data-side' in attributes)).toHaveLength(2)
        expect(all(match, 'span', saying('vs'))).toHaveLength(1)
      }
    }
  })

  test('marks the winner, TBD and BYE differently', async () => {
    const { seen: page } = await small.open('/draw')
    const tree = one(page, 'div', having('data-density', 'fit'))
    const states = (state: string) => all(tree, '*', having('data-state', state))
    expect(states('winner')).toHaveLength(1)
    expect(states('open')).toHaveLength(2)
    expect(states('bye').map(text)).toEqual(['BYE'])
    expect(states('tbd').map(text)).toEqual(['TBD', 'TBD'])
  })

  test('names a side by its players, joined by commas', async () => {
    const { seen: page } = await small.open('/draw')
    for (const number of [1, 2, 3]) expect(text(page)).toContain(`Ana ${number}, Ben ${number}`)
  })

  test('without brackets says so, with a hint and a button to generate them', async () => {
    const { seen: page } = await fresh.open('/draw')
    const sentence = one(page, 'p', saying('No tournament data available.'))
    const empty = one(page, 'div', ({ children }) => children.includes(sentence))
    expect(texts(all(empty, 'p'))[1]).toMatch(/approved teams/)
    expect(button(empty, 'Generate Tournament').attributes).toMatchObject({
      name: 'intent',
      value: 'generate',
    })
  })

  test('says the same for a tournament without brackets, and the button makes another', async () => {
    const cup = await startFreshCup({ teams: 4 })
    await cup.storage.transaction(async (db) => {
      await db.deleteFrom('matches').execute()
      await db.deleteFrom('brackets').execute()
      // As after a restore: the server reloads everything.
      await beginEpoch(db, cup.clock.now())
    })
    const { epoch } = await cup.view()
    await cup.clock.advance(2_000)
    await expect.poll(async () => (await cup.view()).epoch).toBeGreaterThan(epoch)
    const { seen: page } = await cup.open('/draw')
    expect(text(page)).toContain('No tournament data available.')
    expect(text(page)).toContain('The draw is made from the approved teams.')
    expect(button(page, 'Generate Tournament').attributes.disabled).toBeUndefined()
    expect((await cup.submit('/draw', { intent: 'generate' })).status).toBe(303)
    expect((await cup.draw()).rounds).toHaveLength(2)
  })
})

describe('the schedule', () => {
  test('has a banner that links to the app', async () => {
    const { seen: page } = await fresh.open('/schedule')
    expectOpensSafely(links(page, 'https://apps.apple.com/')[0])
  })

  test('has its three notes', async () => {
    const { seen: page } = await fresh.open('/schedule')
    expect(texts(all(sectionOf(page, 'Good to know'), 'li'))).toEqual([
      'Tournament starts at 9:15 PM',
      'Matches are organized in groups of 6, with each group starting 15 minutes apart',
      'All times are approximate and may vary based on match progression',
    ])
  })

  test('has four special events, each with a description', async () => {
    const { seen: page } = await fresh.open('/schedule')
    const events = all(sectionOf(page, 'Special Events'), 'li')
    expect(events.map((event) => [text(one(event, 'time')), text(one(event, 'h3'))])).toEqual([
      ['9:00 PM', '1st Round'],
      ['10:00 PM', '2nd Round'],
      ['11:00 PM', '3rd Round'],
      ['12:00 AM', '4th and Final Round'],
    ])
    for (const event of events) expect(text(one(event, 'p'))).toMatch(/[Dd]rink/)
  })

  test('lists the slots: a time, the name of a round, and the two sides of at most six matches', async () => {
    const { seen: page } = await drawn.open('/schedule')
    const section = one(page, 'section', having('aria-labelledby', 'matches'))
    expect(text(one(section, 'h2'))).toBe('Tournament Match Schedule')
    const slots = all(section, 'li', ({ attributes }) => attributes.class?.startsWith('slot ') ?? false)
    const matchesIn = (slot: Element) => all(slot, 'li', ({ attributes }) => 'data-match' in attributes)
    expect(slots.map((slot) => [text(one(slot, 'h3')), matchesIn(slot).length])).toEqual([
      ['9:15 PM Eights', 6],
      ['9:30 PM Eights', 2],
      ['9:45 PM Quarter Finals', 4],
      ['10:00 PM Semi Finals', 2],
      ['10:15 PM Grand Finals', 1],
    ])
    for (const match of slots[0] ? matchesIn(slots[0]) : [])
      expect(text(match)).toMatch(/^Ana \d+, Ben \d+\s?vs\s?Ana \d+, Ben \d+$/)
  })

  test('skips matches with a BYE', async () => {
    const { seen: page } = await small.open('/schedule')
    expect(text(page)).not.toContain('BYE')
    const times = all(page, 'h3')
      .map(text)
      .filter((words) => / Finals$/.test(words))
    expect(times).toEqual(['9:15 PM Semi Finals', '9:30 PM Grand Finals'])
  })

  test('says so while there is nothing to play, and that no tournament is active', async () => {
    const { seen: page } = await fresh.open('/schedule')
    const matches = sectionOf(page, 'Tournament Match Schedule')
    expect(texts(all(matches, 'p'))).toEqual([
      'No tournament schedule available yet.',
      'No active tournament found.',
    ])
  })
})

describe('entries', () => {
  test('are a table sorted by Player 1, with Not specified and both kinds of status', async () => {
    const cup = await startFreshCup({ settings: { registration: 'open' } })
    const enter = (player1Name: string, player2Name: string, teams: string) =>
      cup.app.registerTeam({ player1Name, player2Name, teams, teamPhoneNumber: '079 1' })
    await enter('Zoé', 'Ben', 'FC Chalk')
    const [first] = (await cup.app.publicView()).entries
    await cup.app.setApproval({ teamIds: [first?.id ?? ''], approved: true }, organiser)
    await enter('maya', '', '')
    await enter('Noor', 'Theo', 'Both of them')
    const { seen: page } = await cup.open('/entries')
    expect(tableOf(page)).toEqual([
      ['Players', 'Team(s)', 'Status'],
      ['maya', 'Not specified', 'Pending Approval'],
      ['Noor, Theo', 'Both of them', 'Pending Approval'],
      ['Zoé, Ben', 'FC Chalk', 'Approved'],
    ])
  })

  test('say so while there are none', async () => {
    const { seen: page } = await fresh.open('/entries')
    expect(texts(all(page, 'p'))).toContain('No teams registered yet.')
    expect(all(page, 'table')).toEqual([])
  })
})

describe('the rules', () => {
  const facts: readonly (readonly [section: string, ...facts: RegExp[]])[] = [
    [
      'Game Setup',
      /2 players/,
      /10 cups .*triangle/,
      /filled to tournament standards/,
      /stand behind their tables/,
    ],
    [
      'Gameplay',
      /alternate turns/,
      /player .*one ball per turn/,
      /both .*hit in the same turn.* cups are removed .*shoots again/,
      /may be bounced/,
      /Defenders may block bounces/,
    ],
    [
      'Scoring and Winning',
      /cup that is hit is removed/,
      /ends when all opposing cups are gone/,
      /both .*last cup in the same round.*overtime.* 3 cups plus one on top.*triangle/,
    ],
    [
      'Special Rules',
      /retrieved bounce-back.* special shot/,
      /Knocked cups are removed/,
      /Interference gives a penalty cup/,
      /rack rearrangement may be requested twice per game/,
    ],
  ]

  test('have their four sections', async () => {
    const { seen: page } = await fresh.open('/rules')
    expect(texts(all(page, 'h2'))).toEqual(facts.map(([section]) => section))
  })

  test.each(facts)('contain every fact of %s', async (section, ...expected) => {
    const { seen: page } = await fresh.open('/rules')
    const part = sectionOf(page, String(section))
    const rules = texts(all(part, 'li'))
    expect(rules).toHaveLength(expected.length)
    for (const [index, fact] of expected.entries()) expect(rules[index]).toMatch(fact)
  })
})

test('past champions lists editions 1 to 11, Spring 2020 to Spring 2025, with season, theme and winners', async () => {
  const { seen: page } = await fresh.open('/past-champions')
  const editions = texts(all(one(page, 'ol'), 'li'))
  const seasons = Array.from(
    { length: 11 },
    (_, nth) => `${nth % 2 ? 'Fall' : 'Spring'} ${2020 + Math.floor(nth / 2)}`,
  )
  expect(editions).toEqual(
    seasons.map((season, nth) =>
      expect.stringMatching(`^${nth + 1} ${season} Theme Not recorded Winners Not recorded`),
    ),
  )
})

describe('past tournaments', () => {
  test('has a dropdown with only N11, Spring 2025, and asks to choose', async () => {
    const { seen: page } = await drawn.open('/past-tournaments')
    const options = all(one(page, 'select'), 'option')
    expect(options.map((option) => [option.attributes.value, text(option)])).toEqual([
      ['', '-- Select an edition --'],
      ['11', 'N11, Spring 2025'],
    ])
    expect(texts(all(page, 'p'))).toContain(
      'Please select a tournament edition from the dropdown above to view results.',
    )
  })

  test('shows the current tournament as N11, read-only', async () => {
    const { seen: page } = await drawn.open('/past-tournaments/11')
    const final = (await drawn.draw()).rounds[3]?.matches[0]?.id ?? 'none'
    expect(all(page, '*', having('data-match-id', final)).length).toBeGreaterThan(0)
    expect(all(page, 'form', having('method', 'post'))).toEqual([])
  })
})

describe('login', () => {
  test('has an email, a password and a button', async () => {
    const { seen: page } = await fresh.open('/login')
    expect(fieldOf(page, 'Email').attributes).toMatchObject({ name: 'email', type: 'email' })
    expect(fieldOf(page, 'Password').attributes).toMatchObject({ name: 'password', type: 'password' })
    expect(texts(all(one(page, 'form'), 'button'))).toEqual(['Login'])
  })

  test('leads to /admin', async () => {
    expect(await fresh.submit('/login', organiserOfTests)).toMatchObject({ status: 303, location: '/admin' })
  })
})

describe('the admin dashboard', () => {
  test('welcomes by email and has a logout and two tiles', async () => {
    const { seen: page } = await fresh.page('/admin')
    expect(text(page)).toContain(`Welcome, ${organiserOfTests.email}`)
    expect(button(page, 'Logout').attributes).toMatchObject({ name: 'intent', value: 'logout' })
    const tiles = all(page, 'a', having('class', 'tile'))
    const labels = tiles.map((tile) => text(one(tile, 'span', having('class', 'tile-label'))))
    expect(labels.map((label, index) => [label, tiles[index]?.attributes.href])).toEqual([
      ['Team Approval', '/admin/teams'],
      ['Draw Management', '/admin/draw'],
    ])
    for (const more of ['Settings', 'Journal', 'Account']) expect(text(page)).toContain(more)
  })

  test('logs out to /, and is closed from then on', async () => {
    const cup = await startFreshCup()
    expect(await cup.send('/admin', { intent: 'logout' })).toMatchObject({
      status: 303,
      location: '/',
    })
    expect(await cup.page('/admin')).toMatchObject({ status: 302, location: '/login' })
  })
})

describe('team approval', () => {
  test('has its six columns, the total, Logout and a link back', async () => {
    const cup = await startFreshCup({ teams: 1, hasDraw: false, settings: { registration: 'open' } })
    await cup.app.registerTeam({ player1Name: 'Maya', player2Name: '', teams: '', teamPhoneNumber: '079 7' })
    const { seen: page } = await cup.page('/admin/teams')
    const [head = [], ...rows] = tableOf(page)
    expect(head).toEqual(['Player 1', 'Player 2', 'Team(s)', 'Contact', 'Status', 'Actions'])
    expect(rows.toSorted()).toEqual([
      ['Ana 1', 'Ben 1', 'FC Chalk', phoneOf(1), 'Approved', 'Remove Approval'],
      ['Maya', '-', '', '079 7', 'Pending', 'Approve'],
    ])
    expect(text(page)).toContain('Total Teams: 2')
    expect(all(page, 'button', saying('Logout'))).toHaveLength(1)
    expect(one(page, 'a', saying('Back to Admin')).attributes.href).toBe('/admin')
  })

  test('approves and removes approval, and only approved teams enter the draw', async () => {
    const cup = await startFreshCup({ teams: 3, hasDraw: false })
    const ids = (await cup.app.publicView()).entries.map(({ id }) => id)
    const statuses = async () => tableOf((await cup.page('/admin/teams')).seen).map((row) => row[4])
    await cup.send('/admin/teams', { intent: 'unapprove', teamId: ids[2] ?? '' })
    expect((await statuses()).toSorted()).toEqual(['Approved', 'Approved', 'Pending', 'Status'])
    await cup.submit('/draw', { intent: 'generate' })
    const { teams } = await cup.draw()
    await cup.send('/admin/teams', { intent: 'approve', teamId: ids[2] ?? '' })
    expect((await statuses()).toSorted()).toEqual(['Approved', 'Approved', 'Approved', 'Status'])
    expect(Object.keys(teams).toSorted()).toEqual(ids.slice(0, 2).toSorted())
  })
})

describe('draw management', () => {
  const page = async (cup = small, query = '') => (await cup.page(`/admin/draw${query}`)).seen

  test('has a title and a link back', async () => {
    expect(heading(await page())).toBe('Draw Management')
    expect(one(await page(), 'a', saying('Back to Admin')).attributes.href).toBe('/admin')
  })

  test.each(['Reset Tournament', 'Exchange Team Positions'])(
    'has %s disabled, with its tooltip',
    async (label) => {
      const { attributes } = button(await page(), label)
      expect('disabled' in attributes).toBe(true)
      expect(attributes.title).toBe('This feature is temporarily unavailable')
    },
  )

  test('refuses posts of the disabled tools', async () => {
    const draw = await small.draw()
    const [first, second] = draw.rounds[0]?.matches ?? []
    const posts: Record<string, string>[] = [
      { intent: 'reset', confirm: 'yes' },
      { intent: 'exchange', from: `${first?.id}:1`, to: `${second?.id}:1` },
      { intent: 'undo', matchId: (first?.winner ? first : second)?.id ?? '' },
    ]
    for (const post of posts) {
      const { status, html } = await small.send('/admin/draw', post)
      expect(status).toBe(403)
      expect(said(html, 'alert')[0]).toContain(messages.featureUnavailable)
    }
    expect(await small.draw()).toEqual(draw)
  })

  test('has its instruction', async () => {
    expect(texts(all(await page(), 'p'))).toContain(
      'Click on a team name to select as winner and advance to the next round. You can change winners at any time.',
    )
  })

  test('hints on each side what a click does, except on a BYE or a TBD', async () => {
    const tree = one(await page(), 'div', having('id', 'draw'))
    const sides = all(tree, '*', ({ attributes }) => 'data-side' in attributes)
    const hints = sides.map((side) => {
      const { title = '', 'data-state': state } = side.attributes
      return [state, side.tag === 'button' && text(side).endsWith(title) ? title : 'cannot be clicked']
    })
    expect(hints.toSorted()).toEqual([
      ['bye', 'cannot be clicked'],
      ['open', 'Click to select as winner'],
      ['open', 'Click to select as winner'],
      ['tbd', 'cannot be clicked'],
      ['tbd', 'cannot be clicked'],
      ['winner', 'Click to reconfirm'],
    ])
  })

  test('has an Undo on decided matches only, disabled', async () => {
    const undo = all(await page(), 'button', saying('Undo'))
    expect(undo).toHaveLength(1)
    expect('disabled' in (undo[0]?.attributes ?? {})).toBe(true)
    expect(all(await page(drawn), 'button', saying('Undo'))).toEqual([])
  })

  test('has an exchange modal that cannot be reached while its button is disabled', async () => {
    expect(text(await page(small, '?exchange=0'))).not.toContain('Exchange Teams')
  })

  test('has an exchange modal behind the switch: a bracket, teams labelled Top and Bottom, a button', async () => {
    const cup = await startFreshCup({ teams: 3, settings: { organiserTools: 'on' } })
    const opened = await page(cup, '?exchange=0')
    const modal = one(opened, 'dialog', (dialog) => text(dialog).includes('Exchange Teams'))
    expect(texts(all(fieldOf(modal, 'Bracket'), 'option'))).toEqual(['Semi Finals', 'Grand Finals'])
    const places = all(modal, 'label', (label) => all(label, 'input').length === 1).map(text)
    expect(places.map((place) => place.replace(/^Ana \d, Ben \d ?/, '')).toSorted()).toEqual([
      'Bottom',
      'Top',
      'Top',
    ])
    expect(button(modal, 'Exchange Teams').attributes.disabled).toBeUndefined()
  })

  test('ignores a click on a BYE or a TBD', async () => {
    const draw = await small.draw()
    const bye = draw.rounds[0]?.matches.find(({ sides }) => sides[1] === 'BYE')
    const final = draw.rounds[1]?.matches[0]
    for (const [matchId = '', side] of [
      [bye?.id, '2'],
      [final?.id, '1'],
    ] as const) {
      const answer = await small.send('/admin/draw', { intent: 'set-winner', matchId, side })
      expect(answer.status).toBe(422)
    }
    expect(await small.draw()).toEqual(draw)
  })

  test('without a draw says so and offers to generate it', async () => {
    const empty = await page(fresh)
    expect(texts(all(empty, 'p'))).toContain(messages.noTournamentData)
    expect(button(empty, 'Generate Tournament').attributes.disabled).toBeUndefined()
  })

  test('without a draw has the two disabled buttons and the instruction too, in that order', async () => {
    const empty = await page(fresh)
    for (const label of ['Reset Tournament', 'Exchange Team Positions']) {
      const { attributes } = button(empty, label)
      expect('disabled' in attributes).toBe(true)
      expect(attributes.title).toBe('This feature is temporarily unavailable')
    }
    const words = text(empty)
    const places = ['Reset Tournament', 'Exchange Team Positions', messages.drawInstruction].map((part) =>
      words.indexOf(part),
    )
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })
})

test('opening a page never writes anything, whoever opens it', async () => {
  const cup = await startFreshCup({ teams: 3, hasDraw: false, settings: { registration: 'open' } })
  const token = await registerForToken(cup, 4)
  // Opening the draw page makes the draw only while registration is closed.
  await cup.app.changeSettings({ registration: 'closed' }, organiser)
  const everything = () =>
    cup.storage.snapshot(async (db) => {
      const tables = (await db.introspection.getTables()).map(({ name }) => name as keyof Tables)
      const rows = tables.map((table) => db.selectFrom(table).selectAll().execute())
      return JSON.stringify(await Promise.all(rows))
    })
  const before = await everything()
  expect(before).toContain('Ana 1')
  const { revision } = await cup.app.publicView()
  const addresses = allPages
    .flatMap((page) => addressesOf(page, { token }))
    .flatMap(({ address, data }) => [address, data])
  for (const path of [...addresses, '/draw?intent=generate']) {
    await cup.open(path)
    await cup.page(path)
  }
  expect(await everything()).toBe(before)
  expect((await cup.app.publicView()).revision).toBe(revision)
  expect((await cup.app.publicView()).drawStatus).toBe('none')
})
