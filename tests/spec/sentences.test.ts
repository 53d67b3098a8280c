import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import { loadTimeoutMs } from '../../src/domain/settings/settings.ts'
import { organiser } from '../support/organised-cup.ts'
import { all, type Element, having, text } from './support/page.ts'
import { type Answer, startTroubledCup, type TroubledCup } from './support/troubled-cup.ts'

// Every sentence of the spec, copied from it word for word, and the trouble or the deed that makes it appear on its screen.

type Key = keyof typeof messages
type Where = 'alert' | 'alert with Retry' | 'status' | 'text' | 'tooltip'
/** The page on which the sentence stands, and the team it speaks of. */
type Shown = { readonly page: Element; readonly team?: string }
type Case = readonly [words: string, key: Key, screen: string, where: Where, show: () => Promise<Shown>]

let cup: TroubledCup | undefined
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(async () => {
  vi.restoreAllMocks()
  await cup?.stop()
  cup = undefined
})

async function start(given: Parameters<typeof startTroubledCup>[0] = {}) {
  cup = await startTroubledCup(given)
  return cup
}

const anyTeam = { player1Name: 'Maya', player2Name: '', teams: '', teamPhoneNumber: '079' }
const generate = { intent: 'generate' }
const open = { registration: 'open' } as const
const withTools = { organiserTools: 'on' } as const

/** Opens a page of a cup whose storage has not answered since the start. */
async function unread(path: string): Promise<Shown> {
  const cup = await start({ isUnread: true })
  return path.startsWith('/admin') ? cup.openSignedIn(path) : cup.open(path)
}

/** Opens a page whose storage never answers, and lets the load timeout pass. */
async function overdue(path: string): Promise<Shown> {
  const cup = await start({ isUnread: true })
  cup.storageIs('hangs', 'snapshot')
  const alarms = cup.clock.waiting()
  const asked = path.startsWith('/admin') ? cup.openSignedIn(path) : cup.open(path)
  await vi.waitUntil(() => cup.clock.waiting() > alarms)
  await cup.clock.advance(loadTimeoutMs)
  return asked
}

/** Asks for a draw of three approved teams while transactions fail from the given one on. */
async function unmade(path: string, workingTransactions: number): Promise<Shown> {
  const cup = await start({ teams: 3, hasDraw: false })
  cup.failAfter(workingTransactions)
  return path.startsWith('/admin') ? cup.sendSignedIn(path, generate) : cup.send(path, generate)
}

/** Posts to draw management, and follows where it leads. */
async function manage(cup: TroubledCup, fields: Record<string, string>): Promise<Answer> {
  const answer = await cup.sendSignedIn('/admin/draw', fields)
  return answer.location ? cup.openSignedIn(answer.location) : answer
}

async function tap(cup: TroubledCup, side: 1 | 2): Promise<Shown> {
  const team = await cup.nameOf(0, 0, side)
  const { id: matchId } = await cup.match(0, 0)
  const { page } = await manage(cup, { intent: 'set-winner', matchId, side: String(side) })
  return { page, team }
}

async function tapAgainstTbd(): Promise<Shown> {
  const cup = await start({ teams: 8 })
  const { team } = await tap(cup, 1)
  const { id: matchId } = await cup.match(1, 0)
  const { page } = await manage(cup, { intent: 'set-winner', matchId, side: '1' })
  return { page, ...(team && { team }) }
}

async function undoTheTapped(cup: TroubledCup) {
  return manage(cup, { intent: 'undo', matchId: (await cup.match(0, 0)).id })
}

async function exchangeTheFirst(cup: TroubledCup) {
  const [from, to] = [(await cup.match(0, 0)).id, (await cup.match(0, 1)).id]
  return manage(cup, { intent: 'exchange', from: `${from}:1`, to: `${to}:1` })
}

/** Gives an organiser's command while nothing can be written. */
async function whileNothingIsKept(
  given: Parameters<typeof startTroubledCup>[0],
  command: (cup: TroubledCup) => Promise<Shown>,
): Promise<Shown> {
  const cup = await start(given)
  cup.storageIs('fails', 'transaction')
  return command(cup)
}

