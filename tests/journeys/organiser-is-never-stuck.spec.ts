import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { messages } from '../../src/domain/messages.ts'
import { refusals } from '../../src/domain/refusals.ts'
import type { CupProcess } from '../support/cup-process.ts'
import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isAlive, isLive, matchAt, refused, said, sideAt, teamRow } from '../support/journey-page.ts'
import { watchLog } from '../support/watch-log.ts'

// On a phone, because an organiser does all of it one-handed.

async function openDrawManagement(page: Page, cup: CupProcess) {
  await signIn(page, cup)
  await page.goto(`${cup.url}/admin/draw`)
  await isLive(page)
}

/** The name in the spec's sentences, 'Ana 3', and in the draw, 'Ana 3, Ben 3'. */
async function nameOf(side: Locator) {
  // Not `innerText`: a match far below the window has none.
  const [label, first] = /(Ana \d+), Ben \d+/.exec((await side.textContent()) ?? '') ?? []
  if (!label || !first) throw new Error(`There is no team in ${side}.`)
  return { label, first }
}

/** The team's match in the list Now. */
function nowMatch(page: Page, team: string): Locator {
  return page.getByRole('region', { name: 'Now' }).getByRole('article').filter({ hasText: team })
}

const takeBack = (page: Page) => page.getByRole('button', { name: 'Take back', exact: true })

test('correcting a winner two rounds later names the results it clears, asks once, and can be taken back @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(8)
  for (const place of ['0.0', '0.1', '0.2', '0.3', '1.0', '1.1', '2.0']) await organiser.tapWinner(place)
  await openDrawManagement(page, cup)
  const wrong = await nameOf(sideAt(page, '0.0', 1))
  const right = await nameOf(sideAt(page, '0.0', 2))
  await expect(sideAt(page, '2.0', 1)).toHaveAttribute('data-state', 'winner')

  await sideAt(page, '0.0', 2).click()
  const dialog = page.getByRole('dialog', { name: 'This clears results' })
  await expect(dialog.getByRole('alert')).toHaveText(refusals['needs-confirmation'].sentence)
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('listitem').first()).toContainText(wrong.label)
  await expect(dialog).toContainText('Semi Finals')
  await expect(dialog).toContainText('Grand Finals')
  await dialog.getByRole('link', { name: 'Keep them' }).click()
  await expect(dialog).toBeHidden()
  await expect(sideAt(page, '0.0', 1)).toHaveAttribute('data-state', 'winner')

  await sideAt(page, '0.0', 2).click()
  await dialog.getByRole('button', { name: 'Clear results' }).click()
  await expect(said(page, messages.winnerChanged(right.first))).toBeVisible()
  // A focused banner stays.
  await takeBack(page).focus()
  await expect(sideAt(page, '0.0', 2)).toHaveAttribute('data-state', 'winner')
  await expect(sideAt(page, '1.0', 1)).toContainText(right.label)
  await expect(sideAt(page, '1.0', 1)).toHaveAttribute('data-state', 'open')
  await expect(sideAt(page, '2.0', 1)).toHaveAttribute('data-state', 'tbd')
  await expect(sideAt(page, '1.1', 1)).toHaveAttribute('data-state', 'winner')

  await takeBack(page).click()
  await expect(said(page, 'Taken back: ')).toBeVisible()
  await expect(sideAt(page, '2.0', 1)).toHaveAttribute('data-state', 'winner')
  await expect(sideAt(page, '2.0', 1)).toContainText(wrong.label)
  await expect(sideAt(page, '0.0', 1)).toHaveAttribute('data-state', 'winner')
})

