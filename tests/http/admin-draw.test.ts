import { describe, expect, test } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import { sideLabel } from '../../src/domain/teams/names.ts'
import { type OrganisedCup, organiser, said, startOrganisedCup, textOf } from '../support/organised-cup.ts'
import { all, fieldOf, having, one, text, texts } from '../support/page.ts'

const path = '/admin/draw'

let cup: OrganisedCup

async function winner(round: number, index: number, side: 1 | 2, more: Record<string, string> = {}) {
  const { id: matchId } = await cup.match(round, index)
  return cup.send(path, { intent: 'set-winner', matchId, side: String(side), ...more })
}

async function label(round: number, index: number, side: 1 | 2) {
  const { teams } = await cup.draw()
  return sideLabel(teams, (await cup.match(round, index)).sides[side - 1] ?? '')
}

test('opens at what can be played now', async () => {
  cup = await startOrganisedCup({ teams: 4 })
  const { html } = await cup.page(path)
  const text = textOf(html)
  expect(text.indexOf('Up next (2 waiting)')).toBeGreaterThan(0)
  expect(text.indexOf('Up next (2 waiting)')).toBeLessThan(text.indexOf(messages.drawInstruction))
  // The specification puts the tools next to the title.
  expect(text).toContain('Draw Management Reset Tournament Exchange Team Positions')
})

describe('without a draw', () => {
  test('the tools are disabled whatever the setting', async () => {
    cup = await startOrganisedCup({ settings: { organiserTools: 'on' } })
    const { html } = await cup.page(path)
    for (const label of ['Reset Tournament', 'Exchange Team Positions'])
      expect(html).toMatch(
        new RegExp(`<button[^>]*disabled=""[^>]*title="${messages.featureUnavailable}"[^>]*>${label}`),
      )
  })

  test('a draw can be taken back from the page, which then shows none', async () => {
    cup = await startOrganisedCup({ teams: 3, hasDraw: false })
    const made = await cup.send(path, { intent: 'generate' })
    const { html } = await cup.page(made.location ?? '')
    const revision = /name="revision" value="(\d+)"/.exec(html)?.[1] ?? ''
    const back = await cup.send(path, { intent: 'take-back', revision })
    expect(back.status).toBe(303)
    const after = (await cup.page(back.location ?? '')).html
    expect(said(after, 'status')[0]).toContain('Taken back: The draw was made with 3 teams.')
    expect(textOf(after)).toContain(messages.noTournamentData)
  })
})

test('Call next calls the match that it shows, or says what happened to it', async () => {
  cup = await startOrganisedCup({ teams: 8 })
  const shown = one((await cup.page(path)).page, 'form', (form) =>
    text(form).includes('Call next to table 1'),
  )
  const fields = all(shown, 'input').map(({ attributes }) => [attributes.name, attributes.value] as const)
  const tap = [['intent', 'call'], ...fields] as [string, string][]
  const { id: matchId } = await cup.match(0, 0)
  await cup.app.callMatch({ matchId, table: 2 }, organiser)

  const outdated = await cup.send(path, tap)
  expect(outdated.status).toBe(409)
  expect(said(outdated.html, 'alert')[0]).toContain('Someone else was faster')
  expect(said(outdated.html, 'alert')[0]).toContain(
    `Table 2: ${await label(0, 0, 1)} vs ${await label(0, 0, 2)}.`,
  )
  const called = (await cup.draw()).rounds[0]?.matches.filter(({ table }) => table !== undefined)
  expect(called?.map(({ id }) => id)).toEqual([matchId])
})

test.each(['0', '-1', '3.5', '1e3', '99', '9999999999'])('no match is called to table %s', async (table) => {
  cup = await startOrganisedCup({ teams: 4 })
  const { id: matchId } = await cup.match(0, 0)
  const { status, html } = await cup.send(path, { intent: 'call', matchId, table })
  expect(status).toBe(404)
  expect(said(html, 'alert')[0]).toContain('There is no such table.')
  expect(await cup.match(0, 0)).not.toHaveProperty('table')
})

