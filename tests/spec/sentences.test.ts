import { readFileSync } from 'node:fs'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import { loadTimeoutMs } from '../../src/domain/settings/limits.ts'
import type { Db } from '../../src/server/storage/storage.ts'
import { beginEpoch, saveCurrent } from '../../src/server/storage/system-rows.ts'
import {
  type Answer,
  type Given,
  type OrganisedCup,
  organiser,
  startFreshCup,
} from '../support/organised-cup.ts'
import { all, type Element, having, text, visible } from '../support/page.ts'
import { watchLog } from '../support/watch-log.ts'

// Every sentence of the specification, word for word, and the failure or action that makes it appear on its screen.

type Where = 'alert' | 'alert with Retry' | 'status' | 'text' | 'tooltip'
/** The page with the sentence, and the team it names. */
type Shown = { readonly page: Element; readonly team?: string; readonly status?: number }
type Appearance = readonly [screen: string, where: Where, show: (screen: string) => Promise<Shown>]

/** Without teams, and with a draw of three; no test changes them. */
let empty: OrganisedCup
let drawn: OrganisedCup
beforeAll(async () => {
  ;[empty, drawn] = await Promise.all([startFreshCup(), startFreshCup({ teams: 3 })])
})

beforeEach(() => void watchLog(/The database is gone\.|LoadTimeout/))

const anyTeam = { player1Name: 'Maya', player2Name: '', teams: '', teamPhoneNumber: '079' }
const generate = { intent: 'generate' }
const open = { registration: 'open' } as const
const four = { teams: 4, settings: { organiserTools: 'on' } } as const

const isAdmin = (screen: string) => screen.startsWith('/admin')
const openIn = (cup: OrganisedCup, screen: string) => (isAdmin(screen) ? cup.page(screen) : cup.open(screen))
const sendIn = (cup: OrganisedCup, screen: string, fields: Record<string, string>) =>
  isAdmin(screen) ? cup.send(screen, fields) : cup.submit(screen, fields)

const opened = (screen: string) => openIn(empty, screen)
const managed = (screen: string) => openIn(drawn, screen)

/** Opens a page of a cup whose storage has failed since the start. */
async function unread(screen: string): Promise<Shown> {
  return openIn(await startFreshCup({ isUnread: true }), screen)
}

/** Asks a storage that hangs, and lets the load timeout pass. */
async function untilTimeout(cup: OrganisedCup, ask: () => Promise<Shown>): Promise<Shown> {
  cup.storageIs('hangs', 'snapshot', 'transaction')
  const alarms = cup.clock.waiting()
  const asked = ask()
  await expect.poll(() => cup.clock.waiting()).toBeGreaterThan(alarms)
  await cup.clock.advance(loadTimeoutMs)
  return asked
}

async function overdue(screen: string): Promise<Shown> {
  const cup = await startFreshCup({ isUnread: true })
  return untilTimeout(cup, () => openIn(cup, screen))
}

async function overdueDraw(screen: string): Promise<Shown> {
  const cup = await startFreshCup({ teams: 3, hasDraw: false })
  return untilTimeout(cup, () => sendIn(cup, screen, generate))
}

/** Requests a draw of three approved teams; transactions fail after this many. */
function unmade(workingTransactions: number) {
  return async (screen: string): Promise<Shown> => {
    const cup = await startFreshCup({ teams: 3, hasDraw: false })
    cup.failAfter(workingTransactions)
    return sendIn(cup, screen, generate)
  }
}

/** Posts to Draw Management, and follows the redirect. */
async function manage(cup: OrganisedCup, fields: Record<string, string>): Promise<Answer> {
  const answer = await cup.send('/admin/draw', fields)
  return answer.location ? cup.page(answer.location) : answer
}

async function tap(cup: OrganisedCup, side: 1 | 2): Promise<Shown> {
  const team = await cup.nameOf(0, 0, side)
  const { id: matchId } = await cup.match(0, 0)
  const { page } = await manage(cup, { intent: 'set-winner', matchId, side: String(side) })
  return { page, team }
}

async function tapAgainstTbd(): Promise<Shown> {
  const cup = await startFreshCup({ teams: 8 })
  const { team } = await tap(cup, 1)
  const { id: matchId } = await cup.match(1, 0)
  const { page } = await manage(cup, { intent: 'set-winner', matchId, side: '1' })
  return { page, ...(team && { team }) }
}

