import { expect, test } from 'vitest'
import { expectValidHtml } from '../support/html.ts'
import {
  type OrganisedCup,
  organiser,
  register,
  said,
  startOrganisedCup,
  textOf,
} from '../support/organised-cup.ts'
import { all, type Element, having, one, parsePage, text, texts } from '../support/page.ts'
import { watchLog } from '../support/watch-log.ts'

let cup: OrganisedCup

const dashboard = async () => (await cup.page('/admin')).html

test('the dashboard says where the cup is, and what is left to do', async () => {
  cup = await startOrganisedCup({ settings: { registration: 'closed' } })
  const html = await dashboard()
  await expectValidHtml(html)
  expect(textOf(html)).toContain('Registration closed · no entries yet · no draw yet')
  expect(textOf(html)).toContain('Getting ready')
  expect(html).toMatch(/aria-label="QR code to http:\/\/[^"]+\/screen"/)
})

test('the two tiles come before the list of what is left to do, which shows one step and folds the rest', async () => {
  cup = await startOrganisedCup({ settings: { registration: 'closed' } })
  const html = await dashboard()
  const [tiles, ready] = [html.indexOf('Draw Management'), html.indexOf('id="getting-ready"')]
  expect(tiles).toBeGreaterThan(0)
  expect(ready).toBeGreaterThan(tiles)
  const list = one(parsePage(html), 'section', having('aria-labelledby', 'getting-ready'))
  const [next, folded] = all(list, 'ol').map((steps) => texts(all(steps, 'h3')))
  expect(next).toEqual(['Name and date'])
  expect(folded).toHaveLength(8)
})

test('the usual settings for an evening are one tap, and sample values are named until they are hidden', async () => {
  cup = await startOrganisedCup({ settings: { registration: 'closed' } })
  const { page } = await cup.page('/admin')
  const stepOf = (root: Element, title: string) =>
    one(root, 'li', (line) => all(line, 'h3').some((heading) => text(heading) === title))
  const formOf = (title: string) =>
    all(one(stepOf(page, title), 'form'), '*', ({ attributes }) =>
      Boolean(attributes.name && attributes.value !== undefined),
    )
      .filter(({ attributes }) => attributes.name !== 'seen')
      .map(({ attributes }) => [attributes.name ?? '', attributes.value ?? ''] as const)
  expect(text(stepOf(page, 'Replace the samples'))).toContain(
    "Sponsor link, App link, Citizen's Cup link and Special events are samples.",
  )
  await cup.send('/admin', formOf('The usual settings for an evening'))
  expect((await cup.view()).settings).toMatchObject({
    organiserTools: 'on',
    byes: 'at-once',
    drawCreation: 'admin',
  })
  await cup.send('/admin', formOf('Replace the samples'))
  expect((await cup.view()).settings).toMatchObject({ announcement: '', sponsorLink: '' })
  expect(textOf(await dashboard())).toContain('No samples are left.')
})

test('getting ready ends with the first call', async () => {
  cup = await startOrganisedCup({ teams: 4 })
  expect(textOf(await dashboard())).toContain('Getting ready')
  await cup.app.callMatch({}, organiser)
  expect(textOf(await dashboard())).not.toContain('Getting ready')
})

test('after the final the dashboard warns of nothing and says what comes next', async () => {
  cup = await startOrganisedCup({ teams: 2 })
  await cup.app.registerTeam({ player1Name: 'Late', player2Name: '', teams: '', teamPhoneNumber: '1' })
  const late = (await cup.view()).entries.at(-1)?.id ?? ''
  await cup.app.setApproval({ teamIds: [late], approved: true }, organiser)
  await cup.app.registerTeam({ player1Name: 'Later', player2Name: '', teams: '', teamPhoneNumber: '2' })
  const before = textOf(await dashboard())
  expect(before).toContain('1 approved team is not in the draw')
  expect(before).toContain('1 waiting for approval')
  await cup.app.setWinner({ matchId: (await cup.match(0, 0)).id, side: 1 }, organiser)
  const html = await dashboard()
  await expectValidHtml(html)
  const after = textOf(html)
  for (const warning of ['not in the draw', 'waiting for approval', 'Getting ready', 'to do', 'still open'])
    expect(after).not.toContain(warning)
  const next = text(one(parsePage(html), 'section', having('aria-labelledby', 'won')))
  for (const words of ['Picture', 'Back up now', 'Begin the next edition']) expect(next).toContain(words)
})

