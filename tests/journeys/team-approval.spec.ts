import type { Locator } from '@playwright/test'
import { statusMessageMs } from '../../src/domain/settings/limits.ts'
import { expect, expectAccessible } from '../support/journey.ts'
import { type DistantOrganiser, signIn, test } from '../support/journey-organiser.ts'
import {
  isAlive,
  isLive,
  pauseClock,
  runClockUntil,
  said,
  tapsOnceTurned,
  teamRow,
} from '../support/journey-page.ts'

test('on a phone a team is two lines with Approve at the right, and exceeding the limit asks first @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.post('/admin/settings', { teamLimit: '3' })
  await organiser.register(4)
  await signIn(page, cup)
  await page.goto('/admin/teams')
  await isLive(page)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const { width = 0 } = page.viewportSize() ?? {}

  await test.step('every row is low, with its button at the right', async () => {
    for (const name of ['Ana 1', 'Ana 4']) {
      const box = await row(name).boundingBox()
      expect(box?.height).toBeLessThanOrEqual(104)
      const button = await row(name).getByRole('button', { name: 'Approve' }).boundingBox()
      expect((button?.x ?? 0) + (button?.width ?? 0)).toBeGreaterThan(width - 40)
      expect(button?.height).toBeGreaterThanOrEqual(44)
    }
  })

  await test.step('with reduced motion, too, a new button ignores taps for a moment', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const approve = row('Ana 1').getByRole('button', { name: 'Approve' })
    await expect(approve).toHaveCSS('animation-duration', '0.4s')
    await page.emulateMedia({ reducedMotion: null })
  })

  await test.step('the last place needs no confirmation, the next one does', async () => {
    await expect(page.getByText('0 of 3 places taken')).toBeVisible()
    for (const number of [1, 2, 3]) {
      await row(`Ana ${number}`).getByRole('button', { name: 'Approve' }).click()
      await expect(row(`Ana ${number}`)).toContainText('Approved')
      expect((await row(`Ana ${number}`).boundingBox())?.height).toBeLessThanOrEqual(104)
    }
    await expect(page.getByText('3 of 3 places taken')).toBeVisible()
    await row('Ana 4').getByRole('button', { name: 'Approve' }).click()
    const dialog = page.getByRole('dialog', { name: 'Over the limit' })
    await expect(dialog).toContainText('The limit is 3 teams; 4 would be approved.')
    await dialog.getByRole('link', { name: 'Cancel' }).click()
    await expect(row('Ana 4')).toContainText('Pending')
    await row('Ana 4').getByRole('button', { name: 'Approve' }).click()
    await dialog.getByRole('button', { name: 'Approve anyway' }).click()
    await expect(said(page, 'Approved: Ana 4')).toBeVisible()
    await expect(page.getByText('4 of 3 places taken')).toBeVisible()
  })
})

test('look-alikes are side by side on a phone, and the duplicate is removed there @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.register(2)
  await organiser.register('ANA 1', { player2Name: 'ben 1', teamPhoneNumber: '044 000' })
  await signIn(page, cup)
  await page.goto('/admin/teams?show=alike')
  await isLive(page)
  const group = page.getByRole('region', { name: 'Same names' })
  const [first, second] = [group.getByRole('listitem').nth(0), group.getByRole('listitem').nth(1)]
  await expect(first).toContainText('Ana 1')
  await expect(second).toContainText('ANA 1')
  const [left, right] = [await first.boundingBox(), await second.boundingBox()]
  expect(left?.y).toBe(right?.y)
  expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0))
  await second.getByRole('button', { name: 'Remove' }).click()
  await expect(said(page, 'Removed from the list: ANA 1, ben 1.')).toBeVisible()
  await expect(page.getByText('No team matches.')).toBeVisible()
})

