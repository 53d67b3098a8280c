import { beforeAll, describe, expect, test } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import {
  type OrganisedCup,
  organiser,
  phoneOf,
  startFreshCup,
  startOrganisedCup,
} from '../support/organised-cup.ts'
import { watchLog } from '../support/watch-log.ts'

let cup: OrganisedCup
beforeAll(async () => {
  cup = await startOrganisedCup({ teams: 5 })
})

const files = [
  ['/draw.json', 'application/json; charset=utf-8'],
  ['/draw.csv', 'text/csv; charset=utf-8'],
  ['/schedule.csv', 'text/csv; charset=utf-8'],
  ['/schedule.ics', 'text/calendar; charset=utf-8'],
  ['/draw.svg', 'image/svg+xml; charset=utf-8'],
] as const

describe.each(files)('%s', (path, type) => {
  test('may be read by any site, and has no phone number', async () => {
    const answer = await fetch(cup.url + path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const text = await answer.text()
    expect(text).toMatch(/Ana \d/)
    for (const number of [1, 2, 3, 4, 5]) expect(text).not.toContain(phoneOf(number))
    expect(text).not.toContain(organiser.email)
  })

  test('is not sent again while nothing has changed', async () => {
    const first = await fetch(cup.url + path)
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    const etag = first.headers.get('etag') ?? ''
    const again = await fetch(cup.url + path, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const head = await fetch(cup.url + path, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('cannot be posted to', async () => {
    const { revision } = await cup.view()
    const posted = await cup.post(path, { intent: 'reset', confirm: 'yes' })
    expect(posted.status).toBeGreaterThanOrEqual(400)
    expect((await cup.view()).revision).toBe(revision)
  })
})

test('the files follow the draw', async () => {
  const match = (await cup.draw()).rounds[0]?.matches.find(({ winner }) => !winner)
  const before = await (await fetch(`${cup.url}/draw.json`)).json()
  await cup.app.setWinner({ matchId: match?.id ?? '', side: 2 }, organiser)
  const after = await (await fetch(`${cup.url}/draw.json`)).json()
  const at = match?.index ?? 0
  expect(before.draw.rounds[0].matches[at].winner).toBeNull()
  expect(after.draw.rounds[0].matches[at].winner).toBe(2)
})

test('the calendar of a team has only its matches, and that of an unknown team has all', async () => {
  const { teams, rounds } = await cup.draw()
  const playing = rounds[0]?.matches.find(({ sides }) => sides.every((side) => teams[side]))
  const events = async (query: string) =>
    (await (await fetch(`${cup.url}/schedule.ics${query}`)).text()).match(/BEGIN:VEVENT/g)?.length
  const all = await events('')
  expect(await events(`?team=${playing?.sides[0]}`)).toBeLessThan(all ?? 0)
  expect(await events('?team=nobody')).toBe(all)
})

test('without a draw the files are empty, and without a database they say so', async () => {
  const fresh = await startFreshCup()
  expect((await (await fetch(`${fresh.url}/draw.json`)).json()).draw).toBeNull()
  watchLog(/The database is gone\./)
  const broken = await startFreshCup({ isUnread: true })
  const answer = await fetch(`${broken.url}/draw.csv`)
  expect([answer.status, await answer.text()]).toEqual([503, `${messages.loadFailed}\n`])
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
})
