import { expect, type Page, test } from '@playwright/test'
import { addCookies, isAlive } from '../support/journey-page.ts'
import { lineErrors, placeErrors } from '../support/line-errors.ts'
import { type OrganisedCup, startOrganisedCup } from '../support/organised-cup.ts'

// 334 teams in 512 places: more rounds than the specification has names for. The tests share this cup, and do not change it.
test.describe.configure({ mode: 'default' })

let cup: OrganisedCup
test.beforeAll(async () => {
  cup = await startOrganisedCup({ teams: 334 })
})
test.afterAll(() => cup.stop())

const roundNames = [
  'Round 1',
  'Round of 256',
  'Round of 128',
  'Round of 64',
  'Round of 32',
  'Eights',
  'Quarter Finals',
  'Semi Finals',
  'Grand Finals',
]

async function open(page: Page, path: string) {
  await page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes'))
  await addCookies(page, cup.cookie, cup.url)
  await page.goto(cup.url + path)
  await isAlive(page)
}

async function expectWholeDraw(page: Page, when: string) {
  await expect(page.locator('.bracket .round-name')).toHaveText(roundNames)
  await expect(page.locator('.bracket [data-match]')).toHaveCount(511)
  await expectInPlace(page, when)
}

async function expectInPlace(page: Page, when: string) {
  // Polled: matches far outside the window are laid out on the first call.
  await expect.poll(() => placeErrors(page), `matches: ${when}`).toBeLessThan(1)
  expect(await lineErrors(page), `lines: ${when}`).toBeLessThan(1)
}

const heightOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().height)

for (const path of ['/draw', '/admin/draw', '/past-tournaments/11']) {
  test(`334 teams on a phone: ${path} @phone @nightly`, async ({ page }) => {
    await open(page, path)
    await expectWholeDraw(page, 'the first round')
    expect(await heightOf(page, '.bracket .tree')).toBeGreaterThan(256 * 100)
    await page.locator('.bracket [data-match="0.255"]').scrollIntoViewIfNeeded()
    await expect(page.locator('.bracket [data-match="0.255"] .side').first()).toBeInViewport()

    // With earlier rounds collapsed, the four quarter-finals are close together.
    const tabs = page.getByRole('navigation', { name: 'Rounds' })
    await expect(tabs.locator('[aria-current]')).toContainText('Round 1')
    await tabs.getByText('Quarters').click()
    await expect(tabs.locator('[aria-current]')).toContainText('Quarter Finals')
    await expect(page.locator('.bracket [data-match="6.3"]')).toBeInViewport()
    await expectInPlace(page, 'the quarter-finals')
  })

  test(`334 teams on a laptop: ${path} @laptop @nightly`, async ({ page }) => {
    await open(page, path)
    await expectWholeDraw(page, 'as it opens')
    const box = page.locator('.bracket-box')
    const height = await heightOf(page, '.bracket .tree')
    expect(height).toBeGreaterThan(256 * 44)
    const scrollToFinal = () =>
      box.evaluate((element) => {
        element.scrollIntoView({ block: 'center' })
        element.scrollTo(element.scrollWidth, (element.scrollHeight - element.clientHeight) / 2)
      })
    const final = page.locator('.bracket [data-match="8.0"] .match')
    await scrollToFinal()
    await expect(final).toBeInViewport()
    for (const step of ['Smaller', 'Smaller', 'Smaller', 'Larger', 'Larger', 'Larger', 'Larger']) {
      await page.getByRole('button', { name: step }).click()
      await expectInPlace(page, `a step of zoom: ${step}`)
    }
    expect(await heightOf(page, '.bracket .tree')).toBeGreaterThan(height * 1.2)
    await scrollToFinal()
    await expect(final).toBeInViewport()
  })

  test(`334 teams on paper: ${path} @laptop @nightly`, async ({ page }) => {
    await open(page, path)
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    const printed = page.locator('.sheet [data-match]:visible')
    const places = await printed.evaluateAll((matches) =>
      matches.map((match) => (match as HTMLElement).dataset.match),
    )
    expect(new Set(places).size).toBe(511)
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    const pages = paper.match(/\/Type\s*\/Page[^s]/g)?.length ?? 0
    expect(pages).toBe(17)
  })
}

test("334 teams: no row of the schedule is blank, and the bar's screen shows eight matches at a time @laptop", async ({
  page,
}) => {
  await test.step('the schedule at any scroll position on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, '/schedule')
    const names = page.locator('.slot-side')
    await expect(names).not.toHaveCount(0)
    const blank = await names.evaluateAll(
      (all) => all.filter((name) => !name.checkVisibility({ contentVisibilityAuto: true })).length,
    )
    expect(blank).toBe(0)
  })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await open(page, '/screen')
  const matches = page.locator('.tv-draw [data-round="0"] [data-match]')
  await expect(matches).toHaveCount(8)
  for (const match of await matches.all()) await expect(match).toBeInViewport({ ratio: 1 })
  const titles = await page.locator('.tv-draw :is(.round-name, .round-count)').evaluateAll((words) =>
    words.map((word) => {
      const text = document.createRange()
      text.selectNodeContents(word)
      const { left, right } = text.getBoundingClientRect()
      return { left, right }
    }),
  )
  for (const [at, { right }] of titles.entries())
    expect(right, 'ends before the next title').toBeLessThan(titles[at + 1]?.left ?? 1920)
})
