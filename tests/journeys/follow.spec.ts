import type { Page } from '@playwright/test'
import { clockTime } from '../../src/domain/night/schedule.ts'
import { expect, expectAccessible } from '../support/journey.ts'
import { test } from '../support/journey-organiser.ts'
import { isAlive, isLive, matchAt, sideAt } from '../support/journey-page.ts'
import { type Phone, type PushService, startPushService } from '../support/push-service.ts'

test.use({ serviceWorkers: 'allow' })

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes')))

test('the card of the followed team calls it, with opponent, table and time @phone', async ({
  page,
  organiser,
}) => {
  const start = new Date(Math.ceil(Date.now() / 300_000) * 300_000 + 3_600_000)
  const scheduleStart = start.toTimeString().slice(0, 5)
  await organiser.post('/admin/settings', { organiserTools: 'on', scheduleGroupSize: '2', scheduleStart })
  await organiser.makeDraw(8)
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
  await expect(card).toContainText(
    `Next: against ${other} · 2 matches before you · about ${clockTime(new Date(start.getTime() + 15 * 60_000), '')}`,
  )
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
  const against = other.replaceAll(' ', '\\s')
  await expect(card).toContainText(
    new RegExp(`Now: against\\s${against} · table 1 · called \\d+:\\d\\d\\s[AP]M`),
  )
  await expect(card.locator('summary')).toHaveAccessibleDescription(/To table 1, please! .*against/)

  await organiser.tapWinner('0.2', 2)
  await expect(card).toContainText('Out this time')
  await expect.poll(ground).toBe(quiet)
  await expectAccessible(page)
})

test('each call is one notification, names the opponent, and opens the draw at the team @phone', async ({
  page,
  context,
  cup,
  organiser,
}) => {
  await organiser.post('/admin/settings', { organiserTools: 'on', scheduleGroupSize: '1' })
  await organiser.makeDraw(8)
  await context.grantPermissions(['notifications'], { origin: cup.url })
  // Records notifications by either interface, and shows them.
  await page.addInitScript(() => {
    const told: string[] = []
    Object.assign(globalThis, { told })
    const { showNotification } = ServiceWorkerRegistration.prototype
    ServiceWorkerRegistration.prototype.showNotification = function (words, ...rest) {
      told.push(words)
      return showNotification.call(this, words, ...rest)
    }
    globalThis.Notification = class extends Notification {
      constructor(words: string, options?: NotificationOptions) {
        super(words, options)
        told.push(words)
      }
    }
  })
  const told = () => page.evaluate(() => (globalThis as unknown as { told: string[] }).told)
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
  expect(await told()).toEqual([])
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

  // Undone and set again, the match before makes the same match up next a second time.
  const before = (await matchAt(page, '0.0').getAttribute('data-match-id')) ?? ''
  await organiser.post('/admin/draw', { intent: 'undo', matchId: before })
  await expect(card).not.toContainText('You are up next')
  await organiser.tapWinner('0.0', 2)
  await expect(card).toContainText('You are up next')
  await organiser.post('/admin/draw', { intent: 'call', matchId: id })
  await expect(card).toContainText('To table 1, please!')
  const calls = [`${own}: You are up next. Get ready!`, `${own}: To table 1, please!`]
  await expect.poll(told, 'each call once').toEqual(calls)
  await expect.poll(shown).toEqual([
    {
      title: `${own}: To table 1, please!`,
      body: expect.stringContaining(`against ${other}`),
      icon,
      renotify: true,
    },
  ])

  await organiser.post('/admin/draw', { intent: 'call-again', matchId: id })
  await expect.poll(shown, 'called again').toEqual([
    {
      title: `${own}: To table 1, please!`,
      body: expect.stringMatching(`^Called again. Now: against ${other}`),
      icon,
      renotify: true,
    },
  ])

  // Browsers let a worker focus a window only after a real tap: this records the request.
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
  await expect.poll(shown, 'a tapped notification closes').toEqual([])
})

/** Fakes the browser's push subscription, and a user who grants the permission. */
async function fakePush(page: Page, origin: string, service: PushService): Promise<() => Phone | undefined> {
  let phone: Phone | undefined
  await page.exposeFunction('subscribeHere', async (key: string) => {
    phone ??= await service.phone(key)
    return phone.subscription
  })
  await page.exposeFunction('sayYes', () => page.context().grantPermissions(['notifications'], { origin }))
  await page.addInitScript(() => {
    const edge = window as unknown as Window & {
      subscribeHere(key: unknown): Promise<{ endpoint: string; p256dh: string; auth: string }>
      sayYes(): Promise<void>
    }
    let subscribed: object | null = null
    PushManager.prototype.getSubscription = async () => subscribed as PushSubscription | null
    PushManager.prototype.subscribe = async (options) => {
      const { endpoint, ...keys } = await edge.subscribeHere(options?.applicationServerKey)
      subscribed = { endpoint, options, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true }
      return subscribed as PushSubscription
    }
    Notification.requestPermission = async () => {
      await edge.sayYes()
      return 'granted'
    }
  })
  return () => phone
}

