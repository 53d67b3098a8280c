import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import { systemClock } from '../../src/server/clock.ts'
import { listen } from '../live/support/listen.ts'
import { drawTeams } from '../live/support/night.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import { startCup, type TestCup } from '../support/start-cup.ts'

let postgres: Postgres
let cup: TestCup
let other: TestCup

beforeAll(async () => {
  postgres = await startPostgres()
  const databaseUrl = await postgres.createDatabase()
  cup = await startCup({ databaseUrl, clock: systemClock })
  other = await startCup({ databaseUrl, clock: systemClock })
})

afterAll(async () => {
  await Promise.all([cup?.stop(), other?.stop()])
  await postgres?.stop()
})

const health = async () => (await fetch(`${cup.url}/healthz`)).status

test('while PostgreSQL is away the cup is still shown, taps are refused in words, and all goes on when it is back', {
  timeout: 120_000,
}, async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const draw = await drawTeams(cup, 5)
  const cookie = await cup.signIn()
  const [open] = draw.rounds[0]?.matches.filter(({ winner }) => !winner) ?? []
  if (!open) throw new Error('A draw without a match to play')
  const tap = () =>
    cup.post(
      '/admin/draw',
      { intent: 'set-winner', matchId: open.id, side: '1', requestId: 'one tap' },
      cookie,
    )
  const { revision } = await cup.app.publicView()
  const listeners = await Promise.all(
    [cup, other].map(({ url }) => listen(`${url}/events`, { since: revision })),
  )
  await Promise.all(listeners.map((listener) => listener.caughtUp()))
  expect(await health()).toBe(200)
  // The organiser has the page open, so the server knows who taps.
  expect((await fetch(`${cup.url}/admin/draw`, { headers: { cookie } })).status).toBe(200)

  await postgres.goAway()
  expect(await health()).toBe(503)
  for (const path of ['/', '/draw', '/schedule', '/entries', '/rules']) {
    expect([path, (await fetch(cup.url + path)).status]).toEqual([path, 200])
  }
  const refused = await tap()
  expect(refused.status).toBeGreaterThanOrEqual(500)
  expect(await refused.text()).toContain(messages.winnerFailed)
  expect((await cup.app.publicView()).revision).toBe(revision)

  await postgres.comeBack()
  await expect.poll(health, { timeout: 30_000 }).toBe(200)
  const accepted = await tap()
  expect(accepted.headers.get('location')).toContain(`done=${revision + 1}`)
  await Promise.all(listeners.map((listener) => listener.reached(revision + 1)))
  for (const listener of listeners) listener.close()
  // The connections that broke are nobody's business: the process lives, and whoever comes now is served.
  expect((await fetch(`${other.url}/draw`)).status).toBe(200)
  log.mockRestore()
})
