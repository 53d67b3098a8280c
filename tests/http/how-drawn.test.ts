import { expect, test } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import {
  type OrganisedCup,
  organiser,
  startFreshCup,
  startOrganisedCup,
  textOf,
} from '../support/organised-cup.ts'

let cup: OrganisedCup

test('the page has everything needed to repeat the draw', async () => {
  cup = await startOrganisedCup({ teams: 5 })
  const { shuffleSeed, teams } = await cup.draw()
  const { html } = await cup.open('/draw/how')
  const text = textOf(html)
  expect(text).toContain(shuffleSeed)
  const order = Object.keys(teams).sort()
  expect([...html.matchAll(/<code[^>]*>(\w{12})<\/code>/g)].map(([, id]) => id)).toEqual(order)
  expect(text).toContain('Drawn once')
  expect(text).toContain('made by an organiser, with 5 teams')
  expect(text).toContain('The first round is as it was drawn.')
  expect(html).not.toContain(organiser.email)
  expect((await cup.open('/draw')).html).toContain('href="/draw/how"')
})

test('changes after the draw are listed, place by place', async () => {
  cup = await startOrganisedCup({ teams: 4, settings: { organiserTools: 'on' } })
  const [one, two] = [await cup.match(0, 0), await cup.match(0, 1)]
  const names = await Promise.all([cup.nameOf(0, 0, 1), cup.nameOf(0, 1, 1)])
  await cup.app.exchangeSides(
    { from: { matchId: one.id, side: 1 }, to: { matchId: two.id, side: 1 } },
    organiser,
  )
  const text = textOf((await cup.open('/draw/how')).html)
  expect(text).toContain('2 places were changed by an organiser after the draw')
  const [first = '', second = ''] = names.map((name) => `${name}, ${name.replace('Ana', 'Ben')}`)
  expect(text).toContain(`Match 1: ${second} in place of ${first}`)
  expect(text).toContain(`Match 2: ${first} in place of ${second}`)
})

test('without a draw it says so', async () => {
  cup = await startFreshCup()
  const { status, html } = await cup.open('/draw/how')
  expect(status).toBe(200)
  expect(textOf(html)).toContain(messages.noTournamentData)
})
