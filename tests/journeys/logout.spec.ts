import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isAlive, refused } from '../support/journey-page.ts'

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

test('who is signed out while typing loses nothing, and sends it once signed in again @phone', async ({
  page,
  context,
  cup,
}) => {
  await signIn(page, cup)
  await page.goto('/admin/settings/links')
  await isAlive(page)
  await context.clearCookies()
  const announcement = page.getByLabel('Sponsor announcement')
  await announcement.fill('Chalk is at table 3')
  const save = page.locator('form').filter({ has: announcement }).getByRole('button', { name: 'Save' })
  await save.click()

  const notice = refused(page, 'You have been signed out, so nothing was changed.')
  await expect(notice).toBeVisible()
  await expect(announcement).toHaveValue('Chalk is at table 3')

  const another = context.waitForEvent('page')
  await notice.getByRole('link', { name: 'Sign in' }).click()
  const login = await another
  await login.getByLabel('Email').fill(cup.organiser.email)
  await login.getByLabel('Password').fill(cup.organiser.password)
  await login.getByRole('button', { name: 'Login' }).click()
  await expect(login).toHaveURL('/admin')
  await login.close()

  await save.click()
  await expect(notice).toBeHidden()
  await page.goto('/')
  await expect(page.getByText('Chalk is at table 3')).toBeVisible()
})

test('Logout in a tab that is signed out already leads to the login page @laptop', async ({
  page,
  context,
  cup,
}) => {
  await signIn(page, cup)
  await page.goto('/admin/teams')
  await isAlive(page)
  await context.clearCookies()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
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
