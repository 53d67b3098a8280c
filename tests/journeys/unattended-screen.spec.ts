import type { Locator, Page } from '@playwright/test'
import { messages } from '../../src/domain/messages.ts'
import { systemClock } from '../../src/server/clock.ts'
import { expect } from '../support/journey.ts'
import { test } from '../support/journey-organiser.ts'
import { asTvOpens, isAlive, refused, stayOnPage } from '../support/journey-page.ts'
import { startCup } from '../support/start-cup.ts'
import { watchLog } from '../support/watch-log.ts'

/** A screen in trouble asks /healthz every 15 s, and reloads once the server answers. */
async function recovers(page: Page, shown: Locator) {
  const asked = page.waitForRequest('**/healthz')
  // Only once: each further turn would also count against the 10 s timeout of the reloaded page.
  await page.clock.fastForward(15_000)
  await asked
  await expect(shown).toBeVisible()
}

test('the poster before the draw is whole without a QR code too, and sound switched on there stays on for the night @laptop', async ({
  page,
  organiser,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/screen')
  await isAlive(page)
  await expect(page.getByText('For a QR code that phones can scan')).toBeVisible()
  await expect(page.getByText('University Tennis Team presents')).toBeInViewport({ ratio: 1 })
  const sound = page.getByRole('button', { name: 'Sound' })
  await sound.click()
  await expect(sound).toHaveAttribute('aria-pressed', 'true')
  await organiser.makeDraw(4)
  await expect(page.getByText('First matches')).toBeHidden()
  await expect(sound).toHaveAttribute('aria-pressed', 'true')
})

test('the bar’s screen recovers after a start without the database and a lost connection @laptop', async ({
  page,
  context,
}) => {
  const logged = watchLog(/^Error: away|The cup could not be read at the start\./)
  let isDatabaseAway = true
  const cup = await startCup({
    clock: systemClock,
    wrapStorage: (storage) => ({
      ...storage,
      snapshot: (run) => (isDatabaseAway ? Promise.reject(new Error('away')) : storage.snapshot(run)),
    }),
  })
  await page.clock.install()
  await page.goto(`${cup.url}/screen`)
  await expect(refused(page, messages.loadFailed)).toBeVisible()
  await isAlive(page)
  const hasFailed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/healthz'))
  await context.setOffline(true)
  await page.clock.fastForward(15_000)
  await hasFailed
  await context.setOffline(false)
  isDatabaseAway = false
  await recovers(page, page.getByText(messages.noTournamentData))
  expect(logged).not.toEqual([])
})

test('the bar’s screen reports missing scripts and data it cannot show, and reloads itself @laptop', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  await page.clock.install()
  const draw = page.getByRole('region', { name: 'The draw' })

  await test.step('missing scripts', async () => {
    const lost = refused(page, 'Part of this page could not be loaded.')
    await page.route('**/static/js/**', (route) => route.abort())
    await page.goto(`${asTvOpens(cup.url)}/screen`)
    await expect(lost).toBeVisible()
    await page.unroute('**/static/js/**')
    await recovers(page, page.getByRole('img', { name: /^QR code/ }))
    await expect(lost).toBeHidden()
  })

  await test.step('data it cannot show', async () => {
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
    await recovers(page, draw)
    await expect(refused(page, messages.loadFailed)).toBeHidden()
  })
})

test('the bar’s screen keeps its poster and QR code while their scripts are late, through every live event @laptop', async ({
  page,
  cup,
  organiser,
}) => {
  // Never answered; the rest of the page loads.
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

test('the bar’s screen keeps its QR code and its draw when the script of the code fails @laptop', async ({
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

test('the bar’s screen loads the new app after an upgrade of the server @laptop', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  await page.goto(`${asTvOpens(cup.url)}/screen`)
  await isAlive(page)
  await page.waitForFunction(() => document.fonts.status === 'loaded')
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expect.poll(async () => (await (await fetch(`${cup.url}/healthz`)).json()).listeners).toBe(1)
  const hasStayed = await stayOnPage(page)

  // After a long outage a screen reloads anyway; this one learns at once that the server is back.
  const restart = async () => {
    await cup.restart()
    // It may have noticed on its own, and be reloading already.
    await page.evaluate(() => dispatchEvent(new Event('online'))).catch(() => {})
  }
  const asked = page.waitForResponse(`${asTvOpens(cup.url)}/screen`)
  await restart()
  await asked
  await hasStayed()

  await page.route('**/screen', (route) => {
    if (route.request().isNavigationRequest()) return route.fallback()
    return route.fulfill({ contentType: 'text/html', body: '/static/js/manifest-upgraded.js' })
  })
  const isReloaded = page.waitForEvent('load')
  await restart()
  await isReloaded
})
