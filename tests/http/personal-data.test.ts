import { expect, test } from 'vitest'
import { allPages } from '../../src/web/pages.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { expectValidHtml } from '../support/html.ts'
import {
  type OrganisedCup,
  organiser,
  phoneOf,
  registerForToken,
  said,
  startOrganisedCup,
  textOf,
} from '../support/organised-cup.ts'

let cup: OrganisedCup

/** Some of the addresses that show the champions' names. */
const showingChampions = [
  '/',
  '/draw',
  '/draw/how',
  '/entries',
  '/schedule',
  '/past-champions',
  '/past-tournaments/11',
  '/embed',
  '/screen',
  '/draw.json',
  '/admin/journal',
  '/admin/teams',
  '/admin/draw',
  '/admin/champions',
]

async function playFinal() {
  const final = await cup.match(0, 0)
  await cup.app.setWinner({ matchId: final.id, side: 1 }, organiser)
}

test('the register page says what is stored and for how long, as the setting has it', async () => {
  cup = await startOrganisedCup()
  expect(textOf((await cup.open('/register')).html)).toContain('until 30 days after the final.')
  await cup.send('/admin/settings', { phoneDays: '7' })
  expect(textOf((await cup.open('/register')).html)).toContain('until 7 days after the final.')
  await cup.send('/admin/settings', { phoneDays: '0' })
  expect(textOf((await cup.open('/register')).html)).toContain('until they delete it.')
})

test('a team that registers after the final is told what for, and how long its number is stored', async () => {
  cup = await startOrganisedCup({ teams: 2 })
  expect(textOf((await cup.open('/register')).html)).toContain('The draw is already made.')
  await playFinal()
  const told = textOf((await cup.open('/register')).html)
  expect(told).toContain('This edition is over.')
  expect(told).not.toContain('The draw is already made.')
  expect(told).toContain('until 30 days after the last team has registered.')

  const token = await registerForToken(cup, 3)
  const own = textOf((await cup.open(`/entry/${token}`)).html)
  expect(own).toContain('This edition is over')
  expect(own).not.toContain('place of a bye')
  expect(textOf((await cup.page('/admin/settings/data')).html)).toContain(
    '3 phone numbers of N11 are deleted automatically',
  )
})

test('phone numbers are deleted from the settings after the final, with a confirmation, without a script', async () => {
  cup = await startOrganisedCup({ teams: 2 })
  expect(textOf((await cup.page('/admin/settings/data')).html)).toContain(
    '2 phone numbers of N11 are needed until its final.',
  )
  await playFinal()
  const settings = await cup.page('/admin/settings/data')
  await expectValidHtml(settings.html)
  expect(textOf(settings.html)).toContain('2 phone numbers of N11 are deleted automatically: Sun 4 May 2025')
  const fields = { intent: 'delete-phones', edition: '11' }
  const asked = await cup.send('/admin/settings/data', fields)
  expect(asked.status).toBe(409)
  await expectValidHtml(asked.html)
  expect(textOf(asked.html)).toContain('2 phone numbers of N11 are deleted.')
  const deleted = await cup.send('/admin/settings/data', { ...fields, confirm: 'yes' })
  expect(deleted.status).toBe(303)
  const { html } = await cup.page(deleted.location ?? '')
  expect(said(html, 'status').join()).toContain('Deleted: 2 phone numbers of N11.')
  expect(textOf(html)).toContain('No phone numbers are stored.')
  const teams = (await cup.page('/admin/teams')).html
  await expectValidHtml(teams)
  expect(teams).not.toContain(phoneOf(1))
  for (const edition of ['12', '', 'x'])
    expect((await cup.send('/admin/settings', { ...fields, edition })).status).toBeLessThan(500)
})

test('a name is found in every edition, removed by one form, and then on no page', async () => {
  cup = await startOrganisedCup({ teams: 2, settings: { embedSites: 'https://club.example.org' } })
  const final = await cup.match(0, 0)
  const side = (await cup.nameOf(0, 0, 1)).includes('Ana 1') ? 1 : 2
  await cup.app.setWinner({ matchId: final.id, side }, organiser)
  const token = await registerForToken(cup, 3)
  const addresses = allPages.flatMap((page) => addressesOf(page, { token })).map(({ address }) => address)
  const showingName = async () => {
    const showing: string[] = []
    for (const address of addresses)
      if ((await cup.page(address)).html.includes('Ana 1')) showing.push(address)
    return showing
  }
  expect(await showingName()).toEqual(expect.arrayContaining(showingChampions))
  const found = await cup.page('/admin/names?name=ana 1')
  await expectValidHtml(found.html)
  expect(textOf(found.html)).toContain('N11 Ana 1, Ben 1')
  const [team] = (await cup.view()).entries.filter(({ player1Name }) => player1Name === 'Ana 1')
  const fields = { teamId: team?.id ?? '', player: '1' }
  const asked = await cup.send('/admin/names?name=ana 1', fields)
  expect(asked.status).toBe(409)
  await expectValidHtml(asked.html)
  const removed = await cup.send('/admin/names', { ...fields, confirm: 'yes' })
  expect(removed.location).toMatch(/^\/admin\/names\?done=\d+$/)
  expect(said((await cup.page(removed.location ?? '')).html, 'status').join()).toContain('A name was removed')
  expect(await showingName()).toEqual([])
  expect(textOf((await cup.open('/entries')).html)).toContain('Name removed, Ben 1')
  expect((await cup.send('/admin/names', { teamId: '', player: '3' })).status).toBe(422)
})

test('removed entries are deleted permanently from their list, with a confirmation', async () => {
  cup = await startOrganisedCup({ teams: 3, hasDraw: false })
  const ids = (await cup.view()).entries.map(({ id }) => id)
  await cup.app.removeTeams({ teamIds: ids.slice(0, 2) }, organiser)
  const list = await cup.page('/admin/teams?show=removed')
  await expectValidHtml(list.html)
  expect(textOf(list.html)).toContain('Delete all removed entries permanently')
  const asked = await cup.send('/admin/teams?show=removed', { intent: 'delete-removed' })
  expect(asked.status).toBe(409)
  expect(textOf(asked.html)).toContain('2 removed entries are deleted')
  const deleted = await cup.send('/admin/teams', { intent: 'delete-removed', confirm: 'yes' })
  expect(deleted.location).toMatch(/^\/admin\/teams\?show=removed&done=/)
  expect(textOf((await cup.page(deleted.location ?? '')).html)).toContain('No teams were removed.')
})
