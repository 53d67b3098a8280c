import { expect, expectAccessible } from '../support/journey.ts'
import { test } from '../support/journey-organiser.ts'
import { isLive, matchAt, sideAt } from '../support/journey-page.ts'

test.use({ serviceWorkers: 'allow' })

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes')))

test('the card calls, and still says against whom, where and when @phone', async ({ page, organiser }) => {
  await organiser.post('/admin/settings', { organiserTools: 'on', scheduleGroupSize: '2' })
  await organiser.makeDraw(8)
  await page.clock.setFixedTime(new Date().setHours(20, 0))
  await page.goto('/draw')
  await isLive(page)
  const own = (await sideAt(page, '0.2', 1).getAttribute('title')) ?? ''
  const other = (await sideAt(page, '0.2', 2).getAttribute('title')) ?? ''
  const id = (await matchAt(page, '0.2').getAttribute('data-match-id')) ?? ''
  await matchAt(page, '0.2').getByRole('link').click()
  await page.getByRole('button', { name: `Follow ${own}` }).click()
  await page.keyboard.press('Escape')

  const card = page.getByRole('complementary', { name: 'The team you follow' })
  const ground = () => card.evaluate((element) => getComputedStyle(element).backgroundColor)
  const upNext = page.locator('.bracket .match-tag', { hasText: 'Up next' })
  await expect(card).toContainText(`Next: against ${other} · 2 matches before you · about 9:30 PM`)
  await expect(upNext, 'one for each free table').toHaveCount(2)
  const quiet = await ground()

  await organiser.tapWinner('0.0')
  await expect(card.getByRole('status')).toHaveText('You are up next. Get ready!')
  await expect(card).toContainText(`Next: against ${other} · about`)
  await expect(card).not.toContainText('before')
  await expect(matchAt(page, '0.2').locator('.match-tag')).toHaveText('Up next')
  expect(await ground()).not.toBe(quiet)
  await expectAccessible(page)

  await organiser.post('/admin/draw', { intent: 'call', matchId: id })
  await expect(card.getByRole('status')).toHaveText('To table 1, please!')
  await expect(card).toContainText(new RegExp(`Now: against ${other} · table 1 · called \\d+:\\d\\d\\s[AP]M`))
  await expect(card.locator('summary')).toHaveAccessibleDescription(/To table 1, please! .*against/)

  await organiser.tapWinner('0.2', 2)
  await expect(card).toContainText('Out this time')
  await expect.poll(ground).toBe(quiet)
  await expectAccessible(page)
})

test('each call is a notification of its own, with the opponent, and leads to the team @phone', async ({
  page,
  context,
  cup,
  organiser,
}) => {
  await organiser.post('/admin/settings', { organiserTools: 'on', scheduleGroupSize: '1' })
  await organiser.makeDraw(8)
  await context.grantPermissions(['notifications'], { origin: cup.url })
  const started = context.waitForEvent('serviceworker')
  await page.goto('/draw')
  await isLive(page)
  const worker = await started
  await page.evaluate(() => navigator.serviceWorker.ready)
  const own = (await sideAt(page, '0.1', 1).getAttribute('title')) ?? ''
  const other = (await sideAt(page, '0.1', 2).getAttribute('title')) ?? ''
  const id = (await matchAt(page, '0.1').getAttribute('data-match-id')) ?? ''
  await matchAt(page, '0.1').getByRole('link').click()
  await page.getByRole('button', { name: `Follow ${own}` }).click()
  await page.keyboard.press('Escape')
  const card = page.getByRole('complementary', { name: 'The team you follow' })
  await expect(card).toContainText('1 match before')

  const shown = () =>
    page.evaluate(async () => {
      const all = await (await navigator.serviceWorker.ready).getNotifications()
      return all.map((one) => ({
        title: one.title,
        body: one.body,
        icon: new URL(one.icon).pathname,
        renotify: (one as Notification & { renotify: boolean }).renotify,
      }))
    })
  await organiser.tapWinner('0.0')
  const icon = '/icon-192.png'
  await expect.poll(shown).toEqual([
    {
      title: `${own}: You are up next. Get ready!`,
      body: expect.stringContaining(`against ${other}`),
      icon,
      renotify: true,
    },
  ])
  await organiser.post('/admin/draw', { intent: 'call', matchId: id })
  await expect.poll(shown).toEqual([
    {
      title: `${own}: To table 1, please!`,
      body: expect.stringContaining(`against ${other}`),
      icon,
      renotify: true,
    },
  ])

  // A browser lets a worker come to the front only for a real tap, so what it asks for is written down.
  const tap = () =>
    worker.evaluate(async () => {
      type Worker = {
        registration: ServiceWorkerRegistration
        clients: { openWindow(url: string): Promise<void> }
        WindowClient: { prototype: { url: string; focus(): Promise<unknown> } }
        NotificationEvent: new (kind: string, init: { notification: Notification }) => Event
        dispatchEvent(event: Event): void
      }
      const self = globalThis as unknown as Worker
      const asked = new Promise<string>((resolve) => {
        self.WindowClient.prototype.focus = async function () {
          resolve(`focus ${new URL(this.url).pathname}`)
          return this
        }
        self.clients.openWindow = async (url) => resolve(`open ${new URL(url).pathname}`)
      })
      const [notification] = await self.registration.getNotifications()
      if (!notification) return 'no notification'
      self.dispatchEvent(new self.NotificationEvent('notificationclick', { notification }))
      return asked
    })
  await page.getByRole('navigation', { name: 'Rounds' }).getByText('Final', { exact: true }).click()
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  expect(await tap()).toBe('focus /draw')
  await expect(matchAt(page, '0.1')).toBeInViewport({ ratio: 1 })
  await expect.poll(shown, 'it is taken away').toEqual([])
})

