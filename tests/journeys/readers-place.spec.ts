import type { Page } from '@playwright/test'
import { statusMessageMs } from '../../src/domain/settings/limits.ts'
import { expect } from '../support/journey.ts'
import { type DistantOrganiser, signIn, test } from '../support/journey-organiser.ts'
import { isLive, matchAt, sideAt } from '../support/journey-page.ts'

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes')))

const tab = (page: Page, round: number) =>
  page.getByRole('navigation', { name: 'Rounds' }).locator(`[href="#round-${round}"]`)

/** The position of a match in the window, in whole pixels; the size of its card may change. */
const spot = (page: Page, place: string) =>
  page.evaluate((at) => {
    const box = document.querySelector(`.bracket [data-match="${at}"]`)?.getBoundingClientRect()
    return box && { x: Math.round(box.x), y: Math.round(box.y) }
  }, place)

async function find(page: Page, team: string) {
  await page.getByRole('button', { name: 'Find a team' }).click()
  await page.getByRole('button', { name: new RegExp(`^${team}`) }).click()
}

async function playAllButOne(organiser: DistantOrganiser, round: number, matches: number) {
  for (let index = 0; index < matches - 1; index += 1) await organiser.tapWinner(`${round}.${index}`)
}

test('a round that ends moves nothing for a reader of another round @phone', async ({ page, organiser }) => {
  await organiser.makeDraw(16)
  await playAllButOne(organiser, 0, 8)
  await page.goto('/draw')
  await isLive(page)
  await tab(page, 3).click()
  await expect(tab(page, 3)).toHaveAttribute('aria-current')
  const atFinal = await spot(page, '3.0')
  await organiser.tapWinner('0.7')
  await expect(tab(page, 0)).toContainText('8/8')
  await expect(tab(page, 3)).toHaveAttribute('aria-current')
  expect(await spot(page, '3.0')).toEqual(atFinal)

  await tab(page, 0).click()
  await matchAt(page, '0.5').scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy({ top: 100, behavior: 'instant' }))
  const inFirst = await spot(page, '0.5')
  await playAllButOne(organiser, 1, 4)
  await organiser.tapWinner('1.3')
  await expect(tab(page, 1)).toContainText('4/4')
  expect(await spot(page, '0.5')).toEqual(inFirst)

  // Not even the champions, who are inserted above.
  for (const place of ['2.0', '2.1', '3.0']) await organiser.tapWinner(place)
  await expect(page.getByText('Champions', { exact: true }).first()).toBeAttached()
  expect(await spot(page, '0.5')).toEqual(inFirst)
})

test('a laptop opens a long draw at the first match to be played, and follows the night to the next round @laptop', async ({
  page,
  organiser,
}) => {
  await organiser.makeDraw(64)
  await playAllButOne(organiser, 0, 32)
  await page.goto('/draw')
  await isLive(page)
  await expect(matchAt(page, '0.31')).toBeInViewport({ ratio: 1 })
  await expect(matchAt(page, '1.0')).not.toBeInViewport()
  await organiser.tapWinner('0.31')
  await expect(matchAt(page, '1.0')).toBeInViewport({ ratio: 1 })
})

test("the organiser's own tap that ends a round moves nothing under the thumb @phone", async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(8)
  await playAllButOne(organiser, 0, 4)
  await signIn(page, cup)
  await page.goto('/admin/draw')
  await isLive(page)
  await sideAt(page, '0.3', 1).scrollIntoViewIfNeeded()
  const before = await spot(page, '0.3')
  await sideAt(page, '0.3', 1).click()
  await expect(sideAt(page, '1.1', 2)).not.toHaveAttribute('data-state', 'tbd')
  await expect(tab(page, 0)).toHaveAttribute('aria-current')
  expect(await spot(page, '0.3')).toEqual(before)
})

test('a win of a team that was searched for does not scroll the page @phone', async ({ page, organiser }) => {
  await organiser.makeDraw(16)
  await page.goto('/draw')
  await isLive(page)
  await find(page, (await sideAt(page, '0.6', 1).getAttribute('title')) ?? '')
  await expect(matchAt(page, '0.6')).toBeInViewport()
  const before = await spot(page, '0.6')
  await organiser.tapWinner('0.6')
  await expect(sideAt(page, '1.3', 1)).toHaveAttribute('data-state', 'open')
  await expect(tab(page, 0)).toHaveAttribute('aria-current')
  expect(await spot(page, '0.6')).toEqual(before)
})

