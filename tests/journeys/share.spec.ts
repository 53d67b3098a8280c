import type { Page } from '@playwright/test'
import { expect, expectAccessible } from '../support/journey.ts'
import { test } from '../support/journey-organiser.ts'
import { isLive, matchAt, sideAt } from '../support/journey-page.ts'
import { smallTargets } from '../support/touch-targets.ts'

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes')))

/** Follows the first team of the draw, and opens its card. */
async function followFirst(page: Page) {
  const team = (await sideAt(page, '0.0', 1).getAttribute('title')) ?? ''
  await matchAt(page, '0.0').getByRole('link').click()
  await page.getByRole('button', { name: `Follow ${team}` }).click()
  await page.keyboard.press('Escape')
  const card = page.getByRole('complementary', { name: 'The team you follow' })
  await card.locator('summary').click()
  return card
}

test('sharing says that the link was copied, wherever it is tapped @phone', async ({
  page,
  context,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: cup.url })
  await page.goto('/draw')
  await isLive(page)
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const note = page.getByText('Link copied')

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(note).toBeInViewport({ ratio: 1 })
  expect(await copied()).toBe(`${cup.url}/draw`)
  await expect(note, 'it goes by itself').toBeHidden()

  const card = await followFirst(page)
  await card.getByRole('button', { name: 'Share' }).click()
  await expect(note).toBeInViewport({ ratio: 1 })
  expect(await copied()).toMatch(/\/draw\?team=\w{12}$/)

  const id = await matchAt(page, '0.0').getAttribute('data-match-id')
  await matchAt(page, '0.0').getByRole('link').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Share this match' }).click()
  await expect(page.getByRole('dialog').getByText('Link copied')).toBeInViewport({ ratio: 1 })
  expect(await copied()).toBe(`${cup.url}/draw?match=${id}`)
})

test('where nothing can be copied, as on plain http, the address is there to be taken @laptop', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.goto('/draw')
  await isLive(page)
  const address = page.getByLabel('Copy this address')
  const selected = () =>
    address.evaluate((field: HTMLInputElement) =>
      field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0),
    )

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(address).toBeInViewport({ ratio: 1 })
  await expect.poll(selected).toBe(`${cup.url}/draw`)
  await expectAccessible(page)
  expect(await smallTargets(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(address).toBeHidden()

  const card = await followFirst(page)
  const before = await card.boundingBox()
  await card.getByRole('button', { name: 'Share' }).click()
  await expect.poll(selected).toMatch(/\/draw\?team=\w{12}$/)
  expect(await card.boundingBox(), 'the card stays as it is').toEqual(before)
  await page.keyboard.press('Escape')
  await expect(address).toBeHidden()

  await matchAt(page, '0.0').getByRole('link').click()
  await page.getByRole('button', { name: 'Share this match' }).click()
  await expect.poll(selected).toMatch(/\/draw\?match=1-\w{8}$/)
  await page.keyboard.press('Escape')
  await expect(address).toBeHidden()
  await expect(page.getByRole('dialog'), 'what it was shared from stays').toBeVisible()
})

test("a phone's own share sheet is used where there is one @phone", async ({ page, organiser, cup }) => {
  await organiser.makeDraw(4)
  await page.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(globalThis, { shared })
    Object.defineProperty(navigator, 'share', { value: async (what: unknown) => void shared.push(what) })
  })
  await page.goto('/draw')
  await isLive(page)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const shared = () => page.evaluate(() => (globalThis as unknown as { shared: unknown[] }).shared)
  await expect.poll(shared).toEqual([{ title: 'The Cup N11', url: `${cup.url}/draw` }])
  await expect(page.getByText('Link copied')).toBeHidden()
})
