import { expect, expectAccessible } from '../support/journey.ts'
import { test } from '../support/journey-organiser.ts'
import { isLive, said } from '../support/journey-page.ts'

test('a visitor repeats the draw with the same lots, and the page shows a newer draw @phone', async ({
  page,
  organiser,
}) => {
  await organiser.makeDraw(5)
  await page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes'))
  await page.goto('/draw')
  await page.getByRole('link', { name: 'How this draw was made' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How this draw was made')
  await isLive(page)
  await page.getByRole('button', { name: 'Check it here' }).click()
  await expect(said(page, 'Drawn again: the same. All 4 matches of the Quarter Finals')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Drawn once' })).toBeVisible()
  await expectAccessible(page)

  await organiser.post('/admin/settings', { organiserTools: 'on' })
  await organiser.post('/admin/draw', { intent: 'reset', confirm: 'yes' })
  await expect(page.getByRole('heading', { name: 'Drawn 2 times' })).toBeVisible()
  await expect(page.getByText('reset and made again by an organiser, with 5 teams')).toBeVisible()
  await page.getByRole('button', { name: 'Check it here' }).click()
  await expect(said(page, 'Drawn again: the same.')).toBeVisible()
})
