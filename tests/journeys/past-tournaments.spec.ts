import { messages } from '../../src/domain/messages.ts'
import { expect, expectAccessible } from '../support/journey.ts'
import { type DistantOrganiser, test } from '../support/journey-organiser.ts'
import { isAlive, isLive, matchAt, sideAt } from '../support/journey-page.ts'

/** Six teams, two byes; the first match is called to a table. */
async function playToTheEnd(organiser: DistantOrganiser) {
  await organiser.post('/admin/settings', { byes: 'at-once' })
  await organiser.makeDraw(6)
  await organiser.post('/admin/draw', { intent: 'call', table: '2' })
  for (const place of ['0.0', '0.1', '0.2', '0.3', '1.0', '1.1', '2.0']) await organiser.tapWinner(place)
}

test('a past edition is selected, searched, opened match by match, and tells how its night went @laptop', async ({
  page,
  organiser,
}) => {
  await playToTheEnd(organiser)
  await organiser.post('/admin/next-edition', {})
  await page.goto('/past-tournaments')
  await isAlive(page)
  await expect(page.getByText(messages.pastSelect)).toBeVisible()
  await page.getByLabel('Edition').selectOption('N11, Spring 2025')
  await expect(page).toHaveURL('/past-tournaments/11')
  await expect(page.getByRole('region', { name: 'The champions' })).toContainText('beat')

  const went = page.getByRole('region', { name: 'How it went' })
  await expect(went).toContainText(/Teams\s*6\s*Matches played\s*5\s*Walkovers\s*0\s*Byes\s*2/)
  await expect(went.getByRole('listitem')).toHaveCount(5)
  await expect(went.getByText(/called \d+:\d\d [AP]M to table 2/)).toHaveCount(1)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Find a team' }).click()
  const finding = page.getByRole('dialog', { name: 'Find a team' })
  await finding.getByLabel('Player or team').fill('ana 3')
  await expect(finding.getByRole('button', { name: /^Follow/ })).toHaveCount(0)
  await finding.getByRole('button', { name: /Ana 3, Ben 3/ }).click()
  await expect(finding).toBeHidden()
  await expect(page.locator('.bracket .side[data-lit]').first()).toContainText('Ana 3')

  await matchAt(page, '2.0').getByRole('link').click()
  const final = page.getByRole('dialog', { name: 'Grand Finals' })
  await expect(final).toContainText(/Decided at \d+:\d\d [AP]M/)
  await expect(final.getByRole('button', { name: /^Follow/ })).toHaveCount(0)
  await expect(page).toHaveURL('/past-tournaments/11?match=2.0')
  await final.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/past-tournaments/11')

  await page.goto('/past-tournaments?edition=11&match=0.1')
  await expect(page).toHaveURL('/past-tournaments/11?match=0.1')
  await expect(matchAt(page, '0.1')).toBeInViewport()

  await test.step('printed: its draw, and how it went', async () => {
    await isAlive(page)
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(paper.match(/\/Type\s*\/Page[^s]/g)).toHaveLength(2)
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('.print-title:visible')).toHaveText(Array(2).fill('The Cup N11 · Spring 2025'))
    await expect(page.getByRole('button', { name: 'Find a team' })).toBeHidden()
  })
})

test('the night tells how it went as soon as the final is won @phone', async ({ page, organiser }) => {
  await organiser.makeDraw(2)
  await page.goto('/past-tournaments/11')
  await isLive(page)
  await organiser.post('/admin/draw', { intent: 'call', table: '4' })
  await expect(matchAt(page, '0.0')).toContainText('Table 4')
  await organiser.tapWinner('0.0')
  const went = page.getByRole('region', { name: 'How it went' })
  await expect(went).toContainText(/called \d+:\d\d [AP]M to table 4/)
  await organiser.post('/admin/next-edition', {})
  await expect(page.getByText('Live', { exact: true })).toBeHidden()
  await expect(went).toContainText(/called \d+:\d\d [AP]M to table 4/)
})

test('a linked edition is shown, and live, before any script but the page’s own has loaded @phone', async ({
  page,
  organiser,
}) => {
  await organiser.makeDraw(4)
  const html = await (await page.request.get('/past-tournaments/11')).text()
  // Scripts that the page does not preload are never answered.
  await page.route('**/static/js/*', async (route, request) => {
    if (html.includes(new URL(request.url()).pathname)) await route.continue()
  })
  await page.goto('/past-tournaments/11')
  await isLive(page)
  await expect(matchAt(page, '0.0')).toBeVisible()
  await organiser.tapWinner('0.0')
  await expect(sideAt(page, '0.0', 1)).toHaveAttribute('data-state', 'winner')
})
