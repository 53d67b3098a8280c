import { messages } from '../../src/domain/messages.ts'
import { expect, expectAccessible } from '../support/journey.ts'
import { test } from '../support/journey-organiser.ts'
import { isAlive, isLive, said } from '../support/journey-page.ts'

test('the checklist alone leads from a fresh cup to a drawn one @phone', async ({ page, cup, organiser }) => {
  await page.goto('/login')
  await isAlive(page)
  await page.getByLabel('Email').fill(cup.organiser.email)
  await page.getByLabel('Password').fill(cup.organiser.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Registration closed · no entries yet · no draw yet')).toBeVisible()
  await isLive(page)
  const list = page.getByRole('region', { name: 'Getting ready' })
  const step = (title: string) =>
    list.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  await expect(list).toContainText('7 to do')
  // The next step is in view below both tiles; the steps after it are folded.
  for (const tile of ['Team Approval', 'Draw Management'])
    await expect(page.getByRole('link', { name: tile })).toBeInViewport()
  await expect(step('Name and date')).toBeInViewport()
  await expect(step('Open registration')).toBeHidden()
  await expectAccessible(page)

  await test.step('a hidden list stays hidden', async () => {
    await list.getByText(/^\d more steps$/).click()
    await list.getByRole('button', { name: 'Hide this list' }).click()
    await expect(list).toHaveCount(0)
    await page.reload()
    await isLive(page)
    await expect(list).toHaveCount(0)
    await organiser.post('/admin/settings', { gettingReady: 'shown' })
    await expect(list).toBeVisible()
  })

  await test.step('a step with a link: name and date', async () => {
    await step('Name and date').getByRole('link', { name: 'Name it' }).click()
    await page.getByLabel('Title', { exact: true }).fill('The Bar Cup N1')
    await page.getByLabel('Date of the evening').fill('2031-05-02')
    const saving = page.getByText('Not saved yet: Title, Date of the evening')
    await expect(saving).toBeVisible()
    await expect(saving).toBeInViewport()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(said(page, 'Title now The Bar Cup N1')).toBeVisible()
    await expect(page.getByText('Everything is saved.')).toBeVisible()
    await page.getByRole('link', { name: /Settings$/ }).click()
    await page.getByRole('link', { name: /Admin$/ }).click()
  })

  await test.step('steps done by one tap stay in the list as done', async () => {
    await step('Replace the samples').getByRole('button', { name: 'Hide them' }).click()
    await expect(step('Replace the samples').getByRole('img', { name: 'Done' })).toBeVisible()
    await step('The usual settings for an evening').getByRole('button', { name: 'Use them' }).click()
    await expect(step('The usual settings for an evening').getByRole('img', { name: 'Done' })).toBeVisible()
    // Nothing is left to tap twice.
    await expect(step('The usual settings for an evening')).toContainText(/Done$/)
    await expect(step('The usual settings for an evening').getByRole('link')).toHaveCount(0)
    await step('Open registration').getByRole('button', { name: 'Open it' }).click()
    await expect(page.getByText('Registration open · no entries yet')).toBeVisible()
    await expect(step('Replace the samples')).toBeVisible()
    await expect(list).toContainText('3 to do')
    await list.getByText(/^\d more steps$/).click()
    await step("The bar's TV").getByText('/screen').click()
    await expect(step("The bar's TV").getByRole('img', { name: /^QR code to http/ })).toBeVisible()
  })

  await test.step('entries arrive, and are approved', async () => {
    for (const name of ['Ann', 'Bob', 'Cleo']) await organiser.register(name, { teamPhoneNumber: name })
    await expect(page.getByText('3 entries, 3 pending')).toBeVisible()
    await step('Approve teams').getByRole('link', { name: 'Approve' }).click()
    await expect(page.getByText('Total Teams: 3')).toBeVisible()
    await page.getByRole('button', { name: 'Select all' }).click()
    await page.getByRole('button', { name: 'Approve selected' }).click()
    await expect(said(page, 'Approved: Ann; Bob; Cleo.')).toBeVisible()
    await page.getByRole('link', { name: /Admin$/ }).click()
    await step('Close registration').getByRole('button', { name: 'Close it' }).click()
    await expect(list).toContainText('1 to do')
  })

  await test.step('the draw', async () => {
    await expect(step('Make the draw')).toContainText('3 approved teams: a bracket of 4 with 1 bye.')
    await step('Make the draw').getByRole('link').click()
    await page.getByRole('button', { name: 'Generate Tournament' }).click()
    await expect(said(page, messages.created)).toBeVisible()
    await page.getByRole('link', { name: /Admin$/ }).click()
    await expect(page.getByText('Semi Finals: 0 of 1 played · 6 tables')).toBeVisible()
    await expect(list).toHaveCount(0)
  })
})
