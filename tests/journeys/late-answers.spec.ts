import type { Page } from '@playwright/test'
import { messages } from '../../src/domain/messages.ts'
import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isAlive, isLive, said, sideAt, teamRow } from '../support/journey-page.ts'

// A slow network: answers come when something else has been done meanwhile.

/** Keeps every post until it is let through, one after the other. */
async function holdPosts(page: Page) {
  const held: (() => void)[] = []
  await page.route('**/action/*', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  return async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0)
    held.shift()?.()
  }
}

const approve = (page: Page, name: string) => teamRow(page, name).getByRole('button', { name: 'Approve' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a question stays until it is answered, whatever comes of the taps after it @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.register(2)
  await organiser.approveAll()
  await organiser.post('/admin/settings', { teamLimit: '2' })
  await organiser.register('Cid')
  await organiser.register('Dan')
  await signIn(page, cup)
  await page.goto('/admin/teams')
  await isLive(page)
  const letThrough = await holdPosts(page)
  await approve(page, 'Cid').click()
  await approve(page, 'Dan').click()
  await letThrough()
  await expect(dialog(page, 'Over the limit')).toBeVisible()
  await letThrough()
  // Marked, for it was neither done nor asked.
  await expect(teamRow(page, 'Dan').locator('[data-failed]')).toHaveCount(1)
  await dialog(page, 'Over the limit').getByRole('button', { name: 'Approve anyway' }).click()
  await letThrough()
  await expect(teamRow(page, 'Cid').getByRole('button', { name: 'Remove Approval' })).toBeVisible()
  await expect(approve(page, 'Dan')).toBeVisible()
})

test('a tap that waited for its turn counts, though its page was left meanwhile @laptop', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  for (const table of ['1', '2']) await organiser.post('/admin/draw', { intent: 'call', table })
  await signIn(page, cup)
  await page.goto('/admin/draw')
  await isLive(page)
  const letThrough = await holdPosts(page)
  const sides = page.getByRole('region', { name: 'Now' }).locator('button[name="side"]')
  await sides.nth(0).click()
  await sides.nth(2).click()
  await page.getByRole('link', { name: 'Back to Admin' }).click()
  await expect(page.getByRole('heading', { name: 'Admin' })).toBeVisible()
  await letThrough()
  await letThrough()
  await page.goto('/draw')
  for (const place of ['0.0', '0.1'])
    await expect(sideAt(page, place, 1)).toHaveAttribute('data-state', 'winner')
})

