import type { Locator, Page } from '@playwright/test'
import { messages } from '../../src/domain/messages.ts'
import { expect } from '../support/journey.ts'
import { test } from '../support/journey-organiser.ts'
import { isLive, matchAt, said, sideAt, stayOnPage } from '../support/journey-page.ts'

test.use({ serviceWorkers: 'allow' })

async function signInByHand(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).getByRole('link').click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('main')).toContainText(`Welcome, ${email}`)
}

/** The team's name in the spec's sentences. */
async function firstPlayer(side: Locator): Promise<string> {
  return /Ana \d+/.exec(await side.innerText())?.[0] ?? ''
}

/** Matches of the list Now without a winner. */
function openMatches(page: Page): Locator {
  const decided = page.getByTitle(messages.reconfirmHint)
  return page.getByRole('region', { name: 'Now' }).getByRole('article').filter({ hasNot: decided })
}

/** Calls a match if no table is busy, and taps its first team; returns the name. */
async function tapNext(page: Page): Promise<string> {
  const onTable = openMatches(page).filter({ hasText: /Table \d/ })
  if ((await onTable.count()) === 0) await page.getByRole('button', { name: /^Call next to table/ }).click()
  const team = onTable.first().getByTitle(messages.selectHint).first()
  const name = await firstPlayer(team)
  await team.click()
  return name
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name })
}

test("an organiser's night: approves the teams, makes the draw, and taps every winner to the champion @phone", async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.register(6)
  await signInByHand(page, cup.organiser)

  await test.step('one team is approved, then all others at once', async () => {
    await expect(page.getByRole('link', { name: 'Team Approval' })).toContainText('6 waiting for approval')
    await page.getByRole('link', { name: 'Team Approval' }).click()
    await isLive(page)
    const stillHere = await stayOnPage(page)
    await expect(page.getByText('Total Teams: 6')).toBeVisible()
    await rowOf(page, 'Ana 4').getByRole('button', { name: 'Approve' }).click()
    await expect(rowOf(page, 'Ana 4')).toContainText('Approved')
    await expect(rowOf(page, 'Ana 5')).toContainText('Pending')
    await page.getByRole('button', { name: 'Select all' }).click()
    await page.getByRole('button', { name: 'Approve selected' }).click()
    await expect(page.getByRole('button', { name: 'Remove Approval' })).toHaveCount(6)
    await expect(page.getByRole('row').filter({ hasText: 'Pending' })).toHaveCount(0)
    await stillHere()
  })

  await test.step('draw management previews and makes the draw', async () => {
    await page.getByRole('link', { name: 'Back to Admin' }).click()
    await page.getByRole('link', { name: 'Draw Management' }).click()
    await expect(page.getByText('6 approved teams: a bracket of 8 with 2 byes.')).toBeVisible()
    await page.getByRole('button', { name: 'Generate Tournament' }).click()
    await expect(said(page, messages.created)).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('currentTournamentID'))).toMatch(/^\w{16}$/)
    await expect(page.getByText(messages.drawInstruction)).toBeVisible()
    await isLive(page)
  })

  const stillHere = await stayOnPage(page)
  await test.step('byes advance, and a match is called to a table', async () => {
    await page.getByRole('button', { name: 'Advance all byes' }).click()
    await expect(said(page, 'All byes advanced to the next round.')).toBeVisible()
    await page.getByRole('button', { name: 'Call next to table 1' }).click()
    await expect(said(page, 'table 1')).toBeVisible()
    await expect(openMatches(page).first()).toContainText('Table 1')
  })

  await test.step('a tap sets a winner, another tap in the bracket changes it', async () => {
    const played = page
      .locator('[data-round="0"] [data-match]')
      .filter({ hasNot: page.locator('[data-state="bye"]') })
    const place = (await played.first().getAttribute('data-match')) ?? ''
    await tapBracket(page, place, 1, messages.advanced)
    await tapBracket(page, place, 2, messages.winnerChanged)
  })

  const champion = await test.step('each remaining match is a call and a tap', async () => {
    let winner = ''
    for (let left = 4; left > 0; left -= 1) {
      winner = await tapNext(page)
      await expect(
        said(page, left > 1 ? messages.advanced(winner) : messages.wonTheCup(winner)),
      ).toBeVisible()
    }
    await expect(page.getByRole('region', { name: 'Now' })).toContainText(`${winner}, Ben`)
    return winner
  })
  await stillHere()

  await test.step('the public draw shows the champion', async () => {
    await page.goto('/draw')
    await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click()
    const shown = page.getByText('Champions').locator('visible=true').locator('..')
    await expect(shown).toContainText(champion)
    await expect(matchAt(page, '2.0').locator('[data-state="winner"]')).toContainText(champion)
  })

  await test.step('logging out leads home, and closes the admin pages', async () => {
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await page.goto('/admin/draw')
    await expect(page).toHaveURL('/login')
  })
})

async function tapBracket(page: Page, place: string, side: 1 | 2, sentence: (team: string) => string) {
  const tapped = sideAt(page, place, side)
  const name = await firstPlayer(tapped)
  await tapped.click()
  await expect(said(page, sentence(name))).toBeVisible()
  await expect(tapped).toHaveAttribute('data-state', 'winner')
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test("an organiser's night is the same, form by form @phone", async ({ page, cup, organiser }) => {
    await organiser.register(5)
    await signInByHand(page, cup.organiser)

    await page.getByRole('link', { name: 'Team Approval' }).click()
    await rowOf(page, 'Ana 1').getByRole('button', { name: 'Approve' }).click()
    await expect(said(page, 'Ana 1')).toBeVisible()
    await expect(rowOf(page, 'Ana 1')).toContainText('Approved')
    for (const number of [2, 3, 4, 5]) await page.getByLabel(`Select Ana ${number}`).check()
    await page.getByRole('button', { name: 'Approve selected' }).click()
    await expect(page.getByRole('button', { name: 'Remove Approval' })).toHaveCount(5)

    await page.getByRole('link', { name: 'Back to Admin' }).click()
    await page.getByRole('link', { name: 'Draw Management' }).click()
    await page.getByRole('button', { name: 'Generate Tournament' }).click()
    await expect(said(page, messages.created)).toBeVisible()

    // Reconfirming one bye advances it; the button advances all others.
    const bye = page.locator('.bracket [data-match]').filter({ hasText: 'BYE' }).first()
    const name = await firstPlayer(bye.locator('[data-state="winner"]'))
    await bye.getByTitle(messages.reconfirmHint).click()
    await expect(said(page, messages.advanced(name))).toBeVisible()
    await expect(page.locator('[data-round="1"]')).toContainText(name)
    await expect(page.getByText('2 byes are not in the next round yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Advance all byes' }).click()
    await expect(said(page, 'All byes advanced to the next round.')).toBeVisible()

    let champion = ''
    for (let left = 4; left > 0; left -= 1) {
      champion = await tapNext(page)
      const sentence = left > 1 ? messages.advanced(champion) : messages.wonTheCup(champion)
      await expect(said(page, sentence)).toBeVisible()
    }
    await page.goto('/draw')
    await expect(page.getByText('Champions').locator('visible=true').locator('..')).toContainText(champion)

    await page.goto('/admin')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
  })
})
