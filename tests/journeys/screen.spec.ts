import { expect, type Locator, type Page } from '@playwright/test'
import { queueOf } from '../../src/domain/draw/tables.ts'
import { mustDo } from '../support/cup-app.ts'
import { testOfOwnCups as test } from '../support/journey.ts'
import { asTvOpens, countNotes, holdFonts, isAlive, pauseClock, tvSizes } from '../support/journey-page.ts'
import { organiser, register } from '../support/organised-cup.ts'
import { openForPicture, pictureContext, startPictureCup, teamsCalled } from '../support/picture-cup.ts'
import { startCup, type TestCup } from '../support/start-cup.ts'

// The bar's screen runs unattended all night. There is no hover: a truncated name cannot be read at all.
test.use(pictureContext)

const longNames: readonly (readonly [string, string])[] = [
  ['Zoë Marchetti', 'Łukasz Wrona'],
  ['Maximiliana Oberhauser', 'Jo Li'],
  ['Ana-Sofía Quintanilla de la Vega', 'Maximilian Oberhausen-Featherstonehaugh'],
  ['Bartholomew Featherstone', 'Alexandria Montgomery'],
  ['ליאור כהן בן אברהם', 'נועה ברק מירושלים'],
  ['Kiki 🎾🎾 Tran', 'Bo 🔥🔥 Jensen'],
  ['Donaudampfschifffahrtsgesellschaftskapitän', ''],
  ['W'.repeat(80), 'm'.repeat(80)],
]
const manyNames: readonly (readonly [string, string])[] = [
  ['Maya Lindqvist', 'Tom Okafor'],
  ['Ana-Sofía Quintanilla de la Vega', 'Maximilian Oberhausen-Featherstonehaugh'],
  ['Bartholomew Featherstone', 'Alexandria Montgomery'],
  ['ליאור כהן בן אברהם', 'נועה ברק מירושלים'],
  ['Jo', ''],
]
const teamsOf = (names: typeof longNames) => (count: number) =>
  teamsCalled(count, (index) => names[index % names.length] ?? ['', ''])
const longTeams = teamsOf(longNames)
const manyTeams = teamsOf(manyNames)
const teams = (count: number, long = '') =>
  teamsCalled(count, (index) => [`Maya Lindqvist ${index}${long}`, 'Tom Okafor'])

/** 40 px on a screen of 1080 px, measured along its shorter side. */
const leastLetters = (width: number, height: number) => (Math.min(width, height) * 40) / 1080

async function open(page: Page, cup: Pick<TestCup, 'url'>) {
  await page.goto(`${asTvOpens(cup.url)}/screen`)
  await page.evaluate(() => document.fonts.ready)
  await expect(page.getByRole('img', { name: /^QR code/ }).or(page.locator('.tv-moment'))).toBeVisible()
}

const fact = (page: Page, name: string) =>
  page.locator('.tv-facts > div', { hasText: name }).locator('dd').first()

