import type { Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Waits for hydration: until then the page works as without scripts. */
export async function isAlive(page: Page) {
  await expect
    .poll(() => page.evaluate(() => Object.keys(document.body).some((key) => key.startsWith('__react'))), {
      intervals: [50],
    })
    .toBe(true)
}

/** Pauses the page's clock: from here on, time passes only when the journey says so. */
export async function pauseClock(page: Page) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000)
}

/** Advances a paused clock in small steps: the timer that leads to `isDone` may be set late. */
export async function runClockUntil(page: Page, isDone: () => Promise<boolean>, stepMs = 20) {
  const run = async () => {
    await page.clock.runFor(stepMs)
    return isDone()
  }
  await expect.poll(run, { intervals: [50] }).toBe(true)
}

/** Waits for the live stream; the indicator exists only while a draw is played. */
export async function isLive(page: Page) {
  await expect(page.locator('.live-dot[data-state="live"]')).toBeAttached()
}

/** Marks the document; the returned check fails after a reload. */
export async function stayOnPage(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => document.body.setAttribute('data-not-loaded-since', ''))
  return () => expect(page.locator('body[data-not-loaded-since]')).toHaveCount(1)
}

/** Holds fonts back until the returned function is called, which resolves once they are shown. */
export async function holdFonts(page: Page): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await released.promise
    await route.continue()
  })
  return async () => {
    released.resolve()
    await page.evaluate(() => document.fonts.ready)
    await page.unrouteAll({ behavior: 'wait' })
  }
}

export function said(page: Page, words: string) {
  return page.getByRole('status').filter({ hasText: words })
}

export function refused(page: Page, words: string) {
  return page.getByRole('alert').filter({ hasText: words })
}

/** A match of the bracket by its place, '0.3'. */
export function matchAt(page: Page, place: string) {
  return page.locator(`.bracket [data-match="${place}"]`)
}

export function sideAt(page: Page, place: string, side: 1 | 2) {
  return matchAt(page, place).locator(`[data-side="${side}"]`)
}

/** Sizes of TVs in bars: small, usual, and upright. */
export const tvSizes = [
  [1280, 720],
  [1920, 1080],
  [1080, 1920],
] as const

/** The cup under a host name, as on a TV: with a loopback address it shows no QR code, because no phone could open it. */
export function asTvOpens(url: string): string {
  return url.replace('127.0.0.1', 'cup.test')
}

/** The visible words of the page in order: without hidden elements, screen-reader texts and closed lists. */
export function seenWords(page: Page): Promise<string> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const words: string[] = []
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      const element = text.parentElement
      if (!element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      range.selectNodeContents(text)
      const { width, height } = range.getBoundingClientRect()
      if (width > 1 && height > 1 && !isClipped(element)) words.push(text.data)
    }
    return words.join(' ').replace(/\s+/g, ' ')

    /** Clipped like `sr-only`, to a box of one pixel. */
    function isClipped(element: Element | null): boolean {
      if (!element) return false
      const { width, height } = element.getBoundingClientRect()
      const isOne = (width <= 1 || height <= 1) && getComputedStyle(element).overflow !== 'visible'
      return isOne || isClipped(element.parentElement)
    }
  })
}

/** Sets the cookies of a session in the page's browser. */
export async function addCookies(page: Page, cookies: string, url: string) {
  const pairs = cookies.split('; ').map((cookie) => cookie.split(/=(.*)/))
  await page.context().addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url })))
}

/** A team's row in a table, by the name of one of its players. */
export function teamRow(page: Page, player: string): Locator {
  return page.getByRole('row').filter({ has: page.getByText(player, { exact: true }) })
}

/** Resolves to whether the button takes taps at the moment when it turns into its opposite. */
export async function tapsOnceTurned(button: Locator): Promise<{ readonly takesTaps: Promise<boolean> }> {
  const turned = await button.elementHandle()
  const takesTaps = turned?.evaluate(
    (element) =>
      new Promise<boolean>((resolve) => {
        const look = () => resolve(getComputedStyle(element).pointerEvents !== 'none')
        new MutationObserver(look).observe(element, { attributeFilter: ['data-toggle'] })
      }),
  )
  return { takesTaps: takesTaps ?? Promise.reject(new Error('There is no such button.')) }
}

/** Counts the notes that this page plays, from its next load on. */
export async function countNotes(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const notes: number[] = []
    Object.assign(globalThis, { notes })
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (when) {
      notes.push(this.frequency.value)
      return start.call(this, when)
    }
  })
  return () => page.evaluate(() => (globalThis as unknown as { notes: number[] }).notes.length)
}