test('a double tap among look-alikes removes one team, and not the next that moves under the thumb @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.register(2)
  for (const nth of [1, 2])
    await organiser.register(`ANA ${nth}`, { player2Name: `ben ${nth}`, teamPhoneNumber: `044 00${nth}` })
  await signIn(page, cup)
  await page.clock.install()
  await page.goto('/admin/teams?show=alike')
  await isLive(page)
  const groups = page.getByRole('region', { name: 'Same names' })
  await expect(groups).toHaveCount(2)
  await pauseClock(page)
  const remove = groups.first().getByRole('button', { name: 'Remove' }).last()
  const { x = 0, y = 0 } = (await remove.boundingBox()) ?? {}
  const place = [x + 20, y + 12] as const
  await page.mouse.click(...place)
  await runClockUntil(page, async () => (await groups.count()) === 1)
  await page.mouse.click(...place)
  await page.clock.runFor(2_000)
  await expect(page.getByText('Total Teams: 3')).toBeVisible()
  await page.mouse.click(...place)
  await expect(page.getByText('Total Teams: 2')).toBeVisible()
})

test('an open list shows at once that the phone numbers were deleted @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(2)
  await organiser.tapWinner('0.0')
  await signIn(page, cup)
  await page.goto('/admin/teams')
  await isLive(page)
  await expect(page.getByRole('link', { name: '+41 79 555 0001' })).toBeVisible()
  await organiser.post('/admin/settings', { intent: 'delete-phones', edition: '11', confirm: 'yes' })
  await expect(page.getByRole('link', { name: '+41 79 555 0001' })).toBeHidden()
  await expect(page.getByText('Deleted')).toHaveCount(2)
})

test("a team's link is shown as a QR code, and renewed only after a second tap @phone", async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.register(1)
  await signIn(page, cup)
  await page.goto('/admin/teams')
  await isLive(page)
  await page.getByRole('link', { name: 'Edit Ana 1, Ben 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit team' })
  const code = dialog.getByRole('img', { name: 'QR code of the link of Ana 1, Ben 1' })
  const address = dialog.getByText(/\/entry\/[\w-]{22}$/)
  await dialog.getByRole('button', { name: 'Show its link as a QR code' }).click()
  await expect(code).toBeVisible()
  // Scanners need dark on light, in either theme.
  expect(await lightnessOf(code.locator('path'), 'fill')).toBeLessThan(0.35)
  expect(await lightnessOf(code.locator('..'), 'backgroundColor')).toBeGreaterThan(0.8)
  const shown = (await address.textContent()) ?? ''
  await expectAccessible(page)

  await dialog.getByText('Make a new link').click()
  await dialog.getByRole('button', { name: 'Stop the old links' }).click()
  await expect(address).not.toHaveText(shown)
  await expect(code).toBeVisible()
  const pathOf = (text: string) => cup.url + new URL(text).pathname
  expect((await page.request.get(pathOf(shown))).status()).toBe(404)
  expect((await page.request.get(pathOf((await address.textContent()) ?? ''))).status()).toBe(200)
})

test('in the list of pending teams nothing moves under the thumb, and a double tap counts once @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.register(2)
  await signIn(page, cup)
  await page.clock.install()
  await page.goto('/admin/teams?show=pending')
  await isLive(page)
  const row = (name: string) => teamRow(page, name)
  const approve = row('Ana 2').getByRole('button', { name: 'Approve' })

  await test.step('a button that changes under the thumb ignores a second tap', async () => {
    const place = await approve.boundingBox()
    const { takesTaps } = await tapsOnceTurned(row('Ana 1').getByRole('button', { name: 'Approve' }))
    await row('Ana 1').getByRole('button', { name: 'Approve' }).click()
    expect(await takesTaps).toBe(false)
    await expect(page.getByText('· 1 pending')).toBeVisible()
    await expect(row('Ana 1').getByRole('button', { name: 'Remove Approval' })).toBeVisible()
    expect(await approve.boundingBox()).toEqual(place)
  })

  await test.step('an approved team keeps its place until another list is shown', async () => {
    await page.clock.fastForward(statusMessageMs * 2)
    await expect(said(page, 'Approved: Ana 1')).toHaveCount(0)
    await expect(row('Ana 1').getByRole('button', { name: 'Remove Approval' })).toBeVisible()
    await page.getByLabel('Show').selectOption('Approved')
    await expect(row('Ana 2')).toBeHidden()
    await page.getByLabel('Show').selectOption('Pending')
    await expect(row('Ana 2')).toBeVisible()
    await expect(row('Ana 1')).toBeHidden()
    await page.getByLabel('Show').selectOption('Approved')
    await row('Ana 1').getByRole('button', { name: 'Remove Approval' }).click()
    await expect(row('Ana 1').getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
  })
})