test('a no-show in round 1 gives its opponent a walkover, and can be undone @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  await openDrawManagement(page, cup)
  const missing = await nameOf(sideAt(page, '0.1', 1))
  const opponent = await nameOf(sideAt(page, '0.1', 2))

  const match = nowMatch(page, missing.label)
  await match.locator('summary').click()
  await match.getByRole('button', { name: `${missing.label} did not come` }).click()
  await expect(said(page, `${missing.label} did not come: their opponents go through.`)).toBeVisible()
  await expect(sideAt(page, '0.1', 2)).toHaveAttribute('data-state', 'winner')
  await expect(matchAt(page, '0.1')).toContainText('Walkover')
  await expect(sideAt(page, '1.0', 2)).toContainText(opponent.label)
  await expect(match).toBeHidden()

  await page.getByRole('button', { name: 'Came after all' }).click()
  await expect(said(page, `${missing.label} came after all.`)).toBeVisible()
  await expect(sideAt(page, '0.1', 2)).toHaveAttribute('data-state', 'open')
  await expect(sideAt(page, '1.0', 2)).toHaveAttribute('data-state', 'tbd')
  await expect(match).toBeVisible()

  // The same from the list of all teams, taken back on the banner.
  await page.getByLabel('A team that did not come').selectOption(missing.label)
  await page.getByRole('button', { name: 'Did not come', exact: true }).click()
  await expect(sideAt(page, '0.1', 2)).toHaveAttribute('data-state', 'winner')
  await takeBack(page).click()
  await expect(sideAt(page, '0.1', 2)).toHaveAttribute('data-state', 'open')
})

test('a late team is pointed out, and takes the place of a BYE or of a no-show @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(3)
  await organiser.register('Zoe Late', { teamPhoneNumber: '+41 79 777 0001' })
  await signIn(page, cup)
  await page.goto('/admin/teams')
  await isLive(page)
  await page.getByRole('row').filter({ hasText: 'Zoe Late' }).getByRole('button', { name: 'Approve' }).click()
  const note = page.getByRole('region', { name: 'Approved teams that are not in the draw' })
  await expect(note).toContainText('1 approved team is not in the draw: Zoe Late')
  await note.getByRole('link', { name: 'Put them into the draw' }).click()

  const late = page.getByRole('region', { name: 'Not in the draw' })
  await expect(late).toBeInViewport()
  await expect(late.getByLabel('Zoe Late').getByRole('option')).toHaveCount(1)
  await expect(late.getByLabel('Zoe Late')).toContainText('instead of a BYE')
  await late.getByRole('button', { name: 'Put into the draw' }).click()
  await expect(said(page, 'Zoe Late took the place of BYE')).toBeVisible()
  await takeBack(page).focus()
  const zoe = page.locator('.bracket [data-side]').filter({ hasText: 'Zoe Late' })
  await expect(zoe).toHaveAttribute('data-state', 'open')
  await expect(page.locator('.bracket [data-state="bye"]')).toHaveCount(0)
  await expect(nowMatch(page, 'Zoe Late')).toBeVisible()
  await expect(late).toBeHidden()

  await takeBack(page).click()
  await expect(page.locator('.bracket [data-state="bye"]')).toHaveCount(1)
  await expect(late).toBeVisible()

  const missing = await nameOf(page.locator('.bracket [data-state="open"]').first())
  await page.getByLabel('A team that did not come').selectOption(missing.label)
  await page.getByRole('button', { name: 'Did not come', exact: true }).click()
  await late.getByLabel('Zoe Late').selectOption({ label: await optionInsteadOf(late, missing.label) })
  await late.getByRole('button', { name: 'Put into the draw' }).click()
  await expect(said(page, `Zoe Late took the place of ${missing.label}`)).toBeVisible()
  await expect(zoe).toHaveAttribute('data-state', 'open')

  // A replaced team is pointed out again only if it comes after all.
  await expect(late).toBeHidden()
  await page.getByRole('button', { name: 'Came after all' }).click()
  await expect(late).toContainText(missing.label)
})

async function optionInsteadOf(late: Locator, team: string): Promise<string> {
  const option = late.getByRole('option').filter({ hasText: `instead of ${team}` })
  return (await option.textContent()) ?? ''
}