test('each call fills the whole screen for 8 s, with a chime once sound is on @laptop', async ({ page }) => {
  const cup = await startPictureCup({ teams: teams(22), called: 1 })
  await page.clock.install({ time: cup.clock.now() })
  await page.setViewportSize({ width: 1920, height: 1080 })
  const notes = await countNotes(page)
  await open(page, cup)
  await isAlive(page)
  await expect.poll(async () => (await (await fetch(`${cup.url}/healthz`)).json()).listeners).toBe(1)
  const call = page.getByRole('region', { name: 'Called now' })
  await expect(call, 'a call before the screen was opened is not news').toHaveCount(0)

  await pauseClock(page)
  mustDo(await cup.app.callMatch({}, organiser))
  await expect(call).toContainText('Table 2')
  expect(await call.boundingBox()).toEqual({ x: 0, y: 0, width: 1920, height: 1080 })
  expect(await lettersOf(call.locator('bdi').first())).toBeGreaterThan(80)
  expect(await notes(), 'sound is off').toBe(0)
  await page.clock.runFor(8_000)
  await expect(call).toHaveCount(0)

  await page.getByRole('button', { name: 'Sound' }).click()
  await expect(page.getByRole('button', { name: 'Sound' })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(notes, 'a sample of the volume').toBe(2)
  mustDo(await cup.app.callMatch({}, organiser))
  mustDo(await cup.app.callMatch({}, organiser))
  await expect(call).toContainText('Table 3')
  await expect(call).toContainText('Table 4')
  await expect.poll(notes).toBeGreaterThan(2)
  await page.clock.runFor(8_000)
  await expect(call).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Now playing' })).toContainText('Table')
})

test('each result fills any screen with its winners, and the call of the final also shows how both teams got there @laptop', async ({
  page,
}) => {
  const cup = await startPictureCup({ teams: teams(4) })
  await page.clock.install({ time: cup.clock.now() })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await open(page, cup)
  await expect.poll(async () => (await (await fetch(`${cup.url}/healthz`)).json()).listeners).toBe(1)
  await pauseClock(page)
  const fillsAnyScreen = async (moment: Locator) => {
    for (const [width, height] of tvSizes) {
      await page.setViewportSize({ width, height })
      await expect.poll(() => moment.boundingBox()).toEqual({ x: 0, y: 0, width, height })
      await expect.poll(() => overflow(page, '.tv-call'), `${width} px`).toEqual([])
    }
  }
  const result = page.getByRole('region', { name: 'Result' })
  for (const index of [0, 1]) {
    const match = (await cup.app.publicView()).draw?.rounds[0]?.matches[index]
    mustDo(await cup.app.setWinner({ matchId: match?.id ?? '', side: 1 }, organiser))
    await expect(result).toContainText(/Semi Finals.*beat/)
    await fillsAnyScreen(result)
    await page.clock.runFor(3_000)
    await expect(result).toHaveCount(0)
  }
  mustDo(await cup.app.callMatch({}, organiser))
  const call = page.getByRole('region', { name: 'Called now' })
  await expect(call.getByRole('heading')).toContainText(/the final/i)
  await expect(call.getByText(/^beat /)).toHaveCount(2)
  await fillsAnyScreen(call)
})

for (const [length, named] of [
  ['short', teamsCalled(48, (index) => [`Ana ${index}`, `Ben ${index}`])],
  ['usual', teams(48)],
  ['long', teamsCalled(48, (index) => [`Maya Lindqvist ${index}`, 'Konstantin Okafor'])],
] as const)
  test(`in a first round full of byes each bye is one line, and Now playing has two fifths of the screen, with ${length} names @laptop @nightly`, async ({
    page,
  }) => {
    const [width, height] = [1920, 1080]
    const cup = await startPictureCup({ teams: named, called: 6 })
    await page.setViewportSize({ width, height })
    await open(page, cup)
    const heightsOf = (has: boolean) =>
      page
        .locator('.tv-draw [data-round="0"] .match')
        .filter({ [has ? 'has' : 'hasNot']: page.locator('[data-state="bye"]') })
        .evaluateAll((cards) => cards.map(({ clientHeight }) => clientHeight))
    const [byes, matches] = [await heightsOf(true), await heightsOf(false)]
    expect([byes.length, matches.length]).toEqual([4, 4])
    expect(Math.max(...byes)).toBeLessThan(Math.min(...matches) * 0.6)

    const now = page.getByRole('region', { name: 'Now playing' })
    expect((await boxOf(now)).width).toBeGreaterThanOrEqual(width * 0.4)
    await expect(now.getByRole('listitem')).toHaveCount(6)
    const list = await boxOf(now.getByRole('list'))
    for (const match of await now.getByRole('listitem').all()) {
      const { x, y, height: tall } = await boxOf(match)
      expect(x).toBe(list.x)
      expect(y + tall).toBeLessThanOrEqual(list.y + list.height)
    }
    for (const name of await now.locator('bdi').all())
      expect(await lettersOf(name)).toBeGreaterThanOrEqual(leastLetters(width, height))
    // Three times the area of the former code, which was 194 px wide.
    expect((await boxOf(page.locator('.qr'))).width).toBeGreaterThanOrEqual(194 * Math.sqrt(3))
  })

test('nothing on the bar’s screen shifts when its font loads late @laptop @nightly', async ({ page }) => {
  const cup = await startPictureCup({ teams: manyTeams(48), played: 7, called: 6 })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) shifts.sum += (shift as { value?: number }).value ?? 0
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const release = await holdFonts(page)
  await page.goto(`${asTvOpens(cup.url)}/screen`, { waitUntil: 'domcontentloaded' })
  await isAlive(page)
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const shifted = () =>
    page.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      return (globalThis as unknown as { shifts: { sum: number } }).shifts.sum
    })
  // A busy machine paints a partly parsed page: the shift that follows is not the font's.
  const before = await shifted()
  await release()
  expect((await shifted()) - before).toBeLessThan(0.01)
})