test('a newly registered team is offered notifications, and is notified on the night @phone', async ({
  page,
  cup,
  organiser,
}) => {
  const service = await startPushService()
  await organiser.post('/admin/settings', { registration: 'open', scheduleGroupSize: '1' })
  const phone = await fakePush(page, cup.url, service)
  await page.goto('/register')
  await isAlive(page)
  await page.getByLabel('Player 1 Name').fill('Maya Lind')
  await page.getByLabel('Team Phone Number').fill('+41 79 555 0101')
  await page.getByRole('button', { name: 'Register Team' }).click()
  const offer = page.getByRole('region', { name: 'Notifications' })
  await expect(offer).toContainText('Get a buzz when you are up next')
  await expectAccessible(page)
  const said = page.waitForResponse((response) => response.request().method() === 'POST')
  await offer.getByRole('button', { name: 'Notify me' }).click()
  expect(await (await said).json()).toEqual({})

  await page.getByRole('link', { name: 'Open', exact: true }).click()
  await expect(offer).toContainText('This device notifies you when you are up next')
  await expectAccessible(page)
  await organiser.makeDraw(1)
  await organiser.post('/admin/draw', { intent: 'call', table: '1' })
  await expect
    .poll(() => phone()?.heard.map(({ message }) => message.title))
    .toEqual(['Maya Lind: To table 1, please!'])
  expect(service.complaints).toEqual([])
  await service.close()
})

test('push notifies of each call of the followed team, with the page open or closed, until it is unfollowed @phone', async ({
  page,
  context,
  cup,
  organiser,
}) => {
  const service = await startPushService()
  await organiser.post('/admin/settings', { organiserTools: 'on', scheduleGroupSize: '1' })
  await organiser.makeDraw(8)
  const session = await context.newCDPSession(page)
  const phone = await fakePush(page, cup.url, service)
  const started = context.waitForEvent('serviceworker')
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await page.goto('/draw')
  await isLive(page)
  const worker = await started
  const registrationId = await registered
  const own = (await sideAt(page, '0.1', 1).getAttribute('title')) ?? ''
  const id = (await matchAt(page, '0.1').getAttribute('data-match-id')) ?? ''
  await matchAt(page, '0.1').getByRole('link').click()
  await page.getByRole('button', { name: `Follow ${own}` }).click()
  await page.keyboard.press('Escape')
  const card = page.getByRole('complementary', { name: 'The team you follow' })
  await expect(card).toContainText('Get a buzz when you are up next')
  await expectAccessible(page)
  const said = page.waitForResponse((response) => response.request().method() === 'POST')
  await card.getByRole('button', { name: 'Notify me' }).click()
  expect(await (await said).json()).toEqual({})
  await expect(card.getByRole('button', { name: 'Notify me' })).toBeHidden()

  const heard = () => phone()?.heard.map(({ message }) => message.title) ?? []
  const shown = () =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      const all = await registration.getNotifications()
      return all.map(({ title, silent }) => ({ title, silent }))
    })
  /** Delivers the last push to the worker. */
  const deliver = async () => {
    const data = JSON.stringify(phone()?.heard.at(-1)?.message)
    await session.send('ServiceWorker.deliverPushMessage', { origin: `${cup.url}/`, registrationId, data })
  }

  await organiser.tapWinner('0.0')
  const next = `${own}: You are up next. Get ready!`
  await expect.poll(heard).toEqual([next])
  await expect.poll(shown, 'shown by the open page').toEqual([{ title: next, silent: false }])
  await deliver()
  await expect.poll(shown, 'the push makes no second sound').toEqual([{ title: next, silent: true }])

  await page.goto('about:blank')
  await organiser.post('/admin/draw', { intent: 'call', matchId: id })
  const table = `${own}: To table 1, please!`
  await expect.poll(heard).toEqual([next, table])
  expect(await shown()).toEqual([{ title: next, silent: true }])
  await deliver()
  await expect.poll(shown).toEqual([{ title: table, silent: false }])

  const again = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.goto('/draw')
  await again
  await card.locator('summary').click()
  await expect(card).toContainText('This device notifies you when you are up next')
  const unfollowed = page.waitForResponse((response) => response.request().method() === 'POST')
  await card.getByRole('button', { name: 'Stop following' }).click()
  await unfollowed
  const known = phone()?.heard.length
  await organiser.post('/admin/draw', { intent: 'call-again', matchId: id })
  await organiser.post('/admin/draw', { intent: 'call-again', matchId: id })
  expect(phone()?.heard).toHaveLength(known ?? 0)
  expect(service.complaints).toEqual([])
  await service.close()
})

