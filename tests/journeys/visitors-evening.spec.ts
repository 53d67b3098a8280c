import type { Page } from '@playwright/test'
import { messages } from '../../src/domain/messages.ts'
import { expect } from '../support/journey.ts'
import { test } from '../support/journey-organiser.ts'
import { isAlive, isLive, matchAt, refused, said, stayOnPage } from '../support/journey-page.ts'

test.use({ serviceWorkers: 'allow' })

const own = 'Maya Lind, Noor Haddad'

async function goByTile(page: Page, label: string) {
  await page
    .getByRole('banner')
    .getByRole('link', { name: /, home$/ })
    .click()
  await expect(page).toHaveURL('/')
  await page.getByRole('main').getByRole('link', { name: label }).click()
}

async function fillOwnTeam(page: Page) {
  await page.getByLabel('Player 2 Name').fill('Noor Haddad')
  await page.getByLabel('Team(s)').fill('FC Chalk')
  await page.getByLabel('Team Phone Number').fill('+41 79 555 0101')
}

async function ownTeamIsTyped(page: Page) {
  await expect(page.getByLabel('Player 2 Name')).toHaveValue('Noor Haddad')
  await expect(page.getByLabel('Team(s)')).toHaveValue('FC Chalk')
  await expect(page.getByLabel('Team Phone Number')).toHaveValue('+41 79 555 0101')
}