for (const [what, options] of [
  ['at the start', { teams: longTeams(22), called: 3 }],
  ['with two rounds under way', { teams: longTeams(22), played: 5, called: 3 }],
  ['with every table taken', { teams: longTeams(64), played: 20, called: 6 }],
  ['when all is played', { teams: longTeams(22), played: 21 }],
] as const) {
  test(`no name on the bar’s screen is truncated ${what} @laptop @nightly`, async ({ page }) => {
    const cup = await startPictureCup(options)
    await page.clock.install({ time: cup.clock.now() })
    for (const [width, height] of tvSizes) {
      await page.setViewportSize({ width, height })
      await open(page, cup)
      // The parts of the draw and the lists next to it take turns.
      for (const turn of [0, 1, 2, 3, 4]) {
        await expect.poll(() => cutNames(page), `${width} px, turn ${turn}`).toEqual([])
        await page.clock.runFor(20_000)
      }
    }
  })
}

test('during the semi-finals no line of the bar’s screen breaks inside a person’s name @laptop', async ({
  page,
}) => {
  const cup = await startPictureCup({ teams: manyTeams(22), played: 19, called: 1 })
  await page.clock.install({ time: cup.clock.now() })
  for (const [width, height] of tvSizes) {
    await page.setViewportSize({ width, height })
    await open(page, cup)
    await expect.poll(() => brokenNames(page), `${width} px`).toEqual([])
  }
})

/** People whose names are broken over two lines. */
function brokenNames(page: Page): Promise<string[]> {
  return page.evaluate(
    (people) => {
      const broken: string[] = []
      const texts = document.createTreeWalker(document.querySelector('.tv') as Element, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const person of people) {
          // Its spaces and hyphens may be non-breaking.
          const name = new RegExp(person.replaceAll(' ', '\\s').replaceAll('-', '-\u2060?'))
          const found = name.exec(text.textContent ?? '')
          if (!found) continue
          const range = document.createRange()
          range.setStart(text, found.index)
          range.setEnd(text, found.index + found[0].length)
          const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)))
          if (lines.size > 1) broken.push(person)
        }
      }
      return broken
    },
    manyNames.flat().filter((name) => name.includes(' ')),
  )
}

test('the bar’s screen opened on a phone shows every name whole @phone', async ({ page }) => {
  const cup = await startPictureCup({ teams: longTeams(22), played: 3, called: 3 })
  await open(page, cup)
  await expect.poll(() => cutNames(page)).toEqual([])
})

test('a long address under the QR code breaks only between its parts @laptop @nightly', async ({ page }) => {
  const cup = await startPictureCup({ teams: longTeams(4) })
  await page.setViewportSize({ width: 1280, height: 720 })
  const host = `students-tennis-club.tournaments-and-other-evenings.of-all-the-universities.in-the-whole-district.test:${cup.port}`
  await open(page, { url: `http://${host}` })
  const address = page.locator('.tv-address')
  await expect(address).toHaveText(`${host}/draw`)
  const lines = await address.evaluate(linesOf)
  expect(lines.join('')).toBe(`${host}/draw`)
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines.slice(1)) expect(line).toMatch(/^[./:]/)
})

