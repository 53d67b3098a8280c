import { beforeEach, expect, test } from 'vitest'
import { refusals } from '../../src/domain/refusals.ts'
import { paths } from '../../src/web/paths.ts'
import { type OrganisedCup, organiser, said, startOrganisedCup, textOf } from '../support/organised-cup.ts'

const form = { player1Name: 'Maya', player2Name: 'Ben', teams: 'Lions', teamPhoneNumber: '079 555 0001' }
const requestId = '0123456789abcdef01234567'

let cup: OrganisedCup

beforeEach(async () => {
  cup = await startOrganisedCup({ config: { trustProxy: 1 } })
})

/** As the page's script posts it. */
async function sendForm(fields: Record<string, string>, address = '192.0.2.1') {
  const response = await fetch(`${cup.url}/action/register`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
    body: new URLSearchParams(fields),
  })
  return { status: response.status, answer: await response.json() }
}

test("a double entry is answered alike whatever its phone number, and leaves the team's link unchanged", async () => {
  const { answer } = await sendForm(form)
  const link = paths.entry(answer.team.token)
  const guesses = [form, { ...form, teamPhoneNumber: '079 555 0002' }]
  const pages = []
  for (const guess of guesses) {
    const scripted = await sendForm(guess)
    const plain = await cup.submit('/register', guess)
    expect([scripted.status, plain.status]).toEqual([409, 409])
    expect(said(plain.html, 'alert').join()).toContain(refusals['already-entered'].sentence)
    pages.push(textOf(plain.html), { ...scripted.answer, fields: [] })
    expect((await cup.open(link)).status).toBe(200)
  }
  expect(pages.slice(2)).toEqual(pages.slice(0, 2))
  expect((await cup.view()).entries).toHaveLength(1)
})

test('a repeated form with its own token gets the same answer, with the same link', async () => {
  const first = await sendForm({ ...form, requestId })
  const again = await sendForm({ ...form, requestId })
  expect(again.status).toBe(200)
  expect(again.answer.team).toEqual(first.answer.team)
  expect((await cup.open(paths.entry(first.answer.team.token))).status).toBe(200)
  expect((await cup.view()).entries).toHaveLength(1)
  const lines = await cup.app.journal(organiser, { search: 'registered', limit: 10 })
  expect(lines).toHaveLength(1)
})

test('a short, guessable token is ignored', async () => {
  await sendForm({ ...form, requestId: '1' })
  const other = await sendForm({ ...form, player1Name: 'Zoe', requestId: '1' })
  expect(other.answer.team.name).toBe('Zoe, Ben')
})

test('guesses of a phone number are slowed down, and the organisers are told', async () => {
  await sendForm(form, '192.0.2.9')
  const statuses: number[] = []
  for (let nth = 0; nth < 120; nth += 1)
    statuses.push((await sendForm({ ...form, teamPhoneNumber: `079 ${nth}` })).status)
  expect(statuses.filter((status) => status === 409).length).toBeLessThanOrEqual(50)
  expect(new Set(statuses)).toEqual(new Set([409, 429]))
  const [line] = await cup.app.journal(organiser, { limit: 1 })
  expect(line?.words).toContain('Registration was slowed down')
})
