import type { Page } from '@playwright/test'
import type { CupProcess } from '../support/cup-process.ts'
import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isAlive, isLive } from '../support/journey-page.ts'

test('nothing of the teams is left in a tab that was logged out @phone', async ({ page, cup, organiser }) => {
  await organiser.register(2)
  await signIn(page, cup)
  await page.goto('/admin/teams')
  await isAlive(page)
  expect(await page.content()).toContain('+41 79 555 0001')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.content()).not.toContain('+41 79 555')
})

test('Logout goes home without a word, however long that takes @phone', async ({ page, cup }) => {
  await signIn(page, cup)
  await page.goto('/admin/teams')
  await isLive(page)
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/', async (route) => {
    await isLetGo
    await route.continue()
  })
  // A locator would wait for the page that is on its way.
  const alerts: string[] = []
  page.on('console', (message) => message.text().startsWith('alert') && alerts.push(message.text()))
  await page.evaluate(() => {
    const tell = () => {
      for (const alert of document.querySelectorAll('[role=alert]'))
        if (alert.checkVisibility()) console.log('alert', alert.textContent)
    }
    new MutationObserver(tell).observe(document.body, { childList: true, subtree: true, attributes: true })
  })
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/')
  // Nor may the click wait for it: it is held below.
  await page.getByRole('button', { name: 'Logout' }).click({ noWaitAfter: true })
  await asked
  // The stream has told of the end of a session by now, and a reload of the page would have been answered.
  await page.waitForTimeout(2_000)
  letGo()
  await expect(page).toHaveURL('/')
  expect(alerts).toEqual([])
})

/** Signs in on the login page that this tab was led to. */
async function signInAgain(page: Page, { organiser }: CupProcess) {
  await expect(page.getByText('You have been signed out.')).toBeVisible()
  await page.getByLabel('Email').fill(organiser.email)
  await page.getByLabel('Password').fill(organiser.password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('a tab whose session ends elsewhere leaves the admin page, and comes back with what was typed @phone', async ({
  page,
  context,
  cup,
  organiser,
}) => {
  await organiser.register(2)
  await signIn(page, cup)
  await page.goto('/admin/settings/links')
  await isLive(page)
  await page.getByLabel('Sponsor announcement').fill('Chalk is at table 3')
  const another = await context.newPage()
  await another.goto('/admin/teams')
  await isLive(another)

  const third = await context.newPage()
  await third.goto('/admin')
  await isAlive(third)
  await third.getByRole('button', { name: 'Logout' }).click()
  await expect(third).toHaveURL('/')

  await expect(another).toHaveURL('/login')
  expect(await another.content()).not.toContain('+41 79 555')
  await expect(page).toHaveURL('/login')
  await signInAgain(page, cup)
  await expect(page).toHaveURL('/admin/settings/links')
  await expect(page.getByLabel('Sponsor announcement')).toHaveValue('Chalk is at table 3')
})

test('what is sent after the session has ended is typed again on the way back, and can be sent @phone', async ({
  page,
  context,
  cup,
}) => {
  await signIn(page, cup)
  await page.goto('/admin/settings/links')
  await isAlive(page)
  await context.clearCookies()
  const announcement = page.getByLabel('Sponsor announcement')
  const save = page.locator('form').filter({ has: announcement }).getByRole('button', { name: 'Save' })
  await announcement.fill('Chalk is at table 3')
  await save.click()
  await signInAgain(page, cup)
  await expect(page).toHaveURL('/admin/settings/links')
  await expect(announcement).toHaveValue('Chalk is at table 3')
  await save.click()
  await expect(page.getByRole('status').filter({ hasText: 'Sponsor announcement' })).toBeVisible()
})

test('a page asks again when its session should be over @laptop', async ({ page, cup }) => {
  await page.clock.install()
  await signIn(page, cup)
  await page.goto('/admin/teams')
  await isAlive(page)
  await page.context().clearCookies()
  await page.clock.fastForward('24:00:02')
  await expect(page).toHaveURL('/login')
})

test('Logout in a tab that is signed out already leads home, as any @laptop', async ({
  page,
  context,
  cup,
}) => {
  await signIn(page, cup)
  await page.goto('/admin/teams')
  await isAlive(page)
  await context.clearCookies()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
})

test('an organiser finds Admin on public pages, from signing in to signing out @phone', async ({
  page,
  cup,
}) => {
  const admin = page.getByRole('link', { name: 'Admin', exact: true })
  await page.goto('/login')
  await isAlive(page)
  await page.getByLabel('Email').fill(cup.organiser.email)
  await page.getByLabel('Password').fill(cup.organiser.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/admin')
  await page.getByRole('link', { name: /home/ }).click()
  await expect(page).toHaveURL('/')
  await expect(admin).toBeVisible()
  await page.goto('/schedule')
  await admin.click()
  await expect(page).toHaveURL('/admin')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Schedule' })).toBeVisible()
  await expect(admin).toBeHidden()
})
