import { expect } from '../support/journey.ts'
import { type DistantOrganiser, test } from '../support/journey-organiser.ts'
import { isLive, matchAt, sideAt } from '../support/journey-page.ts'

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes')))

async function resetDraw(organiser: DistantOrganiser) {
  await organiser.post('/admin/settings', { organiserTools: 'on' })
  await organiser.post('/admin/draw', { intent: 'reset', confirm: 'yes' })
}

test('a link to a match never comes to mean another one @phone', async ({ page, organiser }) => {
  await organiser.makeDraw(8)
  await page.goto('/draw')
  await isLive(page)
  await matchAt(page, '0.2').getByRole('link').click()
  const id = await matchAt(page, '0.2').getAttribute('data-match-id')
  const link = `/draw?match=${id}`
  await expect(page).toHaveURL(link)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Quarter Finals, match 3')

  // The draw is made anew while the match is open.
  await resetDraw(organiser)
  await expect(page.locator(`[data-match-id="${id}"]`)).toHaveCount(0)
  await expect(dialog).toBeHidden()
  const note = page.getByText('This match is no longer in the draw.')
  await expect(note).toBeVisible()

  // The same link, opened later.
  await page.goto(link)
  await isLive(page)
  await expect(note).toBeVisible()
  await expect(page.locator('[data-marked]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(note).toBeHidden()
  await expect(page).toHaveURL('/draw')

  // A link of the older kind says a place.
  await page.goto('/draw?match=1.1')
  await expect(matchAt(page, '1.1').getByRole('link')).toHaveAttribute('data-marked', 'true')
})

test('a link to a team that is gone says so, and leaves the light on the one followed @laptop', async ({
  page,
  organiser,
}) => {
  await organiser.makeDraw(8)
  await page.goto('/draw')
  await isLive(page)
  const team = (await sideAt(page, '0.2', 1).getAttribute('title')) ?? ''
  await matchAt(page, '0.2').getByRole('link').click()
  await page.getByRole('button', { name: `Follow ${team}` }).click()
  await page.keyboard.press('Escape')
  await expect(page, 'what was closed is not shared').toHaveURL('/draw')

  await page.goto('/draw?team=gone00000000')
  await isLive(page)
  await expect(page.getByText('This team is no longer in the draw.')).toBeVisible()
  await expect(page.locator('[data-side][data-lit]').first()).toContainText(team)
})
