import { expect } from '../support/journey.ts'
import { test } from '../support/journey-organiser.ts'
import { lineErrors } from '../support/line-errors.ts'

test('the lines meet the matches they join, with 3 teams as with 33', async ({ page, organiser }) => {
  await organiser.post('/admin/settings', { organiserTools: 'on' })
  await organiser.makeDraw(2)
  await page.goto('/draw')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('.bracket [data-match]')).toHaveCount(1)
  await expect(page.locator('.bracket .joins')).toHaveCount(0)
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
    expect(await lineErrors(page), `${teams} teams`).toBeLessThan(1)
    await organiser.tapWinner('0.0')
    await expect(page.locator('.bracket .joins [data-won]').first()).toBeAttached()
    expect(await lineErrors(page), `${teams} teams, one match decided`).toBeLessThan(1)
  }
})