async function undoTheTapped(cup: OrganisedCup) {
  return manage(cup, { intent: 'undo', matchId: (await cup.match(0, 0)).id })
}

async function exchangeTheFirst(cup: OrganisedCup) {
  const [from, to] = [(await cup.match(0, 0)).id, (await cup.match(0, 1)).id]
  return manage(cup, { intent: 'exchange', from: `${from}:1`, to: `${to}:1` })
}

/** Runs an organiser's command while writes fail. */
function unkept(given: Given, command: (cup: OrganisedCup, screen: string) => Promise<Shown>) {
  return async (screen: string): Promise<Shown> => {
    const cup = await startFreshCup(given)
    cup.storageIs('fails', 'transaction')
    return command(cup, screen)
  }
}

const reset = (cup: OrganisedCup) => manage(cup, { intent: 'reset', confirm: 'yes' })
const logOut = (cup: OrganisedCup, screen: string) => cup.send(screen, { intent: 'logout' })
const register = async (cup: OrganisedCup) => cup.submit('/register', anyTeam)

async function unapprove(cup: OrganisedCup, screen: string) {
  const [team] = (await cup.app.publicView()).entries
  return cup.send(screen, { intent: 'unapprove', teamId: team?.id ?? '' })
}

/** The draw of an earlier edition, when it can no longer be read. */
async function unreadEdition(screen: string): Promise<Shown> {
  const cup = await startFreshCup({ teams: 2 })
  await tap(cup, 1)
  await cup.app.beginEdition({}, organiser)
  cup.storageIs('fails', 'snapshot')
  return cup.open(screen)
}

/** Opens a page of a drawn cup with rows that no command leaves behind. */
function planted(plant: (db: Db) => Promise<unknown>) {
  return async (screen: string): Promise<Shown> => {
    const cup = await startFreshCup({ teams: 3 })
    await cup.storage.transaction(async (db) => {
      await plant(db)
      await beginEpoch(db, cup.clock.now())
    })
    const { epoch } = await cup.view()
    await cup.clock.advance(2_000)
    await expect.poll(async () => (await cup.view()).epoch).toBeGreaterThan(epoch)
    return cup.open(screen)
  }
}

const withoutBrackets = planted(async (db) => {
  await db.deleteFrom('matches').execute()
  await db.deleteFrom('brackets').execute()
})
const pointingNowhere = planted((db) =>
  saveCurrent(db, { tournamentID: 'gone', tournamentStatus: 'active', updatedAt: new Date(0).toISOString() }),
)

