import type { Locator, Page, Route } from '@playwright/test'
import { messages, unanswered } from '../../src/domain/messages.ts'
import { statusMessageMs } from '../../src/domain/settings/limits.ts'
import type { CupProcess } from '../support/cup-process.ts'
import { expect } from '../support/journey.ts'
import { type DistantOrganiser, signIn, test } from '../support/journey-organiser.ts'
import { isLive, refused, said, stayOnPage } from '../support/journey-page.ts'

/** Posts that nobody answers, until the network is mended. */
const hanging: Route[] = []

/** What may come of a post instead of an answer. Each action meets one: post-action.test.ts has them all. */
const happenings = {
  'the network is cut': (route) => route.abort(),
  'the server never answers': (route) => hanging.push(route),
  'the server fails': (route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'Oops' }),
  'a proxy answers': (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
} satisfies Record<string, (route: Route) => unknown>

type Trouble = keyof typeof happenings

type Action = {
  readonly name: string
  readonly path: string
  readonly sentence: string
  /** Instead of it, where a server is silent for 10 s. */
  readonly late?: string
  readonly troubles: readonly Trouble[]
  /** What is said once it works. */
  readonly success: string
  /** Brings the cup to where it can be tapped. */
  readonly ready?: (organiser: DistantOrganiser) => Promise<void>
  /** What is tapped first where a dialog asks. */
  readonly before?: (page: Page) => Promise<void>
  /** What is tapped, and what is marked. */
  readonly button: (page: Page) => Locator
  readonly marked?: (page: Page) => Locator
  /** Lines of the journal it writes, where that is not one. */
  readonly lines?: number
}

const named = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true })
const openReset = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Reset Tournament' })
  if (!(await dialog.isVisible())) await named('Reset Tournament')(page).first().click()
  await expect(dialog).toBeVisible()
}

async function openExchange(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Exchange Team Positions' })
  if (await dialog.isVisible()) return
  await named('Exchange Team Positions')(page).click()
  const boxes = dialog.getByRole('checkbox')
  for (const at of [0, 2]) {
    await boxes.nth(at).check()
    await expect(boxes.nth(at)).toBeChecked()
  }
}

const actions: readonly Action[] = [
  {
    name: 'approve a team',
    troubles: ['the network is cut'],
    path: '/admin/teams?show=pending',
    sentence: messages.approvalFailed,
    success: 'Approved: Zoe',
    ready: (organiser) => organiser.register('Zoe', { teamPhoneNumber: '079 1' }),
    button: named('Approve'),
  },
  {
    name: 'remove an approval',
    troubles: ['a proxy answers'],
    path: '/admin/teams?q=Zoe',
    sentence: messages.approvalFailed,
    success: 'Approval removed: Zoe',
    button: named('Remove Approval'),
  },
  {
    name: 'generate the tournament',
    troubles: ['the server fails', 'the server never answers'],
    path: '/admin/draw',
    sentence: messages.createFailed,
    late: messages.loadTimeout,
    success: messages.created,
    button: named('Generate Tournament'),
    // That it is being made, and that it was.
    lines: 2,
  },
  {
    name: 'advance all byes',
    troubles: ['the server fails'],
    path: '/admin/draw',
    sentence: messages.winnerFailed,
    success: 'All byes advanced',
    button: named('Advance all byes'),
  },
  {
    name: 'choose a winner',
    troubles: ['the server never answers'],
    path: '/admin/draw',
    sentence: messages.winnerFailed,
    success: 'advanced to the next round',
    button: (page) => page.locator('.bracket [data-round="0"] [data-state="open"]').first(),
    marked: (page) => page.locator('.bracket [data-failed]'),
  },
  {
    name: 'undo a winner',
    troubles: ['the network is cut'],
    path: '/admin/draw',
    sentence: messages.undoFailed,
    success: messages.undone,
    ready: (organiser) => organiser.post('/admin/settings', { organiserTools: 'on' }),
    button: (page) =>
      page
        .locator('.bracket [data-round="0"] [data-match]')
        .filter({ hasNotText: 'BYE' })
        .getByRole('button', { name: 'Undo', exact: true }),
  },
  {
    name: 'exchange two teams',
    troubles: ['a proxy answers'],
    path: '/admin/draw',
    sentence: messages.exchangeFailed,
    success: messages.exchanged,
    before: openExchange,
    button: named('Exchange Teams'),
  },
  {
    name: 'reset the tournament',
    troubles: ['the server fails'],
    path: '/admin/draw',
    sentence: messages.resetFailed,
    success: messages.wasReset,
    before: openReset,
    button: (page) => page.getByRole('dialog').getByRole('button', { name: 'Reset Tournament' }),
    marked: (page) => page.locator('.tool-row').getByRole('button', { name: 'Reset Tournament' }),
  },
]

