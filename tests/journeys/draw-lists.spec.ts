import type { Locator, Page } from '@playwright/test'
import { messages } from '../../src/domain/messages.ts'
import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isLive } from '../support/journey-page.ts'

test('Up next counts only what can still be called, also while a decided match is still listed @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  await signIn(page, cup)
  await page.goto('/admin/draw')
  await isLive(page)
  const now = page.getByRole('region', { name: 'Now' })
  await expect(now.getByRole('heading', { name: 'Up next (2 waiting)' })).toBeVisible()
  await now.getByRole('article').first().locator('summary').click()
  await now.getByTitle(messages.selectHint).first().click()
  await expect(now.getByText('Decided')).toBeVisible()
  await expect(now.getByRole('heading', { name: 'Up next (1 waiting)' })).toBeVisible()
})

/** Whether a thumb that comes down on its middle taps it, without a scroll before. */
function isInReach(button: Locator): Promise<boolean> {
  return button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return top >= 0 && top + height <= innerHeight && element.contains(hit)
  })
}

/** The card of a table, and where it is. */
const tableCard = (page: Page, table: number) =>
  page
    .getByRole('region', { name: 'Now' })
    .getByRole('article')
    .filter({ hasText: new RegExp(`Table ${table}`) })
    .first()
const placesOf = (page: Page, tables: readonly number[]) =>
  Promise.all(tables.map((table) => tableCard(page, table).boundingBox()))

for (const [width, height] of [
  [390, 844],
  [375, 667],
] as const)
  test(`with six tables busy every winner and the next call are in reach of ${width} × ${height} px, and no table moves @phone`, async ({
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
    await page.setViewportSize({ width, height })
    await signIn(page, cup)
    await page.goto('/admin/draw')
    await isLive(page)
    const sides = page
      .getByRole('region', { name: 'Now' })
      .getByTitle(messages.selectHint)
      .locator('visible=true')
    await expect(sides).toHaveCount(12)
    for (const side of await sides.all()) expect(await isInReach(side)).toBe(true)

    const others = [1, 3, 4, 5, 6]
    const before = await placesOf(page, others)
    await tableCard(page, 2).getByTitle(messages.selectHint).first().tap()
    const call = page.getByRole('button', { name: 'Call next to table 2' })
    await expect(call).toBeVisible()
    expect(await isInReach(call)).toBe(true)
    expect(await placesOf(page, others)).toEqual(before)
    await call.tap()
    await expect(tableCard(page, 2)).toBeVisible()
    expect(await placesOf(page, others)).toEqual(before)
    expect(await isInReach(tableCard(page, 2).getByTitle(messages.selectHint).last())).toBe(true)
  })

test('a second tap on Call next within 1.5 s calls nothing: the button has another match by then @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(8)
  await signIn(page, cup)
  await page.clock.install()
  await page.goto('/admin/draw')
  await isLive(page)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  const calls: string[] = []
  page.on('request', (request) => request.url().endsWith('/action/call') && calls.push(request.url()))
  const tap = () => page.locator('.call-next button').evaluate((button: HTMLButtonElement) => button.click())
  await tap()
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return tableCard(page, 1).isVisible()
    })
    .toBe(true)
  await tap()
  await page.clock.runFor(2_000)
  const next = page.getByRole('button', { name: 'Call next to table 2' })
  await expect(next).toBeEnabled()
  expect(calls).toHaveLength(1)
  await tap()
  await expect.poll(() => calls.length).toBe(2)
})

test('the red mark of a call that failed goes with its match, not to the next one @phone', async ({
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
})

test('teams that did not come are named in the order of the entry list @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.post('/admin/settings', { registration: 'open' })
  for (const name of ['zoe', 'Bob', 'Émile', 'adam']) await organiser.register(name)
  await organiser.approveAll()
  await organiser.post('/draw', { intent: 'generate' })
  await page.goto('/entries')
  const entries = await page
    .getByRole('row')
    .filter({ hasText: 'Approved' })
    .getByRole('cell')
    .allTextContents()
  expect(entries.filter((text) => /^(zoe|Bob|Émile|adam)$/.test(text))).toEqual([
    'adam',
    'Bob',
    'Émile',
    'zoe',
  ])

  await signIn(page, cup)
  await page.goto('/admin/draw')
  const options = page.getByLabel('A team that did not come').getByRole('option')
  await expect(options).toHaveText(['Select a team', 'adam', 'Bob', 'Émile', 'zoe'])
})
