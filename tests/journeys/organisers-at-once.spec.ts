import type { Page } from '@playwright/test'
import { messages, unanswered } from '../../src/domain/messages.ts'
import { refusals } from '../../src/domain/refusals.ts'
import type { CupProcess } from '../support/cup-process.ts'
import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isLive, refused, said, sideAt } from '../support/journey-page.ts'

async function open(page: Page, cup: CupProcess, path: string) {
  await signIn(page, cup)
  await page.goto(cup.url + path)
  await isLive(page)
}

/** Keeps posts from reaching the server until they are let go, or refused in its place. */
async function holdPosts(page: Page) {
  const gate = Promise.withResolvers<'go' | 'lose'>()
  await page.route('**/*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    return (await gate.promise) === 'go' ? route.continue() : route.abort()
  })
  return gate.resolve
}

test('a tapped winner is shown before the server has answered, and taken back before the eyes when it says no @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  await organiser.post('/admin/draw', { intent: 'call', table: '1' })
  await open(page, cup, '/admin/draw')
  const [upper, lower] = [sideAt(page, '0.0', 1), sideAt(page, '0.0', 2)]
  const inList = page.getByRole('region', { name: 'Now' }).getByRole('article').first()
  const buttons = inList.locator('button[name="side"]')

  let answer = await holdPosts(page)
  await buttons.first().tap()
  await expect(upper).toHaveAttribute('data-state', 'winner')
  await expect(inList).toContainText('Decided')
  await expect(sideAt(page, '1.0', 1)).toHaveAttribute('data-state', 'open')
  answer('go')
  await expect(page.getByRole('button', { name: 'Take back', exact: true })).toBeVisible()
  await expect(upper).toHaveAttribute('data-state', 'winner')
  await page.unrouteAll({ behavior: 'wait' })

  answer = await holdPosts(page)
  await buttons.last().tap()
  await expect(lower).toHaveAttribute('data-state', 'winner')
  answer('lose')
  await expect(refused(page, messages.winnerFailed)).toContainText(unanswered.silent)
  await expect(upper).toHaveAttribute('data-state', 'winner')
  await expect(lower).toHaveAttribute('data-state', 'loser')
})

test('two organisers correct the same team: the second keeps what was typed, is told, and decides @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.post('/admin/settings', { registration: 'open' })
  await organiser.register('Ana', { player2Name: 'Ben', teamPhoneNumber: '079 1' })
  await open(page, cup, '/admin/teams')
  await page.getByRole('link', { name: 'Edit Ana, Ben' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit team' })
  const name = dialog.getByLabel('Player 1 Name')
  await name.fill('Anna')
  const teamId = (await dialog.locator('input[name="teamId"]').first().inputValue()) ?? ''
  const theirs = { player1Name: 'Anne', player2Name: 'Benno', teamPhoneNumber: '079 1' }
  await organiser.post('/admin/teams', { intent: 'edit', teamId, ...theirs })

  // A field nobody typed into follows; one that is being typed into stays, and says what the other has written.
  await expect(dialog.getByLabel('Player 2 Name')).toHaveValue('Benno')
  await expect(dialog).toContainText('Someone else has just changed this to: Anne')
  await expect(name).toHaveValue('Anna')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText(refusals['changed-meanwhile'].sentence)
  await expect(dialog.getByRole('alert')).toContainText('now called Anne, Benno')
  await expect(name).toHaveValue('Anna')

  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(said(page, 'now called Anna, Benno')).toBeVisible()
})

test('what was typed for one team never shows up in the form of another @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.post('/admin/settings', { registration: 'open' })
  await organiser.register('Ana', { teamPhoneNumber: '079 1' })
  await organiser.register('Ben', { teamPhoneNumber: '079 2' })
  await open(page, cup, '/admin/teams')
  const dialog = page.getByRole('dialog', { name: 'Edit team' })
  const name = dialog.getByLabel('Player 1 Name')

  await page.getByRole('link', { name: 'Edit Ana' }).click()
  await name.fill('Anna')
  const answer = await holdPosts(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  answer('lose')
  await expect(dialog.getByRole('alert')).toContainText(messages.approvalFailed)
  await dialog.getByRole('link', { name: 'Cancel' }).click()

  await page.getByRole('link', { name: 'Edit Ben' }).click()
  await expect(name).toHaveValue('Ben')
  await expect(dialog.getByLabel('Phone')).toHaveValue('079 2')
  await expect(dialog.getByRole('alert')).toBeHidden()
})

test('two organisers change the same setting: the second is told what the first has set, and keeps what was typed @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await open(page, cup, '/admin/settings/registration')
  const limit = page.getByLabel('Team limit')
  await limit.fill('32')
  await organiser.post('/admin/settings', { teamLimit: '16', checkIn: 'on' })
  await expect(page.getByText('Someone else has just changed this to: 16')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Check-in' })).toBeChecked()
  await limit.press('Enter')
  await expect(refused(page, refusals['changed-meanwhile'].sentence)).toContainText('Team limit now 16')
  await expect(limit).toHaveValue('32')
  await limit.press('Enter')
  await expect(said(page, 'Team limit now 32')).toBeVisible()
})

test('new lines of the journal appear by themselves, and wait while somebody reads further down @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(16)
  await open(page, cup, '/admin/journal')
  const lines = page.getByRole('main').getByRole('listitem')
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('.data') && asked.push(request.url()))
  await organiser.tapWinner('0.0')
  await expect(lines.first()).toContainText('won against')
  await expect(lines.first().getByRole('button', { name: /^Take back/ })).toBeVisible()

  const read = lines.nth(12)
  await read.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 400))
  const words = await read.innerText()
  const before = await read.boundingBox()
  await organiser.tapWinner('0.1')
  const newer = page.getByRole('button', { name: '1 newer line' })
  await expect(newer).toBeVisible()
  expect(await read.innerText()).toBe(words)
  expect((await read.boundingBox())?.y).toBe(before?.y)
  await newer.tap()
  await expect(newer).toBeHidden()
  await expect(lines.first()).toBeInViewport()
  await expect(lines.nth(1)).toContainText('won against')
  // Once for each tap; once more if a second one came while the first was asked for.
  expect(asked.length).toBeLessThanOrEqual(4)
})

