import type { Page } from '@playwright/test'
import { unanswered } from '../../src/domain/answer.ts'
import { messages } from '../../src/domain/messages.ts'
import { statusMessageMs } from '../../src/domain/settings/limits.ts'
import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isLive, pauseClock, refused } from '../support/journey-page.ts'

/** Headings and controls covered by the banner. */
function coveredParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bar = document.querySelector<HTMLElement>(
      '.notice-bar, .fixed:has([role="status"], [role="alert"])',
    )
    if (!bar) return ['there is no banner']
    const over = bar.getBoundingClientRect()
    bar.style.visibility = 'hidden'
    const parts = document.querySelectorAll('main :is(h1, h2, h3, a, button, summary)')
    const covered = [...parts].filter((part) => {
      if (bar.contains(part)) return false
      const { top, bottom, left, right } = part.getBoundingClientRect()
      return [top + 1, (top + bottom) / 2, bottom - 1].some((y) =>
        [left + 2, (left + right) / 2, right - 2].some((x) => {
          const isUnder = y >= over.top && y < over.bottom && x >= over.left && x < over.right
          return isUnder && part.contains(document.elementFromPoint(x, y))
        }),
      )
    })
    bar.style.visibility = ''
    return covered.map((part) => `${part.localName} ${part.textContent}`)
  })
}

test('a banner covers no heading or control, and an action without an answer counts when it is tapped again @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await page.clock.install()
  await organiser.makeDraw(16)
  for (const table of ['1', '2']) await organiser.post('/admin/draw', { intent: 'call', table })
  await signIn(page, cup)
  await page.goto('/admin/draw')
  await isLive(page)
  // A banner closes after 5 s.
  await pauseClock(page)
  const now = page.getByRole('region', { name: 'Now' })
  const sides = now.locator('button[name="side"]')
  const done = page.getByRole('status').filter({ hasText: 'advanced to the next round' })
  const failed = refused(page, messages.winnerFailed)
  const words = failed.locator('.notice-words')
  const close = page.getByRole('button', { name: 'Close', exact: true })

  const answer = Promise.withResolvers<void>()
  await page.route('**/action/*', (route) => answer.promise.then(() => route.continue()))
  await sides.nth(0).click()
  await expect(page.getByRole('status').filter({ hasText: 'as the winner...' })).toBeVisible()
  expect(await coveredParts(page)).toEqual([])
  answer.resolve()
  await expect(done).toBeVisible()
  expect(await coveredParts(page)).toEqual([])
  const takeBack = await page.getByRole('button', { name: 'Take back', exact: true }).boundingBox()
  expect(Math.round(Math.min(takeBack?.height ?? 0, takeBack?.width ?? 0))).toBeGreaterThanOrEqual(44)
  await page.unrouteAll()

  // At any scroll position.
  await page.route('**/action/*', (route) => route.abort())
  await sides.nth(2).click()
  await expect(failed).toContainText(unanswered.silent)
  await close.focus()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = 0; top < height; top += 90) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top)
    expect(await coveredParts(page), `scrolled by ${top}`).toEqual([])
  }

  await page.clock.fastForward(statusMessageMs * 2)
  await expect(failed).toBeVisible()
  expect(await words.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1)
  await close.blur()
  await page.clock.fastForward(statusMessageMs)
  await expect(failed).toBeHidden()
  await expect(now.locator('[data-failed]')).toHaveCount(1)
  await page.unrouteAll()
  await now.locator('button[data-failed]').click()
  await expect(done).toBeVisible()
  await expect(page.locator('[data-failed]')).toHaveCount(0)
})
