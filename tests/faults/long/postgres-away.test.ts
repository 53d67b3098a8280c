import { beforeAll, expect, test } from 'vitest'
import type { Match } from '../../../src/domain/cup.ts'
import { messages } from '../../../src/domain/messages.ts'
import { systemClock } from '../../../src/server/clock.ts'
import { listen } from '../../live/support/listen.ts'
import { drawTeams } from '../../live/support/night.ts'
import { openBlackHole } from '../../support/black-hole.ts'
import { type Postgres, startPostgres } from '../../support/postgres.ts'
import { startCup, type TestCup } from '../../support/start-cup.ts'
import { watchLog } from '../../support/watch-log.ts'
import { report, seconds } from '../support/figures.ts'

let postgres: Postgres
let hole: Awaited<ReturnType<typeof openBlackHole>>
let cup: TestCup
let other: TestCup
let unplayed: Match[]

beforeAll(async () => {
  postgres = await startPostgres()
  hole = await openBlackHole(await postgres.createDatabase())
  cup = await startCup({ databaseUrl: hole.url, clock: systemClock })
  other = await startCup({ databaseUrl: hole.url, clock: systemClock })
  unplayed = [...((await drawTeams(cup, 16)).rounds[0]?.matches ?? [])]
})

const health = async () => (await fetch(`${cup.url}/healthz`)).status

const ways: readonly [how: string, away: () => unknown, back: () => unknown][] = [
  ['restarted', () => postgres.goAway(), () => postgres.comeBack()],
  ['killed', () => postgres.goAway('at once'), () => postgres.comeBack()],
  ['frozen', () => postgres.freeze(), () => postgres.goOn()],
  ['cut off', () => hole.fallSilent(), () => hole.passNewOnes()],
]

test.each(ways)(
  'while PostgreSQL is %s, pages are still served, taps are refused with a message, and everything works when it is back',
  {
    timeout: 120_000,
  },
  async (how, away, back) => {
    const logged = watchLog(/set-winner failed|connection|ECONNREFUSED|timeout/i)
    const cookie = await cup.signIn()
    const open = unplayed.shift()
    if (!open) throw new Error('No match is left to play')
    const tap = () =>
      cup.post(
        '/admin/draw',
        { intent: 'set-winner', matchId: open.id, side: '1', requestId: `one tap while ${how}` },
        cookie,
      )
    // Opening the page puts the session into the server's cache.
    expect((await fetch(`${cup.url}/admin/draw`, { headers: { cookie } })).status).toBe(200)
    const { epoch, revision } = await cup.app.publicView()
    const listeners = await Promise.all(
      [cup, other].map(({ url }) => listen(`${url}/events`, { since: `${epoch}-${revision}` })),
    )
    await Promise.all(listeners.map((listener) => listener.caughtUp()))
    expect(await health()).toBe(200)

    await away()
    expect(await health()).toBe(503)
    for (const path of ['/', '/draw', '/schedule', '/entries', '/rules']) {
      expect([path, (await fetch(cup.url + path)).status]).toEqual([path, 200])
    }
    const begin = performance.now()
    const refused = await tap()
    const refusedAfter = performance.now() - begin
    expect(refused.status).toBeGreaterThanOrEqual(500)
    expect(await refused.text()).toContain(messages.winnerFailed)
    expect((await cup.app.publicView()).revision).toBe(revision)

    await back()
    const backAt = performance.now()
    await expect.poll(health, { timeout: 30_000 }).toBe(200)
    const healthyAfter = performance.now() - backAt
    // If PostgreSQL was only slow, the first tap may have been committed after all: the request id makes it count once.
    const accepted = await tap()
    expect(accepted.headers.get('location')).toContain(`done=${revision + 1}`)
    await Promise.all(listeners.map((listener) => listener.reached(revision + 1)))
    for (const listener of listeners) listener.close()
    // Broken connections do not end the process.
    expect((await fetch(`${other.url}/draw`)).status).toBe(200)
    expect(logged).not.toEqual([])
    report({
      what: `PostgreSQL ${how} under two nodes`,
      measured: `pages still served, a tap refused after ${seconds(refusedAfter)}; healthy ${seconds(healthyAfter)} after its return; the retried tap counted once on both`,
      target: 'refused within 15 s, healthy again within 15 s',
      isMet: refusedAfter < 15_000 && healthyAfter < 15_000,
    })
  },
)
