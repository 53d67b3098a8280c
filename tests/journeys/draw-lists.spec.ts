import type { Locator, Page } from '@playwright/test'
import { messages } from '../../src/domain/messages.ts'
import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isLive, pauseClock, runClockUntil } from '../support/journey-page.ts'

/** Buttons that cannot be tapped at their centre without scrolling. */
function outOfReach(buttons: Locator): Promise<(string | null)[]> {
  return buttons.evaluateAll((elements) =>
    elements.flatMap((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      const isInReach = top >= 0 && top + height <= innerHeight && element.contains(hit)
      return isInReach ? [] : [element.textContent]
    }),
  )
}

const tableCard = (page: Page, table: number) =>
  page
    .getByRole('region', { name: 'Now' })
    .getByRole('article')
    .filter({ hasText: new RegExp(`Table ${table}`) })
    .first()
const placesOf = (page: Page, tables: readonly number[]) =>
  Promise.all(tables.map((table) => tableCard(page, table).boundingBox()))

test('with six tables busy, every winner and the next call can be tapped without scrolling, and no table moves @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.post('/admin/settings', { registration: 'open' })
  for (let number = 10; number < 26; number += 1)
    await organiser.register(`Maximilian ${number}`, { player2Name: `Bartholomew ${number}` })
  await organiser.approveAll()
  await organiser.post('/draw', { intent: 'generate' })
  for (let table = 1; table <= 6; table += 1)
    await organiser.post('/admin/draw', { intent: 'call', table: String(table) })
  await signIn(page, cup)
  for (const { width, height, table } of [
    { width: 390, height: 844, table: 2 },
    { width: 375, height: 667, table: 5 },
  ])
    await test.step(`${width} × ${height} px`, async () => {
      await page.setViewportSize({ width, height })
      await page.goto('/admin/draw')
      await isLive(page)
      const sides = page
        .getByRole('region', { name: 'Now' })
        .getByTitle(messages.selectHint)
        .locator('visible=true')
      await expect(sides).toHaveCount(12)
      expect(await outOfReach(sides)).toEqual([])

      const others = [1, 2, 3, 4, 5, 6].filter((each) => each !== table)
      const before = await placesOf(page, others)
      await tableCard(page, table).getByTitle(messages.selectHint).first().tap()
      const call = page.getByRole('button', { name: `Call next to table ${table}` })
      await expect(call).toBeVisible()
      expect(await outOfReach(call)).toEqual([])
      expect(await placesOf(page, others)).toEqual(before)
      await call.tap()
      await expect(tableCard(page, table)).toBeVisible()
      expect(await placesOf(page, others)).toEqual(before)
      const last = tableCard(page, table).getByTitle(messages.selectHint).last()
      await expect(last).toBeVisible()
      expect(await outOfReach(last)).toEqual([])
    })
})

test('a second tap on Call next within 1.5 s, when the button has another match, calls nothing @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(8)
  await signIn(page, cup)
  await page.clock.install()
  await page.goto('/admin/draw')
  await isLive(page)
  await pauseClock(page)
  const calls: string[] = []
  page.on('request', (request) => request.url().endsWith('/action/call') && calls.push(request.url()))
  const tap = () => page.locator('.call-next button').evaluate((button: HTMLButtonElement) => button.click())
  await tap()
  await runClockUntil(page, () => tableCard(page, 1).isVisible())
  await tap()
  const next = page.getByRole('button', { name: 'Call next to table 2', disabled: false })
  await runClockUntil(page, () => next.isVisible(), 100)
  expect(calls).toHaveLength(1)
  await tap()
  await expect.poll(() => calls.length).toBe(2)
})

test('the red mark of a failed call leaves with its match, not to the next one @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(8)
  await signIn(page, cup)
  await page.goto('/admin/draw')
  await isLive(page)
  await page.route('**/action/call', (route) => route.abort())
  const call = page.getByRole('button', { name: 'Call next to table 1' })
  await call.tap()
  await expect(call).toHaveAttribute('data-failed')
  await organiser.post('/admin/draw', { intent: 'call' })
  const next = page.getByRole('button', { name: 'Call next to table 2' })
  await expect(next).toBeVisible()
  await expect(next).not.toHaveAttribute('data-failed')

  await test.step('Up next counts only matches that can be called, also while a decided one is still listed', async () => {
    const now = page.getByRole('region', { name: 'Now' })
    await expect(now.getByRole('heading', { name: 'Up next (3 waiting)' })).toBeVisible()
    await now
      .getByRole('article')
      .filter({ hasNotText: /Table \d/ })
      .first()
      .locator('summary')
      .click()
    const waiting = now
      .getByRole('article')
      .filter({ hasNotText: /Table \d/ })
      .first()
    await waiting.getByTitle(messages.selectHint).first().click()
    await expect(now.getByText('Decided')).toBeVisible()
    await expect(now.getByRole('heading', { name: 'Up next (2 waiting)' })).toBeVisible()
  })
})
