import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isLive, said } from '../support/journey-page.ts'

test('a team that registers, is renamed and removed while the list is open is found among the removed, and put back @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.post('/admin/settings', { registration: 'open' })
  await signIn(page, cup)
  await page.goto('/admin/teams')
  await isLive(page)
  await organiser.register('Maya Lnd', { teamPhoneNumber: '+41 79 555 0101' })
  await expect(page.getByRole('row').filter({ hasText: 'Maya Lnd' })).toContainText('+41 79 555 0101')
  await page.getByRole('link', { name: 'Edit Maya Lnd' }).click()
  await page.getByLabel('Player 1 Name').fill('Maya Lind')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Edit Maya Lind' }).click()
  await page.getByRole('button', { name: 'Remove this team' }).click()
  await expect(said(page, 'Removed from the list: Maya Lind.')).toBeVisible()

  await page.getByLabel('Show').selectOption('Removed')
  const removed = page.getByRole('row').filter({ hasText: 'Maya Lind' })
  await expect(removed).toContainText('+41 79 555 0101')
  await removed.getByRole('button', { name: 'Put back' }).click()
  await expect(said(page, 'Put back on the list: Maya Lind.')).toBeVisible()
})
