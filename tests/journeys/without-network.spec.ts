import type { Page } from '@playwright/test'
import { openGate } from '../live/support/gate.ts'
import { expect, expectAccessible, peoplesBrowser } from '../support/journey.ts'
import { test as base } from '../support/journey-organiser.ts'
import { isLive } from '../support/journey-page.ts'

/** Pages reach the cup through a proxy that can simulate outages, delays and upgrades. */
const test = base.extend<{ gate: Awaited<ReturnType<typeof openGate>> }>({
  gate: async ({ cup }, use) => use(await openGate(cup.url)),
})

test.use(peoplesBrowser)

/** Waits until the service worker controls this page and has cached it with all its parts. */
async function isCached(page: Page) {
  const missing = () =>
    page.evaluate(async () => {
      if (!navigator.serviceWorker.controller) return ['the worker']
      const parts = performance.getEntriesByType('resource').map(({ name }) => name)
      const addresses = [location.href, ...parts.filter((name) => name.includes('/static/'))]
      const copies = await Promise.all(addresses.map((address) => caches.match(address)))
      return addresses.filter((_, at) => !copies[at])
    })
  await expect.poll(missing).toEqual([])
}

/** The HTML of a cached page. */
function cachedHtml(page: Page, path: string): Promise<string> {
  return page.evaluate(
    async (path) => (await (await caches.match(location.origin + path))?.text()) ?? '',
    path,
  )
}

const asOf = /^Offline · as of \d+:\d\d [AP]M$/

test('offline, a reload shows the page’s last state and its age, and it catches up once online @phone', async ({
  page,
  gate,
  organiser,
}) => {
  await organiser.makeDraw(4)
  await page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes'))
  await page.goto(`${gate.url}/draw`)
  await isLive(page)
  await isCached(page)
  await organiser.tapWinner('0.0')
  await organiser.post('/admin/settings', { editionTitle: 'Seen live' })
  const played = page.getByText('1 of 2 played').first()
  await expect(played).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Seen live')

  await gate.cut()
  await expect(page.getByText(/^Reconnecting…$|^Offline · as of \d+:\d\d [AP]M$/).first()).toBeVisible()
  for (const _ of ['once', 'twice']) {
    await page.reload()
    await expect(page.getByText(asOf).first()).toBeVisible()
    await expect(played).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('Seen live')
  }

  await organiser.tapWinner('0.1')
  await organiser.post('/admin/settings', { editionTitle: 'Back again' })
  await gate.mend()
  await expect(page.getByRole('banner')).toContainText('Back again', { timeout: 40_000 })
  await expect(page.getByText('Grand Finals').first()).toBeVisible()
  await expect(page.getByText('0 of 1 played').first()).toBeVisible()
  await isLive(page)
})

test('offline, every page opened before opens, and any other says so until Retry loads it @phone', async ({
  page,
  gate,
  organiser,
}) => {
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  const isNotSaved = () =>
    expect(page.getByRole('alert')).toContainText('this page is not saved on this device')

  await test.step('pages are cached when they are opened, by address or by a link', async () => {
    await page.goto(`${gate.url}/`)
    await isCached(page)
    for (const path of ['/entries', '/draw?match=0.0']) {
      await page.goto(gate.url + path)
      await expect.poll(() => cachedHtml(page, path.split('?')[0] ?? '')).toContain('The Cup')
    }
    await organiser.post('/admin/settings', { editionTitle: 'Changed since', registration: 'open' })
    await expect(page.getByRole('banner')).toContainText('Changed since')
    await page.goto(`${gate.url}/`)
    await page.getByRole('link', { name: 'Schedule' }).click()
    await expect(heading('Schedule')).toBeVisible()
    await expect.poll(() => cachedHtml(page, '/schedule')).toContain('Changed since')
    await page.getByRole('link', { name: 'Home', exact: true }).click()
  })

  await test.step('a tapped link opens the page also where a proxy says that the server is away', async () => {
    gate.refuse('/schedule.data', 502)
    await page.getByRole('link', { name: 'Schedule' }).click()
    await expect(heading('Tournament Match Schedule')).toBeVisible()
    gate.refuse(undefined)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
  })

  await test.step('Back opens a cached page', async () => {
    await page.getByRole('link', { name: 'Schedule' }).click()
    await expect(heading('Schedule')).toBeVisible()
    await gate.cut()
    await page.goBack()
    await expect(page.getByText(asOf).first()).toBeVisible()
    await expect(page).toHaveURL(`${gate.url}/`)
    await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0)
    await gate.mend()
    await isLive(page)
  })

  await test.step('each opens by a tap and by its address, and shows its age', async () => {
    await gate.cut()
    await page.getByRole('link', { name: 'Schedule' }).click()
    await expect(heading('Schedule')).toBeVisible()
    for (const path of ['/schedule', '/entries', '/draw', '/draw?match=0.0']) {
      await page.goto(gate.url + path)
      // Also on older copies: this tab knows the newer title.
      await expect(page.getByRole('banner')).toContainText('Changed since')
      await expect(page.getByText(asOf).first()).toBeVisible()
    }
  })

  await test.step('any other page says so, links to the cached ones, and loads with Retry', async () => {
    await page.goto(`${gate.url}/past-champions`)
    await expect(heading('Offline')).toBeVisible()
    await isNotSaved()
    await expectAccessible(page)
    const kept = await page.getByRole('listitem').allTextContents()
    expect(kept.sort()).toEqual(['Draw', 'Entries', 'Home', 'Schedule'])
    await page.getByRole('link', { name: 'Schedule' }).click()
    await expect(heading('Schedule')).toBeVisible()
    await page.goto(`${gate.url}/past-champions`)
    await page.getByRole('link', { name: 'Retry' }).click()
    await expect(heading('Offline')).toBeVisible()
    await gate.mend()
    await page.getByRole('link', { name: 'Retry' }).click()
    await expect(heading('Past Champions')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/past-champions')
  })

  await test.step('a team’s own page is never cached', async () => {
    await page.goto(`${gate.url}/register`)
    await page.getByLabel('Player 1 Name').fill('Maya')
    await page.getByLabel('Team Phone Number').fill('555')
    await page.getByRole('button', { name: 'Register Team' }).click()
    await page.getByRole('link', { name: 'Open', exact: true }).click()
    await expect(heading('Your team')).toBeVisible()
    await gate.cut()
    await page.goto(page.url())
    await isNotSaved()
    await gate.mend()
    await page.getByRole('link', { name: 'Retry' }).click()
    await expect(heading('Your team')).toBeVisible()
  })
})

