import { allPages, type Page, pages, withoutParameter } from '../../src/web/pages.ts'
import { expect } from '../support/journey.ts'
import { test } from '../support/journey-organiser.ts'
import { asTvOpens, isAlive, refused, stayOnPage } from '../support/journey-page.ts'

const { register, draw, schedule, entries, rules, pastChampions, pastTournaments } = pages
const pagesOfMenu: readonly Page[] = [
  register,
  draw,
  schedule,
  entries,
  rules,
  pastChampions,
  pastTournaments,
]

const chunks = '**/static/js/**'

test('a page whose scripts fail, all or one, is readable, says so, and loads on Retry @phone', async ({
  page,
}) => {
  await page.route('**/static/js/entry.client-*', (route) => route.fulfill({ status: 404 }))
  await page.goto('/rules')
  await expect(page.getByRole('alert')).toContainText('could not be loaded')

  await page.route(chunks, (route) => route.abort())
  await page.goto('/rules')
  await expect(page.getByRole('heading', { name: 'Game Setup' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('could not be loaded')

  await page.unrouteAll()
  await page.getByRole('link', { name: 'Retry' }).click()
  await expect(page).toHaveURL('/rules')
  await expect(page.getByRole('alert')).toBeHidden()
})

test('when scripts fail or are disabled, no match of an earlier round is cut off @phone', async ({
  browser,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(8)
  for (const index of [0, 1, 2, 3]) await organiser.tapWinner(`0.${index}`)
  const viewport = { width: 390, height: 844 }
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ baseURL: cup.url, javaScriptEnabled, viewport })
    const page = await context.newPage()
    await page.route(chunks, (route) => route.abort())
    await page.goto('/draw')
    if (javaScriptEnabled) await expect(page.getByRole('alert')).toContainText('could not be loaded')
    const column = await page.locator('.round[data-round="0"] .cells').boundingBox()
    const matches = page.locator('.round[data-round="0"] .match')
    await expect(matches).toHaveCount(4)
    for (const match of await matches.all()) {
      const box = await match.boundingBox()
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(
        (column?.y ?? 0) + (column?.height ?? 0),
      )
    }
    await context.close()
  }
})

test('scripts that take more than 120 seconds are reported, not before @phone', async ({ page }) => {
  await page.clock.install()
  await page.route(chunks, () => {})
  const asked = page.waitForRequest(chunks)
  await page.goto('/rules', { waitUntil: 'commit' })
  await page.clock.runFor(1_000)
  await asked
  const note = page.getByText('Part of this page could not be loaded.')
  await page.clock.fastForward(100_000)
  await expect(note).toBeHidden()
  await page.clock.fastForward(20_000)
  await expect(note).toBeVisible()
})

test('when a linked page’s chunk fails, this page stays, with a Retry that loads the chunk @phone', async ({
  page,
}) => {
  await page.route('**/static/js/rules-*', (route) => route.abort())
  const note = page.getByRole('alert')
  await page.goto('/')
  await expect(note).toContainText('could not be loaded')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('The Cup')

  // The router reloads the document, so the note appears again.
  const again = page.waitForEvent('domcontentloaded')
  await page.getByRole('link', { name: 'Rules' }).click()
  await again
  await isAlive(page)
  await expect(note).toContainText('could not be loaded')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('The Cup')

  await page.unroute('**/static/js/rules-*')
  await page.getByRole('link', { name: 'Retry' }).click()
  await expect(note).toBeHidden()
  await page.getByRole('link', { name: 'Rules' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rules')
})

type Manifest = {
  readonly routes: Readonly<Record<string, { readonly module: string; readonly imports?: readonly string[] }>>
}

for (const kind of ['localhost', 'plain http'])
  test(`with the server gone, every page of the menu opens on ${kind} with its title, its error message and Retry @phone`, async ({
    page,
    cup,
  }) => {
    // On a slow machine the modal would cover the draw.
    await page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes'))
    await page.goto(kind === 'localhost' ? cup.url.replace('127.0.0.1', 'localhost') : asTvOpens(cup.url))
    await page.waitForFunction(
      (ids) => {
        const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
        const { routes } = (window as unknown as { __reactRouterManifest: Manifest }).__reactRouterManifest
        return ids
          .flatMap((id) => [routes[id]?.module, ...(routes[id]?.imports ?? [])])
          .every((script) => script && loaded.includes(script))
      },
      allPages.flatMap(({ id, path }) => (pagesOfMenu.some((page) => page.path === path) ? [id] : [])),
    )
    await cup.stop()
    const isStillHere = await stayOnPage(page)
    for (const { title, path, failed } of pagesOfMenu) {
      await page
        .getByRole('navigation', { name: 'The cup' })
        .getByRole('link', { name: new RegExp(`^${title}`) })
        .click()
      await expect(page).toHaveURL((url) => url.pathname === withoutParameter(path))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      if (failed) {
        await expect(refused(page, failed)).toBeVisible()
        await expect(page.getByRole('alert').getByRole('button', { name: 'Retry' })).toBeVisible()
      }
      await page.getByRole('link', { name: 'Home', exact: true }).click()
      await expect(page.getByRole('navigation', { name: 'The cup' })).toBeVisible()
    }
    await isStillHere()
  })

test('a navigation whose script takes more than 120 seconds offers Retry @phone', async ({ page }) => {
  await page.clock.install()
  // The first request is never answered: a late answer would open the page, and take the note away.
  let isAway = true
  await page.route('**/static/js/rules-*', (route) => (isAway ? undefined : route.continue()))
  const asked = page.waitForRequest('**/static/js/rules-*')
  await page.goto('/')
  await isAlive(page)
  await page.getByRole('link', { name: 'Rules' }).click()
  await asked
  const note = page.getByText('Part of this page could not be loaded.')
  await page.clock.runFor(100_000)
  await expect(note).toBeHidden()
  await page.clock.runFor(21_000)
  await expect(note).toBeVisible()

  isAway = false
  await page.getByRole('link', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rules')
})

test('a long draw can be read to its end before any script or font has loaded @phone', async ({
  page,
  organiser,
}) => {
  await organiser.makeDraw(22)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const late of [chunks, '**/*.woff2']) await page.route(late, () => {})
  // No timer of the page may be needed.
  await page.clock.install()
  const asked = page.waitForRequest('**/*.woff2')
  await page.goto('/draw', { waitUntil: 'commit' })
  await asked
  for (const place of ['0.15', '1.7', '4.0']) {
    const side = page.locator(`.bracket [data-match="${place}"] [data-side="2"]`)
    await side.scrollIntoViewIfNeeded()
    await expect
      .poll(() => side.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true })))
      .toBe(true)
  }
})
