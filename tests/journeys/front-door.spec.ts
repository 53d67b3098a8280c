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

test('the whole logo block leads to the login: title, season and court', async ({ page }) => {
  for (const part of ['.poster-season', '.poster-court', '.poster-title']) {
    await page.goto('/')
    const box = await page.locator(part).boundingBox()
    const width = page.viewportSize()?.width ?? 0
    if (!box) throw new Error(`${part} is not on the page`)
    // On a phone most of the court lies beyond the edge.
    const right = Math.min(box.x + box.width, width)
    await page.mouse.click((box.x + right) / 2, box.y + box.height / 2)
    await expect(page).toHaveURL('/login')
  }
})

test('an organiser signs in with the account the cup was started with @laptop', async ({ page, cup }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(cup.organiser.email)
  await page.getByLabel('Password').fill(cup.organiser.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('main')).toContainText(cup.organiser.email)
})
