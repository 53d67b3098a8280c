import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OrganisedCup, organiser, register, startOrganisedCup } from '../support/organised-cup.ts'
import { listenAsOrganiser } from '../support/organiser-stream.ts'

const path = '/admin/journal/lines'

let cup: OrganisedCup
beforeEach(async () => {
  cup = await startOrganisedCup({ teams: 2 })
})
afterEach(() => cup.stop())

/** A page's stream; of what it says next, the newest lines. */
async function listen(query: string) {
  const { response, next } = await listenAsOrganiser(cup, `${path}?${query}`)
  return {
    response,
    next,
    async newest(count: number) {
      const { revision, lines } = (await next()) as { revision: number; lines: readonly object[] }
      return { revision, lines: lines.slice(0, count) }
    },
  }
}

test('new lines of the journal come by themselves, with what can still be taken back', async () => {
  const { revision } = await cup.view()
  const page = await listen(`since=${revision}`)
  expect(page.response.headers.get('cache-control')).toContain('private, no-store')
  const { id: matchId } = await cup.match(0, 0)
  await cup.app.setWinner({ matchId, side: 1 }, organiser)
  const won = { revision: revision + 1, who: organiser.email, action: 'set-winner', canTakeBack: true }
  expect(await page.newest(1)).toMatchObject({ revision: revision + 1, lines: [won] })
  await cup.app.setWinner({ matchId, side: 2 }, organiser)
  expect(await page.newest(2)).toMatchObject({
    revision: revision + 2,
    lines: [
      { revision: revision + 2, canTakeBack: true },
      { ...won, canTakeBack: false },
    ],
  })
})

test('what happened between the page and its stream is told first', async () => {
  const { revision } = await cup.view()
  await register(cup, 3)
  const page = await listen(`since=${revision}`)
  expect(await page.newest(1)).toMatchObject({ revision: revision + 1, lines: [{ action: 'register' }] })
})

test('a page that was narrowed down hears of such lines only', async () => {
  const { revision } = await cup.view()
  const page = await listen(`kind=registrations&q=Ana+3&since=${revision}`)
  await cup.app.changeSettings({ teamLimit: 16 }, organiser)
  expect(await page.next()).toEqual({ revision: revision + 1, lines: [] })
  await register(cup, 3)
  expect(await page.newest(9)).toEqual({
    revision: revision + 2,
    lines: [expect.objectContaining({ action: 'register', revision: revision + 2 })],
  })
})

test('nobody else hears a line', async () => {
  const stranger = await fetch(cup.url + path)
  expect([stranger.status, stranger.headers.get('cache-control')]).toEqual([401, 'private, no-store'])
  expect((await fetch(cup.url + path, { headers: { cookie: 'cup-session=made-up' } })).status).toBe(401)
  expect((await cup.post(path, {}, cup.cookie)).status).toBe(405)
  const page = await listen(`since=${(await cup.view()).revision}`)
  await cup.send('/admin', { intent: 'logout' })
  await register(cup, 3)
  expect(await page.next()).toBeUndefined()
})
