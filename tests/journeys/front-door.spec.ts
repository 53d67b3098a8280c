import { expect, test } from '../support/journey.ts'

test('the whole logo block leads to the login: title, season and court', async ({ page }) => {
  for (const part of ['.poster-season', '.poster-court', '.poster-title']) {
    await page.goto('/')
    const box = await page.locator(part).boundingBox()
    const width = page.viewportSize()?.width ?? 0
    if (!box) throw new Error(`${part} is not on the page`)
    // On a phone most of the court lies beyond the edge.
    const right = Math.min(box.x + box.width, width)
    await page.mouse.click((box.x + right) / 2, box.y + box.height / 2)
    await expect(page).toHaveURL('/login')
  }
})
