import type { Page, Route } from '@playwright/test'
import { messages } from '../../src/domain/messages.ts'
import { loadTimeoutMs } from '../../src/domain/settings/limits.ts'
import { type PageName, wayBack, withoutParameter } from '../../src/web/pages.ts'
import { pagesToSee } from '../support/addresses-of.ts'
import type { CupProcess } from '../support/cup-process.ts'
import { expect } from '../support/journey.ts'
import { type DistantOrganiser, signIn, test } from '../support/journey-organiser.ts'
import { isAlive, refused, stayOnPage } from '../support/journey-page.ts'

type Way = { readonly from: string; readonly link: string | RegExp } & (typeof pagesToSee)[number]

/** The link that leads to each page; the rest is in the table. */
const links: readonly (readonly [PageName, from: string, link?: string | RegExp])[] = [
  ['home', '/rules', /home$/],
  ['register', '/', /^Register/],
  ['draw', '/'],
  ['howDrawn', '/draw'],
  ['schedule', '/'],
  ['entries', '/'],
  ['rules', '/'],
  ['pastChampions', '/'],
  ['pastTournaments', '/'],
  ['login', '/', /presents/],
  ['admin', '/admin/teams', /Admin$/],
  ['adminTeams', '/admin', /^Team Approval/],
  ['adminTeamsByList', '/admin/teams', 'Import teams'],
  ['adminDraw', '/admin'],
  ['adminSigns', '/admin/draw', 'Signs'],
  ['adminSettings', '/admin'],
  ['adminNames', '/admin/settings/data', 'Remove a name'],
  ['adminChampions', '/admin', 'Champions'],
  ['adminNextEdition', '/admin'],
  ['adminJournal', '/admin'],
  ['adminAccount', '/admin'],
]

const ways: readonly Way[] = links.flatMap(([name, from, link]) =>
  pagesToSee
    .filter(({ id }) => id === name)
    .map((page) => ({ ...page, path: withoutParameter(page.path), from, link: link ?? page.title })),
)

/** The pages that no link within the app leads to, and the bar's screen, which has neither title nor way back. */
const aside = ['/embed', '/screen', '/entry/:token', '/table/:table', '/*']

test('every page is opened here, but for those without a title or a link to them @phone', () => {
  const listed = [...ways.map(({ path }) => path), ...aside].toSorted()
  expect(listed).toEqual(pagesToSee.map(({ path }) => withoutParameter(path)).toSorted())
})

const answers = '**/*.data*'

type Cup = { page: Page; cup: CupProcess; organiser: DistantOrganiser }

async function begin({ page, cup, organiser }: Cup) {
  await organiser.post('/admin/settings', { reports: 'on' })
  await organiser.makeDraw(4)
  // The login page is for those who are not signed in.
  await signIn(page, cup)
  await page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes'))
}

async function openAt(page: Page, { from, path }: Way, cup: CupProcess) {
  if (path === '/login') await page.context().clearCookies()
  await page.goto(from)
  await isAlive(page)
  if (path === '/login') return () => signIn(page, cup)
  return async () => {}
}

async function expectFrame(page: Page, way: Way) {
  await expect(page.getByRole('heading', { level: 1 })).toContainText(way.title || 'The Cup')
  if (way.path === '/') return
  await expect(
    page
      .locator(`main a[href="${wayBack(way).to}"]`)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
}

/** Requests that are left without an answer until they are let through; those that hang then, hang on. */
async function hold(page: Page, addresses: string) {
  let isHeld = true
  await page.route(addresses, (route) => (isHeld ? undefined : route.continue()))
  return () => {
    isHeld = false
  }
}

const retry = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'Retry' })

type Answer = (route: Route) => unknown