/** Intercepts the next post. */
async function onNextPost(page: Page | BrowserContext, handle: Parameters<Page['route']>[1]) {
  let isFirst = true
  await page.route('**/*', async (route, request) => {
    if (request.method() !== 'POST' || !isFirst) return route.fallback()
    isFirst = false
    return handle(route, request)
  })
}

test('two phones tap the same match: the outdated tap is refused, and its phone shows what happened @phone', async ({
  page,
  cup,
  browser,
  organiser,
}) => {
  await organiser.makeDraw(4)
  const context = await browser.newContext({ baseURL: cup.url, serviceWorkers: 'block' })
  const other = await context.newPage()
  await openDrawManagement(page, cup)
  await openDrawManagement(other, cup)
  const upper = await nameOf(sideAt(page, '0.0', 1))
  const lower = await nameOf(sideAt(page, '0.0', 2))

  // The other phone's post is held while this one arrives.
  const gate = Promise.withResolvers<void>()
  await onNextPost(other, async (route) => {
    await gate.promise
    await route.continue()
  })
  await sideAt(other, '0.0', 2).click()
  await expect(said(other, messages.settingWinner(lower.first))).toBeVisible()
  await sideAt(page, '0.0', 1).click()
  await expect(said(page, messages.advanced(upper.first))).toBeVisible()
  gate.resolve()

  const refusal = refused(other, refusals['changed-meanwhile'].sentence)
  await expect(refusal).toContainText(`${cup.organiser.email}: ${upper.label} won against ${lower.label}`)
  await expect(sideAt(other, '0.0', 1)).toHaveAttribute('data-state', 'winner')
  await expect(sideAt(other, '0.0', 2)).toHaveAttribute('data-state', 'loser')
  await expect(sideAt(other, '1.0', 1)).toContainText(upper.label)

  // Now that its phone shows the result, the same tap counts.
  await sideAt(other, '0.0', 2).click()
  await expect(said(other, messages.winnerChanged(lower.first))).toBeVisible()
  await expect(sideAt(page, '0.0', 2)).toHaveAttribute('data-state', 'winner')
  await context.close()
})

