import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible } from '../support/journey.ts'
import { test } from '../support/journey-organiser.ts'
import { isLive, matchAt, sideAt } from '../support/journey-page.ts'
import { smallTargets } from '../support/touch-targets.ts'

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes')))

async function followFirst(page: Page) {
  const team = (await sideAt(page, '0.0', 1).getAttribute('title')) ?? ''
  await matchAt(page, '0.0').getByRole('link').click()
  await page.getByRole('button', { name: `Follow ${team}` }).click()
  await page.keyboard.press('Escape')
  const card = page.getByRole('complementary', { name: 'The team you follow' })
  await card.locator('summary').click()
  return card
}

test('every Share button copies its link and says so @phone', async ({ page, context, cup, organiser }) => {
  await organiser.makeDraw(4)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: cup.url })
  await page.goto('/draw')
  await isLive(page)
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const note = page.getByText('Link copied')

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(note).toBeInViewport({ ratio: 1 })
  expect(await copied()).toBe(`${cup.url}/draw`)
  await expect(note, 'closes after 4 s').toBeHidden()

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

test('without a clipboard, as on plain http, Share shows the address to copy @laptop', async ({
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

  const share = page.getByRole('button', { name: 'Share', exact: true })
  await share.click()
  await page.getByRole('button', { name: 'Close', exact: true }).press('Enter')
  await expect(address).toBeHidden()
  await expect(share).toBeFocused()

  const card = await followFirst(page)
  const before = await card.boundingBox()
  await card.getByRole('button', { name: 'Share' }).click()
  await expect.poll(selected).toMatch(/\/draw\?team=\w{12}$/)
  expect(await card.boundingBox(), 'the card does not move').toEqual(before)
  await page.keyboard.press('Escape')
  await expect(address).toBeHidden()

  await matchAt(page, '0.0').getByRole('link').click()
  await page.getByRole('button', { name: 'Share this match' }).click()
  await expect.poll(selected).toMatch(/\/draw\?match=1-\w{8}$/)
  await page.keyboard.press('Escape')
  await expect(address).toBeHidden()
  await expect(page.getByRole('dialog'), 'the dialog with the button stays open').toBeVisible()
})

async function sizeOfPng(path: string) {
  const bytes = await readFile(path)
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

test('one tap saves a picture of a result, of a team’s path, or of the champions @phone', async ({
  page,
  organiser,
}) => {
  await organiser.makeDraw(4)
  for (const place of ['0.0', '0.1', '1.0']) await organiser.tapWinner(place)
  const saved = async (button: Locator) => {
    const download = page.waitForEvent('download')
    await button.click()
    const file = await download
    const { width, height } = await sizeOfPng(await file.path())
    expect(width).toBe(1080)
    expect(height).toBeGreaterThanOrEqual(1350)
    return file.suggestedFilename()
  }
  await page.goto('/draw')
  await isLive(page)
  const card = await followFirst(page)
  expect(await saved(card.getByRole('button', { name: 'Picture' }))).toMatch(/^the-cup-n11-.+\.png$/)
  await expect(card.getByRole('status').filter({ hasText: 'Picture saved' })).toBeAttached()

  await matchAt(page, '0.0').getByRole('link').click()
  const dialog = page.getByRole('dialog')
  expect(await saved(dialog.getByRole('button', { name: 'Picture' }))).toBe('the-cup-n11-semi-finals.png')

  await page.goto('/past-champions')
  await isLive(page)
  const champions = page.getByRole('region', { name: 'The champions' })
  expect(await saved(champions.getByRole('button', { name: 'Picture' }))).toBe('the-cup-n11-champions.png')
})

test('a picture goes to the phone’s share sheet if that takes files, and a match without a result has none @phone', async ({
  page,
  organiser,
}) => {
  await organiser.makeDraw(4)
  await organiser.tapWinner('0.0')
  await page.addInitScript(() => {
    const shared: string[] = []
    Object.assign(globalThis, { shared })
    Object.defineProperty(navigator, 'canShare', { value: () => true })
    Object.defineProperty(navigator, 'share', {
      value: async ({ files }: { files: File[] }) =>
        void shared.push(...files.map(({ type, name }) => `${type} ${name}`)),
    })
  })
  await page.goto('/draw')
  await isLive(page)
  await matchAt(page, '0.1').getByRole('link').click()
  await expect(page.getByRole('button', { name: 'Share this match' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Picture' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await matchAt(page, '0.0').getByRole('link').click()
  await page.getByRole('button', { name: 'Picture' }).click()
  const shared = () => page.evaluate(() => (globalThis as unknown as { shared: string[] }).shared)
  await expect.poll(shared).toEqual(['image/png the-cup-n11-semi-finals.png'])
})