test('a dialog keeps what was typed while the list behind it cannot be loaded, and returns the focus @laptop', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.register(2)
  await signIn(page, cup)
  await page.goto('/admin/teams')
  await isLive(page)
  const edit = page.getByRole('link', { name: 'Edit Ana 1, Ben 1' })
  await edit.click()
  const name = page.getByRole('dialog', { name: 'Edit team' }).getByLabel('Player 1 Name')
  await name.fill('Anna')
  const asked = page.waitForRequest('**/admin/teams.data*')
  await page.route('**/admin/teams.data*', (route) => route.abort())
  await organiser.register('Zoe')
  await asked
  await expect(page.getByText('Total Teams: 3')).toBeVisible()
  await expect(name).toHaveValue('Anna')
  await page.keyboard.press('Escape')
  await expect(name).toBeHidden()
  await expect(edit).toBeFocused()

  await test.step('a list requested at the moment its dialog closes is requested again', async () => {
    await page.unrouteAll()
    await edit.click()
    const dialog = page.getByRole('dialog', { name: 'Edit team' })
    await expect(dialog).toBeVisible()
    const teamId = new URL(page.url()).searchParams.get('edit') ?? ''
    // Closes the dialog before the page shows that it is loading, as can happen on a slow phone.
    await page.evaluate(() => {
      const ask = window.fetch
      window.fetch = (...request) => {
        if (String(request[0]).includes('/admin/teams.data'))
          document.querySelector<HTMLElement>('dialog a[href]:not([href*="edit="])')?.click()
        return ask(...request)
      }
    })
    await organiser.post('/admin/teams', {
      intent: 'edit',
      teamId,
      player1Name: 'Ana 1',
      player2Name: 'Ben 1',
      teamPhoneNumber: '+41 79 555 0002',
    })
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('link', { name: '+41 79 555 0002' })).toBeVisible()
  })
})

test('an imported list fits a phone, is refused if too long, and keeps its selection when the import fails @phone', async ({
  page,
  cup,
}) => {
  await signIn(page, cup)
  const preview = page.getByRole('button', { name: 'Preview' })

  await test.step('long links fit', async () => {
    const link = `https://forms.example/${'answer'.repeat(20)}`
    const pasted = [0, 1].map((nth) => `${link}${nth},${'Anna'.repeat(15)},${'chalk'.repeat(30)},079 ${nth}`)
    await page.goto('/admin/teams/list')
    await isAlive(page)
    await page.getByLabel('Paste the list').fill(pasted.join('\n'))
    await preview.click()
    await expect(page.getByText('2 rows: 2 cannot be imported.')).toBeVisible()
    const { width = 0 } = page.viewportSize() ?? {}
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })

  await test.step('a list that is too long is refused', async () => {
    await page.goto('/admin/teams/list')
    await isAlive(page)
    const buffer = Buffer.from('Ann, Bob, FC Chalk, 079 1\n'.repeat(12_000))
    const file = { name: 'list.csv', mimeType: 'text/csv', buffer }
    await page.getByLabel('Or select a file').setInputFiles(file)
    await preview.click()
    await expect(page.getByRole('alert')).toContainText('The list is too long')
  })

  await test.step('a failed import keeps the selection', async () => {
    await page.goto('/admin/teams/list')
    await isAlive(page)
    await page.getByLabel('Paste the list').fill('Ann, Bob, FC Chalk, 079 1\nCid, Dan, FC Chalk, 079 2')
    await preview.click()
    const second = page.getByRole('row').filter({ hasText: 'Cid' }).getByRole('checkbox')
    await second.uncheck()
    await page.route('**/admin/teams/list*', (route) => route.abort())
    const enter = page.getByRole('button', { name: 'Import selected teams' })
    await enter.click()
    await expect(page.getByRole('alert')).toContainText('Failed to import the teams.')
    await expect(second).not.toBeChecked()
    await page.unrouteAll()
    await enter.click()
    await expect(page.getByRole('row').filter({ hasText: 'Ann' })).toBeVisible()
    await expect(page.getByText('Total Teams: 1')).toBeVisible()
  })
})