const beginsWith = (words: string) => new RegExp(`^${words.replaceAll('.', '[.]')}`)

/** How many lines the journal has. */
async function journalLength(page: Page): Promise<number> {
  const csv = await (await page.request.get('/admin/journal?format=csv')).text()
  return csv.trim().split('\n').length
}

async function onPost(page: Page, happen: (route: Route) => unknown) {
  await page.route('**/action/*', happen)
}

/** What hangs is lost: otherwise the browser would send it after all. */
async function mend(page: Page) {
  await Promise.all(hanging.splice(0).map((route) => route.abort()))
  await page.unrouteAll()
}

/** Opens a page whose time the journey can turn on. */
async function open(page: Page, cup: CupProcess, path: string) {
  await page.goto(cup.url + path)
  await isLive(page)
}

test('every action that got no answer says its own sentence, stays marked, and counts once when it is tapped again @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await page.clock.install()
  await signIn(page, cup)
  await organiser.register(5)
  await organiser.approveAll()
  for (const action of actions) {
    await test.step(action.name, async () => {
      await action.ready?.(organiser)
      await open(page, cup, action.path)
      const stays = await stayOnPage(page)
      const marked = (action.marked ?? action.button)(page)
      const alert = refused(page, unanswered.silent)
      const length = await journalLength(page)
      for (const trouble of action.troubles) {
        const isSilent = trouble === 'the server never answers'
        const sentence = (isSilent && action.late) || action.sentence
        await action.before?.(page)
        await onPost(page, happenings[trouble])
        await action.button(page).tap()
        if (isSilent) await page.clock.fastForward(13_000)
        await expect(alert, trouble).toHaveText(beginsWith(sentence + unanswered.silent))
        await expectWhole(alert)
        await expect(marked).toHaveAttribute('data-failed')
        await expect(marked).toHaveAccessibleDescription(/The last tap here failed/)
        await mend(page)
        // Without a draw the page itself says so, with Retry.
        if (action.name === 'generate the tournament') continue
        await page.clock.fastForward(statusMessageMs)
        await expect(alert).toBeHidden()
        await expect(marked).toHaveAttribute('data-failed')
      }
      await stays()
      expect(await journalLength(page)).toBe(length)

      await action.before?.(page)
      await action.button(page).tap()
      await expect(said(page, action.success)).toBeVisible()
      await expect(page.locator('[data-failed]')).toHaveCount(0)
      expect(await journalLength(page)).toBe(length + (action.lines ?? 1))
    })
  }

  await test.step('log out', async () => {
    await open(page, cup, '/admin/teams')
    const logout = named('Logout')(page)
    await onPost(page, happenings['the network is cut'])
    await logout.click()
    await expect(refused(page, messages.logoutFailed)).toContainText(unanswered.silent)
    await page.clock.fastForward(statusMessageMs)
    await expect(refused(page, messages.logoutFailed)).toBeHidden()
    await expect(logout).toHaveAttribute('data-failed')
    await mend(page)
    await logout.click()
    await expect(page).toHaveURL('/')
  })
})

/** All of its words are seen at once. */
async function expectWhole(alert: Locator) {
  const words = alert.locator('.notice-words')
  if ((await words.count()) === 0) return
  expect(await words.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1)
}

test('an action that counted although its answer was lost counts once when it is tapped again @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  await organiser.post('/admin/settings', { organiserTools: 'on' })
  await signIn(page, cup)
  await open(page, cup, '/admin/draw')
  const loseAnswers = () =>
    onPost(page, async (route) => {
      await route.fetch()
      await route.abort()
    })

  const length = await journalLength(page)
  await openExchange(page)
  const dialog = page.getByRole('dialog', { name: 'Exchange Team Positions' })
  const upper = dialog.locator('label').filter({ hasText: 'Top' }).first()
  const first = await upper.innerText()
  await loseAnswers()
  await named('Exchange Teams')(page).click()
  await expect(refused(page, messages.exchangeFailed)).toContainText(unanswered.silent)
  await expect(upper).not.toHaveText(first, { useInnerText: true })
  await page.unrouteAll()
  await named('Exchange Teams')(page).click()
  await expect(said(page, messages.exchanged)).toBeVisible()
  expect(await journalLength(page)).toBe(length + 1)

  await openReset(page)
  await loseAnswers()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset Tournament' }).click()
  await expect(refused(page, messages.resetFailed)).toContainText(unanswered.silent)
  await page.unrouteAll()
  await named('Reset Tournament')(page).click()
  await expect(said(page, messages.wasReset)).toBeVisible()
  expect(await journalLength(page)).toBe(length + 2)
})

