import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isAlive } from '../support/journey-page.ts'

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
