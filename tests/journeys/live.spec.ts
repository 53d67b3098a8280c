import type { Page } from '@playwright/test'
import type { CupProcess } from '../support/cup-process.ts'
import { expect, peoplesBrowser } from '../support/journey.ts'
import { test } from '../support/journey-organiser.ts'
import { isAlive, isLive } from '../support/journey-page.ts'

test.use(peoplesBrowser)

async function listeners(cup: CupProcess): Promise<number> {
  return (await (await fetch(`${cup.url}/healthz`)).json()).listeners
}

/** What a browser does when the user switches tabs. */
async function setInFront(tab: Page, isInFront: boolean) {
  await tab.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    isInFront ? 'visible' : 'hidden',
  )
}

test('an open page shows each change at once, also after a restart, a switch of tabs, and the final @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await page.goto('/schedule')
  await isLive(page)
  const banner = page.getByRole('banner')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await organiser.post('/admin/settings', { editionTitle: 'The Cup of Spring' })
  await expect(banner).toContainText('The Cup of Spring')
  // Scripts of linked pages may still be preloading.
  expect(asked.filter((url) => !/\/events|\/static\/js\//.test(url))).toEqual([])

  await test.step('a hidden tab closes its stream, and catches up when it is shown again', async () => {
    expect(await listeners(cup)).toBe(1)
    await setInFront(page, false)
    await expect.poll(() => listeners(cup)).toBe(0)
    await organiser.post('/admin/settings', { editionTitle: 'Changed behind its back' })
    await setInFront(page, true)
    await expect(banner).toContainText('Changed behind its back')
    await isLive(page)
  })

  await test.step('Live is shown while a draw is played, neither before it nor after its final', async () => {
    const word = page.getByText('Live', { exact: true })
    await expect(word).toBeHidden()
    await organiser.makeDraw(2)
    await expect(word).toBeVisible()
    await organiser.tapWinner('0.0')
    await expect(word).toBeHidden()
  })

  await test.step('the server is restarted', async () => {
    await cup.restart()
    await organiser.post('/admin/settings', { editionTitle: 'The Cup of Autumn' })
    await expect(banner).toContainText('The Cup of Autumn')
    await isLive(page)
  })
})

test('a tab opened in the background closes its stream, unless it has notifications to show @laptop', async ({
  page,
  context,
  cup,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }),
  )
  await page.clock.install()
  await page.goto('/schedule')
  await isAlive(page)
  await isLive(page)
  await page.clock.runFor(5_000)
  await expect.poll(() => listeners(cup)).toBe(0)

  await context.grantPermissions(['notifications'], { origin: cup.url })
  await page.evaluate(() => localStorage.setItem('followedTeam', 'somebody'))
  await page.reload()
  await isAlive(page)
  await page.clock.runFor(5_000)
  await isLive(page)
  await page.clock.runFor(30_000)
  await page.evaluate(() => fetch('/healthz'))
  expect(await listeners(cup)).toBe(1)
})

// Over HTTP/1.1 a browser opens six connections to a host, shared by all tabs.
test('with six tabs open over plain http, pages still load @laptop', async ({ context, cup, organiser }) => {
  const tabs: Page[] = []
  for (let number = 1; number <= 6; number += 1) {
    const tab = await context.newPage()
    tabs.push(tab)
    await tab.goto('/schedule')
    await isLive(tab)
    if (number < 6) await setInFront(tab, false)
  }
  const [first, last] = [tabs[0] as Page, tabs[5] as Page]
  await last.goto('/past-champions')
  await expect(last.getByRole('heading', { name: 'Past Champions' })).toBeVisible()
  const another = await context.newPage()
  await another.goto('/entries')
  await isLive(another)
  await expect.poll(() => listeners(cup)).toBe(2)
  await organiser.post('/admin/settings', { editionTitle: 'Six tabs later' })
  await setInFront(first, true)
  for (const tab of [first, last, another])
    await expect(tab.getByRole('banner')).toContainText('Six tabs later')
})

test('going back shows the page as it was left, and current; also a team’s own page, whose link is not cached @phone', async ({
  page,
  organiser,
}) => {
  await organiser.post('/admin/settings', { registration: 'open' })
  await page.goto('/schedule')
  await isLive(page)
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })),
  )
  await page.goto('/register')
  await organiser.post('/admin/settings', { editionTitle: 'Changed while away' })
  await page.goBack({ waitUntil: 'commit' })
  await expect(page.getByRole('banner')).toContainText('Changed while away')
  await isLive(page)
  expect(await page.evaluate(() => 'persisted' in window && window.persisted)).toBe(true)

  await page.goForward({ waitUntil: 'commit' })
  await page.getByLabel('Player 1 Name').fill('Maya')
  await page.getByLabel('Team Phone Number').fill('079 1')
  await page.getByRole('button', { name: 'Register Team' }).click()
  await page.getByRole('link', { name: 'Open', exact: true }).click()
  const standing = page.getByRole('region', { name: 'Where you stand' })
  await expect(standing).toContainText('Pending approval')
  await isLive(page)
  await page.goto('/rules')
  await organiser.approveAll()
  await page.goBack({ waitUntil: 'commit' })
  await expect(standing).toContainText('Approved')
  await page.goForward({ waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rules')
  const kept = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => url)
  })
  expect(kept.filter((url) => url.includes('/entry/'))).toEqual([])
})
