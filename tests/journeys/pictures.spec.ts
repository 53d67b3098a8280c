import { expect, type Page, test } from '@playwright/test'
import { messages } from '../../src/domain/messages.ts'
import type { TeamForm } from '../../src/domain/teams/team-form.ts'
import { chromiumFlags, chromiumPath } from '../support/chromium.ts'
import { addCookies, asTvOpens } from '../support/journey-page.ts'
import { drawnOrder, openForPicture, pictureContext, startPictureCup } from '../support/picture-cup.ts'
import type { TestCup } from '../support/start-cup.ts'

// In one project only: each picture sets its own viewport. `npm run pictures` renews them.
test.describe.configure({ mode: 'default' })
test.use({
  ...pictureContext,
  // The same text rendering on every machine.
  launchOptions: {
    executablePath: chromiumPath(),
    args: [
      ...chromiumFlags,
      '--font-render-hinting=none',
      '--disable-lcd-text',
      '--force-color-profile=srgb',
    ],
  },
  deviceScaleFactor: 1,
  // The style of a picture without words would violate our policy.
  bypassCSP: true,
})

/** Above differences in text rendering, below a column, a card or a line of text that moved. */
const withWords = { maxDiffPixelRatio: 0.008 }
/** Without words a draw is lines and boxes, the same on every machine. */
const linesOnly = { maxDiffPixelRatio: 0.0003, threshold: 0.1 }

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const laptop = { viewport: { width: 1280, height: 800 } }
const tv = { viewport: { width: 1920, height: 1080 } }

test.describe('on a phone @laptop @nightly', () => {
  test.use({ ...phone, colorScheme: 'dark' })

  test('the poster', async ({ page }) => {
    await picture(page, 'home-phone', { cup: await quietCup(), path: '/' })
  })

  test('registration closed, the form behind', async ({ page }) => {
    await picture(page, 'register-closed-phone', { cup: await quietCup(), path: '/register' })
  })

  test('the draw, opened at the round being played', async ({ page }) => {
    const cup = await cupInPlay()
    await picture(page, 'draw-phone', { cup, path: '/draw' })
    await picture(page, 'draw-lines-phone', { isLinesOnly: true })
  })

  test('draw management, the match on table 1 first', async ({ page }) => {
    const cup = await cupInPlay()
    await signIn(page, cup)
    await picture(page, 'admin-draw-phone', { cup, path: '/admin/draw' })
  })
})

test.describe('on a phone by day @laptop @nightly', () => {
  test.use({ ...phone, colorScheme: 'light' })

  test('a registration with something missing', async ({ page }) => {
    const cup = await openCup()
    await openForPicture(page, cup, '/register')
    await page.getByRole('button', { name: 'Register Team' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: messages.registerMissing([]).trim() }),
    ).toBeVisible()
    await picture(page, 'register-error-phone')
  })

  test('a followed team, its path highlighted and its card open', async ({ page }) => {
    const cup = await cupInPlay()
    await openForPicture(page, cup, '/draw', (await drawnOrder(cup))[0])
    await page.getByRole('complementary', { name: 'The team you follow' }).locator('summary').click()
    await picture(page, 'follow-phone')
  })
})

test.describe('on a laptop @laptop @nightly', () => {
  test.use({ ...laptop, colorScheme: 'dark' })

  test('the draw in one window', async ({ page }) => {
    const cup = await cupInPlay()
    await picture(page, 'draw-laptop', { cup, path: '/draw' })
    await picture(page, 'draw-lines-laptop', { isLinesOnly: true })
  })

  test('the schedule', async ({ page }) => {
    await picture(page, 'schedule-laptop', { cup: await cupInPlay(), path: '/schedule#matches' })
  })
})

test.describe('on a laptop by day @laptop @nightly', () => {
  test.use({ ...laptop, colorScheme: 'light' })

  test('the poster', async ({ page }) => {
    await picture(page, 'home-laptop', { cup: await quietCup(), path: '/' })
  })

  test('team approval, with a pending look-alike', async ({ page }) => {
    const cup = await cupInPlay()
    await signIn(page, cup)
    await picture(page, 'admin-teams-laptop', { cup, path: '/admin/teams' })
  })
})