const sentences: Readonly<Record<string, readonly Appearance[]>> = {
  // Section 2: texts that are sentences.
  'Registration Closed': [['/register', 'text', opened]],
  'Registration to the tournament is now closed.': [['/register', 'text', opened]],
  'No tournament data available.': [['/draw', 'text', opened]],
  'Tournament starts at 9:15 PM': [['/schedule', 'text', opened]],
  'Matches are organized in groups of 6, with each group starting 15 minutes apart': [
    ['/schedule', 'text', opened],
  ],
  'All times are approximate and may vary based on match progression': [['/schedule', 'text', opened]],
  'No tournament schedule available yet.': [['/schedule', 'text', opened]],
  'No teams registered yet.': [['/entries', 'text', opened]],
  '-- Select an edition --': [['/past-tournaments', 'text', opened]],
  'Please select a tournament edition from the dropdown above to view results.': [
    ['/past-tournaments', 'text', opened],
  ],
  'This feature is temporarily unavailable': [['/admin/draw', 'tooltip', managed]],
  'Click on a team name to select as winner and advance to the next round. You can change winners at any time.':
    [['/admin/draw', 'text', managed]],
  'Click to select as winner': [['/admin/draw', 'text', managed]],
  'Click to reconfirm': [['/admin/draw', 'text', managed]],

  // Section 5.
  'Please fill in the following required fields: Player 1 Name, Team Phone Number': [
    [
      '/register',
      'alert',
      async (at) => (await startFreshCup({ settings: open })).submit(at, { player2Name: 'Ben' }),
    ],
  ],
  'Please enter both email and password': [
    ['/login', 'alert', async (at) => (await startFreshCup()).submit(at, { email: organiser.email })],
  ],
  'Are you sure you want to reset the tournament? This will delete the current tournament and create a new one.':
    [['/admin/draw', 'alert', async () => manage(await startFreshCup(four), { intent: 'reset' })]],

  // Section 8.
  'Error registering team. Please try again later.': [
    ['/register', 'alert', unkept({ settings: open }, register)],
  ],
  'Team registered successfully!': [
    [
      '/register',
      'status',
      async () => {
        const cup = await startFreshCup({ settings: open })
        return cup.open((await register(cup)).location ?? '')
      },
    ],
  ],
  'Failed to log in. Please check your credentials.': [
    [
      '/login',
      'alert',
      async (at) => (await startFreshCup()).submit(at, { email: 'a@b.c', password: 'not that one' }),
    ],
  ],
  'Loading took too long. Please try refreshing the page.': [
    ['/draw', 'alert with Retry', overdue],
    ['/schedule', 'alert with Retry', overdue],
    ['/admin/draw', 'alert with Retry', overdue],
    ['/draw', 'alert with Retry', overdueDraw],
  ],
  'No approved teams available for tournament. Please go to the Admin page to approve teams.': [
    ['/draw', 'alert with Retry', async (at) => (await startFreshCup()).submit(at, generate)],
    ['/admin/draw', 'alert with Retry', async (at) => (await startFreshCup()).send(at, generate)],
  ],
  'Error accessing tournament. Please try again later.': [
    ['/draw', 'alert with Retry', unmade(0)],
    ['/admin/draw', 'alert with Retry', unmade(0)],
  ],
  'Failed to create a new tournament. Please try again later.': [
    ['/draw', 'alert with Retry', unmade(1)],
    ['/admin/draw', 'alert with Retry', unmade(1)],
  ],
  'Failed to load tournament data. Please try again later.': [
    ['/', 'alert with Retry', unread],
    ['/draw', 'alert with Retry', unread],
    ['/screen', 'alert with Retry', unread],
    ['/past-champions', 'alert with Retry', unread],
    ['/admin/draw', 'alert with Retry', unread],
    ['/past-tournaments/11', 'alert with Retry', unreadEdition],
  ],
  'Failed to update match winner': [['/admin/draw', 'alert', unkept(four, (cup) => tap(cup, 1))]],
  'Failed to undo winner selection': [['/admin/draw', 'alert', unkept({ ...four, teams: 3 }, undoTheTapped)]],
  'Failed to reset tournament. Please try again later.': [['/admin/draw', 'alert', unkept(four, reset)]],
  'New tournament created successfully': [
    [
      '/admin/draw',
      'status',
      async () => manage(await startFreshCup({ teams: 3, hasDraw: false }), generate),
    ],
  ],
  '{team} advanced to the next round': [
    ['/admin/draw', 'status', async () => tap(await startFreshCup(four), 2)],
  ],
  'Winner changed to {team}': [
    [
      '/admin/draw',
      'status',
      async () => {
        const cup = await startFreshCup(four)
        await tap(cup, 1)
        return tap(cup, 2)
      },
    ],
  ],
  'Teams exchanged successfully': [
    ['/admin/draw', 'status', async () => exchangeTheFirst(await startFreshCup(four))],
  ],
  'Tournament reset successfully': [['/admin/draw', 'status', async () => reset(await startFreshCup(four))]],
  'Winner selection undone successfully': [
    [
      '/admin/draw',
      'status',
      async () => {
        const cup = await startFreshCup(four)
        await tap(cup, 1)
        return undoTheTapped(cup)
      },
    ],
  ],
  'Please select two teams to exchange': [
    [
      '/admin/draw',
      'alert',
      async () => {
        const cup = await startFreshCup(four)
        return manage(cup, { intent: 'exchange', chosen: `${(await cup.match(0, 0)).id}:1` })
      },
    ],
  ],
  'Failed to exchange teams. Please try again.': [['/admin/draw', 'alert', unkept(four, exchangeTheFirst)]],
  'Failed to load teams. Please try again.': [['/admin/teams', 'alert with Retry', unread]],
  'Failed to update team approval. Please try again.': [
    ['/admin/teams', 'alert', unkept({ teams: 1 }, unapprove)],
  ],
  'Failed to log out. Please try again.': [
    ['/admin/teams', 'alert', unkept({}, logOut)],
    ['/admin', 'alert', unkept({}, logOut)],
  ],
  'Failed to load teams. Please try again later.': [['/entries', 'alert with Retry', unread]],
  'No active tournament found.': [['/schedule', 'text', opened]],
  'Failed to load tournament schedule. Please try again later.': [['/schedule', 'alert with Retry', unread]],
  'Could not find current tournament.': [['/past-tournaments/11', 'alert with Retry', opened]],
  'Could not access tournament data. Please try again later.': [
    ['/past-tournaments', 'alert with Retry', unread],
  ],
  'No tournament data available for this edition.': [
    ['/past-tournaments/5', 'alert with Retry', opened],
    ['/past-tournaments/11', 'alert with Retry', withoutBrackets],
  ],
  'Tournament not found.': [
    ['/past-tournaments/99', 'alert with Retry', opened],
    ['/past-tournaments/11', 'alert with Retry', pointingNowhere],
  ],

  // Ours: after the final there is no next round, and a win against TBD beats nobody yet.
  '{team} goes through': [['/admin/draw', 'status', tapAgainstTbd]],
  '{team} won the cup': [['/admin/draw', 'status', async () => tap(await startFreshCup({ teams: 2 }), 1)]],
}

