import { expect, test } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import { refusals } from '../../src/domain/refusals.ts'
import {
  type OrganisedCup,
  organiser,
  register,
  said,
  startOrganisedCup,
  textOf,
} from '../support/organised-cup.ts'
import { all, texts } from '../support/page.ts'

let cup: OrganisedCup

const words = async () => textOf((await cup.page('/admin/draw')).html)

test('without a draw, Draw Management shows the numbers to decide by, and opening it makes no draw', async () => {
  cup = await startOrganisedCup({ teams: 5, hasDraw: false })
  await register(cup, 6)
  const text = await words()
  for (const fact of ['Approved 5', 'Pending 1', 'Places 8', 'Byes 3']) expect(text).toContain(fact)
  expect(text).toContain('5 approved teams: a bracket of 8 with 3 byes.')
  expect(text).toContain('1 team is pending, and would not be in it.')
  expect(text).toContain('Registration is still open: teams that register after the draw are not in it.')
  expect(text).toContain('Registration is still open.')
  expect(text).toContain('1 team is waiting for approval')
  expect(text).not.toContain('Draw only')
  // The specification puts the tools between the title and the instruction.
  const parts = [
    'Reset Tournament',
    'Exchange Team Positions',
    'Generate Tournament',
    messages.drawInstruction,
  ]
  const places = parts.map((part) => text.indexOf(part))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect((await cup.view()).drawStatus).toBe('none')
})

test("without an approved team it says so on loading, in the specification's sentence with Retry", async () => {
  cup = await startOrganisedCup()
  const { html } = await cup.page('/admin/draw')
  expect(said(html, 'alert')[0]).toMatch(new RegExp(`^${messages.noApprovedTeams} Retry`))
  expect(textOf(html)).toContain('No team is approved yet.')
  await register(cup, 1)
  const [team] = await cup.app.teamsForOrganiser(organiser)
  await cup.app.setApproval({ teamIds: [team?.id ?? ''], approved: true }, organiser)
  expect(await words()).not.toContain(messages.noApprovedTeams)
})

test('while only organisers make the draw, its page shows who is in, without a button or a Retry', async () => {
  const settings = { drawCreation: 'admin', eventDate: '2025-05-02', venue: 'The Old Bar' } as const
  cup = await startOrganisedCup({ teams: 3, hasDraw: false, settings })
  await register(cup, 4)
  const { page, html } = await cup.open('/draw')
  expect(texts(all(page, 'button'))).not.toContain('Generate Tournament')
  const shown = textOf(html)
  expect(shown).toContain(messages.noTournamentData)
  expect(shown).toContain('Fri 2 May 2025, 9:15 PM · The Old Bar')
  expect(shown).toContain('The organisers make the draw from the approved teams.')
  expect(shown).toContain('3 teams are in Ana 1, Ben 1 Ana 2, Ben 2 Ana 3, Ben 3')
  expect(shown).not.toContain('Ana 4')

  // A post is refused, and the page stays calm.
  const posted = await cup.submit('/draw', { intent: 'generate' })
  expect(posted.status).toBe(403)
  expect(said(posted.html, 'alert')[0]).toContain('Part of this page could not be loaded.')
})

test('with check-in the organiser draws all approved teams, or only those that are here', async () => {
  cup = await startOrganisedCup({ teams: 5, hasDraw: false, settings: { checkIn: 'on', drawShow: 'on' } })
  expect(await words()).toContain('No approved team is here yet.')
  const nobody = await cup.send('/admin/draw', { intent: 'generate', teams: 'here' })
  expect(said(nobody.html, 'alert').join()).toContain(refusals['nobody-here'].sentence)

  const here = (await cup.view()).entries.slice(0, 4).map(({ id }) => id)
  await cup.app.setCheckedIn({ teamIds: here, here: true }, organiser)
  const text = await words()
  expect(text).toContain('Here 4')
  expect(text).toContain('1 team not here yet. With only those here: a bracket of 4 with no byes.')
  expect(text).toContain('The draw will be a show')
  await cup.send('/admin/draw', { intent: 'generate', teams: 'here' })
  expect(Object.keys((await cup.draw()).teams).sort()).toEqual(here.sort())
  expect(await words()).toContain('Show all lots now')
  const { location } = await cup.send('/admin/draw', { intent: 'finish-show' })
  expect(location).toMatch(/^\/admin\/draw\?done=\d+$/)
  expect((await cup.draw()).show).toBeUndefined()
})
