import type { Page } from '@playwright/test'
import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isAlive } from '../support/journey-page.ts'

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes')))

const longTitle = 'The Great Summer Cup of the University Tennis Team and of All Its Old Friends 20'
const asOf = /As of \w{3} \d{1,2} \w{3} \d{4}, \d+:\d\d [AP]M$/

async function sheetsOf(page: Page): Promise<number> {
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  return paper.match(/\/Type\s*\/Page[^s]/g)?.length ?? 0
}

test('a small draw is one sheet, also with champions and the longest title @laptop @nightly', async ({
  page,
  organiser,
}) => {
  await organiser.post('/admin/settings', { byes: 'at-once' })

  async function expectOneSheet(what: string) {
    for (const editionTitle of [longTitle, 'The Cup']) {
      await organiser.post('/admin/settings', { editionTitle })
      await page.goto('/draw')
      await isAlive(page)
      const name = `${what}, ${editionTitle.length} letters`
      expect.soft(await sheetsOf(page), name).toBe(1)
      await page.emulateMedia({ media: 'print' })
      await expect.soft(page.locator('.print-title:visible'), name).toContainText(editionTitle)
      await page.emulateMedia({ media: 'screen' })
    }
  }

  for (const [at, teams] of [5, 3, 2].entries()) {
    if (at > 0) await organiser.post('/admin/next-edition', {})
    await organiser.makeDraw(teams)
    await expectOneSheet(`${teams} teams`)
    const places = teams === 5 ? ['0.0', '0.1', '0.2', '0.3', '1.0', '1.1', '2.0'] : ['0.0', '0.1', '1.0']
    for (const place of teams > 2 ? places : ['0.0']) await organiser.tapWinner(place)
    await page.goto('/draw')
    await expect(page.locator('.champion').first()).toContainText('Champions')
    await expectOneSheet(`${teams} teams and their champions`)
  }
  await organiser.post('/admin/next-edition', {})
  await organiser.makeDraw(1)
  await expectOneSheet('one team')
})

test('the last of several sheets is full, and names the champions @laptop @nightly', async ({
  page,
  organiser,
}) => {
  test.setTimeout(240_000)
  await organiser.post('/admin/settings', { byes: 'at-once' })
  await organiser.makeDraw(34)
  for (const [round, matches] of [32, 16, 8, 4, 2, 1].entries())
    for (let index = 0; index < matches; index += 1) await organiser.tapWinner(`${round}.${index}`)
  await page.goto('/draw')
  await isAlive(page)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const sheets = page.locator('.sheet')
  await expect(sheets).toHaveCount(3)
  await expect(sheets.last().locator('[data-round="1"] [data-match]')).toHaveCount(16)
  await expect(sheets.last().locator('.champion')).toBeVisible()
  expect(await sheetsOf(page)).toBe(3)
})

test('a draw is printed on one sheet up to 32 teams @laptop', async ({ page, cup, organiser }) => {
  await organiser.makeDraw(17)
  await page.goto('/draw')
  await isAlive(page)
  // Whatever the zoom on the screen.
  for (const name of ['Larger', 'Larger']) await page.getByRole('button', { name }).click()
  expect(await sheetsOf(page)).toBe(1)
  expect((await page.pdf({ preferCSSPageSize: true })).toString('latin1')).toMatch(
    /\/MediaBox\s*\[0 0 841\.\d+ 59[45]\.\d+\]/,
  )

  const drawn = () =>
    page.locator('.bracket :is(.round-title, .round-name, .side-name)').evaluateAll((names) =>
      names.map((name) => {
        const { left, top, width, height } = name.getBoundingClientRect()
        return `${name.textContent} ${[left, top, width, height].map(Math.round)}`
      }),
    )
  await page.emulateMedia({ media: 'print' })
  const onPaper = await drawn()
  await page.emulateMedia({ media: 'screen' })
  for (let step = 0; step < 5; step += 1) await page.getByRole('button', { name: 'Smaller' }).click()
  expect(await drawn()).not.toEqual(onPaper)
  await page.emulateMedia({ media: 'print' })
  expect(await drawn()).toEqual(onPaper)

  await test.step('an open dialog is not printed', async () => {
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: 'Find a team' }).click()
    await expect(page.locator('dialog[open]')).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('dialog[open]')).toBeHidden()
    expect(await sheetsOf(page)).toBe(1)
  })

  await test.step('Draw Management prints the draw too, without its buttons', async () => {
    await signIn(page, cup)
    await page.emulateMedia({ media: 'screen' })
    await page.goto('/admin/draw')
    await isAlive(page)
    await expect(page.locator('.side-hint').first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    for (const part of ['.side-hint', '.undo', '.call-next'])
      await expect(page.locator(`${part}:visible`)).toHaveCount(0)
    await expect(page.locator('.print-title:visible')).toHaveText('The Cup N11 · Spring 2025')
    expect(await sheetsOf(page)).toBe(1)
    await expect(page.locator('[data-printed]:visible')).toHaveText(asOf)
  })
})

test('every printed sheet names the cup and the time @laptop', async ({ page, organiser }) => {
  await organiser.makeDraw(33)
  await page.goto('/draw')
  await isAlive(page)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(page.locator('.print-title:visible')).toHaveText(Array(3).fill('The Cup N11 · Spring 2025'))
  await expect(page.locator('[data-printed]:visible')).toHaveText([asOf, asOf, asOf])
  expect(await sheetsOf(page)).toBe(3)

  // Lists: in the header of the first sheet, and in the margin of the others.
  for (const path of ['/schedule', '/entries']) {
    await page.goto(path)
    await isAlive(page)
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await expect(page.locator('.print-title:visible')).toHaveText('The Cup N11')
    await expect(page.locator('[data-printed]:visible')).toHaveText(asOf)
    const margins = await page.evaluate(() =>
      document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join(),
    )
    expect(margins).toMatch(/@page \{.*@top-left \{[^}]*"The Cup N11"/s)
    expect(margins).toMatch(/@top-right \{[^}]*"As of /)
  }
})
