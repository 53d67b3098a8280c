import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isLive, said } from '../support/journey-page.ts'

test('a team is two lines on a phone, with Approve under the thumb, and the limit is said before it is passed @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.post('/admin/settings', { teamLimit: '3' })
  await organiser.register(4)
  await signIn(page, cup)
  await page.goto('/admin/teams')
  await isLive(page)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const { width = 0 } = page.viewportSize() ?? {}

  await test.step('every row is short, and its button is at the right', async () => {
    for (const name of ['Ana 1', 'Ana 4']) {
      const box = await row(name).boundingBox()
      expect(box?.height).toBeLessThanOrEqual(104)
      const button = await row(name).getByRole('button', { name: 'Approve' }).boundingBox()
      expect((button?.x ?? 0) + (button?.width ?? 0)).toBeGreaterThan(width - 40)
      expect(button?.height).toBeGreaterThanOrEqual(44)
    }
  })

  await test.step('the last place is given away as always, the next one is asked about', async () => {
    await expect(page.getByText('0 of 3 places taken')).toBeVisible()
    for (const number of [1, 2, 3]) {
      await row(`Ana ${number}`).getByRole('button', { name: 'Approve' }).click()
      await expect(row(`Ana ${number}`)).toContainText('Approved')
      expect((await row(`Ana ${number}`).boundingBox())?.height).toBeLessThanOrEqual(104)
    }
    await expect(page.getByText('3 of 3 places taken')).toBeVisible()
    await row('Ana 4').getByRole('button', { name: 'Approve' }).click()
    const dialog = page.getByRole('dialog', { name: 'More than the limit' })
    await expect(dialog).toContainText('The limit is 3 teams; 4 would be approved.')
    await dialog.getByRole('link', { name: 'Cancel' }).click()
    await expect(row('Ana 4')).toContainText('Pending')
    await row('Ana 4').getByRole('button', { name: 'Approve' }).click()
    await dialog.getByRole('button', { name: 'Approve anyway' }).click()
    await expect(said(page, 'Approved: Ana 4')).toBeVisible()
    await expect(page.getByText('4 of 3 places taken')).toBeVisible()
  })
})

test('look-alikes stand side by side on a phone, and the double one is removed there @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.register(2)
  await organiser.register('ANA 1', { player2Name: 'ben 1', teamPhoneNumber: '044 000' })
  await signIn(page, cup)
  await page.goto('/admin/teams?show=alike')
  await isLive(page)
  const group = page.getByRole('region', { name: 'The same names' })
  const [first, second] = [group.getByRole('listitem').nth(0), group.getByRole('listitem').nth(1)]
  await expect(first).toContainText('Ana 1')
  await expect(second).toContainText('ANA 1')
  const [left, right] = [await first.boundingBox(), await second.boundingBox()]
  expect(left?.y).toBe(right?.y)
  expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0))
  await second.getByRole('button', { name: 'Remove' }).click()
  await expect(said(page, 'Removed from the entries: ANA 1, ben 1.')).toBeVisible()
  await expect(page.getByText('No team matches.')).toBeVisible()
})
