import { expect } from '../support/journey.ts'
import { test } from '../support/journey-organiser.ts'

test('the whole logo block leads to the login, and no word on a tile is broken, also with champions @phone', async ({
  page,
  organiser,
}) => {
  await organiser.makeDraw(2)
  await organiser.tapWinner('0.0')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  await page.evaluate(() => document.fonts.ready)
  const note = page.locator('.tile-note', { hasText: 'Champions:' })
  const lines = await note.evaluate((element) => {
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (words.nextNode()) {
      const { data } = words.currentNode as Text
      const at = data.indexOf('Champions:')
      if (at < 0) continue
      range.setStart(words.currentNode, at)
      range.setEnd(words.currentNode, at + 'Champions:'.length)
    }
    return range.getClientRects().length
  })
  expect(lines).toBe(1)

  await test.step('title, season and court', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const part of ['.poster-season', '.poster-court', '.poster-title']) {
      await page.goto('/')
      const box = await page.locator(part).boundingBox()
      const width = page.viewportSize()?.width ?? 0
      if (!box) throw new Error(`${part} is not on the page`)
      // On a phone most of the court is off the screen.
      const right = Math.min(box.x + box.width, width)
      await page.mouse.click((box.x + right) / 2, box.y + box.height / 2)
      await expect(page).toHaveURL('/login')
    }
  })
})
