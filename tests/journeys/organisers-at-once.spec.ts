import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isLive } from '../support/journey-page.ts'

test('new journal lines appear automatically, but wait while the organiser reads further down @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  for (let number = 1; number <= 16; number += 1) await organiser.register(`Cleo ${number}`)
  await signIn(page, cup)
  await page.goto('/admin/journal')
  await isLive(page)
  const lines = page.getByRole('main').getByRole('listitem')
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('.data') && asked.push(request.url()))
  await organiser.tapWinner('0.0')
  await expect(lines.first()).toContainText('won against')
  await expect(lines.first().getByRole('button', { name: /^Take back/ })).toBeVisible()

  const read = lines.nth(12)
  await read.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 400))
  const words = await read.innerText()
  const before = await read.boundingBox()
  await organiser.tapWinner('0.1')
  const newer = page.getByRole('button', { name: '1 newer line' })
  await expect(newer).toBeVisible()
  expect(await read.innerText()).toBe(words)
  expect((await read.boundingBox())?.y).toBe(before?.y)
  await newer.tap()
  await expect(newer).toBeHidden()
  await expect(lines.first()).toBeInViewport()
  await expect(lines.nth(1)).toContainText('won against')
  // Once per tap, or once more if a tap arrived during a request.
  expect(asked.length).toBeLessThanOrEqual(4)
})