/** Headings and buttons that would be seen if there was no banner. */
function coveredParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bar = document.querySelector<HTMLElement>(
      '.notice-bar, .fixed:has([role="status"], [role="alert"])',
    )
    if (!bar) return ['there is no banner']
    const over = bar.getBoundingClientRect()
    bar.style.visibility = 'hidden'
    const parts = document.querySelectorAll('main :is(h1, h2, h3, a, button, summary)')
    const covered = [...parts].filter((part) => {
      if (bar.contains(part)) return false
      const { top, bottom, left, right } = part.getBoundingClientRect()
      return [top + 1, (top + bottom) / 2, bottom - 1].some((y) =>
        [left + 2, (left + right) / 2, right - 2].some((x) => {
          const isUnder = y >= over.top && y < over.bottom && x >= over.left && x < over.right
          return isUnder && part.contains(document.elementFromPoint(x, y))
        }),
      )
    })
    bar.style.visibility = ''
    return covered.map((part) => `${part.localName} ${part.textContent}`)
  })
}

test('a banner covers no heading and nothing that is tapped next, and waits while it is pointed at or focused @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await page.clock.install()
  await organiser.makeDraw(16)
  for (const table of ['1', '2']) await organiser.post('/admin/draw', { intent: 'call', table })
  await signIn(page, cup)
  await open(page, cup, '/admin/draw')
  const now = page.getByRole('region', { name: 'Now' })
  const sides = now.locator('button[name="side"]')
  const done = page.getByRole('status').filter({ hasText: 'advanced to the next round' })
  const failed = refused(page, messages.winnerFailed)

  const answer = Promise.withResolvers<void>()
  await onPost(page, (route) => answer.promise.then(() => route.continue()))
  await sides.nth(0).click()
  await expect(page.getByRole('status').filter({ hasText: 'as the winner...' })).toBeVisible()
  expect(await coveredParts(page)).toEqual([])
  answer.resolve()
  await expect(done).toBeVisible()
  expect(await coveredParts(page)).toEqual([])
  const takeBack = await named('Take back')(page).boundingBox()
  expect(Math.round(Math.min(takeBack?.height ?? 0, takeBack?.width ?? 0))).toBeGreaterThanOrEqual(44)
  await page.unrouteAll()

  // Every height of the page: whatever comes to lie at the edge of the window.
  await onPost(page, (route) => route.abort())
  await sides.nth(2).click()
  await expect(failed).toBeVisible()
  await named('Close')(page).focus()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = 0; top < height; top += 90) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top)
    expect(await coveredParts(page), `scrolled by ${top}`).toEqual([])
  }

  // The focus is on it, then a pointer, then neither.
  await page.clock.fastForward(statusMessageMs * 2)
  await expect(failed).toBeVisible()
  await failed.hover()
  await named('Close')(page).blur()
  await page.clock.fastForward(statusMessageMs * 2)
  await expect(failed).toBeVisible()
  await page.mouse.move(200, 500)
  await page.clock.fastForward(statusMessageMs)
  await expect(failed).toBeHidden()
  await expect(now.locator('[data-failed]')).toHaveCount(1)
})

test('a double tap is one tap, also where a second one would undo the first @laptop', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  await organiser.post('/admin/settings', { organiserTools: 'on' })
  await signIn(page, cup)
  await open(page, cup, '/admin/draw')
  const length = await journalLength(page)
  const placesBefore = await page.locator('.bracket [data-round="0"]').innerText()
  await openExchange(page)
  await named('Exchange Teams')(page).dblclick()
  await expect(said(page, messages.exchanged)).toBeVisible()
  expect(await journalLength(page)).toBe(length + 1)
  await page.reload()
  await expect(page.locator('.bracket [data-round="0"]')).not.toHaveText(placesBefore, { useInnerText: true })
})