for (const tables of [4, 6, 12, 16]) {
  test(`each of ${tables} busy tables has its turn on the bar’s screen, with no match truncated and no name broken @laptop${tables === 6 ? '' : ' @nightly'}`, async ({
    page,
  }) => {
    const cup = await startPictureCup({
      teams: manyTeams(32),
      played: tables === 16 ? 0 : 3,
      called: tables,
      settings: { scheduleGroupSize: tables },
    })
    await page.clock.install({ time: cup.clock.now() })
    for (const [width, height] of tvSizes) {
      await page.setViewportSize({ width, height })
      await open(page, cup)
      await expect(page.locator('.tv-words'), 'the header is whole').toBeInViewport({ ratio: 1 })
      const unseen = new Set<string>(Array.from({ length: tables }, (_, index) => `Table ${index + 1}`))
      for (const heading of ['Now playing', ...(tables < 16 ? ['Latest results', 'Up next'] : [])])
        unseen.add(heading)
      for (let turn = 0; turn < 24 && unseen.size > 0; turn += 1) {
        await expect.poll(() => cutLines(page), `${width} px, turn ${turn}`).toEqual([])
        expect(await brokenNames(page), `${width} px, turn ${turn}`).toEqual([])
        const shown = await shownLines(page)
        expect(shown.lines.length, `${width} px, turn ${turn}`).toBeGreaterThan(0)
        for (const { lead, letters } of shown.lines) {
          unseen.delete(lead)
          expect(letters, `${lead} at ${width} px`).toBeGreaterThanOrEqual(leastLetters(width, height) - 0.1)
        }
        for (const heading of shown.headings) unseen.delete(heading)
        await page.clock.runFor(10_000)
      }
      expect([...unseen], `never shown at ${width} px`).toEqual([])
    }
  })
}

const shapeTeams = (count: number) =>
  teamsCalled(count, (index) => [`Maximiliana Oberhauser ${index}`, 'Alexandria Montgomery'])

test('a draw of one match is a card that fills the draw’s area of the bar’s screen @laptop @nightly', async ({
  page,
}) => {
  for (const options of [
    { teams: shapeTeams(2), called: 1 },
    { teams: shapeTeams(1), called: 0 },
  ]) {
    const cup = await startPictureCup(options)
    for (const [width, height] of [
      [1280, 720],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height })
      await openNamed(page, cup)
      const [card, draw] = [await boxOf(page.locator('.tv .match')), await boxOf(page.locator('.tv-draw'))]
      expect(card.height).toBeGreaterThan(draw.height * (options.called ? 0.7 : 0.3))
      expect(card.y + card.height).toBeLessThanOrEqual(draw.y + draw.height)
      expect(await lettersOf(page.locator('.tv .side-name').first())).toBeGreaterThan(height * 0.035)
    }
    await cup.stop()
  }
})

test('an upright screen has Now playing above the draw, all of it legible @laptop', async ({ page }) => {
  const [width, height] = [1080, 1920]
  await page.setViewportSize({ width, height })
  for (const options of [
    { teams: shapeTeams(22), played: 8, called: 6 },
    { teams: shapeTeams(2), called: 1 },
  ]) {
    const cup = await startPictureCup(options)
    await openNamed(page, cup)
    const now = await boxOf(page.locator('.tv-now'))
    const [draw, rail] = [await boxOf(page.locator('.tv-draw')), await boxOf(page.locator('.tv-rail'))]
    expect([now.width, draw.width]).toEqual([width, width])
    expect(draw.y).toBeGreaterThanOrEqual(now.y + now.height - 1)
    expect(rail.y).toBeGreaterThanOrEqual(draw.y + draw.height - 1)
    expect(rail.y + rail.height).toBeLessThanOrEqual(height)
    const tree = await boxOf(page.locator('.tv .tree'))
    expect(tree.y + tree.height).toBeLessThanOrEqual(rail.y + 1)

    for (const words of await page.locator('.tv-qr p').all()) {
      const lines = (await boxOf(words)).height / (await lettersOf(words))
      expect(lines, `'${await words.textContent()}' is on few lines`).toBeLessThan(4)
    }
    const code = await boxOf(page.locator('.qr'))
    expect(code.width).toBeGreaterThan(width * 0.3)
    expect(code.x + code.width).toBeLessThanOrEqual(width)
    for (const name of await page.locator('.tv-now bdi').all())
      expect(await lettersOf(name)).toBeGreaterThanOrEqual(leastLetters(width, height) - 0.1)
    await cup.stop()
  }
})