test('the card says why this device gets no notifications, and what to do @phone', async ({
  browser,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  /** The card of a followed team, on a device changed by this script. */
  async function cardOn(change: () => void) {
    const context = await browser.newContext({ baseURL: cup.url, serviceWorkers: 'block' })
    await context.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes'))
    await context.addInitScript(change)
    const page = await context.newPage()
    await page.goto('/draw')
    await isLive(page)
    await matchAt(page, '0.0').getByRole('link').click()
    await page
      .getByRole('button', { name: /^Follow / })
      .first()
      .click()
    await page.keyboard.press('Escape')
    return page.getByRole('complementary', { name: 'The team you follow' })
  }
  const iPhone = await cardOn(() => {
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)' })
    Reflect.deleteProperty(window, 'PushManager')
  })
  await expect(iPhone).toContainText('add the cup to the home screen first')
  await iPhone.getByRole('button', { name: 'Not now' }).click()
  await expect(iPhone.getByText('home screen')).toBeHidden()
  const plain = await cardOn(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
  const sentence = plain.getByText('Notifications on a locked phone need an https address')
  await expect(sentence).toBeHidden()
  await plain.locator('summary').click()
  await expect(sentence).toBeVisible()
  const blocked = await cardOn(() => Object.defineProperty(Notification, 'permission', { value: 'denied' }))
  await blocked.locator('summary').click()
  await expect(blocked).toContainText('Notifications are blocked for this site')
})

test('the card of the followed team is also on the schedule and the home page, whose tiles show the state of the night @phone', async ({
  page,
  organiser,
}) => {
  await organiser.post('/admin/settings', { organiserTools: 'on', scheduleGroupSize: '1' })
  await organiser.makeDraw(8)
  await page.goto('/draw')
  await isLive(page)
  const own = (await sideAt(page, '0.1', 1).getAttribute('title')) ?? ''
  await matchAt(page, '0.1').getByRole('link').click()
  await page.getByRole('button', { name: `Follow ${own}` }).click()
  const card = page.getByRole('complementary', { name: 'The team you follow' })
  const show = async () => {
    await card.locator('summary').click()
    await card.getByRole('button', { name: 'Show' }).click()
    await expect(page).toHaveURL(/\/draw\?team=\w{12}$/)
  }

  await test.step('the schedule highlights the team and calls it', async () => {
    await page.goto('/schedule')
    await isLive(page)
    await expect(card).toContainText('1 match before')
    await expect(page.locator('.slot-side[data-lit]')).toHaveText(own)
    await expectAccessible(page)
    await organiser.tapWinner('0.0')
    await expect(card.getByRole('status')).toHaveText('You are up next. Get ready!')
    await show()
    await expect(matchAt(page, '0.1')).toBeInViewport({ ratio: 1 })
  })

  await test.step('the home page has the card, and tiles that follow the night', async () => {
    await organiser.post('/admin/settings', { scheduleGroupSize: '6' })
    await page.goto('/')
    await isLive(page)
    await expect(card).toContainText(own)
    const menu = page.getByRole('navigation', { name: 'The cup' })
    const tile = (name: string) => menu.getByRole('link', { name })
    await expect(tile('Register')).not.toContainText('Open now')
    await expect(tile('Draw')).toContainText('Quarter Finals 1 of 4')

    for (const table of ['2', '3']) await organiser.post('/admin/draw', { intent: 'call', table })
    await expect(tile('Schedule')).toContainText('Now: 2 tables')
    await expect(card.getByRole('status')).toHaveText('To table 2, please!')
    await organiser.tapWinner('0.2')
    await expect(tile('Draw')).toContainText('Quarter Finals 2 of 4')
    await expectAccessible(page)
    for (const place of ['0.1', '0.3', '1.0', '1.1', '2.0']) await organiser.tapWinner(place)
    await expect(tile('Draw')).toContainText('Champions: Ana')
    await show()
  })
})
