import type { Page } from '@playwright/test'
import type { CupProcess } from './cup-process.ts'
import { test as base, expect } from './journey.ts'
import { cookiesOf } from './start-cup.ts'

type Fields = Readonly<Record<string, string>> | readonly (readonly [name: string, value: string])[]

/** An organiser somewhere else, who acts over plain requests while a journey looks at its own page. */
export type DistantOrganiser = {
  post(path: string, fields: Fields): Promise<void>
  register(player1Name: string, more?: Readonly<Record<string, string>>): Promise<void>
  /** Registers so many teams, 'Ana 1, Ben 1' and so on; registration is opened for them if it was not. */
  register(teams: number): Promise<void>
  approveAll(): Promise<void>
  /** Registers and approves so many teams, and draws lots. */
  makeDraw(teams: number): Promise<void>
  tapWinner(place: string, side?: 1 | 2): Promise<void>
}

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
    // A draw that stands already is answered like one that was made.
    expect([302, 303], `${path} ${JSON.stringify(fields)}`).toContain(answer.status)
  }

  async function register(who: string | number, more: Readonly<Record<string, string>> = {}) {
    if (typeof who === 'string')
      return post('/register', { player1Name: who, teamPhoneNumber: '079 000', confirm: 'yes', ...more })
    await post('/admin/settings', { registration: 'open' })
    for (let number = 1; number <= who; number += 1) {
      const phone = `+41 79 555 ${String(number).padStart(4, '0')}`
      await register(`Ana ${number}`, { player2Name: `Ben ${number}`, teamPhoneNumber: phone })
    }
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
      const match = new RegExp(`data-match="${place}" data-match-id="([^"]+)"`).exec(await textOf('/draw'))
      await post('/admin/draw', { intent: 'set-winner', matchId: match?.[1] ?? '', side: String(side) })
    },
  }
}

function pairsOf(fields: Fields): string[][] {
  return Array.isArray(fields) ? fields.map((pair) => [...pair]) : Object.entries(fields)
}

/** Registers a team as a visitor does, and answers with the secret of its own link. */
export async function registerForToken({ url }: CupProcess, player1Name: string): Promise<string> {
  const body = new URLSearchParams({ player1Name, teamPhoneNumber: '079 000', confirm: 'yes' })
  const answer = await fetch(`${url}/register`, { method: 'POST', body, redirect: 'manual' })
  const token = /cup-entry=([\w-]+)/.exec(cookiesOf(answer))?.[1]
  expect(token, 'the secret of its link').toBeDefined()
  return token ?? ''
}

/** Signs this browser in, without walking through the login page. */
export async function signIn(page: Page, { url, organiser }: CupProcess) {
  await page.request.post(`${url}/login`, { form: organiser, maxRedirects: 0 })
}
