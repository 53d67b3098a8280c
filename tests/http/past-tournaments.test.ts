import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import type { Storage } from '../../src/server/storage/storage.ts'
import { expectValidHtml } from '../support/html.ts'
import { type OrganisedCup, organiser, said, startOrganisedCup, textOf } from '../support/organised-cup.ts'
import { startCup, type TestCup } from '../support/start-cup.ts'

let cup: OrganisedCup | TestCup | undefined
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(async () => {
  vi.restoreAllMocks()
  await cup?.stop()
  cup = undefined
})

async function open(path: string): Promise<{ status: number; html: string }> {
  const response = await fetch(`${cup?.url}${path}`)
  return { status: response.status, html: await response.text() }
}

test('offers the editions with a draw, and asks to choose one', async () => {
  cup = await startOrganisedCup({ teams: 4 })
  const { html } = await open('/past-tournaments')
  await expectValidHtml(html)
  const options = [...html.matchAll(/<option[^>]*value="([^"]*)"[^>]*>([^<]*)/g)].map(([, value, text]) => [
    value,
    text,
  ])
  expect(options).toEqual([
    ['', messages.pastPlaceholder],
    ['11', 'N11, Spring 2025'],
  ])
  expect(textOf(html)).toContain(messages.pastSelect)
})

test('the current edition is shown to be read, chosen by a form that needs no script', async () => {
  cup = await startOrganisedCup({ teams: 4 })
  expect((await open('/past-tournaments')).html).toMatch(
    /<form [^>]*action="\/past-tournaments" method="get"/,
  )
  const { status, html } = await open('/past-tournaments?edition=11')
  await expectValidHtml(html)
  expect(status).toBe(200)
  expect(html).toContain('data-match="1.0"')
  expect(textOf(html)).toContain('Grand Finals')
  expect(html).not.toMatch(/<button[^>]*data-side/)
})

test('an edition played to its champion keeps its draw when the next one begins', async () => {
  const organised = await startOrganisedCup({ teams: 2 })
  cup = organised
  const final = await organised.match(0, 0)
  await organised.app.setWinner({ matchId: final.id, side: 1 }, organiser)
  await organised.app.changeSettings({ editionNumber: 12, editionSeason: 'Fall 2025' }, organiser)
  const { html } = await open('/past-tournaments?edition=11')
  expect(html).toContain(`data-match-id="${final.id}"`)
  expect(textOf(html)).toContain('Champions')
  expect(textOf((await open('/past-tournaments')).html)).toContain('N12, Fall 2025')
})

test('the current edition without a draw', async () => {
  cup = await startCup()
  const { status, html } = await open('/past-tournaments?edition=11')
  await expectValidHtml(html)
  expect(status).toBe(404)
  expect(said(html, 'alert').join()).toContain(`${messages.pastCurrentMissing} Retry`)
})

test('an edition whose draw nobody kept', async () => {
  cup = await startCup()
  const { status, html } = await open('/past-tournaments?edition=5')
  expect(status).toBe(404)
  expect(said(html, 'alert').join()).toContain(`${messages.pastNoData} Retry`)
})

test.each(['99', '0', '-1', 'x', '11 ', '%00'])('an edition that never was: %s', async (edition) => {
  cup = await startCup()
  const { status, html } = await open(`/past-tournaments?edition=${encodeURIComponent(edition)}`)
  expect(status).toBe(404)
  expect(said(html, 'alert').join()).toContain(`${messages.pastNotFound} Retry`)
})

test('storage that fails, before the editions are known and after', async () => {
  let isBroken = (_call: 'read' | 'snapshot') => false
  const fail = () => Promise.reject(new Error('The database is gone.'))
  const wrapStorage = (inner: Storage): Storage => ({
    ...inner,
    read: (ask) => (isBroken('read') ? fail() : inner.read(ask)),
    snapshot: (ask) => (isBroken('snapshot') ? fail() : inner.snapshot(ask)),
  })
  const started = await startCup({ wrapStorage })
  cup = started
  await started.app.changeSettings({ registration: 'open' }, organiser)
  for (const player1Name of ['Ana', 'Ben']) {
    await started.app.registerTeam({ player1Name, player2Name: '', teams: '', teamPhoneNumber: '1' })
  }
  const { entries } = await started.app.publicView()
  await started.app.setApproval({ teamIds: entries.map(({ id }) => id), approved: true }, organiser)
  await started.app.createDraw(organiser)
  const final = (await started.app.publicView()).draw?.rounds[0]?.matches[0]
  await started.app.setWinner({ matchId: final?.id ?? '', side: 1 }, organiser)
  await started.app.changeSettings({ editionNumber: 12 }, organiser)

  isBroken = (call) => call === 'read'
  const unreachable = await open('/past-tournaments')
  expect(unreachable.status).toBe(503)
  expect(said(unreachable.html, 'alert').join()).toContain(`${messages.pastAccessFailed} Retry`)

  isBroken = (call) => call === 'snapshot'
  const unreadable = await open('/past-tournaments?edition=11')
  expect(unreadable.status).toBe(503)
  expect(said(unreadable.html, 'alert').join()).toContain(`${messages.pastLoadFailed} Retry`)
})
