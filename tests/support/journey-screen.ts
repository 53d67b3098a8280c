import type { Page } from '@playwright/test'
import { expectValidHtml } from './html.ts'
import { expect, expectAccessible, test } from './journey.ts'
import { isAlive } from './journey-page.ts'
import { smallTargets } from './touch-targets.ts'

const isPhone = () => test.info().project.name === 'phone'

/** Phones check the dark theme, laptops the light one. */
export async function chooseTheme(page: Page) {
  await page.emulateMedia({ colorScheme: isPhone() ? 'dark' : 'light', reducedMotion: 'reduce' })
}

/** Opens an address, and checks its HTML and the rendered page. */
export async function lookAt(page: Page, path: string) {
  await test.step(path, async () => {
    const answer = await page.goto(path)
    await checkHtml(path, async () => (await answer?.text()) ?? '')
    await isAlive(page)
    await checkScreen(page, path)
  })
}

/** Checks only the HTML of an address: its rendered page is checked elsewhere. */
export async function checkServed(page: Page, path: string) {
  await checkHtml(path, async () => (await page.request.get(path)).text())
}

/** Checks the page in its current state: accessible, targets of 44 px, and no wider than the smallest phone. */
export async function checkScreen(page: Page, name: string) {
  await softly(name, () => expectAccessible(page))
  expect.soft(await smallTargets(page), `${name}: what a thumb could miss`).toEqual([])
  if (!isPhone()) return
  const { width, height } = page.viewportSize() ?? { width: 390, height: 844 }
  await page.setViewportSize({ width: 320, height })
  // Layout that depends on measurements settles a frame or two later.
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${name} at 320 px`)
    .toBe(320)
  await page.setViewportSize({ width, height })
}

/** Checks the answer to a form without scripts. */
export async function checkAnswer(page: Page, path: string, form: Record<string, string>, status: number) {
  const name = `${path} after ${new URLSearchParams(form)}`
  await checkHtml(name, async () => {
    const answer = await page.request.post(path, { form, maxRedirects: 0 })
    expect.soft(answer.status(), name).toBe(status)
    return answer.text()
  })
}

async function checkHtml(name: string, load: () => Promise<string>) {
  const html = await load()
  await softly(name, () => expectValidHtml(html))
}

/** A soft assertion: one run reports every problem. */
async function softly(name: string, check: () => Promise<void>) {
  const problem = await check().then(
    () => '',
    (error: Error) => error.message,
  )
  expect.soft(problem, name).toBe('')
}