test('before the draw the bar’s screen is a live poster that says how to register @laptop', async ({
  page,
}) => {
  const cup = await startPictureCup({ settings: { editionTheme: 'Centre Court', scheduleStart: '20:30' } })
  await page.clock.install({ time: cup.clock.now() })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto(`${asTvOpens(cup.url)}/screen`)
  await isAlive(page)
  const poster = page.getByRole('region', { name: 'The cup' })
  await expect(poster).toContainText('The Cup N11')
  await expect(poster).toContainText('Spring 2025 · Centre Court')
  await expect(fact(page, 'First matches')).toHaveText('8:30 PM')
  await expect(fact(page, 'Registration')).toHaveText('Open')
  await expect(page.getByRole('img', { name: `QR code to ${asTvOpens(cup.url)}/register` })).toBeVisible()
  const letters = await page
    .locator('.tv-poster-title')
    .evaluate((title) => title.getBoundingClientRect().height)
  expect(letters, 'the title is legible from the door').toBeGreaterThan(1080 * 0.3)

  for (const team of teams(3)) await cup.app.registerTeam(team)
  await expect(fact(page, 'Teams entered')).toHaveText('3')
  await cup.app.changeSettings({ registration: 'closed' }, organiser)
  await expect(fact(page, 'Registration')).toHaveText('Closed')
  // Not to the draw: with the spec's settings the first visitor would make it.
  await expect(page.getByRole('img', { name: `QR code to ${asTvOpens(cup.url)}`, exact: true })).toBeVisible()

  const { entries } = await cup.app.publicView()
  await cup.app.setApproval({ teamIds: entries.map(({ id }) => id), approved: true }, organiser)
  await cup.app.createDraw(organiser)
  await expect(page.getByRole('region', { name: 'The draw' })).toBeVisible()
  await expect(poster).toHaveCount(0)
})

test('no title is too long for the poster of the bar’s screen @laptop @nightly', async ({ page }) => {
  for (const editionTitle of [
    'The Cup N11',
    'The Harbour Students’ Cup 2025',
    'The Cup of All Cups '.repeat(4).trim(),
  ]) {
    const cup = await startPictureCup({ settings: { editionTitle } })
    for (const [width, height] of tvSizes) {
      await page.setViewportSize({ width, height })
      await page.goto(`${asTvOpens(cup.url)}/screen`)
      await page.evaluate(() => document.fonts.ready)
      await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
      expect(await overflow(page, '.tv-poster'), `${editionTitle} at ${width} px`).toEqual([])
    }
    await cup.stop()
  }
})

test('after the final the champions fill the bar’s screen, then take turns with their draw @laptop', async ({
  page,
}) => {
  const cup = await startPictureCup({ teams: teams(4, ' Featherstonehaugh-Cholmondeley'), played: 2 })
  const { width, height } = { width: 1920, height: 1080 }
  await page.setViewportSize({ width, height })
  await page.clock.install({ time: cup.clock.now() })
  await page.goto(`${asTvOpens(cup.url)}/screen`)
  await page.evaluate(() => document.fonts.ready)
  const draw = page.getByRole('region', { name: 'The draw' })
  const moment = page.getByRole('region', { name: 'The champions' })
  await expect(draw).toBeVisible()
  const final = queueOf((await cup.app.publicView()).draw ?? { rounds: [] })[0]
  await cup.app.setWinner({ matchId: final?.id ?? '', side: 2 }, organiser)

  await expect(moment).toContainText('Champions')
  await expect(moment).toContainText('Maya Lindqvist')
  await expect(draw).toHaveCount(0)
  await expect.poll(() => overflow(page, '.tv-moment')).toEqual([])
  const box = await moment.boundingBox()
  expect([box?.x, box?.width]).toEqual([0, width])
  expect(box?.height).toBeGreaterThan(height * 0.85)
  const name = await page.locator('.tv-moment-name').boundingBox()
  expect(name?.height).toBeGreaterThan(height * 0.3)

  await page.clock.runFor(61_000)
  await expect(draw).toBeVisible()
  await expect(page.locator('.tv-now')).toContainText('Champions')
  await page.clock.runFor(60_000)
  await expect(moment).toBeVisible()

  // Left on, the screen becomes the next edition's poster, and counts its teams.
  await cup.app.beginEdition({ registration: 'open' }, organiser)
  for (const team of teams(3)) await cup.app.registerTeam(team)
  await expect(fact(page, 'Teams entered')).toHaveText('3')
})

