import type { Browser } from '@playwright/test'
import { paths } from '../../src/web/paths.ts'
import { mustDo } from '../support/cup-app.ts'
import { expect, test } from '../support/journey.ts'
import { addCookies } from '../support/journey-page.ts'
import { manualClock } from '../support/manual-clock.ts'
import { organiser, register } from '../support/organised-cup.ts'
import { startCup, type TestCup } from '../support/start-cup.ts'

const hour = 3_600_000
const closing = '2025-04-04T20:00:00.000Z'

/** A page on a device whose clock is wrong by so much. */
async function openAt(browser: Browser, cup: TestCup, path: string, skewMs: number) {
  const page = await browser.newPage({ baseURL: cup.url })
  await page.clock.setFixedTime(cup.clock.now().getTime() + skewMs)
  await addCookies(page, await cup.signIn(), cup.url)
  await page.goto(path)
  return page
}

test('the cup’s own time decides what is closed, open and overdue, whatever a device’s clock says @laptop', async ({
  browser,
}) => {
  const cup = await startCup({ clock: manualClock('2025-04-04T19:00:00.000Z') })
  const settings = { registration: 'open', registrationClosesAt: closing, overdueAfter: 20 } as const
  mustDo(await cup.app.changeSettings({ ...settings, checkIn: 'on', checkInFrom: closing }, organiser))
  const { token = '' } = mustDo(await register(cup, 1))
  await register(cup, 2)

  const tv = await openAt(browser, cup, paths.screen, 3 * hour)
  await expect(tv.locator('dl div').filter({ hasText: 'Registration' })).toContainText(/^RegistrationOpen/)
  const early = await openAt(browser, cup, paths.entry(token), 3 * hour)
  await expect(early.getByText('Check-in opens at')).toBeVisible()
  await expect(early.getByRole('button', { name: 'We are here' })).toBeHidden()

  await cup.clock.advance(hour)
  const late = await openAt(browser, cup, paths.entry(token), -3 * hour)
  await expect(late.getByRole('button', { name: 'We are here' })).toBeVisible()

  const { entries } = await cup.app.publicView()
  mustDo(await cup.app.setApproval({ teamIds: entries.map(({ id }) => id), approved: true }, organiser))
  mustDo(await cup.app.createDraw(organiser))
  mustDo(await cup.app.callMatch({}, organiser))
  const table = await openAt(browser, cup, paths.adminDraw, 3 * hour)
  await expect(table.getByText('called just now')).toBeVisible()
  await cup.stop()
})
