import { expect, test } from 'vitest'
import { isTeam } from '../../src/domain/cup.ts'
import { championOf } from '../../src/domain/night/progress.ts'
import { freshView } from '../support/cup-app.ts'
import { type OrganisedCup, startOrganisedCup, textOf } from '../support/organised-cup.ts'

let cup: OrganisedCup

const hour = 3_600_000
/** Clock jumps before each tap: an hour, a day, past the end of a session. */
const jumps = [hour, -2 * hour, 23 * hour, -30 * hour, 400 * 24 * hour, -400 * 24 * hour, 5 * hour]

const publicPages = ['/', '/draw', '/schedule', '/screen', '/entries', '/past-champions', '/draw.svg']

test('a night in which the clock jumps forward and back is played to its end, and every page opens', async () => {
  cup = await startOrganisedCup({ teams: 8 })
  let { cookie } = cup
  const ask = (path: string, fields?: Record<string, string>) =>
    fetch(cup.url + path, {
      headers: { cookie },
      redirect: 'manual',
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    })
  /** Signs in again if the jump has ended the session. */
  async function tap(fields: Record<string, string>) {
    const answer = await ask('/admin/draw', fields)
    if (answer.headers.get('location') !== '/login') return answer
    cookie = await cup.signIn()
    return ask('/admin/draw', fields)
  }

  for (let nth = 0; ; nth += 1) {
    const { rounds } = await cup.draw()
    const open = rounds
      .flatMap(({ matches }) => matches)
      .find(({ winner, sides }) => !winner && sides.every(isTeam))
    if (!open) break
    cup.clock.setBack(-(jumps[nth % jumps.length] ?? 0))
    expect((await tap({ intent: 'call', matchId: open.id, table: '1' })).status).toBe(303)
    cup.clock.setBack(hour / 2)
    expect((await tap({ intent: 'set-winner', matchId: open.id, side: '1' })).status).toBe(303)
    for (const path of [...publicPages, '/admin', '/admin/draw', '/admin/journal']) {
      const page = await ask(path)
      expect([path, page.status]).toEqual([path, 200])
      expect(textOf(await page.text())).not.toMatch(/NaN|Invalid|-\d+ (s|min|h)\b/)
    }
    await cup.clock.advance(2_000)
    expect(await cup.view()).toEqual(await freshView(cup.storage, cup.clock))
  }
  expect(championOf(await cup.draw())).toBeDefined()
})