test('a worker that could not cache the offline page says so in plain text, and caches it with the next page @laptop', async ({
  page,
  gate,
}) => {
  gate.refuse('/offline')
  await page.goto(`${gate.url}/`)
  await isCached(page)
  await gate.cut()
  await page.goto(`${gate.url}/past-champions`)
  await expect(page.locator('body')).toHaveText(
    'There is no connection, and this page is not saved on this device.',
  )

  gate.refuse(undefined)
  await gate.mend()
  await page.goto(`${gate.url}/`)
  await expect.poll(() => page.evaluate(async () => (await caches.match('/offline'))?.status)).toBe(200)
  await gate.cut()
  await test.step('the bar’s screen, first opened offline, reloads every 15 seconds', async () => {
    const answer = await page.goto(`${gate.url}/screen`)
    await expect(page.getByRole('heading', { name: 'Offline' })).toBeVisible()
    expect(answer?.headers().refresh).toBe('15')
  })
})

test('no organiser’s page is cached @phone', async ({ page, cup }) => {
  await page.goto('/')
  await isCached(page)
  await page.goto('/login')
  await page.getByLabel('Email').fill(cup.organiser.email)
  await page.getByLabel('Password').fill(cup.organiser.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/admin')
  for (const path of ['/admin/teams', '/admin/draw', '/schedule', '/']) await page.goto(path)
  const kept = await page.evaluate(async () => {
    const caught: string[] = []
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) caught.push(new URL(url).pathname)
    }
    return caught.filter((path) => !path.startsWith('/static/'))
  })
  expect(kept.filter((path) => /admin|login|events|healthz|schedule/.test(path))).toEqual([])
  expect(kept).toContain('/')
})

test('a cached page of the old app gives way to the upgraded server @laptop', async ({ page, gate }) => {
  const app = () =>
    page
      .evaluate(() => /manifest-([\w-]+)\.js/.exec(document.documentElement.outerHTML)?.[1])
      .catch(() => undefined) // It may be navigating.
  const keptApps = () => page.evaluate(() => caches.keys())
  await page.goto(`${gate.url}/schedule`)
  await isCached(page)
  const old = await app()
  expect(old).not.toBe('upgraded')

  // While the new app is slow to answer, the cached page is shown.
  await gate.upgrade()
  gate.hold()
  await page.goto(`${gate.url}/schedule`)
  expect(await app()).toBe(old)
  gate.letGo()
  await expect.poll(app).toBe('upgraded')
  await expect.poll(keptApps).toContain('cup-upgraded')
  await expect.poll(keptApps).not.toContain(`cup-${old}`)
  await isCached(page)

  await gate.cut()
  await page.goto(`${gate.url}/schedule`)
  expect(await app()).toBe('upgraded')
})
