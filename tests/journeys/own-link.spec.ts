import type { Page } from '@playwright/test'
import { messages } from '../../src/domain/messages.ts'
import { expect, expectAccessible } from '../support/journey.ts'
import { type DistantOrganiser, signIn, test } from '../support/journey-organiser.ts'
import { isAlive, isLive, said } from '../support/journey-page.ts'

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes')))

/** Registers, and opens the team's own page. */
async function register(page: Page, organiser: DistantOrganiser) {
  await organiser.post('/admin/settings', { registration: 'open' })
  await page.goto('/register')
  await isAlive(page)
  await page.getByLabel('Player 1 Name').fill('Maya Lnd')
  await page.getByLabel('Player 2 Name').fill('Ben Okafor')
  await page.getByLabel('Team Phone Number').fill('+41 79 555 0101')
  await page.getByRole('button', { name: 'Register Team' }).click()
  await expect(said(page, messages.registered)).toBeVisible()
  await expect(page.getByLabel('Player 1 Name')).toHaveValue('')
  await expect(page.getByRole('heading', { name: 'Maya Lnd, Ben Okafor' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open', exact: true }).click()
  await isLive(page)
}

const standing = (page: Page) => page.getByRole('region', { name: 'Where you stand' })

test("a player's weeks, from registering to the first match, on the team's own link @phone", async ({
  page,
  organiser,
}) => {
  await register(page, organiser)
  const link = page.url()
  expect(link).toMatch(/\/entry\/[\w-]{22}$/)
  await expect(standing(page)).toContainText('Pending approval')
  // No link to a page that would make the draw.
  await expect(page.getByRole('link', { name: 'See the draw' })).toHaveCount(0)
  // Without a manifest, the home screen gets this page instead of the app's start page.
  await expect(page.locator('link[rel="manifest"]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Following Maya Lnd, Ben Okafor' })).toBeVisible()

  await page.getByText('Correct a typo').click()
  await page.getByLabel('Player 1 Name').fill('Maya Lind')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(said(page, 'Your entry is corrected.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Maya Lind, Ben Okafor' })).toBeVisible()
  await expectAccessible(page)

  await organiser.approveAll()
  await expect(standing(page)).toContainText('Approved')
  await expect(page.getByRole('button', { name: 'We are here' })).toBeHidden()
  await organiser.post('/admin/settings', { checkIn: 'on' })
  await page.getByRole('button', { name: 'We are here' }).click()
  await expect(page.getByText('You are checked in.')).toBeVisible()

  await organiser.makeDraw(3)
  await expect(standing(page)).toContainText('Next: against Ana')
  const words = (await standing(page).getByRole('status').locator('p').last().textContent()) ?? ''
  await page.getByRole('link', { name: 'See the draw' }).click()
  const card = page.getByRole('complementary', { name: 'The team you follow' })
  await expect(card).toContainText(words)
  await page.goto(link)
  await isAlive(page)

  await page.getByText('Correct a typo').click()
  await page.getByLabel('Player 1 Name').fill('Mia Lind')
  await page.getByRole('button', { name: 'Save' }).click()
  const waiting = page.getByText('Your correction is waiting for an organiser: Mia Lind, Ben Okafor')
  await expect(waiting).toBeVisible()
  const team = await page.getByRole('link', { name: 'See the draw' }).getAttribute('href')
  const teamId = new URLSearchParams(team?.split('?')[1]).get('team') ?? ''
  await organiser.post('/admin/draw', { intent: 'dismiss-correction', teamId })
  await expect(waiting).toBeHidden()

  await organiser.post('/admin/draw', { intent: 'call' })
  await organiser.post('/admin/draw', { intent: 'call' })
  await expect(standing(page)).toContainText(/To table \d, please!/)
  await expect(standing(page)).toContainText(/Now: against Ana/)

  // The page is not cached.
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => url)
  })
  expect(kept.filter((url) => url.includes('/entry/'))).toEqual([])
})

test('a team that withdraws after the draw is a no-show to confirm @phone', async ({
  page,
  cup,
  organiser,
  browser,
}) => {
  await register(page, organiser)
  await organiser.makeDraw(3)
  await expect(standing(page)).toContainText('Next: against Ana')
  await page.getByText('Withdraw', { exact: true }).click()
  await page.getByRole('button', { name: 'Yes, withdraw our team' }).click()
  await expect(standing(page)).toContainText('Withdrawn')
  await expectAccessible(page)

  const table = await browser.newPage({ baseURL: cup.url })
  await signIn(table, cup)
  await table.goto('/admin/draw')
  await isLive(table)
  const noShow = table.getByRole('listitem').filter({ hasText: 'has withdrawn' })
  await expect(noShow).toContainText('Maya Lnd, Ben Okafor')
  await expect(noShow).toBeInViewport({ ratio: 1 })
  await noShow.getByRole('button').click()
  await expect(noShow).toBeHidden()
  await expect(standing(page)).toContainText('Your opponents go through without playing.')
  await table.close()
})
