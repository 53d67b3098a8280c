import type { Browser, Locator, Page } from '@playwright/test'
import { encode } from 'uqr'
import { unanswered } from '../../src/domain/answer.ts'
import { reportFailed, reportSaid } from '../../src/domain/draw/reports.ts'
import { expect, expectAccessible } from '../support/journey.ts'
import { registerForToken, signIn, test } from '../support/journey-organiser.ts'
import {
  addCookies,
  countNotes,
  isAlive,
  isLive,
  matchAt,
  pauseClock,
  refused,
  runClockUntil,
  said,
  sideAt,
  tapsOnceTurned,
} from '../support/journey-page.ts'
import { startPictureCup, teamsCalled } from '../support/picture-cup.ts'

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes')))

/** Another phone in the bar. */
async function phoneAt(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  await phone.goto(address)
  await isLive(phone)
  return phone
}

/** Taps a button, and once it is answered the same spot again, whatever is there then. */
async function tapTwice(page: Page, button: Locator, answered: Locator) {
  const { x = 0, y = 0 } = (await button.boundingBox()) ?? {}
  const place = [x + 20, y + 12] as const
  await page.mouse.click(...place)
  await expect(answered).toBeVisible()
  await page.mouse.click(...place)
}

test('two phones report, and an organiser confirms or dismisses their reports @phone', async ({
  page,
  browser,
  cup,
  organiser,
}) => {
  await organiser.post('/admin/settings', { registration: 'open', reports: 'on' })
  const tokens = [await registerForToken(cup, 'Ana'), await registerForToken(cup, 'Ben')]
  await organiser.approveAll()
  await organiser.post('/draw', { intent: 'generate' })
  await organiser.post('/admin/draw', { intent: 'call' })

  await signIn(page, cup)
  await page.goto('/admin/draw')
  await isLive(page)
  const reports = page.getByRole('region', { name: 'Reports' })
  await expect(reports).toContainText('No reports waiting.')

  // A report from the table, dismissed.
  const table = await phoneAt(browser, `${cup.url}/table/1`)
  await expectAccessible(table)
  await table.getByRole('button', { name: 'Ana won' }).click()
  await expect(said(table, reportSaid.waits)).toBeVisible()
  await expect(reports).toContainText('Ana won (from the table)')
  await expectAccessible(page)
  await reports.getByRole('button', { name: 'Dismiss' }).click()
  await expect(reports).toContainText('No reports waiting.')

  // Without a network the tap is refused, and nothing is sent later.
  await table.context().setOffline(true)
  await table.getByRole('button', { name: 'Ben won' }).click()
  await expect(refused(table, reportFailed.report)).toContainText(unanswered.offline)
  await table.context().setOffline(false)

  // A team takes its report back.
  const [ana, ben] = [
    await phoneAt(browser, `${cup.url}/entry/${tokens[0]}`),
    await phoneAt(browser, `${cup.url}/entry/${tokens[1]}`),
  ]
  await expectAccessible(ana)
  await ana.getByRole('button', { name: 'We lost' }).click()
  await expect(said(ana, reportSaid.waits)).toContainText('You said that you lost.')
  await expect(reports).toContainText("Ben won (from the losers' page)")
  await tapTwice(ana, ana.getByRole('button', { name: 'Take back' }), said(ana, reportSaid.takenBack))
  await expect(reports).toContainText('No reports waiting.')
  await expect(ana.getByRole('button', { name: 'Take back' })).toHaveCount(0)
  await ana.getByRole('button', { name: 'We won' }).click()
  await expect(reports).toContainText('Ana won (from their own page)')
  // After a dismissal the team's own page asks again.
  await reports.getByRole('button', { name: 'Dismiss' }).click()
  await ana.getByRole('button', { name: 'We won' }).click()
  await ben.getByRole('button', { name: 'We won' }).click()
  await expect(reports).toContainText('Reports differ')
  await expect(reports.getByRole('button', { name: 'Confirm' })).toHaveCount(0)

  // The two agree. Ben's report reaches the server, but the answer is lost.
  await ben.getByRole('button', { name: 'Take back' }).click()
  await ben.getByRole('button', { name: 'We lost' }).waitFor()
  await ben.route('**/action/report', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await ben.getByRole('button', { name: 'We lost' }).click()
  await expect(refused(ben, reportFailed.report)).toContainText(unanswered.silent)
  await expect(ben.getByText('Champions')).toHaveCount(0)
  await expect(ana.getByText('Champions', { exact: true })).toBeVisible()
  await expect(page.getByText('Ana won the cup.')).toBeVisible()
})

test('a confirmed report sets the winner on every screen, and a silenced table cannot report @phone', async ({
  page,
  browser,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  await organiser.post('/admin/settings', { reports: 'on' })
  await organiser.post('/admin/draw', { intent: 'call' })
  await signIn(page, cup)
  await page.clock.install()
  await page.goto('/admin/draw')
  await isLive(page)
  const table = await phoneAt(browser, `${cup.url}/table/1`)
  const visitor = await phoneAt(browser, `${cup.url}/draw`)
  const buttons = table.getByRole('button', { name: /won$/ })
  const name = (await buttons.last().textContent())?.replace(/\s*won$/, '') ?? ''
  await tapTwice(table, buttons.last(), said(table, reportSaid.waits))
  const report = page.getByRole('article', { name: /^Report/ })
  await expect(report).toContainText(`${name} won (from the table)`)
  await report.getByRole('button', { name: 'Silence table 1' }).click()
  await expect(table.getByText('Reporting is off here.')).toBeVisible()
  await expect(report.getByRole('button', { name: 'Silence table 1' })).toBeDisabled()
  // The answered row stays for 5 s, disabled.
  await pauseClock(page)
  await report.getByRole('button', { name: 'Confirm' }).click()
  await expect(sideAt(visitor, '0.0', 2)).toHaveAttribute('data-state', 'winner')
  await expect(report.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await page.clock.resume()

  await page.getByText('Tables that cannot report: 1').click()
  const allow = page.getByRole('button', { name: 'Allow table 1' })
  const { takesTaps } = await tapsOnceTurned(allow)
  await allow.click()
  expect(await takesTaps).toBe(false)
  await expect(table.getByText('Nobody is called here.')).toBeVisible()
})

test('a report is shown with its age on both cards of its match, without making them higher, and chimes if sound is on @phone', async ({
  page,
}) => {
  const teams = teamsCalled(4, (index) => [`Maya Lindqvist ${index}`, `Tom Okafor ${index}`])
  const cup = await startPictureCup({ teams, called: 1, settings: { reports: 'on' } })
  const notes = await countNotes(page)
  await page.clock.install({ time: cup.clock.now() })
  await addCookies(page, await cup.signIn(), cup.url)
  await page.goto(`${cup.url}/admin/draw`)
  await isLive(page)
  await pauseClock(page)
  const match = (await cup.app.publicView()).draw?.rounds[0]?.matches[0]
  const card = page.getByRole('article', { name: 'Semi Finals, match 1', exact: true })
  const inBracket = matchAt(page, '0.0')
  const heights = async () => [(await card.boundingBox())?.height, (await inBracket.boundingBox())?.height]
  const before = await heights()

  const report = (side: 1 | 2) =>
    cup.post('/table/1', { intent: 'report', matchId: match?.id ?? '', side: String(side) })
  await report(2)
  await runClockUntil(page, () => card.getByText('Reported just now: Maya Lindqvist 1 won').isVisible(), 50)
  await expect(inBracket).toContainText('Reported just now: Maya Lindqvist 1 won')
  expect(await heights()).toEqual(before)
  expect(await notes(), 'sound is off').toBe(0)
  await cup.clock.advance(80_000)
  await page.clock.runFor(80_000)
  await expect(card).toContainText('Reported 1 min ago: Maya Lindqvist 1 won')
  await expect(inBracket).toContainText('Reported 1 min ago: Maya Lindqvist 1 won')

  await page.clock.resume()
  const sound = page.getByRole('button', { name: 'Sound' })
  await sound.click()
  await expect(sound).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(notes, 'a sample of the volume').toBe(2)
  await report(1)
  await expect(card).toContainText('Reported just now: Maya Lindqvist 0 won')
  await expect.poll(notes).toBe(4)
  await sound.click()
  await expect(sound).toHaveAttribute('aria-pressed', 'false')
  await report(2)
  await expect(card).toContainText('Maya Lindqvist 1 won')
  expect(await notes()).toBe(4)

  // A decided match shows no report.
  await card.getByRole('button', { name: /Maya Lindqvist 1/ }).click()
  await expect(card).toContainText('Decided')
  await expect(card).not.toContainText('Reported')
  await expect(inBracket).not.toContainText('Reported')
})

test('the QR code on a printed sign is the address of its table @laptop', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.post('/admin/settings', { reports: 'on', scheduleGroupSize: '3' })
  await signIn(page, cup)
  await page.goto('/admin/signs')
  await isAlive(page)
  await expectAccessible(page)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Table 1', 'Table 2', 'Table 3'])
  for (const paper of ['A4', 'A5']) {
    await page.getByRole('button', { name: paper }).click()
    await expect(page.getByRole('button', { name: paper })).toHaveAttribute('aria-pressed', 'true')
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page[^s]/g), paper).toHaveLength(3)
  }
  // A sheet of A5 inside its margins.
  await page.setViewportSize({ width: 484, height: 718 })
  await page.emulateMedia({ media: 'print' })
  const code = page.getByRole('img', { name: `QR code to ${cup.url}/table/2` })
  const picture = (await code.screenshot()).toString('base64')
  const scanned = await modulesIn(page, picture)
  expect(scanned).toEqual(encode(`${cup.url}/table/2`, { ecc: 'M', border: 0 }).data)
})