const cases: readonly Case[] = [
  // Section 2, as far as its texts are sentences.
  [
    'Registration Closed',
    'registrationClosedTitle',
    '/register',
    'text',
    async () => (await start()).open('/register'),
  ],
  [
    'Registration to the tournament is now closed.',
    'registrationClosed',
    '/register',
    'text',
    async () => (await start()).open('/register'),
  ],
  [
    'No tournament data available.',
    'noTournamentData',
    '/draw',
    'text',
    async () => (await start()).open('/draw'),
  ],
  [
    'Tournament starts at 9:15 PM',
    'scheduleStarts',
    '/schedule',
    'text',
    async () => (await start()).open('/schedule'),
  ],
  [
    'Matches are organized in groups of 6, with each group starting 15 minutes apart',
    'scheduleGroups',
    '/schedule',
    'text',
    async () => (await start()).open('/schedule'),
  ],
  [
    'All times are approximate and may vary based on match progression',
    'scheduleApproximate',
    '/schedule',
    'text',
    async () => (await start()).open('/schedule'),
  ],
  [
    'No tournament schedule available yet.',
    'scheduleEmpty',
    '/schedule',
    'text',
    async () => (await start()).open('/schedule'),
  ],
  [
    'No teams registered yet.',
    'entriesEmpty',
    '/entries',
    'text',
    async () => (await start()).open('/entries'),
  ],
  [
    '-- Select an edition --',
    'pastPlaceholder',
    '/past-tournaments',
    'text',
    async () => (await start()).open('/past-tournaments'),
  ],
  [
    'Please select a tournament edition from the dropdown above to view results.',
    'pastSelect',
    '/past-tournaments',
    'text',
    async () => (await start()).open('/past-tournaments'),
  ],
  [
    'This feature is temporarily unavailable',
    'featureUnavailable',
    '/admin/draw',
    'tooltip',
    async () => (await start({ teams: 2 })).openSignedIn('/admin/draw'),
  ],
  [
    'Click on a team name to select as winner and advance to the next round. You can change winners at any time.',
    'drawInstruction',
    '/admin/draw',
    'text',
    async () => (await start({ teams: 2 })).openSignedIn('/admin/draw'),
  ],
  [
    'Click to select as winner',
    'selectHint',
    '/admin/draw',
    'tooltip',
    async () => (await start({ teams: 2 })).openSignedIn('/admin/draw'),
  ],
  [
    'Click to reconfirm',
    'reconfirmHint',
    '/admin/draw',
    'tooltip',
    async () => (await start({ teams: 3 })).openSignedIn('/admin/draw'),
  ],

  // Section 5.
  [
    'Please fill in the following required fields: Player 1 Name, Team Phone Number',
    'registerMissing',
    '/register',
    'alert',
    async () => (await start({ settings: open })).send('/register', { player2Name: 'Ben' }),
  ],
  [
    'Please enter both email and password',
    'loginMissing',
    '/login',
    'alert',
    async () => (await start()).send('/login', { email: organiser.email }),
  ],
  [
    'Are you sure you want to reset the tournament? This will delete the current tournament and create a new one.',
    'resetConfirm',
    '/admin/draw',
    'alert',
    async () => manage(await start({ teams: 4, settings: withTools }), { intent: 'reset' }),
  ],

  // Section 8.
  [
    'Error registering team. Please try again later.',
    'registerFailed',
    '/register',
    'alert',
    () => whileNothingIsKept({ settings: open }, (cup) => cup.send('/register', anyTeam)),
  ],
  [
    'Team registered successfully!',
    'registered',
    '/register',
    'status',
    async () => {
      const cup = await start({ settings: open })
      return cup.open((await cup.send('/register', anyTeam)).location ?? '')
    },
  ],
  [
    'Failed to log in. Please check your credentials.',
    'loginFailed',
    '/login',
    'alert',
    async () => (await start()).send('/login', { email: organiser.email, password: 'not that one' }),
  ],
  [
    'Loading took too long. Please try refreshing the page.',
    'loadTimeout',
    '/draw',
    'alert with Retry',
    () => overdue('/draw'),
  ],
  [
    'Loading took too long. Please try refreshing the page.',
    'loadTimeout',
    '/admin/draw',
    'alert with Retry',
    () => overdue('/admin/draw'),
  ],
  [
    'No approved teams available for tournament. Please go to the Admin page to approve teams.',
    'noApprovedTeams',
    '/draw',
    'alert with Retry',
    async () => (await start()).send('/draw', generate),
  ],
  [
    'No approved teams available for tournament. Please go to the Admin page to approve teams.',
    'noApprovedTeams',
    '/admin/draw',
    'alert with Retry',
    async () => (await start()).sendSignedIn('/admin/draw', generate),
  ],
  [
    'Error accessing tournament. Please try again later.',
    'accessFailed',
    '/draw',
    'alert with Retry',
    () => unmade('/draw', 0),
  ],
  [
    'Error accessing tournament. Please try again later.',
    'accessFailed',
    '/admin/draw',
    'alert with Retry',
    () => unmade('/admin/draw', 0),
  ],
  [
    'Failed to create a new tournament. Please try again later.',
    'createFailed',
    '/draw',
    'alert with Retry',
    () => unmade('/draw', 1),
  ],
  [
    'Failed to create a new tournament. Please try again later.',
    'createFailed',
    '/admin/draw',
    'alert with Retry',
    () => unmade('/admin/draw', 1),
  ],
  [
    'Failed to load tournament data. Please try again later.',
    'loadFailed',
    '/draw',
    'alert with Retry',
    () => unread('/draw'),
  ],
  [
    'Failed to load tournament data. Please try again later.',
    'loadFailed',
    '/admin/draw',
    'alert with Retry',
    () => unread('/admin/draw'),
  ],
  [
    'Failed to update match winner',
    'winnerFailed',
    '/admin/draw',
    'alert',
    () => whileNothingIsKept({ teams: 4 }, (cup) => tap(cup, 1)),
  ],
  [
    'Failed to undo winner selection',
    'undoFailed',
    '/admin/draw',
    'alert',
    () => whileNothingIsKept({ teams: 3, settings: withTools }, undoTheTapped),
  ],
  [
    'Failed to reset tournament. Please try again later.',
    'resetFailed',
    '/admin/draw',
    'alert',
    () =>
      whileNothingIsKept({ teams: 4, settings: withTools }, (cup) =>
        manage(cup, { intent: 'reset', confirm: 'yes' }),
      ),
  ],
  [
    'New tournament created successfully',
    'created',
    '/admin/draw',
    'status',
    async () => manage(await start({ teams: 3, hasDraw: false }), generate),
  ],
  [
    '{team} advanced to the next round',
    'advanced',
    '/admin/draw',
    'status',
    async () => tap(await start({ teams: 4 }), 2),
  ],
  [
    'Winner changed to {team}',
    'winnerChanged',
    '/admin/draw',
    'status',
    async () => {
      const cup = await start({ teams: 4 })
      await tap(cup, 1)
      return tap(cup, 2)
    },
  ],
  [
    'Teams exchanged successfully',
    'exchanged',
    '/admin/draw',
    'status',
    async () => exchangeTheFirst(await start({ teams: 4, settings: withTools })),
  ],
  [
    'Tournament reset successfully',
    'wasReset',
    '/admin/draw',
    'status',
    async () => manage(await start({ teams: 4, settings: withTools }), { intent: 'reset', confirm: 'yes' }),
  ],
  [
    'Winner selection undone successfully',
    'undone',
    '/admin/draw',
    'status',
    async () => {
      const cup = await start({ teams: 4, settings: withTools })
      await tap(cup, 1)
      return undoTheTapped(cup)
    },
  ],
  [
    'Please select two teams to exchange',
    'exchangeSelectTwo',
    '/admin/draw',
    'alert',
    async () => {
      const cup = await start({ teams: 4, settings: withTools })
      return manage(cup, { intent: 'exchange', chosen: `${(await cup.match(0, 0)).id}:1` })
    },
  ],
  [
    'Failed to exchange teams. Please try again.',
    'exchangeFailed',
    '/admin/draw',
    'alert',
    () => whileNothingIsKept({ teams: 4, settings: withTools }, exchangeTheFirst),
  ],
  [
    'Failed to load teams. Please try again.',
    'teamsLoadFailed',
    '/admin/teams',
    'alert with Retry',
    () => unread('/admin/teams'),
  ],
  [
    'Failed to update team approval. Please try again.',
    'approvalFailed',
    '/admin/teams',
    'alert',
    () =>
      whileNothingIsKept({ teams: 1 }, async (cup) => {
        const [team] = (await cup.app.publicView()).entries
        return cup.sendSignedIn('/admin/teams', { intent: 'unapprove', teamId: team?.id ?? '' })
      }),
  ],
  [
    'Failed to log out. Please try again.',
    'logoutFailed',
    '/admin/teams',
    'alert',
    () => whileNothingIsKept({}, (cup) => cup.sendSignedIn('/admin/teams', { intent: 'logout' })),
  ],
  [
    'Failed to log out. Please try again.',
    'logoutFailed',
    '/admin',
    'alert',
    () => whileNothingIsKept({}, (cup) => cup.sendSignedIn('/admin', { intent: 'logout' })),
  ],
  [
    'Failed to load teams. Please try again later.',
    'entriesLoadFailed',
    '/entries',
    'alert with Retry',
    () => unread('/entries'),
  ],
  [
    'No active tournament found.',
    'scheduleNoTournament',
    '/schedule',
    'text',
    async () => (await start()).open('/schedule'),
  ],
  [
    'Failed to load tournament schedule. Please try again later.',
    'scheduleLoadFailed',
    '/schedule',
    'alert with Retry',
    () => unread('/schedule'),
  ],
  [
    'Could not find current tournament.',
    'pastCurrentMissing',
    '/past-tournaments?edition=11',
    'alert with Retry',
    async () => (await start()).open('/past-tournaments?edition=11'),
  ],
  [
    'Could not access tournament data. Please try again later.',
    'pastAccessFailed',
    '/past-tournaments',
    'alert with Retry',
    async () => {
      const cup = await start()
      cup.storageIs('fails', 'read')
      return cup.open('/past-tournaments')
    },
  ],
  [
    'No tournament data available for this edition.',
    'pastNoData',
    '/past-tournaments?edition=5',
    'alert with Retry',
    async () => (await start()).open('/past-tournaments?edition=5'),
  ],
  [
    'Tournament not found.',
    'pastNotFound',
    '/past-tournaments?edition=99',
    'alert with Retry',
    async () => (await start()).open('/past-tournaments?edition=99'),
  ],
  [
    'Failed to load tournament data. Please try again later.',
    'pastLoadFailed',
    '/past-tournaments?edition=11',
    'alert with Retry',
    async () => {
      const cup = await start({ teams: 2 })
      await tap(cup, 1)
      await cup.app.changeSettings({ editionNumber: 12 }, organiser)
      cup.storageIs('fails', 'snapshot')
      return cup.open('/past-tournaments?edition=11')
    },
  ],

  // Ours: in the final there is no next round to advance to, and against TBD nobody was beaten yet.
  ['{team} goes through', 'goesThrough', '/admin/draw', 'status', async () => tapAgainstTbd()],
  ['{team} won the cup', 'wonTheCup', '/admin/draw', 'status', async () => tap(await start({ teams: 2 }), 1)],
]

