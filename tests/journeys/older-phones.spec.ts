import { messages } from '../../src/domain/messages.ts'
import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isAlive, isLive, said, sideAt, teamRow } from '../support/journey-page.ts'

test('when the script fails before sending a form, the browser posts it @phone', async ({
  page,
  cup,
  organiser,
}) => {
  // Functions that the script needs, and older phones lack.
  await page.addInitScript(() => {
    Object.assign(AbortSignal, { timeout: undefined })
    Object.assign(Crypto.prototype, { getRandomValues: undefined })
  })
  await organiser.makeDraw(4)

  await page.goto('/register')
  await isAlive(page)
  await page.getByLabel('Player 1 Name').fill('Zoé')
  await page.getByLabel('Team Phone Number').fill('079 123')
  await page.getByRole('button', { name: 'Register Team' }).click()
  await expect(said(page, messages.registered)).toBeVisible()

  await signIn(page, cup)
  await page.goto('/admin/teams')
  await isLive(page)
  await teamRow(page, 'Zoé').getByRole('button', { name: 'Approve' }).click()
  await expect(said(page, 'Approved: Zoé')).toBeVisible()

  await page.goto('/admin/draw')
  await isLive(page)
  await sideAt(page, '0.0', 1).click()
  await expect(said(page, 'advanced to the next round')).toBeVisible()
  await expect(sideAt(page, '0.0', 1)).toHaveAttribute('data-state', 'winner')
})
