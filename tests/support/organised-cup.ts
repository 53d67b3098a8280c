import type { CupView, Draw, Match, Settings, SideNumber } from '../../src/domain/cup.ts'
import { sideName } from '../../src/domain/teams/names.ts'
import type { Organiser } from '../../src/server/actors.ts'
import type { Config } from '../../src/server/config.ts'
import type { Storage } from '../../src/server/storage/storage.ts'
import { atTestEnd } from './at-test-end.ts'
import { type Element, parsePage, visible } from './page.ts'
import { organiserOfTests, startCup, type TestCup, type TestOptions } from './start-cup.ts'

export const organiser: Organiser = { kind: 'organiser', email: organiserOfTests.email, sessionId: 'a test' }

/** How the storage behaves: normally, with an error, or without an answer. */
type Mood = 'works' | 'fails' | 'hangs'
const calls = ['read', 'snapshot', 'transaction'] as const
type Call = (typeof calls)[number]

type Fields = Record<string, string> | readonly (readonly [string, string])[]

export type Answer = {
  readonly status: number
  readonly location: string | null
  readonly html: string
  /** The HTML, parsed. */
  readonly page: Element
  /** Its visible part. */
  readonly seen: Element
}

export type OrganisedCup = TestCup & {
  readonly cookie: string
  /** Changes how these calls to the storage behave, or all. */
  storageIs(mood: Mood, ...which: Call[]): void
  /** Lets this many transactions succeed, then all fail. */
  failAfter(transactions: number): void
  /** A page as a visitor gets it. */
  open(path: string): Promise<Answer>
  /** Posts a form as a visitor without JavaScript: answers the redirect or the page. */
  submit(path: string, fields: Fields): Promise<Answer>
  /** A page as the signed-in organiser gets it. */
  page(path: string): Promise<Answer>
  /** Posts a form as the organiser without JavaScript. */
  send(path: string, fields: Fields): Promise<Answer>
  /** Posts a form as the organiser's script does. */
  sendScripted(path: string, fields: Record<string, string>): Promise<{ status: number; text: string }>
  view(): Promise<CupView>
  draw(): Promise<Draw>
  match(round: number, index: number): Promise<Match>
  /** The side's name in the specification's sentences. */
  nameOf(round: number, index: number, side: SideNumber): Promise<string>
}

export type Given = {
  teams?: number
  settings?: Partial<Settings>
  hasDraw?: boolean
  config?: Partial<Config>
  /** Leaves registration closed, as after a first start. */
  isFresh?: boolean
  /** The storage fails from the start, so that no page has data. */
  isUnread?: boolean
  isPushService?: TestOptions['isPushService']
}

