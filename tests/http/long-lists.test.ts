import { beforeAll, describe, expect, test } from 'vitest'
import { type OrganisedCup, organiser, startOrganisedCup, textOf } from '../support/organised-cup.ts'

let cup: OrganisedCup
const pad = (nth: number) => String(nth).padStart(4, '0')

beforeAll(async () => {
  cup = await startOrganisedCup()
  const teams = Array.from({ length: 1_100 }, (_, nth) => ({
    player1Name: `Bot ${pad(nth)}`,
    player2Name: '',
    teams: '',
    teamPhoneNumber: `079 ${pad(nth)} ${pad(nth)}`,
  }))
  await cup.app.importTeams({ teams }, organiser)
})

const rowsOf = (html: string) => html.match(/<tr/g)?.length ?? 0

describe.each(['/entries', '/admin/teams'])('%s', (path) => {
  const open = (query: string) => (path === '/entries' ? cup.open(path + query) : cup.page(path + query))

  test('is split into pages of 500 teams, by name', async () => {
    const first = (await open('')).html
    expect(rowsOf(first)).toBe(501)
    expect(textOf(first)).toContain('Bot 0499')
    expect(textOf(first)).not.toContain('Bot 0500')
    expect(textOf(first)).toContain('Page 1 of 3 Next')
    const last = (await open('?page=3')).html
    expect(rowsOf(last)).toBe(101)
    expect(textOf(last)).toContain('Bot 1099')
    expect(textOf(last)).toContain('Previous Page 3 of 3')
  })

  test('says how many teams there are in all', async () => {
    expect(textOf((await open('?page=2')).html)).toMatch(
      /1100 teams registered|Total Teams: 1100 · 1100 pending/,
    )
  })

  test.each(['?page=9', '?page=x', '?page=-1', '?page=0'])(
    'answers %s with an existing page',
    async (query) => {
      const { status, html } = await open(query)
      expect(status).toBe(200)
      expect(rowsOf(html)).toBeGreaterThan(100)
    },
  )
})

test('Team Approval searches all pages', async () => {
  const { html } = await cup.page('/admin/teams?q=Bot+1050')
  expect(rowsOf(html)).toBe(2)
  expect(textOf(html)).toContain('Bot 1050')
  const none = await cup.page('/admin/teams?show=approved')
  expect(textOf(none.html)).toContain('No team matches.')
})

test('a page of a long Team Approval list stays under 1.5 MB', async () => {
  const { html } = await cup.page('/admin/teams')
  expect(html.length).toBeLessThan(1_500_000)
})
