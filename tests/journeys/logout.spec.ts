import type { Page } from '@playwright/test'
import type { CupProcess } from '../support/cup-process.ts'
import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isAlive, isLive } from '../support/journey-page.ts'

async function signInAgain(page: Page, { organiser }: CupProcess) {
  await expect(page.getByText('You have been signed out.')).toBeVisible()
  await page.getByLabel('Email').fill(organiser.email)
  await page.getByLabel('Password').fill(organiser.password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('a tab whose session ends elsewhere goes to the login, and returns with what was typed @phone', async ({
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

test('an organiser finds Admin on public pages while signed in, and logging out clears the teams from the tab @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.register(2)
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
  await page.getByRole('link', { name: /^Team Approval/ }).click()
  await expect(page.getByText('+41 79 555 0001').first()).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.content()).not.toContain('+41 79 555')
  await expect(page.getByRole('link', { name: 'Schedule' })).toBeVisible()
  await expect(admin).toBeHidden()
})
