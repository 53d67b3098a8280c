import type { Page } from '@playwright/test'
import { addressesOf, pagesToSee } from '../support/addresses-of.ts'
import { expect } from '../support/journey.ts'
import { registerForToken, signIn, test } from '../support/journey-organiser.ts'
import { holdFonts, isAlive } from '../support/journey-page.ts'

const limit = 0.02

declare global {
  interface Window {
    layoutShift: number
  }
}

test('no page shifts when its font loads late, and the fallback font has the right size @phone @nightly', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.register(7)
  const token = await registerForToken(cup, 'Zoé')
  await organiser.makeDraw(0)
  await organiser.tapWinner('0.0')
  // Pending, and too late for the draw.
  const lateToken = await registerForToken(cup, 'Late')
  await organiser.post('/admin/settings', {
    embedSites: 'https://club.example',
    reports: 'on',
    timeZone: 'Europe/Zurich',
  })
  await signIn(page, cup)
  await page.addInitScript(() => {
    sessionStorage.setItem('appModalSeen', 'yes')
    window.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) window.layoutShift += (shift as { value?: number }).value ?? 0
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const browser = await page.context().newCDPSession(page)
  const addresses = pagesToSee.flatMap((each) => addressesOf(each, { token }))
  for (const path of [...addresses.map(({ address }) => address), `/entry/${lateToken}`]) {
    // A slow phone paints a page while it still loads; most visitors open home first.
    await browser.send('Emulation.setCPUThrottlingRate', { rate: path === '/' ? 8 : 1 })
    const letFontsArrive = await holdFonts(page)
    const answer = await page.goto(path, { waitUntil: 'domcontentloaded' })
    expect(answer?.status(), path).toBe(path === '/nowhere' ? 404 : 200)
    await isAlive(page)
    await drawn(page)
    await letFontsArrive()
    await drawn(page)
    expect.soft(await page.evaluate(() => window.layoutShift), `layout shift of ${path}`).toBeLessThan(limit)
    expect.soft(await resizedTexts(page), `texts of ${path} in a resized font`).toEqual([])
  }
})

test('home does not shift when the line of the device’s own team appears @phone', async ({ page }) => {
  const own = { id: 'abc', name: 'Maya Lindqvist, Ben Okafor-Featherstone', token: 'token', edition: 11 }
  await page.addInitScript((team) => localStorage.setItem('ownTeam', JSON.stringify(team)), own)
  const placeOfTiles = () => page.getByRole('link', { name: 'Register' }).boundingBox()
  // Before hydration.
  await page.route('**/static/js/**', (route) => route.abort())
  await page.goto('/')
  const before = await placeOfTiles()
  await page.unrouteAll()
  await page.goto('/')
  await isAlive(page)
  await expect(page.getByRole('link', { name: `Your team: ${own.name}` })).toBeVisible()
  expect(await placeOfTiles()).toEqual(before)
})

async function drawn(page: Page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Texts whose font-size-adjust differs from the width of the font's own 0, which would resize the font. */
function resizedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const zero = document.body.appendChild(document.createElement('span'))
    zero.textContent = '0'
    const texts = [...document.querySelectorAll('body :not(style, script, template, noscript)')].filter(
      (element) =>
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
    )
    const resized = texts.flatMap((element) => {
      const { fontSizeAdjust, fontStretch, fontWeight } = getComputedStyle(element)
      if (fontSizeAdjust === 'none') return []
      zero.style.cssText = `position: fixed; transition: none; font-size: 1000px; font-size-adjust: none; font-stretch: ${fontStretch}; font-weight: ${fontWeight}`
      const width = zero.getBoundingClientRect().width / 1000
      const isSame = Math.abs(width - Number(fontSizeAdjust.replace('ch-width', ''))) < 0.002
      return isSame ? [] : [`${element.outerHTML.slice(0, 80)}: ${fontSizeAdjust}, not ${width}`]
    })
    zero.remove()
    return resized
  })
}
