import { messages } from '../../src/domain/messages.ts'
import { expect } from '../support/journey.ts'
import { test } from '../support/journey-organiser.ts'
import { isAlive, isLive, said, stayOnPage } from '../support/journey-page.ts'

test.use({ serviceWorkers: 'block' })

/** The closing time as the settings' form sends it, some minutes from now. */
function closingIn(minutes: number) {
  return new Date(Date.now() + minutes * 60_000).toISOString()
}

test('a phone whose clock runs ahead registers until the cup itself closes @phone', async ({
  page,
  organiser,
}) => {
  await organiser.post('/admin/settings', { registration: 'open', registrationClosesAt: closingIn(60) })
  await page.clock.install({ time: new Date(Date.now() + 120 * 60_000) })
  await page.goto('/register')
  await isAlive(page)
  await page.clock.runFor(3_000)
  await page.getByLabel('Player 1 Name').fill('Zoé')
  await page.getByLabel('Team Phone Number').fill('079 123')
  await page.getByRole('button', { name: 'Register Team' }).click()
  await expect(said(page, messages.registered)).toBeVisible()

  await organiser.post('/admin/settings', {
    registrationClosesAt: new Date(Date.now() + 2_000).toISOString(),
  })
  await expect(page.getByRole('heading', { name: messages.registrationClosedTitle })).toBeVisible()
})

test('past tournaments, open at the current edition, shows its draw as soon as there is one @laptop', async ({
  page,
  organiser,
}) => {
  await page.goto('/past-tournaments?edition=11')
  await expect(page.getByText(messages.pastCurrentMissing)).toBeVisible()
  await isLive(page)
  const hasStayed = await stayOnPage(page)
  await organiser.makeDraw(4)
  await expect(page.locator('.bracket [data-match]')).toHaveCount(3)
  await expect(page.getByText(messages.pastCurrentMissing)).toBeHidden()
  await hasStayed()
})

test('past tournaments, open at an edition when the next one begins, keeps the one that was opened @laptop', async ({
  page,
  context,
  organiser,
}) => {
  await organiser.makeDraw(2)
  await page.goto('/past-tournaments?edition=11')
  await isLive(page)
  await organiser.tapWinner('0.0')
  const champions = page.locator('.champion-band')
  await expect(champions).toContainText('Champions')
  const winners = (await champions.locator('bdi').textContent()) ?? ''
  const hasStayed = await stayOnPage(page)

  const elsewhere = await context.newPage()
  await elsewhere.goto('/draw')
  await isLive(elsewhere)
  await organiser.post('/admin/settings', { editionNumber: '12' })
  await organiser.makeDraw(4)
  await expect(elsewhere.locator('.bracket [data-match]')).toHaveCount(3)
  await expect(page.locator('.bracket [data-match]')).toHaveCount(1)
  await expect(champions).toContainText(winners)
  await hasStayed()

  await page.reload()
  await expect(champions).toContainText(winners)
})
