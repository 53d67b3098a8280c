import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '../../tests/support/chromium.ts'
import { addCookies } from '../../tests/support/journey-page.ts'
import type { CupQuestions } from '../support/cup-worker.ts'
import { median, ms, type Result } from '../support/statistics.ts'
import { startWorker } from '../support/worker.ts'

/** Frame duration at 60 Hz. */
const frameMs = 1_000 / 60

/** Interaction latency: from pointerup to the frame that shows the winner, while the answer to the post is held back. */
export async function measureFeedback({ taps }: { taps: number }): Promise<Result[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags })
  try {
    const results: Result[] = []
    for (const teams of [22, 128]) {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        hasTouch: true,
        isMobile: true,
        serviceWorkers: 'block',
      })
      results.push(await measureTaps(context, teams, taps))
      await context.close()
    }
    return results
  } finally {
    await browser.close()
  }
}

async function measureTaps(context: BrowserContext, teams: number, taps: number): Promise<Result> {
  const cup = startWorker<CupQuestions>(new URL('../support/cup-worker.ts', import.meta.url))
  try {
    const { port, cookie } = await cup.ask('start', { teams })
    const url = `http://127.0.0.1:${port}`
    const page = await context.newPage()
    await addCookies(page, cookie, url)
    await page.goto(`${url}/admin/draw`)
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Call next to table 1' }).tap()
    await page.getByRole('button', { name: 'Call next to table 2' }).waitFor()
    await page.evaluate(watchTaps)

    const times: Shown[] = []
    const warmUp = 4
    for (let tap = 0; tap < taps + warmUp; tap += 1) {
      const shown = await tapOnce(page, tap)
      if (tap >= warmUp) times.push(shown)
    }
    const time = median(times.map(({ ms }) => ms))
    const worst = Math.max(...times.map(({ ms }) => ms))
    const late = times.filter(({ frames }) => frames > 1).length
    const isMostlyNext = late <= times.length / 10
    return {
      what: `From the tap to the frame that shows the winner, ${teams} teams, the server's answer held back`,
      measured: `${ms(time)} of work, at worst ${ms(worst)}; ${late} of ${times.length} taps shown later than in the next frame`,
      target: `less than ${frameMs.toFixed(1)} ms, nine of ten in the next frame`,
      isMet: time < frameMs && isMostlyNext,
    }
  } finally {
    await cup.ask('stop', undefined as never).catch(() => {})
    await cup.stop()
  }
}

type Shown = {
  /** Work in the browser: the page's scripts, then from the start of the frame to its paint. */
  readonly ms: number
  /** Frames until the winner was visible. */
  readonly frames: number
}

type Watched = typeof globalThis & { lastTap?: Promise<Shown> }

/** Runs in the page: after each pointerup, checks every frame whether the tapped side is marked as the winner. */
function watchTaps() {
  addEventListener(
    'pointerup',
    ({ target }) => {
      const side = (target as Element).closest('button')
      const list = side?.closest('article')
      if (!side || !list) return
      const isShown = () => side.querySelector('svg') !== null
      const begin = performance.now()
      let scripts = 0
      addEventListener('click', () => queueMicrotask(() => queueMicrotask(measureScripts)), { once: true })
      // A microtask after the page's click handlers and React's work.
      function measureScripts() {
        scripts = performance.now() - begin
      }
      ;(globalThis as Watched).lastTap = new Promise((resolve) => {
        let frames = 0
        requestAnimationFrame(function look() {
          frames += 1
          if (!isShown()) return requestAnimationFrame(look)
          const frame = performance.now()
          const { port1, port2 } = new MessageChannel()
          // A message posted in a frame arrives after its layout and paint.
          port1.onmessage = () => resolve({ ms: scripts + performance.now() - frame, frames })
          port2.postMessage(undefined)
        })
      })
    },
    { capture: true },
  )
}

async function tapOnce(page: Page, tap: number): Promise<Shown> {
  const gate = Promise.withResolvers<void>()
  await page.route('**/admin/draw*', async (route) => {
    if (route.request().method() === 'POST') await gate.promise
    await route.continue()
  })
  // Alternating winners keep the match of table 1 in its place.
  const match = page.getByRole('region', { name: 'Now' }).getByRole('article').first()
  const side = match.locator('button[name="side"]').nth(tap % 2)
  await page.waitForTimeout(100)
  await side.tap({ noWaitAfter: true })
  const shown = await page.evaluate(() => (globalThis as Watched).lastTap as Promise<Shown>)
  gate.resolve()
  await page.getByRole('button', { name: 'Take back', exact: true }).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  return shown
}