test('on bad Wi-Fi a tap counts once, or is visibly refused @phone', async ({
  page,
  cup,
  context,
  organiser,
}) => {
  await organiser.makeDraw(16)
  await openDrawManagement(page, cup)
  const isWinner = (place: string, side: 1 | 2) =>
    expect(sideAt(page, place, side)).toHaveAttribute('data-state', 'winner')
  const changed = refused(page, refusals['changed-meanwhile'].sentence)
  const first = await nameOf(sideAt(page, '0.0', 1))
  const second = await nameOf(sideAt(page, '0.1', 1))

  await test.step('a tap repeated by the network counts once', async () => {
    await onNextPost(page, async (route) => {
      await route.fetch()
      await route.fulfill({ response: await route.fetch() })
    })
    await sideAt(page, '0.0', 1).click()
    await expect(said(page, messages.advanced(first.first))).toBeVisible()
    await expect(takeBack(page)).toBeVisible()
  })

  await test.step('a tap whose answer is lost counts once', async () => {
    await onNextPost(page, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await sideAt(page, '0.1', 1).click()
    await expect(refused(page, 'it never counts twice')).toBeVisible()
    await isWinner('0.1', 1)
    await sideAt(page, '0.1', 1).click()
    await expect(said(page, messages.advanced(second.first))).toBeVisible()
  })

  await test.step('an offline tap is refused, and not sent later', async () => {
    const upper = await nameOf(sideAt(page, '0.2', 1))
    await context.setOffline(true)
    await sideAt(page, '0.2', 1).click()
    await expect(refused(page, 'You are offline, so nothing was changed.')).toBeVisible()
    await expect(sideAt(page, '0.2', 1)).toHaveAttribute('data-state', 'open')
    await expect(sideAt(page, '1.1', 1)).toHaveAttribute('data-state', 'tbd')
    await context.setOffline(false)
    await isLive(page)
    await expect(sideAt(page, '0.2', 1)).toHaveAttribute('data-state', 'open')
    await sideAt(page, '0.2', 1).click()
    await expect(said(page, messages.advanced(upper.first))).toBeVisible()
    await expect(refused(page, 'You are offline')).toBeHidden()
  })

  await test.step('a queued tap does not overwrite a result that arrives before it', async () => {
    const gate = Promise.withResolvers<void>()
    await page.route('**/action/*', async (route) => {
      await gate.promise
      await route.continue()
    })
    await sideAt(page, '0.3', 1).click()
    await sideAt(page, '0.4', 1).click()
    await organiser.tapWinner('0.4', 2)
    await organiser.tapWinner('0.5')
    await isWinner('0.5', 1)
    gate.resolve()
    await expect(changed).toBeVisible()
    await isWinner('0.3', 1)
    await isWinner('0.4', 2)
  })

  await test.step('a tap of a phone that missed a result is refused, and the phone updated', async () => {
    await page.unrouteAll()
    await page.route('**/events*', (route) => route.abort())
    await page.reload()
    await isAlive(page)
    const [upper, lower] = [await nameOf(sideAt(page, '0.6', 1)), await nameOf(sideAt(page, '0.6', 2))]
    await organiser.tapWinner('0.6', 1)
    await sideAt(page, '0.6', 2).click()
    await expect(changed).toContainText(`${upper.label} won against`)
    await isWinner('0.6', 1)
    await expect(sideAt(page, '1.3', 1)).toContainText(upper.label)
    await sideAt(page, '0.6', 2).click()
    await expect(said(page, messages.winnerChanged(lower.first))).toBeVisible()
  })

  await page.goto('/admin/journal')
  for (const { label } of [first, second])
    await expect(page.getByRole('listitem').filter({ hasText: `${label} won against` })).toHaveCount(1)
})

test('a draw reset by mistake is restored with all its results @phone', async ({ page, cup, organiser }) => {
  await organiser.makeDraw(4)
  await organiser.tapWinner('0.1', 2)
  await openDrawManagement(page, cup)
  await expect(page.getByRole('button', { name: 'Reset Tournament' })).toBeDisabled()
  await page.getByRole('link', { name: 'settings' }).click()
  await page.getByRole('switch', { name: 'Organiser tools' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toBeVisible()
  await page.goto('/admin/draw')
  await isLive(page)
  const winner = await nameOf(sideAt(page, '0.1', 2))
  const match = (await matchAt(page, '0.1').getAttribute('data-match-id')) ?? ''

  await page.getByRole('button', { name: 'Reset Tournament' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset Tournament' })
  await expect(dialog.getByRole('alert')).toHaveText(messages.resetConfirm)
  await expect(dialog.getByRole('listitem')).toContainText(winner.label)
  await dialog.getByRole('button', { name: 'Reset Tournament' }).click()
  await expect(said(page, messages.wasReset)).toBeVisible()
  await expect(page.locator(`[data-match-id="${match}"]`)).toHaveCount(0)
  await expect(page.locator('.bracket [data-state="winner"]')).toHaveCount(0)

  // The journal still offers it when the banner is gone.
  await page.goto('/admin/journal')
  await isLive(page)
  const line = page.getByRole('listitem').filter({ hasText: 'The tournament was reset' })
  await line.getByRole('button', { name: /^Take back/ }).click()
  await expect(said(page, 'Taken back: The tournament was reset')).toBeVisible()
  await page.goto('/admin/draw')
  await expect(matchAt(page, '0.1')).toHaveAttribute('data-match-id', match)
  await expect(sideAt(page, '0.1', 2)).toContainText(winner.label)
  await expect(sideAt(page, '0.1', 2)).toHaveAttribute('data-state', 'winner')
})

test('registration is opened, exceeds its limit, is cleaned up and closed @phone', async ({
  page,
  cup,
  browser,
  organiser,
}) => {
  await signIn(page, cup)
  await page.goto('/admin/settings/registration')
  await isLive(page)
  await page.getByLabel('Team limit').fill('3')
  await page.getByLabel('Team limit').press('Enter')
  await expect(page.getByRole('status')).toBeVisible()
  await page.getByRole('button', { name: 'Open registration' }).click()
  await expect(page.getByText('Registration is open')).toBeVisible()

  await organiser.register('Sam Moser', { player2Name: 'José Pérez', teamPhoneNumber: '+41 79 555 0001' })
  await organiser.register('JOSE PEREZ', { player2Name: 'Sam Moser', teamPhoneNumber: '044 000 00 00' })
  await organiser.register('Kim Roth', { teamPhoneNumber: '079 555 00 01' })
  const context = await browser.newContext({ baseURL: cup.url })
  const visitor = await context.newPage()
  await visitor.goto('/register')
  await isAlive(visitor)
  await visitor.getByLabel('Player 1 Name').fill('Lea Last')
  await visitor.getByLabel('Team Phone Number').fill('+41 79 555 0009')
  await visitor.getByRole('button', { name: 'Register Team' }).dblclick()
  await expect(said(visitor, messages.registered)).toContainText('waiting list')

  await page.getByRole('link', { name: 'Back to Settings' }).click()
  await page.getByRole('link', { name: 'Back to Admin' }).click()
  await page.getByRole('link', { name: 'Team Approval' }).click()
  await isLive(page)
  const row = (name: string) => teamRow(page, name)
  await expect(page.getByText('Total Teams: 4')).toBeVisible()
  await expect(row('Lea Last')).toContainText('Waiting list, no. 1')
  await expect(row('JOSE PEREZ')).toContainText('Same names: Sam Moser, José Pérez')
  await expect(row('Kim Roth')).toContainText('Same phone number: Sam Moser, José Pérez')

  await page.getByLabel('Show').selectOption('Look alike')
  await expect(row('Lea Last')).toBeHidden()
  await page.getByRole('link', { name: 'Edit JOSE PEREZ, Sam Moser' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit team' })
  await dialog.getByRole('button', { name: 'Remove this team' }).click()
  await expect(dialog).toBeHidden()
  await expect(row('JOSE PEREZ')).toBeHidden()
  await page.getByRole('link', { name: 'Edit Kim Roth' }).click()
  await dialog.getByLabel('Team Phone Number').fill('+41 79 555 0002')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('No team matches.')).toBeVisible()

  await page.getByLabel('Show').selectOption('All')
  await expect(page.getByText('Total Teams: 3')).toBeVisible()
  await expect(row('Lea Last')).not.toContainText('Waiting list')
  await page.getByLabel('Show').selectOption('Removed')
  await expect(row('JOSE PEREZ').getByRole('button', { name: 'Put back' })).toBeVisible()

  await page.getByRole('link', { name: 'Back to Admin' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: /^Registration/ }).click()
  await page.getByRole('button', { name: 'Close registration' }).click()
  await expect(page.getByText('Registration is closed')).toBeVisible()
  await expect(visitor.getByRole('heading', { name: messages.registrationClosedTitle })).toBeVisible()
  await context.close()
})

test('an open dashboard reports a failed backup within a minute @phone', async ({ page, cup, organiser }) => {
  await page.clock.install()
  const backUp = { intent: 'back-up' }
  // The first change of a cup starts a backup; this post joins it and waits for it, so that the one below starts a new one.
  await organiser.post('/admin/settings/data', backUp)
  await signIn(page, cup)
  await page.goto('/admin')
  await isLive(page)
  const trouble = page.getByText('The last backup failed.')
  await expect(trouble).toBeHidden()

  const folder = join(cup.dataDir, 'backups')
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, 'in the way')
  const logged = watchLog(/A backup could not be made\./)
  const answer = await page.request.post('/admin/settings/data', { form: backUp })
  expect(await answer.text()).toContain('The cup may not write into the folder')
  await page.clock.fastForward(60_000)
  await expect(trouble).toBeVisible()
  expect(logged).toEqual([expect.stringContaining('EEXIST')])
})
