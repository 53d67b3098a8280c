import type { CupView, Draw, Match, Settings } from '../../src/domain/cup.ts'
import type { Organiser } from '../../src/server/actors.ts'
import type { Config } from '../../src/server/config.ts'
import type { Storage } from '../../src/server/storage/storage.ts'
import { organiserOfTests, startCup, type TestCup } from './start-cup.ts'

export const organiser: Organiser = { kind: 'organiser', email: organiserOfTests.email, sessionId: 'a test' }

export type OrganisedCup = TestCup & {
  readonly cookie: string
  /** From now on whatever the storage is asked fails, or all but one more transaction; until it is mended. */
  breakStorage(isBroken: boolean | 'after the next transaction'): void
  /** A page as the signed-in organiser gets it. */
  page(path: string): Promise<{ status: number; html: string }>
  /** A form as the page without JavaScript posts it: where it leads, or the page it answers with. */
  send(path: string, fields: Fields): Promise<{ status: number; location: string | null; html: string }>
  /** A form as the page's own script posts it. */
  sendScripted(path: string, fields: Fields): Promise<{ status: number; text: string }>
  view(): Promise<CupView>
  draw(): Promise<Draw>
  match(round: number, index: number): Promise<Match>
}

type Fields = Record<string, string> | readonly (readonly [string, string])[]

/** A cup with some approved teams, 'Ana 1' against the rest, and a signed-in organiser. */
export async function startOrganisedCup({
  teams = 0,
  settings = {},
  hasDraw = teams > 0,
  config = {},
}: {
  teams?: number
  settings?: Partial<Settings>
  hasDraw?: boolean
  config?: Partial<Config>
} = {}): Promise<OrganisedCup> {
  const broken: Breakage = { is: false }
  const cup = await startCup({ config, wrapStorage: (storage) => breakable(storage, broken) })
  const cookie = await cup.signIn()
  await cup.app.changeSettings({ registration: 'open', ...settings }, organiser)
  for (let number = 1; number <= teams; number += 1) await register(cup, number)
  const entries = await cup.app.teamsForOrganiser(organiser)
  await cup.app.setApproval({ teamIds: entries.map(({ id }) => id), approved: true }, organiser)
  if (hasDraw) await cup.app.createDraw(organiser)

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(cup.url + path, { redirect: 'manual', ...init, headers: { cookie } })
  // A session that was seen once is still known while the storage is away.
  await ask('/admin')
  const view = () => cup.app.publicView()
  const draw = async () => {
    const current = (await view()).draw
    if (!current) throw new Error('There is no draw.')
    return current
  }
  return {
    ...cup,
    cookie,
    breakStorage(is) {
      broken.is = is
    },
    async page(path) {
      const response = await ask(path)
      return { status: response.status, html: await response.text() }
    },
    async send(path, fields) {
      const response = await ask(path, { method: 'POST', body: new URLSearchParams(pairsOf(fields)) })
      return {
        status: response.status,
        location: response.headers.get('location'),
        html: await response.text(),
      }
    },
    async sendScripted(path, fields) {
      const response = await ask(`${path}.data`, {
        method: 'POST',
        body: new URLSearchParams(pairsOf(fields)),
      })
      return { status: response.status, text: await response.text() }
    },
    view,
    draw,
    async match(round, index) {
      const match = (await draw()).rounds[round]?.matches[index]
      if (!match) throw new Error(`There is no match ${round}.${index}.`)
      return match
    },
  }
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

/** What the page says in a status or an alert, as text. */
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

type Breakage = { is: boolean | 'after the next transaction' }

function breakable(storage: Storage, broken: Breakage): Storage {
  const check = () => {
    if (broken.is === true) throw new Error('the storage does not answer')
  }
  return {
    ...storage,
    async read(ask) {
      check()
      return storage.read(ask)
    },
    async snapshot(ask) {
      check()
      return storage.snapshot(ask)
    },
    async transaction(run) {
      check()
      if (broken.is === 'after the next transaction') broken.is = true
      return storage.transaction(run)
    },
  }
}
