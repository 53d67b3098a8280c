import { expectValidHtml } from '../support/html.ts'
import { expect, expectAccessible, test } from '../support/journey.ts'

test('a visitor who comes in by the front door finds all eight ways on', async ({ page, request }) => {
  await page.goto('/')
  const tiles = page.getByRole('main').getByRole('link')
  for (const label of [
    'Register',
    'Draw',
    'Schedule',
    'Entry List',
    'Rules',
    'Past Champions',
    'Past Tournaments',
  ]) {
    await expect(tiles.filter({ hasText: label })).toHaveCount(1)
  }
  await expect(tiles.filter({ hasText: "Citizen's Cup" })).toHaveAttribute('target', '_blank')
  await expectAccessible(page)
  await expectValidHtml(await (await request.get('/')).text())
})

test('an organiser signs in with the account the cup was started with @laptop', async ({ page, cup }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(cup.organiser.email)
  await page.getByLabel('Password').fill(cup.organiser.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('main')).toContainText(cup.organiser.email)
})