const unanswered: Answer = () => {}
const failures: readonly Answer[] = [
  (route) => route.abort(),
  (route) => route.fulfill({ status: 500, body: 'Internal Server Error' }),
  (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
]

// Silence, then a cut network, a 500 or a proxy's 502, two of them in turn for each page; page.test.ts has each of them.
test('without an answer for 10 s, or with one that is none, every page keeps its address, title and way back, says its own sentence, and comes on Retry @phone', async ({
  page,
  cup,
  organiser,
}) => {
  // Twenty pages: more than one journey's time where the machine is slow.
  test.setTimeout(240_000)
  await page.clock.install()
  await begin({ page, cup, organiser })
  const note = refused(page, messages.loadTimeout)
  const alert = page.getByRole('alert').filter({ visible: true })
  for (const [at, way] of ways.entries()) {
    await test.step(`${way.from} to ${way.path}`, async () => {
      // A page that needs no data needs its script, which the page before it preloads.
      const isScript = way.path === '/rules'
      const needed = isScript ? '**/static/js/rules-*' : answers
      const asked = page.waitForRequest(needed)
      let answer: Answer = isScript ? unanswered : (route) => route.continue()
      await page.route(needed, (route) => answer(route))
      const signInAgain = await openAt(page, way, cup)
      const isStillHere = await stayOnPage(page)
      answer = unanswered
      await page.getByRole('link', { name: way.link }).filter({ visible: true }).first().click()
      await asked
      // The clock goes on meanwhile: on a slow machine a click takes seconds of its own.
      await page.clock.runFor(loadTimeoutMs - 6_000)
      await expect(note).toHaveCount(0)
      await page.clock.runFor(6_500)
      await expect(note).toBeVisible()
      await expectFrame(page, way)
      await expect(page).toHaveURL(way.path)
      if (isScript) return

      const askedAgain = page.waitForRequest(needed)
      await retry(page).click()
      await askedAgain
      await expect(retry(page)).toBeDisabled()
      await page.clock.runFor(loadTimeoutMs + 500)
      await expect(retry(page)).toBeEnabled()
      // A page that needs no data has nothing to ask again.
      for (const nth of way.failed ? [at, at + 1] : [at]) {
        let failed = 0
        answer = (route) => {
          failed += 1
          return failures[nth % failures.length]?.(route)
        }
        await retry(page).click()
        await expect.poll(() => failed).toBeGreaterThan(0)
        await expectFrame(page, way)
        await expect(note).toHaveCount(0)
        if (way.failed) await expect(refused(page, way.failed)).toBeVisible()
        await expect(alert).toHaveCount(way.failed ? 1 : 0)
        if (way.failed) await expect(retry(page)).toBeEnabled()
      }
      answer = (route) => route.continue()
      if (way.failed) await retry(page).click()
      await expect(alert).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(way.title || 'The Cup')
      await expect(page).toHaveURL(way.path)
      await isStillHere()
      await page.unroute(needed)
      await signInAgain()
    })
  }
})

test('an answer that comes after 10 s still opens the page, and keeps its address @phone', async ({
  page,
  organiser,
}) => {
  await page.clock.install()
  await organiser.makeDraw(4)
  await page.goto('/past-tournaments/11')
  await isAlive(page)
  await page.getByRole('link', { name: /home$/ }).click()
  await expect(page.getByRole('link', { name: 'Entry List' })).toBeVisible()
  const held = Promise.withResolvers<void>()
  await page.route(answers, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goBack()
  await page.clock.runFor(loadTimeoutMs + 500)
  await expect(refused(page, messages.loadTimeout)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Past Tournaments')
  held.resolve()
  await expect(page.locator('.bracket [data-match]').first()).toBeVisible()
  await expect(page).toHaveURL('/past-tournaments/11')
  await expect(refused(page, messages.loadTimeout)).toHaveCount(0)
})

test('a chosen edition that does not come within 10 s says so under its own address, and comes on Retry @phone', async ({
  page,
  organiser,
}) => {
  await page.clock.install()
  await organiser.makeDraw(4)
  await page.goto('/past-tournaments')
  await isAlive(page)
  const letThrough = await hold(page, answers)
  const edition = page.getByLabel('Edition')
  const asked = page.waitForRequest(answers)
  await edition.selectOption('N11, Spring 2025')
  await asked
  await page.clock.runFor(loadTimeoutMs + 500)
  await expect(refused(page, messages.loadTimeout)).toBeVisible()
  await expect(page).toHaveURL('/past-tournaments/11')
  await expect(edition).toHaveValue('11')
  letThrough()
  await retry(page).click()
  await expect(page.locator('.bracket [data-match]').first()).toBeVisible()
})

test('the page before one that did not come is one step back @phone', async ({ page }) => {
  await page.clock.install()
  await page.goto('/rules')
  await isAlive(page)
  await page.getByRole('link', { name: /home$/ }).click()
  await expect(page).toHaveURL('/')
  const letThrough = await hold(page, answers)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/entries.data')) asked += 1
  })
  await page.getByRole('link', { name: 'Entry List' }).click()
  await page.clock.runFor(loadTimeoutMs + 500)
  await expect(page).toHaveURL('/entries')
  // With its address the late page asks once more: let through, that answer would open the page before Retry is tapped.
  await expect.poll(() => asked).toBeGreaterThan(1)
  letThrough()
  await retry(page).click()
  await expect(page.getByText(messages.entriesEmpty)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rules')
})

test('Retry on the way back and forward leads to the same place of the history @phone', async ({ page }) => {
  await page.clock.install()
  await page.goto('/schedule')
  await isAlive(page)
  await page.getByRole('link', { name: /home$/ }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'Rules' }).click()
  await expect(page).toHaveURL('/rules')
  const letThrough = await hold(page, answers)
  await page.goBack()
  await page.clock.runFor(loadTimeoutMs + 500)
  await expect(refused(page, messages.loadTimeout)).toBeVisible()
  letThrough()
  await retry(page).click()
  await expect(page.getByRole('link', { name: 'Entry List' })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rules')
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Schedule')
})

test('a page that stands is not covered by a question of its own that stays without an answer @phone', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  await isAlive(page)
  await page.route(answers, () => {})
  await page.getByRole('link', { name: 'Entry List' }).click()
  await page.clock.runFor(loadTimeoutMs + 500)
  await expect(refused(page, messages.loadTimeout)).toBeVisible()
  // The way back is the page that stands below.
  await page.locator('main a[href="/"]').filter({ visible: true }).click()
  await expect(page.getByRole('link', { name: 'Entry List' })).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.clock.runFor(loadTimeoutMs + 500)
  await expect(page.getByRole('link', { name: 'Entry List' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0)
})

test('an empty cup makes no error in the console, and its modal can be closed over the error @phone', async ({
  page,
  cup,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.clock.install()
  await page.goto('/draw')
  await expect(refused(page, messages.noApprovedTeams)).toBeVisible()
  await page.clock.runFor(3_000)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(retry(page)).toBeVisible()
  await signIn(page, cup)
  await page.goto('/admin/draw')
  await isAlive(page)
  await expect(page.getByText(messages.noTournamentData)).toBeVisible()
  expect(complaints).toEqual([])
})
