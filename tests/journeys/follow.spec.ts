import { expect, expectAccessible } from '../support/journey.ts'
import { test } from '../support/journey-organiser.ts'
import { isLive, matchAt, sideAt } from '../support/journey-page.ts'

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes')))

test('the card calls, and still says against whom, where and when', async ({ page, organiser }) => {
  await organiser.post('/admin/settings', { organiserTools: 'on', scheduleGroupSize: '2' })
  await organiser.makeDraw(8)
  await page.goto('/draw')
  await isLive(page)
  const own = (await sideAt(page, '0.2', 1).getAttribute('title')) ?? ''
  const other = (await sideAt(page, '0.2', 2).getAttribute('title')) ?? ''
  const id = (await matchAt(page, '0.2').getAttribute('data-match-id')) ?? ''
  await matchAt(page, '0.2').getByRole('link').click()
  await page.getByRole('button', { name: `Follow ${own}` }).click()
  await page.keyboard.press('Escape')

  const card = page.getByRole('complementary', { name: 'The team you follow' })
  const ground = () => card.evaluate((element) => getComputedStyle(element).backgroundColor)
  const upNext = page.locator('.bracket .match-tag', { hasText: 'Up next' })
  await expect(card).toContainText(`Next: against ${other} · about 9:30 PM · 2 matches before`)
  await expect(upNext, 'one for each free table').toHaveCount(2)
  const quiet = await ground()

  await organiser.tapWinner('0.0')
  await expect(card.getByRole('status')).toHaveText('You are up next. Get ready!')
  await expect(card).toContainText(`Next: against ${other} · about 9:30 PM`)
  await expect(card).not.toContainText('before')
  await expect(matchAt(page, '0.2').locator('.match-tag')).toHaveText('Up next')
  expect(await ground()).not.toBe(quiet)
  await expectAccessible(page)

  await organiser.post('/admin/draw', { intent: 'call', matchId: id })
  await expect(card.getByRole('status')).toHaveText('To table 1, please!')
  await expect(card).toContainText(new RegExp(`Now: against ${other} · table 1 · called \\d+:\\d\\d\\s[AP]M`))
  await expect(card.locator('summary')).toHaveAccessibleDescription(/To table 1, please! .*against/)

  await organiser.tapWinner('0.2', 2)
  await expect(card).toContainText('Out this time')
  await expect.poll(ground).toBe(quiet)
  await expectAccessible(page)
})
