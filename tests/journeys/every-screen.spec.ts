import type { Page } from '@playwright/test'
import { messages } from '../../src/domain/messages.ts'
import { refusals } from '../../src/domain/refusals.ts'
import { settingGroups } from '../../src/domain/settings/settings.ts'
import { expect } from '../support/journey.ts'
import { type DistantOrganiser, signIn, test } from '../support/journey-organiser.ts'
import { isAlive, refused, said, sideAt } from '../support/journey-page.ts'
import { checkAnswer, checkScreen, checkServed, chooseTheme, lookAt } from '../support/journey-screen.ts'

// Some thirty screens each: more than the usual timeout on a slow machine.
test.describe.configure({ timeout: 300_000 })

test.beforeEach(async ({ page }) => chooseTheme(page))

/** Pages that depend on the draw, the teams or the settings. */
const pagesOfTheNight = [
  '/',
  '/register',
  '/draw',
  '/draw/how',
  '/schedule',
  '/entries',
  '/past-tournaments/11',
  '/embed',
  '/screen',
]

const publicPages = [
  ...pagesOfTheNight,
  '/rules',
  '/past-champions',
  '/past-tournaments',
  '/past-tournaments/7',
  '/login',
  '/no-such-page',
]

const adminPages = [
  '/admin',
  '/admin/teams',
  '/admin/teams/list',
  '/admin/draw',
  '/admin/settings',
  ...Object.keys(settingGroups).map((group) => `/admin/settings/${group}`),
  '/admin/champions',
  '/admin/next-edition',
  '/admin/journal',
  '/admin/account',
  '/admin/names?name=Sam',
]

const unbroken = 'Wolfeschlegelsteinhausenbergerdorff'

/** Difficult names: long, without a break, emoji, right to left, markup, and without a partner. */
const teams = [
  [unbroken, 'Maria-Magdalena von und zu Hohenstein-Oberkirchen'],
  ['Zoë 🎾🍺', unbroken],
  ['محمد الأحمد', `فاطمة ${unbroken}`],
  ['Sam', ''],
  ['Sam', `Kim ${unbroken}`],
  ['Ana <b>Bold</b>', `Ben & ${unbroken}`],
] as const

async function makeDraw(organiser: DistantOrganiser) {
  await organiser.post('/admin/settings', { registration: 'open', organiserTools: 'on', teamLimit: '7' })
  for (const [index, [player1, player2Name]] of teams.entries())
    await organiser.register(player1, { player2Name, teams: 'FC Chalk', teamPhoneNumber: `079 ${index}` })
  await organiser.approveAll()
  await organiser.post('/draw', { intent: 'generate' })
  await organiser.post('/admin/draw', { intent: 'advance-byes' })
}

