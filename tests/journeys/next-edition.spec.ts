import { expect, expectAccessible } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isLive, said } from '../support/journey-page.ts'

test('after the final the champions are recorded, and the next edition begins and is taken back @phone', async ({
  page,
  cup,
  organiser,
  browser,
}) => {
  await organiser.post('/admin/settings', { editionTheme: 'Neon', organiserTools: 'on' })
  await organiser.makeDraw(2)
  const visitor = await (await browser.newContext({ baseURL: cup.url })).newPage()
  await visitor.goto('/past-champions')
  await isLive(visitor)
  const newest = visitor.getByRole('listitem').filter({ hasText: 'Spring 2025' })
  await expect(newest).not.toContainText('Ana')
  await organiser.tapWinner('0.0')
  await expect(visitor.getByRole('main')).toContainText(/Ana \d, Ben \d/)

  await signIn(page, cup)
  await page.goto('/admin')
  await isLive(page)
  await expect(page.getByText(/^Champions: Ana \d, Ben \d/)).toBeVisible()
  await page.getByRole('link', { name: 'Begin the next edition' }).click()
  await expect(page.getByRole('heading', { name: 'What happens' })).toBeVisible()
  await expect(page.getByLabel('Edition number')).toHaveValue('12')
  await expect(page.getByLabel('Season')).toHaveValue('Fall 2025')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('The Cup N12')
  await expectAccessible(page)
  await page.getByLabel('Theme').fill('Hawaii')
  await page.getByLabel('Schedule start').fill('20:00')
  await page.getByLabel('Open registration at once').check()
  await page.getByRole('button', { name: 'Begin the next edition' }).click()

  await expect(said(page, 'N12 has begun, without entries and draw.')).toBeVisible()
  await expect(page.getByText('Registration open · no entries yet · no draw yet')).toBeVisible()
  const begun = page.getByRole('region', { name: 'The next edition' })
  await expect(begun).toContainText('N12 has begun')
  await visitor.goto('/')
  await expect(visitor.getByText('Fall 2025 · Hawaii')).toBeVisible()

  await begun.getByRole('button', { name: 'Take back' }).click()
  await expect(said(page, 'Taken back')).toBeVisible()
  await expect(page.getByText(/^Champions: Ana/)).toBeVisible()
  await expect(visitor.getByText('Spring 2025 · Neon', { exact: true })).toBeVisible()

  // With an entry it can no longer be taken back.
  await organiser.post('/admin/next-edition', { registration: 'open' })
  await organiser.register('Cleo')
  await page.reload()
  await expect(page.getByText('1 entry, 1 pending')).toBeVisible()
  await expect(begun).toHaveCount(0)
  await visitor.context().close()
})

test('without a champion the next edition asks for confirmation, and says what it hides @laptop', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  await signIn(page, cup)
  await page.goto('/admin/next-edition')
  await isLive(page)
  await page.getByRole('button', { name: 'Begin the next edition' }).click()
  const dialog = page.getByRole('dialog', { name: 'This hides an edition' })
  await expect(dialog).toContainText('4 entries of N11 leave the entry list.')
  await dialog.getByRole('link', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Begin the next edition' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/admin\?done=/)
  await expect(page.getByText('no entries yet · no draw yet')).toBeVisible()
})

test('champions whose two names are equal disappear once the other side has won @laptop', async ({
  page,
  organiser,
}) => {
  await organiser.post('/admin/settings', { registration: 'open' })
  for (const name of ['Sam', 'Kim']) await organiser.register(name, { player2Name: name })
  await organiser.approveAll()
  await organiser.post('/draw', { intent: 'generate' })
  await organiser.tapWinner('0.0')
  await page.goto('/past-champions')
  await isLive(page)
  const names = page.getByRole('region', { name: 'The champions' }).locator('bdi')
  const before = await names.allTextContents()
  const others = before[0] === 'Sam' ? ['Kim', 'Kim'] : ['Sam', 'Sam']
  await organiser.tapWinner('0.0', 2)
  await expect(names).toHaveText(others)
})