test('a step is done by its own form, without a script, and the list is hidden', async () => {
  cup = await startOrganisedCup({ settings: { registration: 'closed' } })
  const opened = await cup.send('/admin', { intent: 'setting', registration: 'open' })
  expect(opened.status).toBe(303)
  expect(said((await cup.page(opened.location ?? '')).html, 'status').join()).toContain('Registration')
  expect((await cup.view()).settings.registration).toBe('open')
  await cup.send('/admin', { intent: 'setting', gettingReady: 'hidden' })
  expect(textOf(await dashboard())).not.toContain('Getting ready')
})

test('a failing storage is reported in the words of the settings', async () => {
  cup = await startOrganisedCup()
  const logged = watchLog(/The session could not be looked up\./)
  cup.storageIs('fails')
  const { status, text } = await cup.sendScripted('/admin', { intent: 'setting', registration: 'closed' })
  expect(status).toBe(503)
  expect(text).toContain('The settings could not be saved. Please try again.')
  expect(logged).toEqual([expect.stringContaining('setting failed.')])
})

test('the next edition is proposed after the final, begun by one form, and taken back by another', async () => {
  cup = await startOrganisedCup({ teams: 2 })
  const final = await cup.match(0, 0)
  await cup.app.setWinner({ matchId: final.id, side: 1 }, organiser)
  expect(textOf(await dashboard())).toContain('Champions: ')
  const { html } = await cup.page('/admin/next-edition')
  await expectValidHtml(html)
  for (const proposed of ['12', 'The Cup N12', 'Fall 2025']) expect(html).toContain(`value="${proposed}"`)
  expect(textOf(html)).toContain('2 entries of N11 leave the entry list.')

  const begun = await cup.send('/admin/next-edition', { editionTheme: 'Neon', registration: 'open' })
  expect(begun).toMatchObject({ status: 303 })
  expect(begun.location).toMatch(/^\/admin\?done=/)
  expect((await cup.view()).settings).toMatchObject({ editionNumber: 12, registration: 'open' })
  const revision = /name="revision" value="(\d+)"/.exec(await dashboard())?.[1] ?? ''
  expect(await cup.send('/admin', { intent: 'take-back', revision })).toMatchObject({ status: 303 })
  expect((await cup.view()).settings).toMatchObject({ editionNumber: 11, editionTheme: '' })
  expect((await cup.view()).draw?.rounds[0]?.matches[0]?.id).toBe(final.id)
})

test('after a return to a finished edition the dashboard says so, and begins no next one', async () => {
  cup = await startOrganisedCup({ teams: 2 })
  await cup.app.setWinner({ matchId: (await cup.match(0, 0)).id, side: 1 }, organiser)
  await cup.send('/admin/next-edition', { registration: 'open' })
  await register(cup, 3)
  await cup.app.setApproval(
    { teamIds: (await cup.view()).entries.map(({ id }) => id), approved: true },
    organiser,
  )
  await cup.app.createDraw(organiser)
  await cup.app.changeSettings({ editionNumber: 11 }, organiser, { confirm: true })
  const html = textOf(await dashboard())
  expect(html).toContain('The cup shows N11, an earlier edition. To return to N12')
  expect(html).not.toContain('Begin the next edition')
})

test('without a champion the next edition asks for confirmation, and a bad value keeps what was typed', async () => {
  cup = await startOrganisedCup({ teams: 2 })
  const asked = await cup.send('/admin/next-edition', { editionTheme: 'Neon' })
  expect(asked.status).toBe(409)
  await expectValidHtml(asked.html)
  expect(textOf(asked.html)).toContain('The final of N11 is not decided')
  const wrong = await cup.send('/admin/next-edition', { editionTheme: 'Neon', scheduleStart: 'noon' })
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('value="Neon"')
  expect((await cup.view()).settings.editionNumber).toBe(11)
  await cup.send('/admin/next-edition', { editionTheme: 'Neon', confirm: 'yes' })
  expect((await cup.view()).settings.editionNumber).toBe(12)
})
