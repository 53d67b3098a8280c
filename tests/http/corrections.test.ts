import { beforeEach, expect, test } from 'vitest'
import { refusals } from '../../src/domain/refusals.ts'
import { paths } from '../../src/web/paths.ts'
import { type OrganisedCup, organiser, said, startOrganisedCup, textOf } from '../support/organised-cup.ts'
import { all, having, one, text } from '../support/page.ts'

const form = { player1Name: 'Maya', player2Name: 'Ben', teams: 'Lions', teamPhoneNumber: '079 1' }
const opponents = { ...form, player1Name: 'Noor', player2Name: 'Lea', teamPhoneNumber: '079 2' }

let cup: OrganisedCup
let link: string
let teamId: string

beforeEach(async () => {
  cup = await startOrganisedCup({})
  const registered = await cup.app.registerTeam(form)
  if (!registered.ok) throw new Error(registered.reason)
  teamId = registered.value.teamId
  link = paths.entry(registered.value.token ?? '')
  await cup.app.registerTeam(opponents)
  const teamIds = (await cup.view()).entries.map(({ id }) => id)
  await cup.app.setApproval({ teamIds, approved: true }, organiser)
})

const correct = (more: Partial<typeof form>) =>
  cup.submit(link, { ...form, teamPhoneNumber: '', ...more, intent: 'correct' })
/** Everything sent to new listeners. */
async function firstEvents(): Promise<string> {
  const told = await Promise.all(['', '?since=1'].map((since) => fetch(`${cup.url}/events${since}`)))
  const parts = await Promise.all(
    told.map(async ({ body }) => {
      const stream = body?.pipeThrough(new TextDecoderStream()).getReader()
      const first = await stream?.read()
      await stream?.cancel()
      return first?.value ?? ''
    }),
  )
  return parts.join('')
}
const drawn = async () => textOf((await cup.open('/draw')).html)

test('a correction cannot take the names of another team, before the draw or after it', async () => {
  for (const more of [{}, { player1Name: 'LEA ', player2Name: 'No\u00ador' }]) {
    const refused = await correct({ ...opponents, teamPhoneNumber: '', ...more })
    expect(refused.status).toBe(409)
    expect(said(refused.html, 'alert')[0]).toContain(refusals['names-taken'].sentence)
  }
  await cup.app.createDraw(organiser)
  expect((await correct({ ...opponents, teamPhoneNumber: '' })).status).toBe(409)
  expect((await cup.view()).entries.map(({ player1Name }) => player1Name)).toEqual(['Maya', 'Noor'])
  expect(await drawn()).toContain('Maya, Ben')
})

test('once a team is drawn, its correction waits until an organiser accepts it', async () => {
  await cup.app.createDraw(organiser)
  const asked = await correct({ player1Name: 'Mia', teamPhoneNumber: '079 3' })
  expect(asked.status).toBe(303)
  const own = await cup.open(asked.location ?? '')
  expect(said(own.html, 'status')[0]).toContain('An organiser will review your correction')
  expect(textOf(own.html)).toContain('Maya, Ben')
  // The team's own page says so while the correction waits.
  expect(textOf((await cup.open(link)).html)).toContain('is waiting for an organiser: Mia, Ben')
  expect(await drawn()).toContain('Maya, Ben')
  // Nobody else receives it, in pages, their data or the stream.
  for (const path of ['/entries', '/register', '/screen', '/draw.json'])
    expect((await cup.open(path)).html).not.toContain('Mia')
  expect(await firstEvents()).not.toContain('Mia')
  // The phone number is changed at once: only organisers see it.
  const [team] = await cup.app.teamsForOrganiser(organiser)
  expect(team?.teamPhoneNumber).toBe('079 3')

  const match = one((await cup.page('/admin/draw')).page, 'article')
  expect(text(match)).toContain('Maya, Ben asks to be listed as Mia, Ben')
  expect(all(match, 'button', having('value', 'accept-correction'))).toHaveLength(1)
  const { page } = await cup.page('/admin/teams?show=corrected')
  expect(all(page, 'td', having('data-label', 'Status')).map(text)).toEqual([
    expect.stringContaining('Asks to be listed as Mia, Ben'),
  ])

  const accepted = await cup.send('/admin/teams', { intent: 'accept-correction', teamId })
  expect(accepted.status).toBe(303)
  expect(await drawn()).toContain('Mia, Ben')
  expect(textOf((await cup.open(link)).html)).not.toContain('is waiting for an organiser')
  expect((await cup.page('/admin/draw')).html).not.toContain('asks to be listed as')
  const [line] = await cup.app.journal(organiser, { limit: 1 })
  expect(line?.words).toBe('Maya, Ben: now called Mia, Ben.')
})

test('a dismissed correction is gone, and returns when the dismissal is taken back', async () => {
  await cup.app.createDraw(organiser)
  await correct({ player1Name: 'Rude', teams: 'Tigers' })
  const dismissed = await cup.send('/admin/draw', { intent: 'dismiss-correction', teamId })
  expect(dismissed.status).toBe(303)
  expect((await cup.page('/admin/draw')).html).not.toContain('asks to be listed as')
  expect(await drawn()).toContain('Maya, Ben')
  const { revision } = await cup.view()
  await cup.send('/admin/draw', { intent: 'take-back', revision: String(revision) })
  expect(textOf((await cup.page('/admin/draw')).html)).toContain('Rude, Ben (Tigers)')
})

test('an organiser who accepts a correction that has changed since is told so', async () => {
  await cup.app.createDraw(organiser)
  await correct({ player1Name: 'Mia' })
  const seen = String((await cup.view()).revision)
  await correct({ player1Name: 'Rude' })
  const late = await cup.send('/admin/draw', { intent: 'accept-correction', teamId, seen })
  expect(late.status).toBe(409)
  expect(await drawn()).toContain('Maya, Ben')
})

test('a correction is not accepted once another team has that name', async () => {
  await cup.app.createDraw(organiser)
  await correct({ player1Name: 'Mia' })
  await cup.app.registerTeam({ ...form, player1Name: 'Mia', teamPhoneNumber: '079 4' })
  expect((await cup.send('/admin/draw', { intent: 'accept-correction', teamId })).status).toBe(409)
})
