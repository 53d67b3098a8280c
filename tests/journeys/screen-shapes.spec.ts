import { expect, type Locator, type Page, test } from '@playwright/test'
import { asTvOpens } from '../support/journey-page.ts'
import { openForPicture, pictureContext, startPictureCup, teamsCalled } from '../support/picture-cup.ts'
import type { TestCup } from '../support/start-cup.ts'

test.use(pictureContext)

const teams = (count: number) =>
  teamsCalled(count, (index) => [`Maximiliana Oberhauser ${index}`, 'Alexandria Montgomery'])

test('a draw of one match is a card that fills the bar’s screen @laptop', async ({ page }) => {
  for (const options of [{ teams: teams(2), called: 1 }, { teams: teams(1) }]) {
    const cup = await startPictureCup(options)
    for (const [width, height] of [
      [1280, 720],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height })
      await openNamed(page, cup)
      const card = await boxOf(page.locator('.tv .match'))
      expect(card.height).toBeGreaterThan(height * 0.45)
      expect(card.y + card.height / 2, 'about the middle of the draw').toBeCloseTo(
        height / 2 + height * 0.06,
        -2,
      )
      // Names are set as large as they fit once the page is there and has our letters.
      await expect
        .poll(() => page.locator('.tv .side-name').first().evaluate(sizeOf))
        .toBeGreaterThan(height * 0.06)
    }
    await cup.stop()
  }
})

test('a screen that stands upright has the draw above and the night below, all of it to be read @laptop', async ({
  page,
}) => {
  const [width, height] = [1080, 1920]
  await page.setViewportSize({ width, height })
  for (const options of [
    { teams: teams(22), played: 8, called: 6 },
    { teams: teams(2), called: 1 },
  ]) {
    const cup = await startPictureCup(options)
    await openNamed(page, cup)
    const [draw, rail] = [await boxOf(page.locator('.tv-draw')), await boxOf(page.locator('.tv-rail'))]
    expect(draw.width).toBeGreaterThan(width * 0.95)
    expect(rail.y).toBeGreaterThanOrEqual(draw.y + draw.height - 1)
    expect(rail.y + rail.height).toBeLessThanOrEqual(height)
    const tree = await boxOf(page.locator('.tv .tree'))
    expect(tree.y + tree.height).toBeLessThanOrEqual(rail.y)

    for (const words of await page.locator('.tv-qr p').all()) {
      const lines = (await boxOf(words)).height / (await words.evaluate(sizeOf))
      expect(lines, `'${await words.textContent()}' is on few lines`).toBeLessThan(4)
    }
    const code = await boxOf(page.locator('.qr'))
    expect(code.width).toBeGreaterThan(width * 0.15)
    expect(code.x + code.width).toBeLessThanOrEqual(width)
    await expect
      .poll(() => page.locator('.tv-part .match-line').first().evaluate(sizeOf))
      .toBeGreaterThan(width * 0.02)
    await cup.stop()
  }
})

async function openNamed(page: Page, cup: TestCup) {
  await openForPicture(page, { ...cup, url: asTvOpens(cup.url) }, '/screen')
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
}

async function boxOf(locator: Locator) {
  const box = await locator.first().boundingBox()
  if (!box) throw new Error('It is not shown.')
  return box
}

function sizeOf(element: Element): number {
  return Number.parseFloat(getComputedStyle(element).fontSize)
}