test('a late answer closes no other dialog, and takes nothing back that was typed or ticked since @laptop', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.register(4)
  await signIn(page, cup)
  await page.goto('/admin/teams')
  await isLive(page)
  const letThrough = await holdPosts(page)
  const edit = dialog(page, 'Edit team')
  await page.getByRole('link', { name: 'Edit Ana 1, Ben 1' }).click()
  await edit.getByLabel('Player 1 Name').fill('Anna 1')
  await edit.getByRole('button', { name: 'Save' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Edit Ana 2, Ben 2' }).click()
  await edit.getByLabel('Player 1 Name').fill('Anna 2')
  await letThrough()
  await expect(teamRow(page, 'Anna 1')).toHaveCount(1)
  await expect(edit.getByLabel('Player 1 Name')).toHaveValue('Anna 2')
  await page.keyboard.press('Escape')

  const choose = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
  await choose('Ana 2, Ben 2').check()
  await page.getByRole('button', { name: 'Approve selected' }).click()
  await choose('Ana 3, Ben 3').check()
  await letThrough()
  await expect(teamRow(page, 'Ana 2').getByRole('button', { name: 'Remove Approval' })).toBeVisible()
  await expect(choose('Ana 2, Ben 2')).not.toBeChecked()
  await expect(choose('Ana 3, Ben 3')).toBeChecked()
})

test('what is typed on while the first part is being saved stays, and is not saved yet @laptop', async ({
  page,
  cup,
}) => {
  await signIn(page, cup)
  await page.goto('/admin/settings/edition')
  await isLive(page)
  const letThrough = await holdPosts(page)
  const theme = page.getByLabel('Theme')
  await theme.fill('Neon')
  await theme.press('Enter')
  await theme.press('End')
  await theme.pressSequentially(' night')
  await letThrough()
  await expect(page.getByRole('status')).toContainText('Theme now Neon')
  await expect(theme).toHaveValue('Neon night')
  await expect(page.getByText('Not saved yet: Theme')).toBeVisible()
  await theme.press('Enter')
  await letThrough()
  await expect(page.getByText('Everything is saved.')).toBeVisible()
  await expect(theme).toHaveValue('Neon night')
})

test('what is typed before scripts are there stays, and is sent @phone', async ({ page, cup, organiser }) => {
  await organiser.post('/admin/settings', { registration: 'open' })
  await organiser.register(2)
  const scripts = Promise.withResolvers<void>()
  await page.context().route('**/static/js/**', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/register', { waitUntil: 'commit' })
  const fields = { 'Player 1 Name': 'Zoé', 'Team(s)': 'Reds', 'Team Phone Number': '079 123' }
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)
  const teams = await page.context().newPage()
  await signIn(teams, cup)
  await teams.goto('/admin/teams', { waitUntil: 'commit' })
  await teams.getByLabel('Search').fill('Ana 2')
  const settings = await page.context().newPage()
  await settings.goto('/admin/settings/edition', { waitUntil: 'commit' })
  await settings.getByLabel('Theme').fill('Neon')

  scripts.resolve()
  await isAlive(page)
  for (const [label, text] of Object.entries(fields)) await expect(page.getByLabel(label)).toHaveValue(text)
  await page.getByRole('button', { name: 'Register Team' }).click()
  await expect(said(page, messages.registered)).toBeVisible()
  await isLive(teams)
  await expect(teams.getByLabel('Search')).toHaveValue('Ana 2')
  await expect(teamRow(teams, 'Ana 1')).toBeHidden()
  await isLive(settings)
  await organiser.post('/admin/settings', { venue: 'The Old Bar' })
  await expect(settings.getByLabel('Place')).toHaveValue('The Old Bar')
  await expect(settings.getByLabel('Theme')).toHaveValue('Neon')
  await expect(settings.getByText('Not saved yet: Theme')).toBeVisible()
})

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('an hour that nobody touched is shown as the clock there has it, and counts as saved @laptop', async ({
    page,
    cup,
    organiser,
  }) => {
    await organiser.post('/admin/settings', { registrationClosesAt: '2031-05-02T18:00Z' })
    await signIn(page, cup)
    await page.goto('/admin/settings/registration')
    await isLive(page)
    await expect(page.getByLabel('Registration closing time')).toHaveValue('2031-05-02T20:00')
    await page.getByLabel('Team limit').fill('8')
    await expect(page.getByText('Not saved yet: Team limit', { exact: true })).toBeVisible()
    await page.getByLabel('Team limit').fill('0')
    await expect(page.getByText('Everything is saved.')).toBeVisible()
    await page.reload()
    await isLive(page)
    await expect(page.getByText('Everything is saved.')).toBeVisible()
  })
})

test('on the way from a dialog to a page that is slow the header can be used @laptop', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.register(1)
  await signIn(page, cup)
  await page.goto('/admin/teams')
  await isLive(page)
  await page.getByRole('link', { name: 'Edit Ana 1, Ben 1' }).click()
  const answer = Promise.withResolvers<void>()
  await page.route(/names\.data/, async (route) => {
    await answer.promise
    await route.continue()
  })
  await dialog(page, 'Edit team').getByRole('link', { name: 'Remove the name of a player' }).click()
  await expect(dialog(page, 'Edit team')).toBeHidden()
  await page.getByRole('button', { name: 'Switch between light and dark' }).click({ noWaitAfter: true })
  await expect(page.locator('html')).toHaveAttribute('data-theme', /light|dark/)
  answer.resolve()
  await expect(page.getByRole('heading', { name: 'Remove a name' })).toBeVisible()
})

test('a team keeps its own link on the page, whatever is refused there after it, and when registration closes @phone', async ({
  page,
  organiser,
}) => {
  await organiser.post('/admin/settings', { registration: 'open' })
  await page.goto('/register')
  await isAlive(page)
  await page.getByLabel('Player 1 Name').fill('Lea')
  await page.getByLabel('Team Phone Number').fill('+41 79 555 0009')
  await page.getByRole('button', { name: 'Register Team' }).click()
  await expect(said(page, messages.registered)).toBeVisible()
  const address = page.getByText(/\/team\/|\/entry\//).first()
  const before = await address.innerText()
  await expect(address).toBeInViewport()
  expect(await address.innerText()).toBe(before)

  await page.getByRole('button', { name: 'Register Team' }).click()
  await expect(page.getByRole('alert')).toContainText('Please fill in')
  expect(await address.innerText()).toBe(before)

  await organiser.post('/admin/settings', { registration: 'closed' })
  const closed = page.getByRole('region', { name: messages.registrationClosedTitle })
  await expect(closed).toContainText(messages.registrationClosed)
  await expect(closed.getByRole('link', { name: 'Open', exact: true })).toBeVisible()
  expect(await address.innerText()).toBe(before)
  await closed.getByRole('link', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Lea' })).toBeVisible()
})