test('a list of several pages does not move under the thumb or behind a dialog @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await importTeams(organiser, 502)
  await signIn(page, cup)
  await page.clock.install()
  await page.goto('/admin/teams?show=pending&q=Ana+00&page=1')
  await isLive(page)
  await pauseClock(page)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('.data')) asked.push(request.url())
  })

  await test.step('an approved team keeps its place', async () => {
    await row('Ana 002').getByRole('button', { name: 'Approve' }).click()
    await expect(row('Ana 002').getByRole('button', { name: 'Remove Approval' })).toBeVisible()
    await page.clock.runFor(statusMessageMs * 2)
    expect(asked).toEqual([])
    await expect(row('Ana 002')).toBeVisible()
    await expect(page.getByText('Total Teams: 502 · 501 pending')).toBeVisible()
  })

  await test.step('a team that leaves the list while being edited keeps its dialog', async () => {
    await page.getByRole('link', { name: 'Edit Ana 003' }).click()
    const teamId = new URL(page.url()).searchParams.get('edit') ?? ''
    const name = page.getByRole('dialog', { name: 'Edit team' }).getByLabel('Player 1 Name')
    await name.fill('Anna')
    await organiser.post('/admin/teams', { intent: 'approve', teamId })
    await expect(page.getByText('Total Teams: 502 · 500 pending')).toBeVisible()
    await page.clock.runFor(statusMessageMs)
    await expect(name).toHaveValue('Anna')
    await page.keyboard.press('Escape')
    await runClockUntil(page, () => row('Ana 003').isHidden())
  })
})

test('after an approval in a list of several pages the next page skips no team @phone @nightly', async ({
  page,
  cup,
  organiser,
}) => {
  await importTeams(organiser, 503)
  await signIn(page, cup)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const next = page.getByRole('link', { name: 'Next' })
  await page.goto('/admin/teams?show=pending&page=1')
  await isLive(page)
  await expect(row('Ana 501')).toHaveCount(0)
  await row('Ana 001').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Total Teams: 503 · 502 pending')).toBeVisible()
  await next.click()
  await expect(row('Ana 501')).toBeVisible()
  await next.click()
  await expect(row('Ana 502')).toBeVisible()
  await expect(row('Ana 503')).toBeVisible()
})

/** Teams 'Ana 001' and so on. */
function importTeams(organiser: DistantOrganiser, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, at) => String(at + 1).padStart(3, '0'))
  return organiser.post('/admin/teams/list', [
    ['intent', 'import'],
    ['list', numbers.map((number) => `Ana ${number},079 ${number}`).join('\n')],
    ['column', 'player1Name'],
    ['column', 'teamPhoneNumber'],
    ['seen', 'player1Name,teamPhoneNumber,false'],
    ...numbers.map((_, at) => ['row', String(at)] as const),
  ])
}

/** 0 for black, 1 for white. */
function lightnessOf(part: Locator, style: 'fill' | 'backgroundColor'): Promise<number> {
  return part.evaluate((element, name) => {
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    context.fillStyle = getComputedStyle(element)[name]
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    return (red + green + blue) / (3 * 255)
  }, style)
}
