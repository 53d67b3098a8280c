import type { Browser, Page } from '@playwright/test'
import { lotsAreFalling } from '../../src/web/pages/entry/entry-words.ts'
import { paths } from '../../src/web/paths.ts'
import { mustDo } from '../support/cup-app.ts'
import { expect, expectAccessible, test } from '../support/journey.ts'
import { addCookies, isLive } from '../support/journey-page.ts'
import { manualClock } from '../support/manual-clock.ts'
import { organiser, register } from '../support/organised-cup.ts'
import { startCup, type TestCup } from '../support/start-cup.ts'

test.use({ serviceWorkers: 'block' })

/** A device whose clock is off by `skewMs`, and only moves with `setTime`. */
async function device(browser: Browser, cup: TestCup, path: string, skewMs = 0, width = 390) {
  const context = await browser.newContext({ baseURL: cup.url, viewport: { width, height: 1080 } })
  const page = await context.newPage()
  const setTime = () => page.clock.setFixedTime(cup.clock.now().getTime() + skewMs)
  await page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes'))
  await setTime()
  await page.goto(path)
  return { page, setTime, close: () => context.close() }
}

const drawnSides = (page: Page) =>
  page.locator('.bracket [data-round="0"] :is([data-state="open"], [data-state="winner"])')

test('lots are drawn on two phones and the TV at the same moment, until an organiser skips the rest @laptop', async ({
  browser,
}) => {
  const cup = await startCup({ clock: manualClock('2025-04-04T19:00:00.000Z') })
  mustDo(await cup.app.changeSettings({ registration: 'open', drawShow: 'on' }, organiser))
  const tokens = new Map<string, string>()
  for (let number = 1; number <= 6; number += 1)
    tokens.set(`Ana ${number}, Ben ${number}`, mustDo(await register(cup, number)).token ?? '')
  const { entries } = await cup.app.publicView()
  mustDo(await cup.app.setApproval({ teamIds: entries.map(({ id }) => id), approved: true }, organiser))

  const hour = 3_600_000
  const devices = await Promise.all([
    device(browser, cup, '/draw', 3 * 60_000),
    device(browser, cup, '/draw', -hour),
    device(browser, cup, '/screen', 0, 1920),
  ])
  const [fast, slow, tv] = devices.map(({ page }) => page) as [Page, Page, Page]
  await isLive(fast)
  await isLive(slow)
  await expect(tv.getByText('Registration', { exact: true })).toBeVisible()
  const pass = async (ms: number) => {
    await cup.clock.advance(ms)
    for (const { setTime } of devices) await setTime()
  }

  mustDo(await cup.app.createDraw(organiser))
  for (const page of [fast, slow, tv]) await expect(page.getByText('The draw: 6 lots')).toBeVisible()
  for (const page of [fast, slow]) await expect(drawnSides(page)).toHaveCount(0)

  await pass(8_000)
  const names = await firstNames(cup)
  for (const page of [fast, slow, tv]) await expect(page.getByText('Lot 3 of 6')).toBeVisible()
  for (const page of [fast, slow]) {
    await expect(drawnSides(page)).toHaveText(names.slice(0, 3))
    await expect(page.getByText(names[3] ?? '')).toHaveCount(0)
  }
  await expect(tv.locator('.tv-lot-side:not([data-waiting])')).toHaveText(names.slice(0, 3))
  await expectAccessible(fast)
  await expectAccessible(tv)

  // A visitor who joins late sees the same, and no other page gives away the rest: the schedule,
  const late = await device(browser, cup, '/draw', 2 * hour)
  await expect(late.page.getByText('Lot 3 of 6')).toBeVisible()
  await expect(drawnSides(late.page)).toHaveCount(3)
  await late.page.goto('/schedule')
  await isLive(late.page)
  await expect(late.page.getByText(names[2] ?? '').first()).toBeVisible()
  await expect(late.page.getByText(names[5] ?? '')).toHaveCount(0)
  // the current edition among the past tournaments, and the teams' own pages.
  await late.page.goto('/past-tournaments/11')
  await expect(drawnSides(late.page)).toHaveText(names.slice(0, 3))
  await expect(late.page.getByText(names[5] ?? '')).toHaveCount(0)
  for (const name of [names[0] ?? '', names[5] ?? '']) {
    await late.page.goto(paths.entry(tokens.get(name) ?? ''))
    await expect(late.page.getByText(lotsAreFalling.words)).toBeVisible()
    for (const other of names.filter((each) => each !== name))
      await expect(late.page.getByText(other)).toHaveCount(0)
  }
  await late.close()

  const office = await device(browser, cup, '/login')
  await addCookies(office.page, await cup.signIn(), cup.url)
  await office.page.goto('/admin/draw')
  await expect(office.page.getByText('Lot 3 of 6')).toBeVisible()
  await expect(drawnSides(office.page)).toHaveCount(6)
  await expectAccessible(office.page)
  await office.page.getByRole('button', { name: 'Show all lots now' }).click()
  for (const page of [fast, slow]) {
    await expect(drawnSides(page)).toHaveText(names)
    await expect(page.getByText(/^Lot \d/)).toHaveCount(0)
  }
  await expect(tv.getByText(/^Lot \d/)).toHaveCount(0)
  await expect(tv.getByText(names[5] ?? '').first()).toBeVisible()
  await office.close()
  for (const { close } of devices) await close()
})