/** Shown only while a post is pending, by a page with scripts: tested in the file named below. */
const saidWhileBusy = {
  'Setting {team} as the winner...': 'settingWinner',
  'Changing winner to {team}...': 'changingWinner',
}
const busyTest = 'tests/components/busy.test.ts'

/** The sentence in the catalogue, with its placeholders filled as in the specification. */
function written(key: keyof typeof messages): string {
  const open: Partial<Record<typeof key, string>> = {
    registerMissing: messages.registerMissing(['Player 1 Name', 'Team Phone Number']),
    scheduleStarts: messages.scheduleStarts('9:15 PM'),
    scheduleGroups: messages.scheduleGroups(6, 15),
  }
  const sentence = messages[key]
  if (typeof sentence === 'string') return sentence
  return open[key] ?? (sentence as (team: string) => string)('{team}')
}

describe('the catalogue', () => {
  test('has each sentence word for word, and no other', () => {
    const catalogue = new Set((Object.keys(messages) as (keyof typeof messages)[]).map(written))
    expect(catalogue).toEqual(new Set([...Object.keys(sentences), ...Object.keys(saidWhileBusy)]))
  })

  test('has its busy sentences tested on a page with scripts', () => {
    const source = readFileSync(busyTest, 'utf8')
    for (const key of Object.values(saidWhileBusy)) expect(source).toContain(`messages.${key}(`)
    for (const label of ['Registering...', 'Logging in...']) expect(source).toContain(`'${label}'`)
  })
})

describe.each(Object.entries(sentences))('%s', (words, appearances) => {
  test.each(appearances)('stands on %s as %s', async (screen, where, show) => {
    const { page, team = '', status } = await show(screen)
    if (where === 'alert with Retry') expect(status).toBeGreaterThanOrEqual(400)
    if (screen.startsWith('/past-tournaments')) expect(all(page, 'select'), 'its dropdown').toHaveLength(1)
    expectSaid(visible(page), words.replace('{team}', team), where, screen)
  })
})

function expectSaid(page: Element, sentence: string, where: Where, screen: string) {
  switch (where) {
    case 'text':
      expect(texts(page)).toContain(sentence)
      return
    case 'tooltip':
      expect(all(page, '*').map(({ attributes }) => attributes.title)).toContain(sentence)
      return
    case 'status':
      // A button that takes the action back may follow.
      expect(texts(page, having('role', 'status')).map((said) => said.replace(/ Take back$/, ''))).toContain(
        sentence,
      )
      return
    case 'alert':
      expect(texts(page, isAlert)).toContain(sentence)
      return
    case 'alert with Retry': {
      expect(texts(page, isAlert)).toContain(`${sentence} Retry`)
      const retry = all(page, 'form', (form) => text(form) === 'Retry' && retriesAt(form) === screen)
      expect(retry.length, 'a Retry button that leads to the same page').toBeGreaterThan(0)
    }
  }
}

/** The address that a Retry form requests. */
function retriesAt(form: Element): string {
  const fields = all(form, 'input').map(({ attributes }) => [attributes.name ?? '', attributes.value ?? ''])
  return [form.attributes.action, new URLSearchParams(fields).toString()].filter(Boolean).join('?')
}

function texts(page: Element, which?: (element: Element) => boolean): string[] {
  return all(page, '*', which).map(text)
}

function isAlert({ attributes }: Element): boolean {
  return attributes.role === 'alert' && !('hidden' in attributes)
}