/** A cup with approved teams ('Ana 1' and so on), a signed-in organiser, and a storage that can be broken. */
export async function startOrganisedCup({
  teams = 0,
  settings = {},
  hasDraw = teams > 0,
  config = {},
  isFresh = false,
  isUnread = false,
  isPushService,
}: Given = {}): Promise<OrganisedCup> {
  const moods: Record<Call, Mood> = { read: 'works', snapshot: 'works', transaction: 'works' }
  if (isUnread) moods.snapshot = 'fails'
  let transactionsLeft = Number.POSITIVE_INFINITY
  // What hangs fails in the end, as in a real database; the cup could not stop otherwise.
  const hanging = Promise.withResolvers<never>()
  hanging.promise.catch(() => {})
  const wrapStorage = (storage: Storage): Storage => {
    const guard = (call: Call) =>
      ((ask) => {
        if (moods[call] === 'hangs') return hanging.promise
        if (call === 'transaction') transactionsLeft -= 1
        if (moods[call] === 'fails' || transactionsLeft < 0)
          return Promise.reject(new Error('The database is gone.'))
        return storage[call](ask)
      }) as Storage[Call]
    const isHealthy = async () => moods.read === 'works' && storage.isHealthy()
    return {
      ...storage,
      isHealthy,
      read: guard('read'),
      snapshot: guard('snapshot'),
      transaction: guard('transaction'),
    }
  }
  const cup = await startCup({ config, wrapStorage, ...(isPushService && { isPushService }) })
  const cookie = await cup.signIn()
  if (teams > 0) await enter(cup, teams)
  const registration = isFresh ? 'closed' : 'open'
  const chosen: Partial<Settings> = teams > 0 || !isFresh ? { registration, ...settings } : settings
  if (Object.keys(chosen).length > 0) await cup.app.changeSettings(chosen, organiser)
  if (hasDraw) await cup.app.createDraw(organiser)

  const ask = (path: string, headers: Record<string, string>, fields?: Fields) =>
    fetch(cup.url + path, {
      redirect: 'manual',
      headers,
      ...(fields && { method: 'POST', body: new URLSearchParams(pairsOf(fields)) }),
    })
  const signedIn = { cookie }
  // Caches the session, which then works while the storage fails.
  await ask('/admin', signedIn)
  const view = () => cup.app.publicView()
  const draw = async () => {
    const current = (await view()).draw
    if (!current) throw new Error('There is no draw.')
    return current
  }
  const match = async (round: number, index: number) => {
    const found = (await draw()).rounds[round]?.matches[index]
    if (!found) throw new Error(`There is no match ${round}.${index}.`)
    return found
  }
  return {
    ...cup,
    cookie,
    stop: atTestEnd(() => {
      hanging.reject(new Error('The database is gone.'))
      return cup.stop()
    }),
    storageIs(mood, ...which) {
      for (const call of which.length > 0 ? which : calls) moods[call] = mood
    },
    failAfter(transactions) {
      transactionsLeft = transactions
    },
    open: async (path) => answerOf(await ask(path, {})),
    submit: async (path, fields) => answerOf(await ask(path, {}, fields)),
    page: async (path) => answerOf(await ask(path, signedIn)),
    send: async (path, fields) => answerOf(await ask(path, signedIn, fields)),
    async sendScripted(path, fields: Record<string, string>) {
      // As `postAction` (src/web/actions) sends it.
      const response = await ask(`/action/${fields.intent ?? 'settings'}`, signedIn, {
        ...fields,
        page: path,
      })
      return { status: response.status, text: await response.text() }
    },
    view,
    draw,
    match,
    async nameOf(round, index, side) {
      return sideName((await draw()).teams, (await match(round, index)).sides[side - 1] ?? '')
    },
  }
}

/** A fresh cup with default settings, except those given. */
export function startFreshCup(given: Given = {}): Promise<OrganisedCup> {
  return startOrganisedCup({ isFresh: true, ...given })
}

async function answerOf(response: Response): Promise<Answer> {
  const html = await response.text()
  return {
    status: response.status,
    location: response.headers.get('location'),
    html,
    get page() {
      return parsePage(html)
    },
    get seen() {
      return visible(parsePage(html))
    },
  }
}

async function enter(cup: TestCup, teams: number) {
  await cup.app.changeSettings({ registration: 'open' }, organiser)
  for (let number = 1; number <= teams; number += 1) await register(cup, number)
  const entries = await cup.app.teamsForOrganiser(organiser)
  await cup.app.setApproval({ teamIds: entries.map(({ id }) => id), approved: true }, organiser)
}

export function phoneOf(number: number): string {
  return `+41 79 555 ${String(number).padStart(4, '0')}`
}

export function register(cup: Pick<TestCup, 'app'>, number: number) {
  return cup.app.registerTeam({
    player1Name: `Ana ${number}`,
    player2Name: `Ben ${number}`,
    teams: 'FC Chalk',
    teamPhoneNumber: phoneOf(number),
  })
}

/** Registers a team; answers the token of its personal link. */
export async function registerForToken(cup: Pick<TestCup, 'app'>, number: number): Promise<string> {
  const registered = await register(cup, number)
  if (!registered.ok || !registered.value.token) throw new Error('That team has no link.')
  return registered.value.token
}

/** The text of the page's status or alert. */
export function said(html: string, role: 'status' | 'alert'): string[] {
  return html
    .split(`role="${role}"`)
    .slice(1)
    .map((rest) => textOf(`<${rest.slice(0, 1_500)}`))
}

export function textOf(html: string): string {
  return html
    .replace(/<script[\s\S]*?<\/script>/g, ' ')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
}

function pairsOf(fields: Fields): string[][] {
  return Array.isArray(fields) ? fields.map(([name, value]) => [name, value]) : Object.entries(fields)
}
