import { settingGroups } from '../../src/domain/settings/settings.ts'
import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isLive, said, tapsOnceTurned } from '../support/journey-page.ts'

test('the settings are an index and six pages, none longer than two screens of a phone, and a switch is saved @phone', async ({
  page,
  cup,
}) => {
  await signIn(page, cup)
  const { height = 0 } = page.viewportSize() ?? {}
  for (const [group, { title }] of Object.entries(settingGroups)) {
    await page.goto('/admin/settings')
    await page.getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/admin/settings/${group}$`))
    const long = await page.evaluate(() => document.documentElement.scrollHeight)
    expect.soft(long, group).toBeLessThanOrEqual(2 * height)
  }

  await page.goto('/admin/settings/draw')
  await isLive(page)
  const tools = page.getByRole('switch', { name: 'Organiser tools' })
  await expect(tools).toHaveAccessibleDescription('Off: Undo, Exchange and Reset cannot be used')
  await tools.click()
  await expect(tools).toHaveAccessibleDescription('On: Undo, Exchange and Reset work')
  await expect(page.getByText('Not saved yet: Organiser tools')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(said(page, 'Organiser tools now on')).toBeVisible()
  await page.getByText('Defaults', { exact: true }).click()
  await page.getByRole('button', { name: 'Back to default for Organiser tools' }).click()
  await expect(tools).not.toBeChecked()
})

test('the switch of registration ignores a second tap while it turns @phone', async ({ page, cup }) => {
  await signIn(page, cup)
  await page.goto('/admin/settings/registration')
  await isLive(page)
  const open = page.getByRole('button', { name: 'Open registration' })
  const { takesTaps } = await tapsOnceTurned(open)
  await open.click()
  expect(await takesTaps).toBe(false)
  await expect(page.getByText('Registration is open')).toBeVisible()
})