describe('a winner', () => {
  test('can be reconfirmed without effect, in the words of the specification', async () => {
    cup = await startOrganisedCup({ teams: 4 })
    await winner(0, 0, 1)
    const { revision } = await cup.view()
    const { status, location } = await winner(0, 0, 1)
    expect(status).toBe(303)
    expect((await cup.view()).revision).toBe(revision)
    const { html } = await cup.page(location ?? '')
    expect(said(html, 'status')[0]).toContain(messages.advanced(await cup.nameOf(0, 0, 1)))
  })

  test("posted by the page's script is answered with a short sentence", async () => {
    cup = await startOrganisedCup({ teams: 4 })
    const { id: matchId } = await cup.match(0, 0)
    const { status, text } = await cup.sendScripted(path, { intent: 'set-winner', matchId, side: '1' })
    expect(status).toBe(200)
    expect(text).toContain(messages.advanced(await cup.nameOf(0, 0, 1)))
    expect(text.length).toBeLessThan(500)
  })

  test('cannot be a BYE, nor a match or side that does not exist', async () => {
    cup = await startOrganisedCup({ teams: 3 })
    const bye = (await cup.draw()).rounds[0]?.matches.find(({ sides }) => sides.includes('BYE'))
    expect((await winner(0, bye?.index ?? 0, 2)).status).toBe(422)
    expect((await cup.send(path, { intent: 'set-winner', matchId: 'nowhere', side: '1' })).status).toBe(404)
    expect((await cup.send(path, { intent: 'set-winner', matchId: bye?.id ?? '', side: '3' })).status).toBe(
      404,
    )
    const late = { intent: 'place', teamId: 'nobody', place: 'nowhere' }
    expect((await cup.send(path, late)).status).toBe(404)
    expect((await cup.send(path, {})).status).toBe(422)
  })

  test('that clears played results names them and asks once', async () => {
    cup = await startOrganisedCup({ teams: 4 })
    await winner(0, 0, 1)
    await winner(0, 1, 1)
    await winner(1, 0, 1)
    const asked = await winner(0, 0, 2)
    expect(asked.status).toBe(409)
    expect(said(asked.html, 'alert')[0]).toContain('This also clears results of played matches')
    expect(textOf(asked.html)).toContain(`Grand Finals: ${await label(1, 0, 1)} beat ${await label(1, 0, 2)}`)
    expect(asked.html).toMatch(/<button[^>]*name="confirm"[^>]*>/)
    expect((await cup.match(0, 0)).winner).toBe(1)
  })
})

test('the list of teams to mark as absent is in the order of the entry list', async () => {
  cup = await startOrganisedCup()
  for (const player1Name of ['zoe', 'Bob', 'Émile', 'adam'])
    await cup.app.registerTeam({ player1Name, player2Name: '', teams: '', teamPhoneNumber: player1Name })
  const entries = await cup.app.teamsForOrganiser(organiser)
  await cup.app.setApproval({ teamIds: entries.map(({ id }) => id), approved: true }, organiser)
  await cup.app.createDraw(organiser)
  const names = ['adam', 'Bob', 'Émile', 'zoe']
  const listed = texts(all((await cup.open('/entries')).page, 'td'))
  expect(listed.filter((cell) => names.includes(cell))).toEqual(names)
  const choice = fieldOf((await cup.page(path)).page, 'A team that did not come')
  expect(texts(all(choice, 'option'))).toEqual(['Select a team', ...names])
})

test('only teams with a match left can be marked as absent, and nobody after the final', async () => {
  cup = await startOrganisedCup({ teams: 4 })
  const choices = async () => texts(all((await cup.page(path)).page, 'option'))
  const [out, champion] = [await label(0, 0, 2), await label(0, 0, 1)]
  expect(await choices()).toContain(out)
  await winner(0, 0, 1)
  expect(await choices()).toContain(champion)
  expect(await choices()).not.toContain(out)
  await winner(0, 1, 1)
  await winner(1, 0, 1)
  expect(await choices()).not.toContain(champion)
  expect(text(one((await cup.page(path)).page, 'section', having('aria-labelledby', 'now')))).toContain(
    `${champion} won the cup. What comes next`,
  )
})

test('the exchange dialog offers no BYE and no TBD', async () => {
  cup = await startOrganisedCup({ teams: 3, settings: { organiserTools: 'on' } })
  const { html } = await cup.page(`${path}?exchange=0`)
  expect(html.match(/name="chosen"/g)).toHaveLength(3)
  const later = await cup.page(`${path}?exchange=1`)
  expect(later.html).not.toContain('name="chosen"')
})

test('an exchange that clears results is confirmed without scripts', async () => {
  cup = await startOrganisedCup({ teams: 4, settings: { organiserTools: 'on' } })
  await winner(0, 0, 1)
  await winner(0, 1, 1)
  await winner(1, 0, 1)
  const [one, other] = [await cup.match(0, 0), await cup.match(0, 1)]
  const chosen = [
    ['intent', 'exchange'],
    ['chosen', `${one.id}:1`],
    ['chosen', `${other.id}:1`],
  ] as const
  const asked = await cup.send(`${path}?exchange=0`, chosen)
  expect(asked.status).toBe(409)
  expect(textOf(asked.html)).toContain('Clear results')
  expect(asked.html).not.toContain('Exchange Teams')
  const confirmed = await cup.send(`${path}?exchange=0`, [...chosen, ['confirm', 'yes']])
  expect(confirmed.status).toBe(303)
  expect((await cup.match(0, 0)).sides[0]).toBe(other.sides[0])
})

test('all byes advance in one tap', async () => {
  cup = await startOrganisedCup({ teams: 5 })
  expect(textOf((await cup.page(path)).html)).toContain('Advance all byes')
  expect((await cup.send(path, { intent: 'advance-byes' })).status).toBe(303)
  expect(textOf((await cup.page(path)).html)).not.toContain('Advance all byes')
  const again = await cup.send(path, { intent: 'advance-byes' })
  expect(said((await cup.page(again.location ?? '')).html, 'status').join()).toContain(
    'nothing had to be changed',
  )
})