test.describe("on the bar's screen @laptop @nightly", () => {
  test.use({ ...tv, colorScheme: 'dark' })

  test('tonight', async ({ page }) => {
    const cup = await cupInPlay()
    const url = asTvOpens(cup.url)
    await picture(page, 'screen-tv', { cup: { ...cup, url }, path: '/screen' })
    await picture(page, 'screen-lines-tv', { isLinesOnly: true })
  })

  test('the poster before the draw', async ({ page }) => {
    const cup = await openCup()
    const url = asTvOpens(cup.url)
    await picture(page, 'screen-poster-tv', { cup: { ...cup, url }, path: '/screen' })
  })

  test('the champions across the screen', async ({ page }) => {
    await picture(page, 'screen-champions-tv', { cup: await finishedCup(), path: '/screen' })
  })

  test('the champions', async ({ page }) => {
    const cup = await finishedCup()
    await picture(page, 'champions-tv', { cup, path: '/draw' })
  })
})

type Shot = { cup?: TestCup; path?: string; isLinesOnly?: boolean }

async function picture(page: Page, name: string, { cup, path = '/', isLinesOnly = false }: Shot = {}) {
  if (cup) await openForPicture(page, cup, path)
  // The port differs each time, in the address and in its QR code.
  const mask = [page.locator('.tv-qr :is(.qr, .tv-address)')]
  const style = isLinesOnly ? 'tests/journeys/pictures/lines-only.css' : undefined
  await expect(page).toHaveScreenshot(`${name}.png`, {
    ...(isLinesOnly ? linesOnly : withWords),
    ...(style && { stylePath: style }),
    mask,
    maskColor: '#808080',
  })
}

/** By cookie without an expiry: by the browser's clock this session would be long over. */
async function signIn(page: Page, cup: TestCup) {
  await addCookies(page, await cup.signIn(), cup.url)
}

/** Shared, read-only cups, each started when the first picture needs it. */
const started = new Map<() => Promise<TestCup>, Promise<TestCup>>()
const once = (start: () => Promise<TestCup>) => () => {
  const running = started.get(start) ?? start()
  started.set(start, running)
  return running
}

const quietCup = once(() => startPictureCup({ settings: { registration: 'closed' } }))
const openCup = once(() => startPictureCup())
const finishedCup = once(() => startPictureCup({ teams: teams(22), played: 21 }))
const cupInPlay = once(async () => {
  const cup = await startPictureCup({ teams: teams(22), played: 11, called: 3 })
  const [like] = teams(1)
  await cup.app.registerTeam({ ...(like as TeamForm), player2Name: 'Somebody Else' })
  return cup
})

test.afterAll(async () => {
  for (const cup of started.values()) await (await cup).stop()
  started.clear()
})

/** Names of all lengths, in letters of our own font, so that no picture depends on installed fonts. */
function teams(count: number): TeamForm[] {
  const names: readonly (readonly [string, string])[] = [
    ['Maya Lindqvist', 'Tom Okafor'],
    ['Zoë Marchetti', 'Łukasz Wrona'],
    ['Sam Adeyemi', 'Priya Nair'],
    ['Ana-Sofía Quintanilla de la Vega', 'Maximilian Oberhausen-Featherstonehaugh'],
    ['Ravi Menon', ''],
    ['Jo', 'Al'],
    ['Freya Ó Súilleabháin', 'Niamh Casey'],
    ['Elif Yıldız', 'Çağla Demir'],
  ]
  return Array.from({ length: count }, (_, index) => {
    const [player1Name, player2Name] = names[index % names.length] ?? ['', '']
    const again = index < names.length ? '' : ` ${Math.floor(index / names.length) + 1}`
    return {
      player1Name: player1Name + again,
      player2Name: player2Name && player2Name + again,
      teams: index % 4 === 3 ? '' : 'Harbour FC',
      teamPhoneNumber: `+41 79 555 ${String(index).padStart(4, '0')}`,
    }
  })
}