const code = (page: Page) => page.getByRole('img', { name: /^QR code/ })
const advice = (page: Page) => page.getByText(/open this page at the network address of this machine/)

test('the QR code of the bar’s screen leads to the public address, whatever address the screen was opened at @laptop', async ({
  page,
}) => {
  const cup = await startCup({ config: { origin: 'http://cup.club.example' } })
  await page.goto(`${cup.url}/screen`)
  await isAlive(page)
  await expect(code(page)).toHaveAccessibleName('QR code to http://cup.club.example')
  await expect(page.locator('.tv-address')).toHaveText('cup.club.example')
})

test('the bar’s screen opened at a loopback address gives advice instead of a QR code that leads nowhere @laptop', async ({
  page,
}) => {
  const cup = await startCup()
  mustDo(await cup.app.changeSettings({ registration: 'open' }, organiser))
  for (const host of ['localhost', '127.0.0.1']) {
    await page.goto(`http://${host}:${cup.port}/screen`)
    await isAlive(page)
    await expect(advice(page)).toBeVisible()
    await expect(code(page)).toHaveCount(0)
  }
  for (let number = 1; number <= 4; number += 1) mustDo(await register(cup, number))
  const { entries } = await cup.app.publicView()
  mustDo(await cup.app.setApproval({ teamIds: entries.map(({ id }) => id), approved: true }, organiser))
  mustDo(await cup.app.createDraw(organiser))
  mustDo(await cup.app.callMatch({}, organiser))
  await expect(advice(page)).toBeVisible()
  const list = page.locator('.tv-list')
  expect((await boxOf(list)).width).toBeGreaterThan((await boxOf(page.locator('.tv-rail'))).width * 0.9)

  const named = `http://bar.test:${cup.port}`
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${named}/screen`)
  await expect(code(page)).toHaveAccessibleName(`QR code to ${named}/draw`)
  await expect(advice(page)).toHaveCount(0)

  await test.step('it is dark by default', async () => {
    const ground = () => page.locator('.tv').evaluate((tv) => getComputedStyle(tv).backgroundColor)
    expect(await ground()).toBe('rgb(12, 21, 17)')
    await page.evaluate(() => localStorage.setItem('theme', 'light'))
    await page.reload()
    await expect(code(page)).toBeVisible()
    expect(await ground()).not.toBe('rgb(12, 21, 17)')
  })
})

async function openNamed(page: Page, cup: TestCup) {
  await openForPicture(page, { ...cup, url: asTvOpens(cup.url) }, '/screen')
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
}

async function boxOf(locator: Locator) {
  const box = await locator.first().boundingBox()
  if (!box) throw new Error('It is not shown.')
  return box
}

function lettersOf(locator: Locator): Promise<number> {
  return locator.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
}

/** Names that overflow their side of a match, or their list next to the draw. */
function cutNames(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const whole = (name: Element, place: Element | null) => {
      const text = document.createRange()
      text.selectNodeContents(name)
      const [inner, outer] = [text.getBoundingClientRect(), place?.getBoundingClientRect()]
      return (
        outer !== undefined &&
        inner.width > 0 &&
        inner.left >= outer.left - 1 &&
        inner.right <= outer.right + 1 &&
        inner.top >= outer.top - 1 &&
        inner.bottom <= outer.bottom + 1
      )
    }
    const sides = [...document.querySelectorAll('.tv .side-name')].filter(
      (name) => !whole(name, name.closest('.side')),
    )
    const underTag = [...document.querySelectorAll('.tv .side-name')].filter((name) => {
      const tag = name.closest('.match')?.querySelector('.match-tag[data-now]')?.getBoundingClientRect()
      const text = document.createRange()
      text.selectNodeContents(name)
      return tag && [...text.getClientRects()].some(({ right }) => right > tag.left - 3)
    })
    // A side that grew with its name would push the match away from its lines.
    const grown = [...document.querySelectorAll('.tv .side')].filter(
      (side) => side.clientHeight > Number.parseFloat(getComputedStyle(side).minHeight) + 1,
    )
    // In a long list, some names are in columns out of view.
    const waits = (name: Element) => {
      const [inner, list] = [name.getBoundingClientRect(), name.closest('ul')?.getBoundingClientRect()]
      return list !== undefined && (inner.left >= list.right - 1 || inner.right <= list.left + 1)
    }
    const beside = [...document.querySelectorAll('.tv-now bdi, .tv-list bdi')].filter(
      (name) => !waits(name) && !whole(name, name.closest('ul') ?? name.closest('.tv-now')),
    )
    const across = [...document.querySelectorAll('.tv-moment-name')]
    const tooWide = across.filter(
      (name) => name.scrollWidth > name.clientWidth || !whole(name, name.closest('.tv-moment')),
    )
    if (document.querySelectorAll('.tv .side-name').length + across.length === 0)
      return ['There are no names.']
    return [...sides, ...underTag, ...grown, ...beside, ...tooWide].map(
      ({ textContent }) => textContent ?? '',
    )
  })
}

function linesOf(element: Element): string[] {
  const lines = new Map<number, string>()
  for (const node of element.childNodes) {
    const range = document.createRange()
    range.selectNode(node)
    const { bottom } = range.getBoundingClientRect()
    lines.set(bottom, (lines.get(bottom) ?? '') + (node.textContent ?? ''))
  }
  return [...lines.values()].filter(Boolean)
}

/** Matches next to the draw that are only partly in view. */
function cutLines(page: Page): Promise<string[]> {
  return page.locator(':is(.tv-now, .tv-list) li').evaluateAll((lines) =>
    lines.flatMap((line) => {
      const text = document.createRange()
      text.selectNodeContents(line)
      const inner = text.getBoundingClientRect()
      const boxes = ['ul', ':is(.tv-now, .tv-list)'].map((box) => line.closest(box)?.getBoundingClientRect())
      const isOut = boxes.some((box) => box && (inner.left >= box.right - 1 || inner.right <= box.left + 1))
      const isIn = boxes.every(
        (box) =>
          box &&
          inner.left >= box.left - 1 &&
          inner.right <= box.right + 1 &&
          inner.top >= box.top - 1 &&
          inner.bottom <= box.bottom + 1,
      )
      return isOut || isIn ? [] : [line.textContent ?? '']
    }),
  )
}

function shownLines(page: Page) {
  return page.locator('.tv').evaluate((tv) => {
    const lines = [...tv.querySelectorAll('.tv-now li')].filter((line) => {
      const [inner, outer] = [line.getBoundingClientRect(), line.closest('ul')?.getBoundingClientRect()]
      return outer && inner.width > 0 && inner.left < outer.right - 1 && inner.right > outer.left + 1
    })
    return {
      lines: lines.map((line) => ({
        lead: line.querySelector('.tv-lead')?.textContent ?? '',
        letters: Math.min(
          ...[...line.querySelectorAll('bdi')].map((name) =>
            Number.parseFloat(getComputedStyle(name).fontSize),
          ),
        ),
      })),
      headings: [...tv.querySelectorAll('h2')].map(({ textContent }) => textContent ?? ''),
    }
  })
}

/** Parts of a poster that overflow it or overlap each other. */
function overflow(page: Page, poster: string): Promise<string[]> {
  return page.locator(poster).evaluate((box) => {
    const outer = box.getBoundingClientRect()
    const parts = [...box.children].filter((part) => !part.matches('svg, .sr-only'))
    const texts = parts.map((part) => {
      const range = document.createRange()
      range.selectNodeContents(part)
      return {
        words: part.textContent ?? '',
        place: part.getBoundingClientRect(),
        rect: range.getBoundingClientRect(),
      }
    })
    const over = texts.filter(({ place: rect }, index) =>
      texts.some(
        ({ place: other }, at) =>
          at > index &&
          rect.left < other.right - 1 &&
          other.left < rect.right - 1 &&
          rect.top < other.bottom - 1 &&
          other.top < rect.bottom - 1,
      ),
    )
    const out = texts.filter(
      ({ rect }) =>
        rect.left < outer.left - 1 ||
        rect.right > outer.right + 1 ||
        rect.top < outer.top - 1 ||
        rect.bottom > outer.bottom + 1 ||
        rect.bottom > innerHeight + 1,
    )
    return [...over, ...out].map(({ words }) => words)
  })
}
