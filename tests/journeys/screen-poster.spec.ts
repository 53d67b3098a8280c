import { expect, type Page, test } from '@playwright/test'
import { queueOf } from '../../src/domain/draw/tables.ts'
import { asTvOpens, isAlive, tvSizes } from '../support/journey-page.ts'
import { organiser } from '../support/organised-cup.ts'
import { pictureContext, startPictureCup, teamsCalled } from '../support/picture-cup.ts'

test.use(pictureContext)

const teams = (count: number, long = '') =>
  teamsCalled(count, (index) => [`Maya Lindqvist ${index}${long}`, 'Tom Okafor'])

const fact = (page: Page, name: string) =>
  page.locator('.tv-facts > div', { hasText: name }).locator('dd').first()

test('before the draw the bar’s screen is a poster that says how to be in it, and keeps current @laptop', async ({
  page,
}) => {
  const cup = await startPictureCup({ settings: { editionTheme: 'Centre Court', scheduleStart: '20:30' } })
  await page.clock.install({ time: cup.clock.now() })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto(`${asTvOpens(cup.url)}/screen`)
  await isAlive(page)
  const poster = page.getByRole('region', { name: 'The cup' })
  await expect(poster).toContainText('The Cup N11')
  await expect(poster).toContainText('Spring 2025 · Centre Court')
  await expect(fact(page, 'First matches')).toHaveText('8:30 PM')
  await expect(fact(page, 'Registration')).toHaveText('Open')
  await expect(page.getByRole('img', { name: `QR code to ${asTvOpens(cup.url)}/register` })).toBeVisible()
  const letters = await page
    .locator('.tv-poster-title')
    .evaluate((title) => title.getBoundingClientRect().height)
  expect(letters, 'the title is seen from the door').toBeGreaterThan(1080 * 0.3)

  for (const team of teams(3)) await cup.app.registerTeam(team)
  await expect(fact(page, 'Teams entered')).toHaveText('3')
  await cup.app.changeSettings({ registration: 'closed' }, organiser)
  await expect(fact(page, 'Registration')).toHaveText('Closed')
  // Not to the draw: with the spec's settings the first who opens it would make it.
  await expect(page.getByRole('img', { name: `QR code to ${asTvOpens(cup.url)}`, exact: true })).toBeVisible()

  const { entries } = await cup.app.publicView()
  await cup.app.setApproval({ teamIds: entries.map(({ id }) => id), approved: true }, organiser)
  await cup.app.createDraw(organiser)
  await expect(page.getByRole('region', { name: 'The draw' })).toBeVisible()
  await expect(poster).toHaveCount(0)
  await cup.stop()
})

test('no title is too long for the poster on the bar’s screen @laptop', async ({ page }) => {
  for (const editionTitle of [
    'The Cup N11',
    'The Harbour Students’ Cup 2025',
    'The Cup of All Cups '.repeat(4).trim(),
  ]) {
    const cup = await startPictureCup({ settings: { editionTitle } })
    for (const [width, height] of tvSizes) {
      await page.setViewportSize({ width, height })
      await page.goto(`${asTvOpens(cup.url)}/screen`)
      await page.evaluate(() => document.fonts.ready)
      await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
      expect(await overflow(page, '.tv-poster'), `${editionTitle} at ${width} px`).toEqual([])
    }
    await cup.stop()
  }
})

test('the champions have the bar’s screen from the final’s tap on, then take turns with their draw @laptop', async ({
  page,
}) => {
  for (const long of ['', ' Featherstonehaugh-Cholmondeley']) {
    const cup = await startPictureCup({ teams: teams(4, long), played: 2 })
    const { width, height } = { width: 1920, height: 1080 }
    await page.setViewportSize({ width, height })
    await page.clock.install({ time: cup.clock.now() })
    await page.goto(`${asTvOpens(cup.url)}/screen`)
    await page.evaluate(() => document.fonts.ready)
    const draw = page.getByRole('region', { name: 'The draw' })
    const moment = page.getByRole('region', { name: 'The champions' })
    await expect(draw).toBeVisible()
    const final = queueOf((await cup.app.publicView()).draw ?? { rounds: [] })[0]
    await cup.app.setWinner({ matchId: final?.id ?? '', side: 2 }, organiser)

    await expect(moment).toContainText('Champions')
    await expect(moment).toContainText('Maya Lindqvist')
    await expect(draw).toHaveCount(0)
    await expect.poll(() => overflow(page, '.tv-moment')).toEqual([])
    const box = await moment.boundingBox()
    expect([box?.x, box?.width]).toEqual([0, width])
    expect(box?.height).toBeGreaterThan(height * 0.85)
    const name = await page.locator('.tv-moment-name').boundingBox()
    expect(name?.height).toBeGreaterThan(height * 0.3)

    await page.clock.runFor(61_000)
    await expect(draw).toBeVisible()
    await expect(page.getByRole('complementary')).toContainText('Champions')
    await page.clock.runFor(60_000)
    await expect(moment).toBeVisible()

    // Left on, the screen is the next edition's poster, and counts its teams.
    await cup.app.beginEdition({ registration: 'open' }, organiser)
    for (const team of teams(3)) await cup.app.registerTeam(team)
    await expect(fact(page, 'Teams entered')).toHaveText('3')
    await cup.stop()
  }
})

/** What of a poster is not inside it, or lies over something else of it. */
function overflow(page: Page, poster: string): Promise<string[]> {
  return page.locator(poster).evaluate((box) => {
    const outer = box.getBoundingClientRect()
    const parts = [...box.children].filter((part) => !part.matches('svg, .sr-only'))
    const texts = parts.map((part) => {
      const range = document.createRange()
      range.selectNodeContents(part)
      return {
        words: part.textContent ?? '',
        place: part.getBoundingClientRect(),
        rect: range.getBoundingClientRect(),
      }
    })
    const over = texts.filter(({ place: rect }, index) =>
      texts.some(
        ({ place: other }, at) =>
          at > index &&
          rect.left < other.right - 1 &&
          other.left < rect.right - 1 &&
          rect.top < other.bottom - 1 &&
          other.top < rect.bottom - 1,
      ),
    )
    const out = texts.filter(
      ({ rect }) =>
        rect.left < outer.left - 1 ||
        rect.right > outer.right + 1 ||
        rect.top < outer.top - 1 ||
        rect.bottom > outer.bottom + 1 ||
        rect.bottom > innerHeight + 1,
    )
    return [...over, ...out].map(({ words }) => words)
  })
}