test('Show and Find scroll to the match each time @phone', async ({ page, organiser }) => {
  await organiser.makeDraw(16)
  await page.goto('/draw')
  await isLive(page)
  const team = (await sideAt(page, '0.6', 1).getAttribute('title')) ?? ''
  const goAway = async () => {
    await tab(page, 3).click()
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expect(matchAt(page, '0.6')).not.toBeInViewport()
  }
  for (const _time of ['first', 'second']) {
    await find(page, team)
    await expect(matchAt(page, '0.6')).toBeInViewport({ ratio: 1 })
    await goAway()
  }
  await page.getByRole('button', { name: 'Find a team' }).click()
  await page.getByRole('button', { name: `Follow ${team}`, exact: true }).click()
  await page.keyboard.press('Escape')
  const card = page.getByRole('complementary', { name: 'The team you follow' })
  await card.locator('summary').click()
  for (const _time of ['first', 'second']) {
    await card.getByRole('button', { name: 'Show' }).click()
    await expect(matchAt(page, '0.6')).toBeInViewport({ ratio: 1 })
    await goAway()
  }
})

test('a tap in the draw moves nothing under the thumb when a match enters or leaves the list above @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  await page.clock.install()
  await signIn(page, cup)
  await page.goto('/admin/draw')
  await isLive(page)
  const now = page.getByRole('region', { name: 'Now' })
  const heights = new Set<number | undefined>()
  for (const [round, place] of [
    [0, '0.0'],
    [0, '0.1'],
    [1, '1.0'],
  ] as const) {
    if (await tab(page, round).isVisible()) await tab(page, round).click()
    await matchAt(page, place).evaluate((match) =>
      match.scrollIntoView({ block: 'center', inline: 'nearest' }),
    )
    const before = await spot(page, place)
    await sideAt(page, place, 1).click()
    await expect(sideAt(page, place, 1)).toHaveAttribute('data-state', 'winner')
    expect(await spot(page, place)).toEqual(before)
    await page.clock.runFor(statusMessageMs + 100)
    await expect(now.getByText('Decided')).toHaveCount(0)
    expect(await spot(page, place)).toEqual(before)
    heights.add((await now.boundingBox())?.height)
  }
  await expect(now).toContainText('won the cup')
  expect(heights.size).toBeGreaterThan(1)
})

test('after Find the keyboard continues from the match that was found @laptop', async ({
  page,
  organiser,
}) => {
  await organiser.makeDraw(16)
  await page.goto('/draw')
  await isLive(page)
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-match]')?.dataset.match)
  await page.getByRole('button', { name: 'Find a team' }).focus()
  await page.keyboard.press('Enter')
  const team = (await sideAt(page, '0.6', 1).getAttribute('title')) ?? ''
  await page.getByRole('button', { name: new RegExp(`^${team}`) }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect.poll(focused).toBe('0.6')
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toBe('1.3')

  // A link does not move the focus, but Tab goes to its match.
  await page.goto('/draw?match=0.5')
  await isLive(page)
  await expect(matchAt(page, '0.5').locator('[tabindex="0"]')).toHaveCount(1)
  await expect(page.locator('.bracket-box a[tabindex="0"]')).toHaveCount(1)
})

for (const [teams, place] of [
  [22, '0.9'],
  [40, '0.31'],
  [40, '3.2'],
] as const)
  test(`a link to match ${place} of ${teams} teams keeps the header and the round names in view @laptop`, async ({
    page,
    organiser,
  }) => {
    await organiser.makeDraw(teams)
    await page.goto(`/draw?match=${place}`)
    await isLive(page)
    const isInView = async () => {
      await expect(matchAt(page, place).locator('.match')).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => scrollY)).toBe(0)
      await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 })
      // Below the sticky name of its round.
      const [name, match] = await page.evaluate((at) => {
        const found = document.querySelector(`.bracket [data-match="${at}"] .match`)
        const title = found?.closest('.round')?.querySelector('.round-title')
        return [title, found].map((element) => element?.getBoundingClientRect().toJSON())
      }, place)
      expect(name.top).toBeGreaterThan(0)
      expect(match.top).toBeGreaterThanOrEqual(name.bottom)
    }
    await isInView()
    if (teams === 22) return
    await page
      .locator('.bracket-box')
      .evaluate((box) => box.scrollTo({ top: 0, left: 0, behavior: 'instant' }))
    await find(page, (await sideAt(page, '0.31', 1).getAttribute('title')) ?? '')
    await expect(page).toHaveURL(/team=/)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await expect(page.locator('[data-marked]')).toBeInViewport({ ratio: 1 })
  })

test('on Draw Management the round names cover no match @laptop', async ({ page, cup, organiser }) => {
  await organiser.makeDraw(8)
  await signIn(page, cup)
  await page.goto('/admin/draw')
  await isLive(page)
  const name = await page.locator('#draw .round-title').first().boundingBox()
  const match = await matchAt(page, '0.0').boundingBox()
  expect(match?.y).toBeGreaterThanOrEqual((name?.y ?? Infinity) + (name?.height ?? 0))
})
