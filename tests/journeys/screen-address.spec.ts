import { expect, type Page, test } from '@playwright/test'
import { isAlive } from '../support/journey-page.ts'
import { startCup } from '../support/start-cup.ts'

const code = (page: Page) => page.getByRole('img', { name: /^QR code/ })
const advice = (page: Page) => page.getByText(/open this page by this machine's address in the network/)

test('the code on the bar’s screen leads to the public address, however the screen was opened @laptop', async ({
  page,
}) => {
  const cup = await startCup({ config: { origin: 'http://cup.club.example' } })
  await page.goto(`${cup.url}/screen`)
  await isAlive(page)
  await expect(code(page)).toHaveAccessibleName('QR code to http://cup.club.example')
  await expect(page.locator('.tv-address')).toHaveText('cup.club.example')
  await cup.stop()
})

test('the bar’s screen opened by its machine’s own name says what to do instead of showing a code that leads nowhere @laptop', async ({
  page,
}) => {
  const cup = await startCup()
  for (const host of ['localhost', '127.0.0.1']) {
    await page.goto(`http://${host}:${cup.port}/screen`)
    await isAlive(page)
    await expect(advice(page)).toBeVisible()
    await expect(code(page)).toHaveCount(0)
  }
  await page.goto(`http://bar.test:${cup.port}/screen`)
  await expect(code(page)).toHaveAccessibleName(`QR code to http://bar.test:${cup.port}`)
  await expect(advice(page)).toHaveCount(0)
  await cup.stop()
})