async function closeModal(page: Page) {
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('every screen of a fresh cup is accessible, valid and fits @laptop @nightly', async ({ page, cup }) => {
  for (const path of publicPages) await lookAt(page, path)

  await page.goto('/draw')
  await expect(refused(page, messages.noApprovedTeams)).toBeVisible()
  await checkScreen(page, '/draw that could not be made')
  await checkAnswer(page, '/draw', { intent: 'generate' }, 409)
  await checkAnswer(page, '/register', { player1Name: 'Maya' }, 403)

  await page.goto('/login')
  await isAlive(page)
  await page.getByLabel('Email').fill('nobody@cup.test')
  await page.getByLabel('Password').fill('nothing')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(refused(page, messages.loginFailed)).toBeVisible()
  await checkScreen(page, '/login refused')
  await checkAnswer(page, '/login', { email: '' }, 400)

  await signIn(page, cup)
  for (const path of adminPages) await lookAt(page, path)
})

test('every public screen of a half-played cup is accessible, valid and fits @phone', async ({
  page,
  organiser,
}) => {
  await makeDraw(organiser)
  await organiser.post('/admin/draw', { intent: 'call' })
  await organiser.tapWinner('1.0')
  for (const path of pagesOfTheNight.filter((path) => path !== '/draw' && path !== '/register'))
    await lookAt(page, path)

  await test.step('the draw and its dialogs', async () => {
    await lookAt(page, '/draw')
    await closeModal(page)
    await checkScreen(page, '/draw')
    await page.locator('.progress-panel summary').click()
    await checkScreen(page, '/draw with the progress of the night')
    await page.locator('.progress-panel summary').click()
    await page.getByRole('button', { name: 'Find a team' }).click()
    await page.getByLabel('Player or team').fill('zoe')
    await checkScreen(page, '/draw while searching for a team')
    await page.getByRole('button', { name: /^Follow Zoë/ }).click()
    await page.keyboard.press('Escape')
    await page.locator('.follow-card summary').click()
    await checkScreen(page, '/draw with a followed team')
    await page.locator('a.match').first().focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await checkScreen(page, '/draw with a match close up')
    await checkServed(page, '/draw?match=0.0')
  })

  await test.step('registration refused, done, and full', async () => {
    await lookAt(page, '/register')
    await page.getByRole('button', { name: 'Register Team' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await checkScreen(page, '/register refused')
    await checkAnswer(page, '/register', { player2Name: 'Noor' }, 422)
    await page.getByLabel('Player 1 Name').fill('Maya')
    await page.getByLabel('Team Phone Number').fill('079 100')
    await page.getByRole('button', { name: 'Register Team' }).click()
    await expect(said(page, messages.registered)).toBeVisible()
    await checkScreen(page, '/register done')
    for (const done of ['registered', 'waiting']) await checkServed(page, `/register?done=${done}`)
  })
})

test('every organiser’s screen of a half-played cup is accessible, valid and fits @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await makeDraw(organiser)
  await organiser.post('/admin/draw', { intent: 'call' })
  await organiser.tapWinner('1.0')
  // Look-alikes beyond the limit, and a team approved too late for the draw.
  await organiser.register('kim roth', { player2Name: 'SAM', teamPhoneNumber: '079 4' })
  await organiser.register('Lea Late', { teamPhoneNumber: '079 200' })
  await organiser.approveAll()
  await organiser.post('/admin/settings', { editionTheme: 'W'.repeat(60), scheduleStart: '20:00' })
  await signIn(page, cup)
  const withSteps = ['/admin/draw', '/admin/teams', '/admin/settings/schedule', '/admin/settings/links']
  for (const path of adminPages.filter((path) => !withSteps.includes(path))) await lookAt(page, path)

  await test.step('draw management: a confirmation, a refusal, a no-show, the exchange', async () => {
    await lookAt(page, '/admin/draw')
    const played = page
      .locator('[data-round="0"] [data-match]')
      .filter({ hasNot: page.locator('[data-state="bye"]') })
    const place = (await played.first().getAttribute('data-match')) ?? '0.0'
    await sideAt(page, place, 1).click()
    await expect(sideAt(page, place, 1)).toHaveAttribute('data-state', 'winner')
    await checkScreen(page, '/admin/draw with its banner')

    const matchId = (await page.locator(`#draw [data-match="${place}"]`).getAttribute('data-match-id')) ?? ''
    await organiser.tapWinner('1.1')
    await sideAt(page, place, 2).click()
    await checkScreen(page, '/admin/draw after another tap')
    await checkAnswer(page, '/admin/draw', { intent: 'set-winner', matchId, side: '1', seen: '1' }, 409)
    await checkAnswer(page, '/admin/draw', { intent: 'set-winner', matchId: 'none', side: '1' }, 404)
    await checkAnswer(page, '/admin/draw', { intent: 'reset' }, 409)
    await checkAnswer(page, '/admin/draw', { intent: 'absent' }, 422)

    await page.goto('/admin/draw')
    await isAlive(page)
    await page.getByRole('button', { name: 'Reset Tournament' }).click()
    await expect(refused(page, messages.resetConfirm)).toBeVisible()
    await checkScreen(page, '/admin/draw asking before a reset')
    const { width, height } = page.viewportSize() ?? { width: 390, height: 844 }
    await page.setViewportSize({ width: 390, height: 300 })
    await checkScreen(page, '/admin/draw asking before a reset, in a low window')
    await page.setViewportSize({ width, height })
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Did not come', exact: true }).click()
    await expect(refused(page, refusals['no-team-chosen'].sentence)).toBeVisible()
    await checkScreen(page, '/admin/draw refusing')
    await page.getByRole('region', { name: 'Now' }).locator('article summary').first().click()
    await checkScreen(page, '/admin/draw with more for a match')
    await lookAt(page, '/admin/draw?exchange=0')
    await page.getByRole('button', { name: 'Exchange Teams' }).click()
    await expect(refused(page, messages.exchangeSelectTwo)).toBeVisible()
    await checkScreen(page, '/admin/draw refusing an exchange')
  })

  await test.step('team approval: filtered, edited, removed', async () => {
    await lookAt(page, '/admin/teams')
    await page
      .getByRole('link', { name: /^Edit / })
      .first()
      .click()
    await expect(page.getByRole('dialog', { name: 'Edit team' })).toBeVisible()
    await checkScreen(page, '/admin/teams with a team being edited')
    await page.getByRole('button', { name: 'Remove this team' }).click()
    await expect(page.getByRole('alert').or(page.getByRole('status')).first()).toBeVisible()
    await checkScreen(page, '/admin/teams after a removal')
    for (const show of ['alike', 'removed']) await lookAt(page, `/admin/teams?show=${show}`)
    await checkServed(page, '/admin/teams?show=pending')
  })

  await test.step('settings and account with invalid values', async () => {
    await lookAt(page, '/admin/settings/schedule')
    for (const summary of await page.locator('main summary').all()) await summary.click()
    await checkScreen(page, '/admin/settings/schedule with everything open')
    await lookAt(page, '/admin/settings/links')
    await page.getByLabel('Sponsor link').fill('not a link')
    await page.getByLabel('Sponsor link').press('Enter')
    const why = refused(page, refusals['bad-setting'].sentence).first()
    await expect(why).toBeVisible()
    const cut = await why.evaluate((banner) => banner.scrollHeight - banner.clientHeight)
    expect.soft(cut, 'hidden height of a refusal').toBeLessThanOrEqual(0)
    await checkScreen(page, '/admin/settings/links refused')
    await checkAnswer(page, '/admin/settings', { scheduleStart: 'noon', sponsorLink: 'http:' }, 422)
    await checkAnswer(page, '/admin/account', { intent: 'change-password', newPassword: 'x' }, 422)
    await checkServed(page, '/admin/journal?q=nothing-like-that')
  })
})

test('every screen of a finished cup is accessible, valid and fits @laptop @nightly', async ({
  page,
  cup,
  organiser,
}) => {
  await makeDraw(organiser)
  for (const place of ['0.0', '0.1', '0.2', '0.3', '1.0', '1.1', '2.0']) await organiser.tapWinner(place)
  await organiser.post('/admin/settings', { registration: 'closed', embedSites: 'https://club.example' })
  await page.goto('/draw')
  await closeModal(page)
  for (const path of [...pagesOfTheNight, '/past-champions']) await lookAt(page, path)
  await signIn(page, cup)
  for (const path of ['/admin', '/admin/draw', '/admin/settings', '/admin/champions', '/admin/journal'])
    await lookAt(page, path)
})
