import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isAlive, said } from '../support/journey-page.ts'

test('a form that was answered is empty again, and what was typed into the other one stays @laptop', async ({
  page,
  cup,
}) => {
  await signIn(page, cup)
  await page.goto('/admin/account')
  await isAlive(page)
  const current = page.getByLabel('Current password')
  const next = page.getByLabel('New password')
  await current.fill(cup.organiser.password)
  await next.fill('clay-dust-at-half-past-ten')

  await page.getByLabel('Email').fill('second@cup.test')
  await page.locator('input[name="password"]').fill('grass-stains-at-noon')
  await page.getByLabel('Your password').fill(cup.organiser.password)
  await page.getByRole('button', { name: 'Add organiser' }).click()
  await expect(said(page, 'second@cup.test')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('')
  await expect(current).toHaveValue(cup.organiser.password)
  await expect(next).toHaveValue('clay-dust-at-half-past-ten')

  await page.getByLabel('Email').fill('third@cup.test')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(current).toHaveValue('')
  await expect(next).toHaveValue('')
  await expect(page.getByLabel('Email')).toHaveValue('third@cup.test')
})