/** Said only while a post is on its way: a real browser sees them, in the file named. */
const saidWhileBusy: readonly (readonly [words: string, key: Key])[] = [
  ['Setting {team} as the winner...', 'settingWinner'],
  ['Changing winner to {team}...', 'changingWinner'],
]
const busyJourney = 'tests/journeys/busy.spec.ts'

/** The sentence as the catalogue has it; what it leaves open is filled in as the spec shows it. */
function written(key: Key): string {
  const open: Partial<Record<Key, string>> = {
    registerMissing: messages.registerMissing(['Player 1 Name', 'Team Phone Number']),
    scheduleStarts: messages.scheduleStarts('9:15 PM'),
    scheduleGroups: messages.scheduleGroups(6, 15),
  }
  const sentence = messages[key]
  if (typeof sentence === 'string') return sentence
  return open[key] ?? (sentence as (team: string) => string)('{team}')
}

describe('the catalogue', () => {
  const known = [...cases, ...saidWhileBusy].map(([words, key]) => [words, key] as const)

  test.each(known)('says %j word for word', (words, key) => {
    expect(written(key)).toBe(words)
  })

  test('has no sentence that is never made to appear', () => {
    const shown = new Set(known.map(([, key]) => key))
    expect(Object.keys(messages).filter((key) => !shown.has(key as Key))).toEqual([])
  })

  test('has its sentences about the busy seen in a real browser', () => {
    const journey = readFileSync(busyJourney, 'utf8')
    for (const [, key] of saidWhileBusy) expect(journey).toContain(`messages.${key}(`)
    for (const label of ['Registering...', 'Logging in...']) expect(journey).toContain(`'${label}'`)
  })
})

describe('each sentence appears where it belongs', () => {
  test.each(cases)('%s (%s on %s as %s)', async (words, _key, screen, where, show) => {
    const { page, team = '' } = await show()
    expectSaid(page, words.replace('{team}', team), where, screen)
  })
})

function expectSaid(page: Element, sentence: string, where: Where, screen: string) {
  switch (where) {
    case 'text':
      expect(texts(page, () => true)).toContain(sentence)
      return
    case 'tooltip':
      expect(all(page, '*').map(({ attributes }) => attributes.title)).toContain(sentence)
      return
    case 'status':
      // What was done can be taken back right there.
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

/** The address a Retry form asks for. */
function retriesAt(form: Element): string {
  const fields = all(form, 'input').map(({ attributes }) => [attributes.name ?? '', attributes.value ?? ''])
  return [form.attributes.action, new URLSearchParams(fields).toString()].filter(Boolean).join('?')
}

function texts(page: Element, which: (element: Element) => boolean): string[] {
  return all(page, '*', which).map(text)
}

function isAlert({ attributes }: Element): boolean {
  return attributes.role === 'alert' && !('hidden' in attributes)
}
