import type { Locator, Page } from '@playwright/test'
import { messages } from '../../src/domain/messages.ts'
import { systemClock } from '../../src/server/clock.ts'
import { expect } from '../support/journey.ts'
import { test } from '../support/journey-organiser.ts'
import { asTvOpens, isAlive, refused, stayOnPage } from '../support/journey-page.ts'
import { startCup } from '../support/start-cup.ts'

/** A screen in trouble asks every 15 seconds whether the server is well: they pass until it shows this. */
async function comesByItself(page: Page, shown: Locator) {
  await expect(async () => {
    await page.clock.fastForward(15_000)
    await expect(shown).toBeVisible({ timeout: 2_000 })
  }).toPass()
}

test('the poster before the draw is whole, also without a code, and the sound is switched on there for the night @laptop', async ({
  page,
  organiser,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/screen')
  await expect(page.getByText('For a QR code that phones can scan')).toBeVisible()
  await expect(page.getByText('University Tennis Team presents')).toBeInViewport({ ratio: 1 })
  const sound = page.getByRole('button', { name: 'Sound' })
  await sound.click()
  await expect(sound).toHaveAttribute('aria-pressed', 'true')
  await organiser.makeDraw(4)
  await expect(page.getByText('First matches')).toBeHidden()
  await expect(sound).toHaveAttribute('aria-pressed', 'true')
})

test('the bar’s screen, opened while the database was away and then cut off, comes by itself @laptop', async ({
  page,
  context,
}) => {
  let isAway = true
  const cup = await startCup({
    clock: systemClock,
    wrapStorage: (storage) => ({
      ...storage,
      snapshot: (run) => (isAway ? Promise.reject(new Error('away')) : storage.snapshot(run)),
    }),
  })
  await page.clock.install()
  await page.goto(`${cup.url}/screen`)
  await expect(refused(page, messages.loadFailed)).toBeVisible()
  let cutOff = 0
  page.on('requestfailed', () => cutOff++)
  await context.setOffline(true)
  await expect(async () => {
    await page.clock.fastForward(15_000)
    await expect.poll(() => cutOff, { timeout: 2_000 }).toBeGreaterThan(0)
  }).toPass()
  await context.setOffline(false)
  isAway = false
  await comesByItself(page, page.getByText(messages.noTournamentData))
  await cup.stop()
})

test('the bar’s screen whose scripts did not come, or that was told something it cannot show, says so and comes again by itself @laptop', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  await page.clock.install()
  const draw = page.getByRole('region', { name: 'The draw' })

  await test.step('scripts that did not come are asked for again', async () => {
    const lost = refused(page, 'Part of this page could not be loaded.')
    await page.route('**/static/js/**', (route) => route.abort())
    await page.goto(`${asTvOpens(cup.url)}/screen`)
    await expect(lost).toBeVisible()
    await page.unroute('**/static/js/**')
    await comesByItself(page, page.getByRole('img', { name: /^QR code/ }))
    await expect(lost).toBeHidden()
  })

  await test.step('what it cannot show', async () => {
    const view = { revision: 999, settings: {}, entries: [], editions: [], drawStatus: 'active', draw: {} }
    await page.route('**/events*', (route) =>
      route.fulfill({
        contentType: 'text/event-stream',
        body: `event: view\nid: 999\ndata: ${JSON.stringify(view)}\n\n`,
      }),
    )
    await page.goto('/screen')
    await expect(refused(page, messages.loadFailed)).toBeVisible()
    await page.unroute('**/events*')
    await comesByItself(page, draw)
    await expect(refused(page, messages.loadFailed)).toBeHidden()
  })
})

test('the poster and the code on the bar’s screen stand while a script is late, whatever is told meanwhile @laptop', async ({
  page,
  cup,
  organiser,
}) => {
  // Neither comes while the screen is looked at; the rest of the page does.
  await page.route(/\/static\/js\/(qr-code|screen-poster)-/, () => {})
  await page.goto(`${asTvOpens(cup.url)}/screen`)
  await isAlive(page)
  const code = page.getByRole('img', { name: /^QR code/ })
  await organiser.post('/admin/settings', { editionTheme: 'Centre Court' })
  await expect(page.getByText('Spring 2025 · Centre Court')).toBeVisible()
  await expect(code).toBeVisible()

  await organiser.post('/admin/settings', { drawShow: 'on' })
  await organiser.makeDraw(4)
  await expect(page.getByRole('region', { name: 'The lots are being drawn' })).toBeVisible()
})

test('the code on the bar’s screen stands where its script does not come, and so does the draw @laptop', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  const isCutOff = page.waitForEvent('requestfailed')
  await page.route(/\/static\/js\/qr-code-/, (route) => route.abort())
  await page.goto(`${asTvOpens(cup.url)}/screen`)
  const hasStayed = await stayOnPage(page)
  await isCutOff
  await organiser.tapWinner('0.0')
  await expect(page.getByText('Semi Finals · 1 of 2 played')).toBeVisible()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await hasStayed()
})

test('the bar’s screen whose server came back upgraded shows the new app @laptop', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  await page.goto(`${asTvOpens(cup.url)}/screen`)
  // The page is whole, has its font and hears the server.
  await isAlive(page)
  await page.waitForFunction(() => document.fonts.status === 'loaded')
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expect.poll(async () => (await (await fetch(`${cup.url}/healthz`)).json()).listeners).toBe(1)
  const hasStayed = await stayOnPage(page)

  // A screen that was cut off for long loads itself anew in any case; this one hears at once that the server is back.
  const comesBack = async () => {
    await cup.restart()
    // It may have noticed by itself, and be loading already.
    await page.evaluate(() => dispatchEvent(new Event('online'))).catch(() => {})
  }
  const asked = page.waitForResponse(`${asTvOpens(cup.url)}/screen`)
  await comesBack()
  await asked
  await hasStayed()

  await page.route('**/screen', (route) => {
    if (route.request().isNavigationRequest()) return route.fallback()
    return route.fulfill({ contentType: 'text/html', body: '/static/js/manifest-upgraded.js' })
  })
  const isLoadedAnew = page.waitForEvent('load')
  await comesBack()
  await isLoadedAnew
})
