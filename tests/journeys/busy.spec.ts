import type { Locator, Page } from '@playwright/test'
import { messages } from '../../src/domain/messages.ts'
import { statusMessageMs } from '../../src/domain/settings/limits.ts'
import type { CupProcess } from '../support/cup-process.ts'
import { expect } from '../support/journey.ts'
import { type DistantOrganiser, signIn, test } from '../support/journey-organiser.ts'
import { isAlive, sideAt } from '../support/journey-page.ts'

/** Keeps every post from leaving the page until it is let go. */
async function holdPosts(page: Page) {
  const gate = Promise.withResolvers<void>()
  await page.route('**/*', async (route) => {
    if (route.request().method() === 'POST') await gate.promise
    await route.fallback()
  })
  return async () => {
    gate.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

/** A draw of 'Ana 1, Ben 1' and so on, and the page that manages it. */
async function openDrawManagement(page: Page, cup: CupProcess, organiser: DistantOrganiser, teams: number) {
  await organiser.post('/admin/settings', { organiserTools: 'on' })
  await organiser.makeDraw(teams)
  await signIn(page, cup)
  await page.goto('/admin/draw')
}

/** The spec's sentences call a team by its first player. */
async function firstPlayer(side: Locator): Promise<string> {
  return /Ana \d+/.exec(await side.innerText())?.[0] ?? ''
}

test('the button says Registering... until the team is entered, and the form is then cleared @phone', async ({
  page,
  organiser,
}) => {
  await organiser.post('/admin/settings', { registration: 'open' })
  await page.goto('/register')
  const button = page.getByRole('button', { name: /^Register/ })
  await isAlive(page)
  await expect(button).toHaveText('Register Team')
  await page.getByLabel('Player 1 Name').fill('Maya')
  await page.getByLabel('Team Phone Number').fill('079')
  const letGo = await holdPosts(page)
  await button.click()
  await expect(button).toHaveText('Registering...')
  await expect(button).toBeDisabled()
  await letGo()
  await expect(page.getByRole('status').filter({ hasText: messages.registered })).toBeVisible()
  await expect(button).toHaveText('Register Team')
  await expect(page.getByLabel('Player 1 Name')).toHaveValue('')
  await expect(page.getByLabel('Team Phone Number')).toHaveValue('')
})

test('the button says Logging in... until the credentials are checked @laptop', async ({ page, cup }) => {
  await page.goto('/login')
  const button = page.getByRole('main').getByRole('button')
  await isAlive(page)
  await expect(button).toHaveText('Login')
  await page.getByLabel('Email').fill(cup.organiser.email)
  await page.getByLabel('Password').fill('not that one')
  const letGo = await holdPosts(page)
  await button.click()
  await expect(button).toHaveText('Logging in...')
  await expect(button).toBeDisabled()
  await letGo()
  await expect(page.getByRole('alert').filter({ hasText: messages.loginFailed })).toBeVisible()
  await expect(button).toHaveText('Login')
})

test('a tapped winner is said to be set, a changed one to be changed, until the server has answered @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await openDrawManagement(page, cup, organiser, 4)
  const [upper, lower] = [sideAt(page, '0.0', 1), sideAt(page, '0.0', 2)]
  await isAlive(page)
  const said = page.getByRole('status')

  let letGo = await holdPosts(page)
  const first = await firstPlayer(upper)
  await upper.click()
  await expect(said.filter({ hasText: messages.settingWinner(first) })).toBeVisible()
  await letGo()
  await expect(said.filter({ hasText: messages.advanced(first) })).toBeVisible()

  letGo = await holdPosts(page)
  const second = await firstPlayer(lower)
  await lower.click()
  await expect(said.filter({ hasText: messages.changingWinner(second) })).toBeVisible()
  await letGo()
  await expect(said.filter({ hasText: messages.winnerChanged(second) })).toBeVisible()
})

test('a status banner disappears after 5 seconds, not before @laptop', async ({ page, cup, organiser }) => {
  await page.clock.install()
  await openDrawManagement(page, cup, organiser, 4)
  const upper = sideAt(page, '0.0', 1)
  await isAlive(page)
  const banner = page.getByRole('status').filter({ hasText: messages.advanced(await firstPlayer(upper)) })
  await page.clock.pauseAt(Date.now() + 60_000)
  await upper.click()
  // The post leaves once the tap is shown, a frame later.
  await page.clock.runFor(50)
  await expect(banner).toBeVisible()
  await page.clock.runFor(statusMessageMs - 100)
  await expect(banner).toBeVisible()
  await page.clock.runFor(200)
  await expect(banner).toBeHidden()
})

test('two teams of a round are chosen to be exchanged: never a BYE, never a third @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await openDrawManagement(page, cup, organiser, 3)
  await page.getByRole('button', { name: 'Exchange Team Positions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Exchange Team Positions' })
  const teams = dialog.getByRole('checkbox')
  await isAlive(page)
  await expect(dialog.getByLabel('Bracket')).toHaveValue('0')
  await expect(teams).toHaveCount(3)
  await expect(dialog.getByText('BYE')).toBeVisible()
  await expect(dialog.locator('label').filter({ hasText: 'Top' })).toHaveCount(2)
  await expect(dialog.locator('label').filter({ hasText: 'Bottom' })).toHaveCount(1)

  await teams.nth(0).check()
  await teams.nth(1).check()
  await teams.nth(2).click()
  await expect(teams.nth(2)).not.toBeChecked()
  await teams.nth(0).uncheck()
  await dialog.getByRole('button', { name: 'Exchange Teams' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(messages.exchangeSelectTwo)

  await teams.nth(2).check()
  await dialog.getByRole('button', { name: 'Exchange Teams' }).click()
  await expect(page.getByRole('status').filter({ hasText: messages.exchanged })).toBeVisible()
  await expect(dialog).toBeHidden()
})