test('a change that is taken back in the journal stays in its row, as done, and a second tap finds no other @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  await organiser.tapWinner('0.0')
  await organiser.tapWinner('0.1')
  await open(page, cup, '/admin/journal')
  const lines = page.getByRole('main').getByRole('listitem')
  const row = lines.filter({ hasText: 'won against' }).first()
  const words = (await row.locator('p').first().innerText()).trim()
  const place = await row.boundingBox()
  await row.getByRole('button', { name: /^Take back/ }).dblclick()
  await expect(row).toContainText('Taken back')
  const newer = page.getByRole('button', { name: '1 newer line' })
  await expect(newer).toBeVisible()
  await expect(row.locator('p').first()).toHaveText(words)
  expect((await row.boundingBox())?.y).toBe(place?.y)
  await newer.click()
  await expect(lines.first()).toContainText(`Taken back: ${words}`)
  await expect(lines.filter({ hasText: 'Taken back: ' })).toHaveCount(1)
})

test('a second organiser’s phone has the number of a new team within a second, and a busy draw costs its list nothing @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(8)
  await page.clock.install()
  await open(page, cup, '/admin/teams')
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('.data') && asked.push(request.url()))
  await page.clock.pauseAt(Date.now() + 15_000)
  for (const match of ['0.0', '0.1', '0.2', '0.3']) await organiser.tapWinner(match)
  await organiser.register('Cleo', { teamPhoneNumber: '079 3' })
  // A second of the page's own time: how fast this machine is does not count.
  let passed = 0
  await expect
    .poll(async () => {
      if (passed < 900) await page.clock.runFor(100)
      passed += 100
      return page.getByRole('row', { name: /Cleo/ }).allInnerTexts()
    })
    .toEqual([expect.stringContaining('079 3')])
  expect(asked).toHaveLength(1)
})

test('a burst of taps is asked for together by an open journal, which ends with all of them @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(16)
  await open(page, cup, '/admin/journal')
  let asked = 0
  let atOnce = 0
  let most = 0
  page.on('request', (request) => {
    if (!request.url().includes('.data')) return
    asked += 1
    atOnce += 1
    most = Math.max(most, atOnce)
  })
  const isOver = (request: { url(): string }) => {
    if (request.url().includes('.data')) atOnce -= 1
  }
  page.on('requestfinished', isOver)
  page.on('requestfailed', isOver)
  const matches = Array.from({ length: 8 }, (_, index) => `0.${index}`)
  await Promise.all(matches.map((match) => organiser.tapWinner(match)))
  const lines = page.getByRole('main').getByRole('listitem')
  await expect(lines.filter({ hasText: 'won against' })).toHaveCount(8)
  expect(most).toBe(1)
  expect(asked).toBeLessThan(8)
})

test('a reset is not confirmed over a result that came in meanwhile: it asks again @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  await organiser.post('/admin/settings', { organiserTools: 'on' })
  await open(page, cup, '/admin/draw')
  await page.getByRole('button', { name: 'Reset Tournament' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset Tournament' })
  await expect(dialog.getByRole('alert')).toHaveText(messages.resetConfirm)
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await organiser.tapWinner('0.0')
  await dialog.getByRole('button', { name: 'Reset Tournament' }).click()
  await expect(dialog.getByRole('listitem')).toContainText('new since you were asked')
  await expect(sideAt(page, '0.0', 1)).toHaveAttribute('data-state', 'winner')
  await dialog.getByRole('button', { name: 'Reset Tournament' }).click()
  await expect(said(page, messages.wasReset)).toBeVisible()
})

test('a list of teams that is open while the next edition begins starts anew, and finds the last one again as it was @laptop', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(2)
  await organiser.register('Cleo', { teamPhoneNumber: '079 3' })
  await organiser.tapWinner('0.0')
  await open(page, cup, '/admin/teams')
  await expect(page.getByRole('row', { name: /Ana 1, Ben 1/ })).toBeVisible()
  const cleo = page.getByRole('row', { name: /Cleo/ })
  const teamId = (await cleo.locator('input[name="teamId"]').first().getAttribute('value')) ?? ''
  await organiser.post('/admin/teams', { intent: 'remove', teamId })
  await expect(cleo).toBeHidden()

  await organiser.post('/admin/next-edition', { registration: 'open' })
  await expect(page.getByText('Total Teams: 0')).toBeVisible()
  await page.getByLabel('Show').selectOption('Removed')
  await expect(page.getByText(messages.entriesEmpty)).toBeVisible()
  await organiser.register('Dana', { teamPhoneNumber: '079 4' })
  await page.getByLabel('Show').selectOption('All')
  await expect(page.getByRole('row', { name: /Dana/ })).toContainText('079 4')

  await organiser.post('/admin/settings', { editionNumber: '11', confirm: 'yes' })
  await expect(page.getByRole('row', { name: /Ana 1, Ben 1/ })).toContainText('+41 79 555 0001')
  await page.getByLabel('Show').selectOption('Removed')
  await expect(cleo).toContainText('079 3')
  await expect(page.getByRole('row', { name: /Dana/ })).toBeHidden()
})
