import { devices, type Page } from '@playwright/test'
import { creating, messages } from '../../src/domain/messages.ts'
import { loadTimeoutMs } from '../../src/domain/settings/limits.ts'
import { expect, expectAccessible } from '../support/journey.ts'
import { test } from '../support/journey-organiser.ts'
import { asTvOpens, isAlive, isLive, refused } from '../support/journey-page.ts'
import { lineErrors } from '../support/line-errors.ts'
import { smallTargets } from '../support/touch-targets.ts'

async function closeModal(page: Page) {
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

const match = (page: Page, place: string) => page.locator(`[data-match="${place}"]`)

test('the first visitor makes the draw by opening its page, and is offered the app once @phone', async ({
  page,
  organiser,
}) => {
  await organiser.register(3)
  await organiser.approveAll()
  await organiser.post('/admin/settings', { registration: 'closed' })
  await page.goto('/draw')
  await expect(page.getByRole('dialog')).toContainText('Get the app')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(match(page, '1.0')).toBeVisible()
  await expect(page.locator('[data-state="bye"]')).toHaveCount(1)
  expect(await page.evaluate(() => localStorage.getItem('currentTournamentID'))).toMatch(/^\w{16}$/)
  await expectAccessible(page)

  await page.clock.install()
  await page.reload()
  await isAlive(page)
  await page.clock.runFor(3_000)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await page.clock.runFor(5_000)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('the app is also offered when the data cannot be loaded, does not arrive, or has no team to draw @phone', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  await isAlive(page)
  await page.route('**/draw.data*', (route) => route.fulfill({ status: 500 }))
  await page.getByRole('link', { name: 'Draw', exact: true }).click()
  const offer = page.getByRole('dialog', { name: 'Get the app' })
  const link = offer.getByRole('link', { name: 'Download the app' })
  await expect(refused(page, messages.loadFailed)).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(link).toHaveAttribute('href', /^https:/)

  // Another visitor, whose request is never answered.
  await page.goto('/')
  await isAlive(page)
  await page.unroute('**/draw.data*')
  await page.route('**/draw.data*', () => {})
  await page.getByRole('link', { name: 'Draw', exact: true }).click()
  await page.clock.runFor(loadTimeoutMs + 500)
  await expect(refused(page, messages.loadTimeout)).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(link).toBeVisible()
  await closeModal(page)
  await expect(refused(page, messages.loadTimeout).getByRole('button', { name: 'Retry' })).toBeVisible()

  await test.step('without a team to draw', async () => {
    await page.unroute('**/draw.data*')
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('/draw')
    await isAlive(page)
    await page.clock.runFor(1_000)
    await expect(offer).toBeVisible()
    await page.mouse.click(8, 8)
    await expect(offer).toBeHidden()
    const note = refused(page, messages.noApprovedTeams)
    await expect(note.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect(page.getByText(messages.noTournamentData)).toBeVisible()
  })
})

test('the page says that the draw is being made, and after 10 s that it took too long @phone', async ({
  page,
  organiser,
}) => {
  await organiser.register(3)
  await organiser.approveAll()
  await organiser.post('/admin/settings', { registration: 'closed' })
  await page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes'))
  await page.clock.install()
  let isSilent = true
  await page.route('**/action/generate', (route) => (isSilent ? undefined : route.continue()))
  await page.goto('/draw')
  await expect(page.getByText(creating)).toBeVisible()
  await expect(page.getByText(messages.noTournamentData)).toBeHidden()
  await page.clock.fastForward(loadTimeoutMs)
  const note = refused(page, messages.loadTimeout)
  await expect(note).toBeVisible()
  isSilent = false
  await note.getByRole('button', { name: 'Retry' }).click()
  await expect(match(page, '1.0')).toBeVisible()
})

test('an open draw moves on to the next round, or offers to once it has been touched @phone', async ({
  page,
  organiser,
  browser,
  cup,
}) => {
  await organiser.makeDraw(8)
  const reader = await (await browser.newContext({ ...devices['Pixel 7'], baseURL: cup.url })).newPage()
  for (const opened of [page, reader]) {
    await opened.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes'))
    await opened.goto('/draw')
    await isLive(opened)
  }
  const tab = (opened: Page) => opened.getByRole('navigation', { name: 'Rounds' }).locator('[aria-current]')
  await reader.getByRole('link', { name: /^Quarter/ }).tap()
  for (const index of [0, 1, 2, 3]) await organiser.tapWinner(`0.${index}`)
  await expect(tab(page)).toContainText('Semi Finals')
  await expect(page.getByRole('button', { name: 'Semi Finals are on' })).toHaveCount(0)

  const offer = reader.getByRole('button', { name: 'Semi Finals are on' })
  await expect(offer).toBeVisible()
  await expect(tab(reader)).toContainText('Quarter Finals')
  await offer.tap()
  await expect(tab(reader)).toContainText('Semi Finals')
  await expect(offer).toHaveCount(0)
  await reader.context().close()

  await test.step('a phone opens at the round being played, and collapses the rounds before the one in view', async () => {
    await page.reload()
    const tabs = page.getByRole('navigation', { name: 'Rounds' })
    await expect(tabs.locator('[aria-current]')).toContainText('Semi Finals')
    await expect(match(page, '1.0')).toBeInViewport()
    expect(await lineErrors(page)).toBeLessThan(1)

    await tabs.getByText('Quarters').click()
    await expect(tabs.locator('[aria-current]')).toContainText('Quarter Finals')
    await expect(match(page, '0.3')).toBeInViewport()
    expect(await lineErrors(page)).toBeLessThan(1)
    const gap = await page.evaluate(() => {
      const top = (place: string) =>
        document.querySelector(`[data-match="${place}"] .match`)?.getBoundingClientRect().top ?? 0
      return top('0.1') - top('0.0')
    })

    await tabs.getByText('Semis').click()
    const closedUp = await page.evaluate(() => {
      const top = (place: string) =>
        document.querySelector(`[data-match="${place}"] .match`)?.getBoundingClientRect().top ?? 0
      return top('1.1') - top('1.0')
    })
    expect(closedUp).toBe(gap)

    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})

test('the app is not offered over an open dialog, but after it is closed @phone', async ({
  page,
  organiser,
}) => {
  await organiser.makeDraw(3)
  const tonight = new Date('2025-04-04T21:00:00')
  await page.clock.install({ time: tonight })
  // An installed clock runs until it is paused, and cannot go back.
  await page.clock.pauseAt(tonight.getTime() + 60_000)
  await page.goto('/draw')
  await isAlive(page)
  const find = page.getByRole('dialog', { name: 'Find a team' })
  const offer = page.getByRole('dialog', { name: 'Get the app' })
  await page.getByRole('button', { name: 'Find a team' }).click()
  await expect(find).toBeVisible()
  await page.clock.runFor(2_000)
  await expect(offer).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(find).toBeHidden()
  await page.clock.runFor(1_000)
  await expect(offer).toBeVisible()
})

test('a result appears on the open page: announced once, the winner moves on, the line is drawn @phone', async ({
  page,
  organiser,
}) => {
  await organiser.post('/admin/settings', { organiserTools: 'on' })
  await organiser.makeDraw(8)
  await page.goto('/draw')
  await closeModal(page)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const winner = (await match(page, '0.1').locator('[data-side="2"]').getAttribute('title')) ?? ''
  await organiser.tapWinner('0.1', 2)
  await expect(match(page, '0.1').locator('[data-side="2"]')).toHaveAttribute('data-state', 'winner')
  await expect(match(page, '0.1').locator('[data-side="1"]')).toHaveAttribute('data-state', 'loser')
  await expect(match(page, '1.0').locator('[data-side="2"]')).toContainText(winner)
  await expect(page.locator('[data-announcer]')).toContainText(`Quarter Finals: ${winner} beat `)
  await expect(page.getByText('1 of 4 played').first()).toBeVisible()

  await test.step('undone and set again, it is announced again', async () => {
    // A screen reader reads each addition to a live region.
    await page.evaluate(() => {
      const heard: string[] = []
      Object.assign(globalThis, { heard })
      const region = document.querySelector('[data-announcer]')
      new MutationObserver(() => heard.push(region?.textContent ?? '')).observe(region ?? document, {
        childList: true,
        characterData: true,
        subtree: true,
      })
    })
    const heard = () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)
    const first = match(page, '0.0')
    await organiser.tapWinner('0.0', 1)
    await expect(first.locator('[data-side="1"]')).toHaveAttribute('data-state', 'winner')
    await expect.poll(heard).toEqual([expect.stringContaining(' beat ')])
    const matchId = (await first.getAttribute('data-match-id')) ?? ''
    await organiser.post('/admin/draw', { intent: 'undo', matchId })
    await expect(first.locator('[data-side="1"]')).toHaveAttribute('data-state', 'open')
    await organiser.tapWinner('0.0', 1)
    await expect(first.locator('[data-side="1"]')).toHaveAttribute('data-state', 'winner')
    await expect.poll(async () => (await heard()).length).toBe(2)
    expect(new Set(await heard()).size).toBe(1)
  })

  await test.step('with reduced motion a winner arrives without animation', async () => {
    /** The classes animated, for more than a millisecond, from the tap until half a second after the winner is in its next match. */
    async function movesWhileWinning(place: string, next: string, side: 1 | 2) {
      await page.evaluate(() => {
        const seen = new Set<string>()
        Object.assign(globalThis, { seen })
        function look() {
          for (const { effect } of document.getAnimations()) {
            const target = (effect as KeyframeEffect | null)?.target
            if (Number(effect?.getComputedTiming().duration) > 1) seen.add(target?.className.toString() ?? '')
          }
          if ((globalThis as { seen?: unknown }).seen === seen) requestAnimationFrame(look)
        }
        look()
      })
      await organiser.tapWinner(place, side)
      await expect(match(page, next).locator(`[data-side="${side}"]`)).toHaveAttribute('data-state', 'open')
      return page.evaluate(async () => {
        for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame)
        const { seen } = globalThis as unknown as { seen: Set<string> }
        Object.assign(globalThis, { seen: undefined })
        return [...seen]
      })
    }
    expect(await movesWhileWinning('0.2', '1.1', 1)).toContain('flight')
    // There is a frame without animation between the flight and the highlight where it ends.
    await page.evaluate(async () => {
      for (let still = 0; still < 10; still += 1) {
        await new Promise(requestAnimationFrame)
        if (document.getAnimations().length > 0) still = 0
      }
    })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await movesWhileWinning('0.3', '1.1', 2)).toEqual([])
  })
})

test('a draw of 32 fits the window, with matches large enough to hit, and arrow keys reach every match @laptop', async ({
  page,
  organiser,
}) => {
  await organiser.makeDraw(22)
  await page.goto('/draw')
  await closeModal(page)
  const last = await match(page, '0.15').locator('.match').boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(800)
  const final = await match(page, '4.0').locator('.match').boundingBox()
  expect((final?.x ?? 0) + (final?.width ?? 0)).toBeLessThanOrEqual(1280)
  expect(await smallTargets(page)).toEqual([])

  // 16 rows of 44 px do not fit a smaller laptop, so with a mouse they are lower.
  await page.setViewportSize({ width: 1280, height: 720 })
  const lower = await match(page, '0.15').locator('.match').boundingBox()
  expect((lower?.y ?? 0) + (lower?.height ?? 0)).toBeLessThanOrEqual(720)
  expect(lower?.height).toBeGreaterThan(30)

  const focused = () =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-match]')?.dataset.match)
  await page.locator('a.match[tabindex="0"]').focus()
  const walk = [
    ['ArrowDown', '0.1'],
    ['ArrowRight', '1.0'],
    ['ArrowDown', '1.1'],
    ['ArrowRight', '2.0'],
    ['ArrowRight', '3.0'],
    ['ArrowRight', '4.0'],
    ['ArrowRight', '4.0'],
    ['ArrowLeft', '3.0'],
    ['ArrowLeft', '2.0'],
    ['ArrowLeft', '1.0'],
    ['ArrowLeft', '0.0'],
    ['End', '0.15'],
  ] as const
  for (const [key, place] of walk) {
    await page.keyboard.press(key)
    expect(await focused(), key).toBe(place)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Round of 32, match 16')
  await expect(page).toHaveURL(`/draw?match=${await match(page, '0.15').getAttribute('data-match-id')}`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await focused()).toBe('0.15')
})

test('zooming keeps the centre in place, the round names apart, and a small tree centred @laptop', async ({
  page,
  organiser,
}) => {
  await organiser.makeDraw(33)
  await page.goto('/draw')
  await closeModal(page)
  const step = (name: 'Smaller' | 'Larger') => page.getByRole('button', { name }).click()

  /** The distance of a match from the centre of the view. */
  const fromMiddle = (place: string) =>
    page.evaluate((place) => {
      const middle = (selector: string) => {
        const { left, top, width, height } =
          document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
        return { x: left + width / 2, y: top + height / 2 }
      }
      const box = middle('.bracket-box')
      const { x, y } = middle(`.bracket [data-match="${place}"] .match`)
      return { x: x - box.x, y: y - box.y }
    }, place)
  await step('Larger')
  await page.locator('.bracket-box').evaluate((box) => box.scrollTo(200, 900))
  const before = await fromMiddle('2.3')
  await step('Larger')
  const after = await fromMiddle('2.3')
  // Zoomed from 1.3 to 1.7.
  expect(Math.abs(after.x - (before.x / 1.3) * 1.7)).toBeLessThan(2)
  expect(Math.abs(after.y - (before.y / 1.3) * 1.7)).toBeLessThan(2)

  await page.getByRole('button', { name: 'Find a team' }).click()
  await page.getByLabel('Player or team').fill('ana 29')
  await page.getByRole('button', { name: /^Ana 29, Ben 29/ }).click()
  await expect(page.locator('.match[data-marked]')).toBeInViewport({ ratio: 0.9 })

  for (const name of ['Smaller', 'Smaller', 'Smaller', 'Smaller', 'Smaller'] as const) {
    const cut = await page
      .locator('.bracket .round-title')
      .evaluateAll((titles) =>
        titles.flatMap((title) => (title.scrollWidth > title.clientWidth ? [title.textContent] : [])),
      )
    expect(cut, 'round names wider than their column').toEqual([])
    await step(name)
  }
  const sides = await page.evaluate(() => {
    const tree = document.querySelector('.tree')?.getBoundingClientRect() ?? new DOMRect()
    const box = document.querySelector('.bracket-box')
    const { left } = box?.getBoundingClientRect() ?? new DOMRect()
    return { left: tree.left - left, right: left + (box?.clientWidth ?? 0) - tree.right, width: tree.width }
  })
  expect(sides.width).toBeLessThan(800)
  expect(Math.abs(sides.left - sides.right)).toBeLessThan(2)

  // The flying name has the size of the names it flies over.
  await page.evaluate(() =>
    new MutationObserver((changes, observer) => {
      const ghost = changes
        .flatMap(({ addedNodes }) => [...addedNodes])
        .find((node) => node instanceof HTMLElement && node.className === 'flight')
      if (!ghost) return
      document.body.dataset.flight = getComputedStyle(ghost as HTMLElement).fontSize
      observer.disconnect()
    }).observe(document.body, { childList: true }),
  )
  await page.locator('.bracket-box').evaluate((box) => box.scrollTo(0, 0))
  const place =
    (await page
      .locator('[data-round="0"] [data-match]:not(:has([data-state="bye"]))')
      .first()
      .getAttribute('data-match')) ?? ''
  await match(page, place).scrollIntoViewIfNeeded()
  await organiser.tapWinner(place, 1)
  await expect(page.locator('body[data-flight]')).toBeAttached()
  const sizes = await page.evaluate(
    (place) => ({
      ghost: Number.parseFloat(document.body.dataset.flight ?? ''),
      name: Number.parseFloat(
        getComputedStyle(document.querySelector(`[data-match="${place}"] .side-name`) as Element).fontSize,
      ),
    }),
    place,
  )
  expect(sizes.ghost).toBeGreaterThan(sizes.name * 0.3)
  expect(sizes.ghost).toBeLessThan(sizes.name * 0.6)
})

test('on a phone the round tabs stay at the top of a scrolled page, and a swipe ends at a column @phone', async ({
  page,
  organiser,
}) => {
  await organiser.makeDraw(17)
  await page.goto('/draw')
  await closeModal(page)
  const session = await page.context().newCDPSession(page)
  /** The finger moves one step per frame and rests before it lifts, so that the page stops without momentum. */
  async function swipe({ xDistance = 0, yDistance = 0 }) {
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: 200 + xDistance * part, y: 600 + yDistance * part }],
      })
    await touch('touchStart', 0)
    for (let step = 1; step <= 18; step += 1) {
      await touch('touchMove', Math.min(step / 10, 1))
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    await touch('touchEnd', 1)
  }
  const tabs = page.getByRole('navigation', { name: 'Rounds' })
  await swipe({ yDistance: -500 })
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  await expect.poll(async () => (await tabs.boundingBox())?.y).toBe(0)

  /** After a swipe: the column in view, and its distance from the left edge. */
  const restAfter = async (xDistance: number) => {
    const rest = page.locator('.bracket-box').evaluate(
      (box) =>
        new Promise<{ column: string | null; off: number }>((resolve) =>
          box.addEventListener(
            'scrollend',
            () => {
              const edge =
                box.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(box).paddingLeft)
              const offs = [...box.querySelectorAll('[data-round]')].map((round) => ({
                column: round.getAttribute('data-round'),
                off: Math.abs(round.getBoundingClientRect().left - edge),
              }))
              resolve(offs.reduce((nearest, next) => (next.off < nearest.off ? next : nearest)))
            },
            { once: true },
          ),
        ),
    )
    await swipe({ xDistance })
    return rest
  }
  // More than half a column, less than a whole one.
  const first = await restAfter(-240)
  expect(first.column).toBe('1')
  expect(first.off).toBeLessThan(1)
  await expect(tabs.locator('[aria-current]')).toContainText('Eights')
  const second = await restAfter(-240)
  expect(second.column).toBe('2')
  expect(second.off).toBeLessThan(1)
  await expect(tabs.locator('[aria-current]')).toContainText('Quarter Finals')
  const back = await restAfter(240)
  expect(back.column).toBe('1')
  expect(back.off).toBeLessThan(1)
})

test('a draw of one match has the whole width of a phone @phone', async ({ page, organiser }) => {
  await organiser.makeDraw(2)
  await page.goto('/draw')
  await closeModal(page)
  const [card, main] = [await match(page, '0.0').boundingBox(), await page.locator('main').boundingBox()]
  const [left, right] = [card?.x ?? 0, (main?.width ?? 0) - (card?.x ?? 0) - (card?.width ?? 0)]
  expect(left).toBeGreaterThan(0)
  expect(right).toBeCloseTo(left, 0)
})

test("the bar's screen shows the draw, and its age while there is no connection @laptop", async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(5)
  await page.setViewportSize({ width: 1920, height: 1080 })
  const url = asTvOpens(cup.url)
  await page.goto(`${url}/screen`)
  await isAlive(page)
  await expect(page.getByRole('img', { name: `QR code to ${url}/draw` })).toBeVisible()
  await expect(match(page, '0.3')).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await cup.halt()
  await expect(page.getByText(/No connection · as of \d+:\d\d [AP]M, less than a minute old/)).toBeVisible({
    timeout: 30_000,
  })
  await cup.restart()
  await expect(page.getByText(/No connection/)).toBeHidden({ timeout: 30_000 })
})
