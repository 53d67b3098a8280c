import { beforeAll, expect, test } from 'vitest'
import { journalKinds } from '../../src/domain/journal.ts'
import { listRevisions } from '../../src/server/storage/journal-rows.ts'
import { expectValidHtml } from '../support/html.ts'
import { type OrganisedCup, organiser, phoneOf, startOrganisedCup, textOf } from '../support/organised-cup.ts'

const path = '/admin/journal'

let cup: OrganisedCup
beforeAll(async () => {
  cup = await startOrganisedCup({ teams: 3 })
  const { id: matchId } = await cup.match(0, 0)
  await cup.send('/admin/draw', { intent: 'set-winner', matchId, side: '1' })
  await cup.send('/admin/settings', { editionTheme: '=HYPERLINK("x"), "quoted"' })
})

const countLines = async () => (await cup.storage.read((db) => listRevisions(db, 0, 1_000))).length

test('the journal lists who did what, newest first', async () => {
  const { html } = await cup.page(path)
  await expectValidHtml(html)
  const text = textOf(html)
  expect(text).toContain(organiser.email)
  expect(text).toContain('a visitor')
  const lines = [...html.matchAll(/<time[^>]*dateTime="[^"]*"/g)]
  expect(lines).toHaveLength(Math.min(50, await countLines()))
})

test('the journal is searched and filtered without scripts', async () => {
  const byKind = textOf((await cup.page(`${path}?kind=registrations`)).html)
  expect(byKind).toContain('Ana 2')
  expect(byKind).not.toContain('now =HYPERLINK')
  const bySearch = textOf((await cup.page(`${path}?q=Ana+3`)).html)
  expect(bySearch).toContain('Ana 3')
  expect(textOf((await cup.page(`${path}?q=nobody-like-this`)).html)).toContain(
    'Nothing in the journal matches.',
  )
})

test('every line belongs to exactly one kind', async () => {
  const linesOf = async (kind: string) => {
    const { html } = await cup.page(`${path}?kind=${kind}`)
    return [...html.matchAll(/<time[^>]*dateTime="[^"]*"/g)].length
  }
  const counts = await Promise.all(Object.keys(journalKinds).map(linesOf))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(await countLines())
  // The sign-in of the tests.
  expect(await linesOf('accounts')).toBe(1)
})

test('a filtered journal is exported as it is shown', async () => {
  const response = await fetch(`${cup.url}${path}?kind=winners&format=csv`, {
    headers: { cookie: cup.cookie },
  })
  const [, ...lines] = (await response.text()).trimEnd().split('\r\n')
  expect(lines.map((line) => line.split(',')[3])).toEqual(['set-winner'])
})

test('the export has neither phone numbers nor formulas', async () => {
  const response = await fetch(`${cup.url}${path}?format=csv`, { headers: { cookie: cup.cookie } })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toContain('attachment')
  const lines = (await response.text()).trimEnd().split('\r\n')
  expect(lines[0]).toBe('revision,at,who,action,what')
  expect(lines).toHaveLength((await countLines()) + 1)
  expect(Number(lines[1]?.split(',')[0])).toBe((await cup.view()).revision)
  for (const line of lines) {
    expect(line).not.toMatch(/(^|,)[=+@-]/)
    expect(line).not.toContain(phoneOf(1))
  }
})

test('the export is for organisers only', async () => {
  const response = await fetch(`${cup.url}${path}?format=csv`, { redirect: 'manual' })
  expect(response.headers.get('location')).toBe('/login')
  expect(await response.text()).toBe('')
})

test('a change that can be taken back has its button in the journal', async () => {
  const [line] = await cup.app.journal(organiser, { limit: 1 })
  const revision = String(line?.revision)
  expect((await cup.page(path)).html).toContain(`name="revision" value="${revision}"`)
  await cup.send(path, { intent: 'take-back', revision })
  expect((await cup.view()).settings.editionTheme).toBe('')
  const again = await cup.send(path, { intent: 'take-back', revision })
  expect(again.status).toBe(422)
  expect((await cup.send(path, { intent: 'dance' })).status).toBe(422)
})
