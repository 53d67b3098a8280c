import type { Page } from '@playwright/test'
import type { CupProcess } from './cup-process.ts'
import { test as base, expect } from './journey.ts'
import { phoneOf } from './organised-cup.ts'
import { cookiesOf } from './start-cup.ts'

type Fields = Readonly<Record<string, string>> | readonly (readonly [name: string, value: string])[]

/** A second organiser, by plain HTTP requests: acts while the journey watches its own page. */
export type DistantOrganiser = {
  post(path: string, fields: Fields): Promise<void>
  register(player1Name: string, more?: Readonly<Record<string, string>>): Promise<void>
  /** Opens registration, and registers this many teams: 'Ana 1, Ben 1' and so on. */
  register(teams: number): Promise<void>
  approveAll(): Promise<void>
  /** Registers and approves this many teams, and makes the draw. */
  makeDraw(teams: number): Promise<void>
  tapWinner(place: string, side?: 1 | 2): Promise<void>
}

/** The fields of /draw.json that are used here. */
type DrawFile = { draw: { rounds: { matches: { id: string }[] }[] } }

export const test = base.extend<{ organiser: DistantOrganiser }>({
  organiser: async ({ cup }, use) => use(await organiserElsewhere(cup)),
})

async function organiserElsewhere({ url, organiser }: CupProcess): Promise<DistantOrganiser> {
  const ask = (path: string, fields?: Fields, cookie = '') =>
    fetch(url + path, {
      ...(fields && { method: 'POST', body: new URLSearchParams(pairsOf(fields)) }),
      headers: { cookie },
      redirect: 'manual',
    })
  const signedIn = await ask('/login', organiser)
  const cookie = cookiesOf(signedIn)
  const textOf = async (path: string) => (await ask(path, undefined, cookie)).text()

  async function post(path: string, fields: Fields) {
    const answer = await ask(path, fields, cookie)
    await answer.text()
    // An existing draw gets the same answer as a new one.
    expect([302, 303], `${path} ${JSON.stringify(fields)}`).toContain(answer.status)
  }

  async function register(who: string | number, more: Readonly<Record<string, string>> = {}) {
    if (typeof who === 'string')
      return post('/register', { player1Name: who, teamPhoneNumber: '079 000', confirm: 'yes', ...more })
    await post('/admin/settings', { registration: 'open' })
    if (who > 0) await enterList(Array.from({ length: who }, (_, at) => at + 1))
  }

  /** One request for all teams, because most journeys begin with a draw. */
  function enterList(numbers: readonly number[]) {
    const columns = ['player1Name', 'player2Name', 'teamPhoneNumber']
    const line = (number: number) => `Ana ${number},Ben ${number},${phoneOf(number)}`
    return post('/admin/teams/list', [
      ['intent', 'import'],
      ['list', numbers.map(line).join('\n')],
      ...columns.map((column) => ['column', column] as const),
      ['seen', `${columns.join()},false`],
      ...numbers.map((_, row) => ['row', String(row)] as const),
    ])
  }

  async function approveAll() {
    const ids = new Set(
      [...(await textOf('/admin/teams')).matchAll(/name="teamId" value="([a-z0-9]{12})"/g)].map(
        ([, id = '']) => id,
      ),
    )
    await post('/admin/teams', [
      ['intent', 'approve'],
      ['confirm', 'yes'],
      ...[...ids].map((id) => ['teamId', id] as const),
    ])
  }

  return {
    post,
    register,
    approveAll,
    async makeDraw(teams) {
      await register(teams)
      await approveAll()
      await post('/draw', { intent: 'generate' })
    },
    async tapWinner(place, side = 1) {
      const { draw } = JSON.parse(await textOf('/draw.json')) as DrawFile
      const [round = 0, index = 0] = place.split('.').map(Number)
      const matchId = draw.rounds[round]?.matches[index]?.id ?? ''
      await post('/admin/draw', { intent: 'set-winner', matchId, side: String(side) })
    },
  }
}

function pairsOf(fields: Fields): string[][] {
  return Array.isArray(fields) ? fields.map((pair) => [...pair]) : Object.entries(fields)
}

/** Registers a team as a visitor does; returns the token of its link. */
export async function registerForToken({ url }: CupProcess, player1Name: string): Promise<string> {
  const body = new URLSearchParams({ player1Name, teamPhoneNumber: '079 000', confirm: 'yes' })
  const answer = await fetch(`${url}/register`, { method: 'POST', body, redirect: 'manual' })
  const token = /cup-entry=([\w-]+)/.exec(cookiesOf(answer))?.[1]
  expect(token, 'the secret of its link').toBeDefined()
  return token ?? ''
}

/** Signs this browser in without the login page. */
export async function signIn(page: Page, { url, organiser }: CupProcess) {
  await page.request.post(`${url}/login`, { form: organiser, maxRedirects: 0 })
}
