import { expect, test } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import { type OrganisedCup, organiser, startOrganisedCup, textOf } from '../support/organised-cup.ts'
import { all, having, one, text, texts } from '../support/page.ts'
import { watchLog } from '../support/watch-log.ts'

let cup: OrganisedCup

const evening = { eventDate: '2031-05-02', venue: 'The Old Bar', timeZone: 'America/New_York' }
const words = 'Fri 2 May 2031, 9:15 PM · The Old Bar'
const shown = async (path: string) => textOf((await cup.open(path)).html)

/** The path of a team's own page. */
async function ownPage(): Promise<string> {
  const team = { player1Name: 'Maya', player2Name: '', teams: '', teamPhoneNumber: '079' }
  const entered = await cup.app.registerTeam(team)
  return `/entry/${entered.ok ? entered.value.token : ''}`
}

test("date and place are on the home page, on the TV, on a team's own page and in a shared link", async () => {
  cup = await startOrganisedCup()
  const own = await ownPage()
  for (const path of ['/', '/screen', own]) expect(await shown(path), path).not.toContain('2031')
  await cup.send('/admin/settings/edition', evening)
  expect(await shown('/')).toContain(words)
  expect(await shown(own)).toContain(words)
  expect(await shown('/screen')).toContain(words)
  const { page } = await cup.open('/')
  expect(one(page, 'meta', having('property', 'og:description')).attributes.content).toContain(words)
})

test("every time of day is in the cup's zone, on a page without scripts too", async () => {
  cup = await startOrganisedCup({ teams: 2, settings: evening })
  const final = await cup.match(0, 0)
  await cup.app.setWinner({ matchId: final.id, side: 1 }, organiser)
  const { decidedAt = '' } = await cup.match(0, 0)
  const inNewYork = new Date(decidedAt).toLocaleTimeString('en-US', {
    timeZone: evening.timeZone,
    hour: 'numeric',
    minute: '2-digit',
  })
  const clock = inNewYork.replace(/\s/g, ' ')
  for (const path of ['/past-tournaments/11', '/draw/how']) expect(await shown(path), path).toContain(clock)
  expect((await cup.open('/past-tournaments/11')).html).not.toContain('UTC')
  for (const path of ['/admin/journal', '/admin/account', '/admin/teams']) {
    const { html } = await cup.page(path)
    expect(textOf(html), path).not.toContain(' UTC')
  }
  expect(textOf((await cup.page('/admin/journal')).html)).toContain(clock)
})

test("check-in opens at a time in the cup's zone", async () => {
  cup = await startOrganisedCup({
    settings: { ...evening, checkIn: 'on', checkInFrom: '2031-05-03T00:30:00.000Z' },
  })
  expect(await shown(await ownPage())).toContain('Check-in opens at Fri 2 May 2031, 8:30 PM')
})

test("the club's own rules replace the specification's, one per line, and the default restores them", async () => {
  cup = await startOrganisedCup()
  const rules = async () => {
    const { page } = await cup.open('/rules')
    return all(page, 'section').map((section) => [text(one(section, 'h2')), ...texts(all(section, 'li'))])
  }
  const specified = await rules()
  expect(specified.map(([title]) => title)).toEqual([
    'Game Setup',
    'Gameplay',
    'Scoring and Winning',
    'Special Rules',
  ])
  await cup.send('/admin/settings/draw', { rulesGameplay: 'One ball each.\r\nBounces count double.' })
  expect((await rules())[1]).toEqual(['Gameplay', 'One ball each.', 'Bounces count double.'])
  await cup.send('/admin/settings/draw', { rulesSpecial: '' })
  expect(await rules()).toHaveLength(3)
  for (const name of ['rulesGameplay', 'rulesSpecial'])
    await cup.send('/admin/settings/draw', { default: name })
  expect(await rules()).toEqual(specified)
})

test('the rules are shown even if the database cannot be read', async () => {
  const logged = watchLog(/The database is gone\./)
  cup = await startOrganisedCup({ isUnread: true, isFresh: true })
  const { page, status } = await cup.open('/rules')
  expect(status).toBe(503)
  expect(all(page, 'section')).toHaveLength(4)
  expect(text(page)).toContain(messages.loadFailed)
  expect(logged[0]).toContain('The cup could not be read at the start.')
})
