import type { Page } from '@playwright/test'
import { messages } from '../../src/domain/messages.ts'
import { openGate } from '../live/support/gate.ts'
import { expect, expectAccessible, peoplesBrowser } from '../support/journey.ts'
import { test as base } from '../support/journey-organiser.ts'
import { isLive } from '../support/journey-page.ts'

/** Whoever looks at the cup in these journeys does so through a network that can be cut, slowed down and upgraded. */
const test = base.extend<{ gate: Awaited<ReturnType<typeof openGate>> }>({
  gate: async ({ cup }, use) => {
    const gate = await openGate(cup.url)
    await use(gate)
    await gate.close()
  },
})

test.use(peoplesBrowser)

/** The service worker stands guard and has a copy of this page and of all it consists of. */
async function isKept(page: Page) {
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

/** What the copy of a page says that is kept on the device. */
function keptWords(page: Page, path: string): Promise<string> {
  return page.evaluate(
    async (path) => (await (await caches.match(location.origin + path))?.text()) ?? '',
    path,
  )
}

const asOf = /^Offline · as of \d+:\d\d [AP]M$/

test('without a network the app opens as it was last opened, says how old that is, and is current once there is one @phone', async ({
  page,
  gate,
  organiser,
}) => {
  await organiser.post('/admin/settings', { editionTitle: 'Seen when it was opened' })
  await page.goto(`${gate.url}/schedule`)
  await isLive(page)
  await isKept(page)

  await gate.cut()
  await expect(page.getByText(/^Reconnecting…$|^Offline · as of \d+:\d\d [AP]M$/).first()).toBeVisible()
  await page.reload()
  await expect(page.getByText(asOf).first()).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Seen when it was opened')

  await organiser.post('/admin/settings', { editionTitle: 'Back again' })
  await gate.mend()
  await expect(page.getByRole('banner')).toContainText('Back again', { timeout: 40_000 })
  await isLive(page)
})

test('a reload without a network shows what the page had last, not the copy it was opened with @phone', async ({
  page,
  gate,
  organiser,
}) => {
  await organiser.makeDraw(4)
  await page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes'))
  await page.goto(`${gate.url}/draw`)
  await isLive(page)
  await isKept(page)
  await organiser.tapWinner('0.0')
  await organiser.post('/admin/settings', { editionTitle: 'Seen live' })
  const played = page.getByText('1 of 2 played').first()
  await expect(played).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Seen live')

  await gate.cut()
  for (const _ of ['once', 'twice']) {
    await page.reload()
    await expect(page.getByText(asOf).first()).toBeVisible()
    await expect(played).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('Seen live')
  }

  await organiser.tapWinner('0.1')
  await gate.mend()
  await expect(page.getByText('Grand Finals').first()).toBeVisible()
  await expect(page.getByText('0 of 1 played').first()).toBeVisible({ timeout: 40_000 })
})

test('without a network every page opened before opens, also one opened by a link, and says how old it is @phone', async ({
  page,
  gate,
  organiser,
}) => {
  await page.goto(`${gate.url}/`)
  await isKept(page)
  for (const path of ['/entries', '/draw?match=0.0']) {
    await page.goto(gate.url + path)
    await expect.poll(() => keptWords(page, path.split('?')[0] ?? '')).toContain('The Cup')
  }
  await organiser.post('/admin/settings', { editionTitle: 'Changed since' })
  await expect(page.getByRole('banner')).toContainText('Changed since')
  await page.goto(`${gate.url}/`)
  await page.getByRole('link', { name: 'Schedule' }).click()
  await expect(page.getByRole('heading', { name: 'Schedule', exact: true })).toBeVisible()
  await expect.poll(() => keptWords(page, '/schedule')).toContain('Changed since')

  await gate.cut()
  for (const path of ['/schedule', '/entries', '/draw', '/draw?match=0.0']) {
    await page.goto(gate.url + path)
    // Also on copies from before: this tab has heard of it.
    await expect(page.getByRole('banner')).toContainText('Changed since')
    await expect(page.getByText(asOf).first()).toBeVisible()
  }
})

test('without a network a link opens the kept page, and one never opened says so @phone', async ({
  page,
  gate,
}) => {
  await page.goto(`${gate.url}/`)
  await isKept(page)
  await page.getByRole('link', { name: 'Schedule' }).click()
  await expect(page.getByRole('heading', { name: 'Schedule', exact: true })).toBeVisible()
  await isKept(page)
  await page.goto(`${gate.url}/`)
  await isKept(page)

  await gate.cut()
  await page.getByRole('link', { name: 'Schedule' }).click()
  await expect(page.getByRole('heading', { name: 'Schedule', exact: true })).toBeVisible()
  await page.goto(`${gate.url}/past-champions`)
  await expect(page.getByRole('alert')).toContainText('this page is not saved on this device')
  await page.getByRole('link', { name: 'Schedule' }).click()
  await expect(page.getByRole('heading', { name: 'Schedule', exact: true })).toBeVisible()
})

test('the page that says there is no connection opens the wanted one with Retry, once there is one @phone', async ({
  page,
  gate,
}) => {
  await page.goto(`${gate.url}/`)
  await isKept(page)
  await gate.cut()
  await page.goto(`${gate.url}/past-champions`)
  await expect(page.getByRole('heading', { name: 'Offline' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('listitem')).toHaveText(['Home'])
  await page.getByRole('link', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Offline' })).toBeVisible()
  await gate.mend()
  await page.getByRole('link', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Past Champions' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/past-champions')
})

test('the bar’s screen, first opened without a network, comes by itself once there is one @laptop', async ({
  page,
  gate,
}) => {
  await page.goto(`${gate.url}/`)
  await isKept(page)
  await gate.cut()
  await page.goto(`${gate.url}/screen`)
  await expect(page.getByRole('heading', { name: 'Offline' })).toBeVisible()
  await gate.mend()
  await expect(page.getByText(messages.noTournamentData)).toBeVisible({ timeout: 60_000 })
})

test('a worker that did not get the page to show without a network says it in plain words, and gets it with the next page @laptop', async ({
  page,
  gate,
}) => {
  gate.refuse('/offline')
  await page.goto(`${gate.url}/`)
  await isKept(page)
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
  await page.goto(`${gate.url}/past-champions`)
  await expect(page.getByRole('heading', { name: 'Offline' })).toBeVisible()
})

test('a team’s own link, opened without a network, says so and leads to the pages that are kept @phone', async ({
  page,
  gate,
  organiser,
}) => {
  await organiser.post('/admin/settings', { registration: 'open' })
  await page.goto(`${gate.url}/register`)
  await isKept(page)
  await page.getByLabel('Player 1 Name').fill('Maya')
  await page.getByLabel('Team Phone Number').fill('555')
  await page.getByRole('button', { name: 'Register Team' }).click()
  await page.getByRole('link', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your team' })).toBeVisible()

  await gate.cut()
  await page.goto(page.url())
  await expect(page.getByRole('alert')).toContainText('this page is not saved on this device')
  await expect(page.getByRole('listitem')).toHaveText(['Register'])
  await gate.mend()
  await page.getByRole('link', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Your team' })).toBeVisible()
})

test('nothing of an organiser is kept on the device @phone', async ({ page, cup }) => {
  await page.goto('/')
  await isKept(page)
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

test('an upgraded server is never answered for by the copy of the old app @laptop', async ({
  page,
  gate,
}) => {
  const app = () =>
    page
      .evaluate(() => /manifest-([\w-]+)\.js/.exec(document.documentElement.outerHTML)?.[1])
      .catch(() => undefined) // It is on its way to another page.
  const keptApps = () => page.evaluate(() => caches.keys())
  await page.goto(`${gate.url}/schedule`)
  await isKept(page)
  const old = await app()
  expect(old).not.toBe('upgraded')

  // The new app is there but slow: the copy is shown for the moment, and gives way once the answer comes.
  await gate.upgrade()
  gate.hold()
  await page.goto(`${gate.url}/schedule`)
  expect(await app()).toBe(old)
  gate.letGo()
  await expect.poll(app).toBe('upgraded')
  await expect.poll(keptApps).toContain('cup-upgraded')
  await expect.poll(keptApps).not.toContain(`cup-${old}`)
  await isKept(page)

  await gate.cut()
  await page.goto(`${gate.url}/schedule`)
  expect(await app()).toBe('upgraded')
})
