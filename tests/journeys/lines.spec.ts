import type { Page } from '@playwright/test'
import { expect } from '../support/journey.ts'
import { test } from '../support/journey-organiser.ts'
import { lineErrors, placeErrors } from '../support/line-errors.ts'

async function isInPlace(page: Page, when: string) {
  expect(await placeErrors(page), `matches: ${when}`).toBeLessThan(1)
  expect(await lineErrors(page), `lines: ${when}`).toBeLessThan(1)
}

test('matches are at their places in the layout, and lines meet them, with 3 teams as with 33 @laptop', async ({
  page,
  organiser,
}) => {
  await organiser.post('/admin/settings', { organiserTools: 'on' })
  await organiser.makeDraw(2)
  await page.goto('/draw')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('.bracket [data-match]')).toHaveCount(1)
  await expect(page.locator('.bracket .joins')).toHaveCount(0)
  expect(await placeErrors(page)).toBeLessThan(1)
  let entered = 2
  for (const [teams, matches] of [
    [3, 3],
    [5, 7],
    [22, 31],
    [33, 63],
  ] as const) {
    for (; entered < teams; entered += 1) await organiser.register(`Cleo ${entered}`)
    await organiser.approveAll()
    await organiser.post('/admin/draw', { intent: 'reset', confirm: 'yes' })
    await expect(page.locator('.bracket [data-match]')).toHaveCount(matches)
    await isInPlace(page, `${teams} teams`)
    await organiser.tapWinner('0.0')
    await expect(page.locator('.bracket .joins [data-won]').first()).toBeAttached()
    await isInPlace(page, `${teams} teams, one match decided`)
  }
  for (const step of ['Smaller', 'Smaller', 'Larger', 'Larger', 'Larger']) {
    await page.getByRole('button', { name: step }).click()
    await isInPlace(page, `33 teams, a step of zoom: ${step}`)
  }
})
