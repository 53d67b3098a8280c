import { messages } from '../../src/domain/messages.ts'
import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isLive } from '../support/journey-page.ts'

test('Up next counts only what can still be called, also while a decided match is still listed @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  await signIn(page, cup)
  await page.goto('/admin/draw')
  await isLive(page)
  const now = page.getByRole('region', { name: 'Now' })
  await expect(now.getByRole('heading', { name: 'Up next (2 waiting)' })).toBeVisible()
  await now.getByRole('article').first().locator('summary').click()
  await now.getByTitle(messages.selectHint).first().click()
  await expect(now.getByText('Decided')).toBeVisible()
  await expect(now.getByRole('heading', { name: 'Up next (1 waiting)' })).toBeVisible()
})

test('teams that did not come are named in the order of the entry list @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.post('/admin/settings', { registration: 'open' })
  for (const name of ['zoe', 'Bob', 'Émile', 'adam']) await organiser.register(name)
  await organiser.approveAll()
  await organiser.post('/draw', { intent: 'generate' })
  await page.goto('/entries')
  const entries = await page
    .getByRole('row')
    .filter({ hasText: 'Approved' })
    .getByRole('cell')
    .allTextContents()
  expect(entries.filter((text) => /^(zoe|Bob|Émile|adam)$/.test(text))).toEqual([
    'adam',
    'Bob',
    'Émile',
    'zoe',
  ])

  await signIn(page, cup)
  await page.goto('/admin/draw')
  const options = page.getByLabel('A team that did not come').getByRole('option')
  await expect(options).toHaveText(['Choose a team', 'adam', 'Bob', 'Émile', 'zoe'])
})