/** Reads a QR code as a scanner does: samples the centre of each module, within the bounds of the dark area. */
function modulesIn(page: Page, png: string): Promise<boolean[][]> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const { width, height } = bitmap
    const canvas = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D
    canvas.drawImage(bitmap, 0, 0)
    const { data } = canvas.getImageData(0, 0, width, height)
    const isDark = (x: number, y: number) => (data[(Math.round(y) * width + Math.round(x)) * 4] ?? 255) < 128
    const all = (length: number) => Array.from({ length }, (_, at) => at)
    const columns = all(width).filter((x) => all(height).some((y) => isDark(x, y)))
    const rows = all(height).filter((y) => all(width).some((x) => isDark(x, y)))
    const [left = 0, top = 0] = [columns[0], rows[0]]
    const size = (columns.at(-1) ?? 0) + 1 - left
    // A finder pattern is seven modules wide; its outline may be blurred.
    const finder = all(width).findIndex((x) => x > left + 2 && !isDark(x, top + 2)) - left
    const count = Math.round((size * 7) / finder)
    if (count > 60) throw new Error(`No code of ${count} modules was printed.`)
    const middle = (from: number, nth: number) => from + ((nth + 0.5) * size) / count - 0.5
    return all(count).map((row) => all(count).map((column) => isDark(middle(left, column), middle(top, row))))
  }, png)
}