test('a visitor registers, is approved, follows the team, and sees its results live @phone', async ({
  page,
  organiser,
}) => {
  await test.step('registration is closed, and opens on the open page', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Register' }).click()
    await expect(page.getByRole('heading', { name: messages.registrationClosedTitle })).toBeVisible()
    await expect(page.getByText(messages.registrationClosed)).toBeVisible()
    await isAlive(page)
    await organiser.post('/admin/settings', { registration: 'open' })
    await expect(page.getByRole('heading', { name: messages.registrationClosedTitle })).toBeHidden()
  })

  await test.step('a missing name keeps what was typed', async () => {
    await fillOwnTeam(page)
    await page.getByRole('button', { name: 'Register Team' }).click()
    await expect(refused(page, messages.registerMissing(['Player 1 Name']))).toBeVisible()
    await ownTeamIsTyped(page)
    await page.getByLabel('Player 1 Name').fill('Maya Lind')
    await page.getByRole('button', { name: 'Register Team' }).click()
    await expect(said(page, messages.registered)).toBeVisible()
    await expect(page.getByLabel('Player 1 Name')).toHaveValue('')
  })

  await test.step('the entry is pending, then approved, without a reload', async () => {
    await goByTile(page, 'Entry List')
    const entry = page.getByRole('row').filter({ hasText: own })
    await expect(entry).toContainText('FC Chalk')
    await expect(entry).toContainText('Pending Approval')
    await isLive(page)
    const stillHere = await stayOnPage(page)
    await organiser.approveAll()
    await expect(entry).toContainText('Approved')
    await expect(entry).not.toContainText('Pending')
    await stillHere()
  })

  await organiser.register(7)
  await organiser.approveAll()
  await organiser.post('/admin/settings', { registration: 'closed' })

  await test.step('opening the draw makes it; the app is offered once', async () => {
    await goByTile(page, 'Draw')
    const offer = page.getByRole('dialog', { name: 'Get the app' })
    await offer.getByRole('button', { name: 'Not now' }).click()
    await expect(offer).toBeHidden()
    await expect(page.locator('[data-round="0"] [data-match]')).toHaveCount(4)
  })

  const followed = page.getByRole('complementary', { name: 'The team you follow' })
  const ownMatch = page.locator('[data-match]').filter({ hasText: own })
  await test.step('the own team is found, and already followed', async () => {
    await page.getByRole('button', { name: 'Find a team' }).click()
    await page.getByLabel('Player or team').fill('noor')
    await expect(page.getByRole('button', { name: `Following ${own}` })).toBeVisible()
    await page.getByRole('button', { name: new RegExp(`^${own}`) }).click()
    await expect(page).toHaveURL(/\/draw\?team=\w{12}$/)
    await expect(followed).toContainText(own)
    await expect(page.locator('[data-side][data-lit]')).toContainText(own)
    await page.goto('/draw')
    await expect(followed).toContainText(/Next: against Ana \d|up next/)
  })

  const place = (await ownMatch.first().getAttribute('data-match')) ?? ''
  const ownSide = ownMatch.locator('[data-side]').filter({ hasText: own })
  const side = (await ownSide.getAttribute('data-side')) === '1' ? 1 : 2

  await test.step('the schedule says when, and then live who won', async () => {
    await goByTile(page, 'Schedule')
    await expect(page.getByText(messages.scheduleStarts('9:15 PM'))).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Quarter Finals' }).first()).toContainText(
      '9:15',
    )
    await isLive(page)
    const stillHere = await stayOnPage(page)
    await expect(ownMatch).toHaveCount(1)
    await organiser.tapWinner(place, side)
    await expect(ownSide.first()).toHaveAttribute('data-state', 'winner')
    await expect(ownMatch).toHaveCount(2)
    await stillHere()
  })

  await test.step('in the draw the team is in the next round, and loses there live', async () => {
    await goByTile(page, 'Draw')
    await isLive(page)
    await expect(page.getByRole('dialog', { name: 'Get the app' })).toBeHidden()
    const next = `1.${Math.floor(Number(place.slice(2)) / 2)}`
    const inNext = matchAt(page, next).locator('[data-side]').filter({ hasText: own })
    await expect(inNext).toHaveAttribute('data-state', 'open')
    const neighbour = `0.${Number(place.slice(2)) ^ 1}`
    const stillHere = await stayOnPage(page)
    await organiser.tapWinner(neighbour)
    await organiser.tapWinner(next, (await inNext.getAttribute('data-side')) === '1' ? 2 : 1)
    await expect(inNext).toHaveAttribute('data-state', 'loser')
    await expect(followed).toContainText('Out this time')
    await stillHere()
    await followed.locator('summary').click()
    await followed.getByRole('button', { name: 'Stop following' }).click()
    await expect(followed).toBeHidden()
  })

  await test.step('the past and the rules are a tile away', async () => {
    await goByTile(page, 'Past Tournaments')
    await expect(page.getByText(messages.pastSelect)).toBeVisible()
    await isAlive(page)
    await page.getByLabel('Edition').selectOption('N11, Spring 2025')
    await expect(ownSide.first()).toHaveAttribute('data-state', 'winner')
    await goByTile(page, 'Past Champions')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(11)
    await goByTile(page, 'Rules')
    for (const title of ['Game Setup', 'Gameplay', 'Scoring and Winning', 'Special Rules'])
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test("a visitor's evening works the same, page by page @laptop", async ({ page, organiser }) => {
    await page.goto('/register')
    await expect(page.getByRole('heading', { name: messages.registrationClosedTitle })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Switch between light and dark' })).toBeHidden()
    await organiser.post('/admin/settings', { registration: 'open' })
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await page.getByRole('link', { name: 'Register' }).click()
    await fillOwnTeam(page)
    await page.getByRole('button', { name: 'Register Team' }).click()
    await expect(refused(page, messages.registerMissing(['Player 1 Name']))).toBeVisible()
    await ownTeamIsTyped(page)
    await page.getByLabel('Player 1 Name').fill('Maya Lind')
    await page.getByRole('button', { name: 'Register Team' }).click()
    await expect(said(page, messages.registered)).toBeVisible()
    await expect(page.getByText('Share with your partner')).toBeHidden()
    await expect(page.getByLabel('Player 1 Name')).toHaveValue('')

    await goByTile(page, 'Entry List')
    const entry = page.getByRole('row').filter({ hasText: own })
    await expect(entry).toContainText('Pending Approval')
    await organiser.register(3)
    await organiser.approveAll()
    await page.reload()
    await expect(entry).toContainText('Approved')

    await goByTile(page, 'Draw')
    await page.getByRole('button', { name: 'Generate Tournament' }).click()
    const ownSide = page.locator('[data-side]').filter({ hasText: own })
    await expect(ownSide).toHaveAttribute('data-state', 'open')
    const place = await page.locator('[data-match]').filter({ hasText: own }).getAttribute('data-match')
    await organiser.tapWinner(place ?? '', (await ownSide.getAttribute('data-side')) === '1' ? 1 : 2)
    await page.reload()
    await expect(ownSide.first()).toHaveAttribute('data-state', 'winner')

    await goByTile(page, 'Schedule')
    await expect(ownSide).toHaveCount(2)
    await goByTile(page, 'Past Tournaments')
    await page.getByLabel('Edition').selectOption('N11, Spring 2025')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(ownSide.first()).toHaveAttribute('data-state', 'winner')
  })
})
