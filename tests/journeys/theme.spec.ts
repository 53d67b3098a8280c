import { expect, test } from '../support/journey.ts'
import { isAlive } from '../support/journey-page.ts'

test('the theme follows the device until it is chosen, and the choice is kept @phone', async ({ page }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/rules')
  const dark = await ground()
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await ground()
  expect(light).not.toBe(dark)

  await page.goto('/schedule')
  await isAlive(page)
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  expect(await ground()).toBe(dark)
  await page.reload()
  expect(await ground()).toBe(dark)
})
