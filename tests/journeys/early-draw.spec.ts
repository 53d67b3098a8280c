import { messages } from '../../src/domain/messages.ts'
import { expect, expectAccessible } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isLive, said } from '../support/journey-page.ts'

test('an early draw does no harm: opening the page does not make it, it has no champion, and it is drawn again with everybody @phone', async ({
  page,
  cup,
  organiser,
  browser,
}) => {
  await organiser.register(1)
  await organiser.approveAll()

  const visitor = await (await browser.newContext({ baseURL: cup.url })).newPage()
  await visitor.goto('/draw')
  await visitor.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(visitor.getByText(messages.noTournamentData)).toBeVisible()
  await isLive(visitor)
  await expect(visitor.getByRole('button', { name: 'Generate Tournament' })).toBeEnabled()
  await expect(visitor.getByRole('alert')).toHaveCount(0)

  await signIn(page, cup)
  const takeBack = page.getByRole('button', { name: 'Take back' })
  await page.goto('/admin/draw')
  await isLive(page)
  await expect(page.getByText('1 approved team: a bracket of 2 with 1 bye.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Generate Tournament' }).click()
  await expect(said(page, messages.created)).toBeVisible()
  // A focused banner stays.
  await takeBack.focus()
  await expect(page.locator('.bracket [data-state="bye"]')).toHaveCount(1)
  expect(await page.evaluate(() => localStorage.getItem('currentTournamentID'))).toMatch(/^\w{16}$/)
  await expect(visitor.locator('.bracket [data-state="bye"]')).toHaveCount(1)
  await expect(visitor.getByText('Champions')).toHaveCount(0)

  // The visitor's open page does not make another draw.
  await takeBack.click()
  await expect(said(page, 'Taken back')).toBeVisible()
  await expect(visitor.getByText(messages.noTournamentData)).toBeVisible()
  await visitor.getByRole('button', { name: 'Generate Tournament' }).click()
  await expect(visitor.locator('.bracket [data-match]')).toHaveCount(1)

  for (const number of [2, 3]) await organiser.register(`Late ${number}`)
  await organiser.approveAll()
  await page.goto('/admin/teams')
  await isLive(page)
  const note = page.getByRole('region', { name: 'Approved teams that are not in the draw' })
  await expect(note).toContainText('2 approved teams are not in the draw')
  await note.getByRole('button', { name: 'Draw again with all 3 teams' }).click()
  await expect(said(page, 'Drawn again with all 3 teams')).toBeVisible()
  await takeBack.focus()
  await expect(note).toBeHidden()
  await expect(visitor.locator('.bracket [data-match]')).toHaveCount(3)
  await takeBack.click()
  await expect(visitor.locator('.bracket [data-match]')).toHaveCount(1)
  await expect(note).toBeVisible()
  await visitor.context().close()
})