test('with reduced motion lots appear in steps, without animation @laptop', async ({ browser }) => {
  const cup = await startCup({ clock: manualClock('2025-04-04T19:00:00.000Z') })
  mustDo(await cup.app.changeSettings({ registration: 'open', drawShow: 'on' }, organiser))
  for (const number of [1, 2, 3, 4]) mustDo(await register(cup, number))
  const { entries } = await cup.app.publicView()
  mustDo(await cup.app.setApproval({ teamIds: entries.map(({ id }) => id), approved: true }, organiser))
  mustDo(await cup.app.createDraw(organiser))
  await cup.clock.advance(6_000)
  const movement = (page: Page, part: string) =>
    page.locator(part).evaluate((element) => getComputedStyle(element).animationName)
  for (const [path, part] of [
    ['/screen', '.tv-lot-latest'],
    ['/draw', '.lots-fallen'],
  ] as const) {
    const { page, close } = await device(browser, cup, path, 0, 1280)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(page.getByText('Lot 2 of 4')).toBeVisible()
    expect(await movement(page, part)).toBe('none')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    if (path === '/draw') expect(await movement(page, part)).toBe('lot-falls')
    await close()
  }
})

test('a lot with long names fits a small phone @phone', async ({ browser }) => {
  const cup = await startCup({ clock: manualClock('2025-04-04T19:00:00.000Z') })
  mustDo(await cup.app.changeSettings({ registration: 'open', drawShow: 'on' }, organiser))
  for (const number of [1, 2])
    mustDo(
      await cup.app.registerTeam({
        player1Name: `Maximiliane-Charlotte Featherstonehaugh-Li ${number}`,
        player2Name: `Wolfeschlegelsteinhausenbergerdorff${number}`,
        teams: '',
        teamPhoneNumber: '555',
      }),
    )
  const { entries } = await cup.app.publicView()
  mustDo(await cup.app.setApproval({ teamIds: entries.map(({ id }) => id), approved: true }, organiser))
  mustDo(await cup.app.createDraw(organiser))
  await cup.clock.advance(6_000)
  const { page, close } = await device(browser, cup, '/draw')
  await expect(page.getByText('Lot 2 of 2')).toBeVisible()
  const beyond = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 1080 })
    await expect.poll(beyond, `${width} px`).toBe(0)
  }
  await close()

  await test.step('without scripts the draw is shown complete', async () => {
    const context = await browser.newContext({ baseURL: cup.url, javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto('/draw')
    await expect(drawnSides(plain)).toHaveCount(2)
    await expect(plain.locator('.bracket .side-name').first()).toBeVisible()
    for (const words of ['The draw: 2 lots', 'Lot 2 of 2']) await expect(plain.getByText(words)).toBeHidden()
    await context.close()
  })
})

/** The names of the first round from top to bottom. */
async function firstNames({ app }: TestCup): Promise<string[]> {
  const { draw } = await app.publicView()
  const sides = draw?.rounds[0]?.matches.flatMap((match) => match.sides) ?? []
  return sides.flatMap((side) => draw?.teams[side]?.players.join(', ') ?? [])
}
