import type { Page, Route } from '@playwright/test'
import { messages } from '../../src/domain/messages.ts'
import { loadTimeoutMs } from '../../src/domain/settings/limits.ts'
import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isAlive, refused, stayOnPage } from '../support/journey-page.ts'

const answers = '**/*.data*'
const retry = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'Retry' })
const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** Holds requests until `mend`; those already held stay unanswered, unless `letThrough` is called. */
async function hold(page: Page, addresses: string) {
  const held: Route[] = []
  let isHeld = true
  await page.route(addresses, (route) => (isHeld ? void held.push(route) : route.fallback()))
  const mend = () => {
    isHeld = false
  }
  return {
    mend,
    /** Waits for that many requests. */
    asked: (times: number) => expect.poll(() => held.length).toBeGreaterThanOrEqual(times),
    async letThrough() {
      mend()
      await Promise.all(held.map((route) => route.continue()))
    },
  }
}

async function waitInVain(page: Page, { asked }: Awaited<ReturnType<typeof hold>>) {
  await asked(1)
  await page.clock.runFor(loadTimeoutMs + 500)
  await expect(refused(page, messages.loadTimeout)).toBeVisible()
}

test('a page that does not load keeps its address and its place in the history @phone', async ({
  page,
  organiser,
}) => {
  await page.clock.install()
  await organiser.makeDraw(4)
  const script = await hold(page, '**/static/js/rules-*')
  await page.goto('/past-tournaments/11')
  await isAlive(page)
  const isStillHere = await stayOnPage(page)
  await page.getByRole('link', { name: /home$/ }).click()
  await expect(page).toHaveURL('/')

  // A page without data appears once its script has loaded.
  await page.getByRole('link', { name: 'Rules' }).click()
  await waitInVain(page, script)
  await expect(title(page)).toHaveText('Rules')
  await expect(page).toHaveURL('/rules')
  await script.letThrough()
  await expect(refused(page, messages.loadTimeout)).toHaveCount(0)
  await expect(title(page)).toHaveText('Rules')

  // Back, with a late answer.
  let data = await hold(page, answers)
  await page.goBack()
  await waitInVain(page, data)
  await data.letThrough()
  await expect(page.getByRole('link', { name: 'Entry List' })).toBeVisible()

  // Forward by a link, and Retry.
  data = await hold(page, answers)
  await page.getByRole('link', { name: 'Entry List' }).click()
  await waitInVain(page, data)
  await expect(page).toHaveURL('/entries')
  // The error page requests the data once more: it must be held too, or it would open the page before the tap on Retry.
  await data.asked(2)
  data.mend()
  await retry(page).click()
  await expect(page.getByRole('table').first()).toBeVisible()

  // Back, and Retry, which adds no history entry.
  data = await hold(page, answers)
  await page.goBack()
  await waitInVain(page, data)
  data.mend()
  await retry(page).click()
  await expect(page.getByRole('link', { name: 'Entry List' })).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goForward()
  await expect(title(page)).toHaveText('Entry List')
  await page.goBack()
  await page.goBack()
  await expect(title(page)).toHaveText('Past Tournaments')
  await expect(page).toHaveURL('/past-tournaments/11')
  await isStillHere()
})

test('an empty cup logs no console error, and its modal can be closed over the error note @phone', async ({
  page,
  cup,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.clock.install()
  await page.goto('/draw')
  await expect(refused(page, messages.noApprovedTeams)).toBeVisible()
  await page.clock.runFor(3_000)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(retry(page)).toBeVisible()
  await signIn(page, cup)
  await page.goto('/admin/draw')
  await isAlive(page)
  await expect(page.getByText(messages.noTournamentData)).toBeVisible()
  expect(complaints).toEqual([])
})