test('who follows a team sees its card on the poster too, and its tiles say what is going on @phone', async ({
  page,
  organiser,
}) => {
  await organiser.makeDraw(8)
  await page.goto('/draw')
  await isLive(page)
  const own = (await sideAt(page, '0.1', 1).getAttribute('title')) ?? ''
  await matchAt(page, '0.1').getByRole('link').click()
  await page.getByRole('button', { name: `Follow ${own}` }).click()
  await page.goto('/')
  await isLive(page)
  const card = page.getByRole('complementary', { name: 'The team you follow' })
  await expect(card).toContainText(own)
  const menu = page.getByRole('navigation', { name: 'The cup' })
  const tile = (name: string) => menu.getByRole('link', { name })
  await expect(tile('Register')).not.toContainText('Open now')
  await expect(tile('Draw')).toContainText('Quarter Finals 0 of 4')

  for (const table of ['1', '2']) await organiser.post('/admin/draw', { intent: 'call', table })
  await expect(tile('Schedule')).toContainText('Now: 2 tables')
  await expect(card.getByRole('status')).toHaveText('To table 2, please!')
  await organiser.tapWinner('0.0')
  await expect(tile('Draw')).toContainText('Quarter Finals 1 of 4')
  await expectAccessible(page)
  for (const place of ['0.1', '0.2', '0.3', '1.0', '1.1', '2.0']) await organiser.tapWinner(place)
  await expect(tile('Draw')).toContainText('Champions: Ana')
  await card.locator('summary').click()
  await card.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/\/draw\?team=\w{12}$/)
})

test('the schedule lights the followed team and calls it too @phone', async ({ page, organiser }) => {
  await organiser.post('/admin/settings', { organiserTools: 'on', scheduleGroupSize: '1' })
  await organiser.makeDraw(8)
  await page.goto('/draw')
  await isLive(page)
  const own = (await sideAt(page, '0.1', 1).getAttribute('title')) ?? ''
  await matchAt(page, '0.1').getByRole('link').click()
  await page.getByRole('button', { name: `Follow ${own}` }).click()

  await page.goto('/schedule')
  await isLive(page)
  const card = page.getByRole('complementary', { name: 'The team you follow' })
  await expect(card).toContainText('1 match before')
  await expect(page.locator('.slot-side[data-lit]')).toHaveText(own)
  await expectAccessible(page)
  await organiser.tapWinner('0.0')
  await expect(card.getByRole('status')).toHaveText('You are up next. Get ready!')
  await card.locator('summary').click()
  await card.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/\/draw\?team=\w{12}$/)
  await expect(matchAt(page, '0.1')).toBeInViewport({ ratio: 1 })
})
