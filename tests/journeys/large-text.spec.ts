import type { Page } from '@playwright/test'
import { addressesOf, pagesToSee } from '../support/addresses-of.ts'
import { chromiumFlags, chromiumPath } from '../support/chromium.ts'
import { expect } from '../support/journey.ts'
import { registerForToken, signIn, test } from '../support/journey-organiser.ts'
import { isAlive } from '../support/journey-page.ts'

// The browser's default font size, 16 px, doubled by the user.
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  launchOptions: {
    executablePath: chromiumPath(),
    args: [...chromiumFlags, '--blink-settings=defaultFontSize=32'],
  },
})

/** Elements that make the page wider than the window. */
function wide(page: Page): Promise<string[]> {
  const { width = 0 } = page.viewportSize() ?? {}
  return page.evaluate((width) => {
    if (document.documentElement.scrollWidth <= width) return []
    const isCut = (element: Element) => {
      for (let box = element.parentElement; box; box = box.parentElement)
        if (getComputedStyle(box).overflowX !== 'visible' && box !== document.body) return true
      return false
    }
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > width + 0.5 && !isCut(element))
      .map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 30)}`)
  }, width)
}

/** Texts clipped by a box, with or without an ellipsis; scrolling boxes do not count. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isScrolled = /auto|scroll/
    const isHiding = /hidden|clip/
    const shownOf = (text: Node) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const isInView = ({ left, right }: DOMRect) => right > 0 && left < innerWidth
      return [...range.getClientRects()].filter((rect) => rect.width > 1 && rect.height > 1 && isInView(rect))
    }
    function isCut(text: Node): boolean {
      const rects = shownOf(text)
      for (let box = text.parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box)
        const { left, right, top, bottom, width } = box.getBoundingClientRect()
        // Visually hidden text is for screen readers.
        if (width <= 1) return false
        if (isScrolled.test(overflowX + overflowY)) return false
        if (isHiding.test(overflowX) && rects.some((rect) => rect.left < left - 2 || rect.right > right + 2))
          return true
        if (isHiding.test(overflowY) && rects.some((rect) => rect.top > bottom || rect.bottom < top))
          return true
      }
      return rects.some((rect) => rect.right > innerWidth + 2)
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const cut: string[] = []
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const words = text.textContent?.trim()
      if (words && text.parentElement?.checkVisibility() && isCut(text)) cut.push(words.slice(0, 60))
    }
    return cut
  })
}

test('with letters twice as large no page scrolls sideways or clips a word @phone @nightly', async ({
  page,
  cup,
  organiser,
}) => {
  await page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes'))
  await organiser.makeDraw(22)
  await organiser.tapWinner('0.0')
  for (const table of ['1', '2']) await organiser.post('/admin/draw', { intent: 'call', table })
  await organiser.post('/admin/settings', { embedSites: 'https://club.example', reports: 'on' })
  await organiser.post('/admin/settings', {
    intent: 'editions',
    edition11Winners: 'Maximiliana and Konstantinos',
  })
  const token = await registerForToken(cup, 'Maximiliana')
  // The bar's screen depends on the size of the window only.
  const pages = pagesToSee.filter(({ id }) => id !== 'screen')
  for (const { address } of pages.flatMap((each) => addressesOf(each, { token }))) {
    if (address === '/admin') await signIn(page, cup)
    const answer = await page.goto(address)
    expect(answer?.status(), address).toBe(address === '/nowhere' ? 404 : 200)
    await isAlive(page)
    await expect
      .configure({ soft: true })
      .poll(async () => [...(await wide(page)), ...(await cutTexts(page))], address)
      .toEqual([])
  }
})

test('with letters twice as large the whole card of a followed team can be reached @phone @nightly', async ({
  page,
  organiser,
}) => {
  await page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes'))
  await organiser.makeDraw(22)
  await page.goto('/draw')
  await isAlive(page)
  await page.getByRole('button', { name: 'Find a team' }).click()
  await page.getByRole('searchbox').fill('Ana 4')
  await page
    .getByRole('button', { name: /Follow/ })
    .first()
    .click()
  await page.keyboard.press('Escape')
  const card = page.locator('.follow-card')
  await card.locator('summary').click()
  for (const action of await card.locator('.follow-action').all()) {
    await action.scrollIntoViewIfNeeded()
    await expect(action).toBeInViewport({ ratio: 0.99 })
  }
  await card.locator('summary').scrollIntoViewIfNeeded()
  await expect(card.locator('.follow-name')).toBeInViewport()
})
