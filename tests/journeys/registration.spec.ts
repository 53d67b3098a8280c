import { unanswered } from '../../src/domain/answer.ts'
import { messages } from '../../src/domain/messages.ts'
import { expect } from '../support/journey.ts'
import { test } from '../support/journey-organiser.ts'
import { isAlive, pauseClock, refused, said } from '../support/journey-page.ts'

test('a registration shows its outcome in view, keeps what was typed, and warns of an entry of the same players @phone', async ({
  page,
  organiser,
}) => {
  await organiser.post('/admin/settings', { registration: 'open' })
  // The height above an open keyboard.
  await page.setViewportSize({ width: 390, height: 440 })
  await page.goto('/register')
  await isAlive(page)
  const [first, second] = [page.getByLabel('Player 1 Name'), page.getByLabel('Player 2 Name')]
  const register = page.getByRole('button', { name: 'Register Team' })

  await test.step('a refusal is in view above an open keyboard', async () => {
    await register.click()
    const missing = messages.registerMissing(['Player 1 Name', 'Team Phone Number'])
    await expect(refused(page, missing)).toBeInViewport({ ratio: 1 })
  })

  await test.step('two players already on the list are warned before sending', async () => {
    // By the partner, after this page was opened.
    await organiser.register('Maya Lind', { player2Name: 'Ben Okafor' })
    await first.fill('ben okafor')
    await second.fill('Maya Lind')
    const told = said(page, 'Maya Lind, Ben Okafor is already on the list.')
    await expect(told).toBeVisible()
    await second.fill('Mia Lind')
    await expect(told).toBeHidden()
  })

  await test.step('closing and reopening keeps what was typed', async () => {
    const closed = page.getByRole('heading', { name: messages.registrationClosedTitle })
    await organiser.post('/admin/settings', { registration: 'closed' })
    await expect(closed).toBeVisible()
    await organiser.post('/admin/settings', { registration: 'open' })
    await expect(closed).toBeHidden()
    await expect(first).toHaveValue('ben okafor')
  })

  await test.step('the success is in view too', async () => {
    await page.getByLabel('Team Phone Number').fill('+41 79 555 0101')
    await register.click()
    await expect(said(page, messages.registered)).toBeInViewport({ ratio: 1 })
  })
})

test('a registration without an answer gives up after 12 seconds, and sent again it counts once @phone', async ({
  page,
  organiser,
}) => {
  await organiser.post('/admin/settings', { registration: 'open' })
  await page.clock.install()
  await page.goto('/register')
  await isAlive(page)
  await page.getByLabel('Player 1 Name').fill('Maya Lind')
  await page.getByLabel('Team Phone Number').fill('+41 79 555 0101')
  const register = page.getByRole('button', { name: /^Register/ })
  const arrived = Promise.withResolvers<void>()
  // The server receives it, but the answer is lost.
  await page.route('**/action/register', async (route) => {
    await route.fetch()
    arrived.resolve()
  })
  await pauseClock(page)
  await register.click()
  await arrived.promise
  await page.clock.fastForward(11_000)
  await expect(register).toHaveText('Registering...')
  await page.clock.fastForward(1_500)
  await expect(refused(page, `${messages.registerFailed} ${unanswered.silent}`)).toBeVisible()
  await page.unroute('**/action/register')
  await page.clock.resume()

  await register.click()
  await expect(said(page, messages.registered)).toBeInViewport({ ratio: 1 })
  // The next steps are in view, above the empty form.
  for (const name of ['Copy', 'Share'])
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  const open = page.getByRole('link', { name: 'Open', exact: true })
  await expect(open).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { name: 'Register another team' })).toBeVisible()
  await expect(page.getByLabel('Player 1 Name')).toHaveValue('')
  await open.click()
  await expect(page.getByRole('heading', { name: 'Maya Lind' })).toBeVisible()
  await page.goto('/entries')
  await expect(page.getByText('1 team registered')).toBeVisible()

  // The device remembers the team.
  await page.goto('/register')
  await expect(page.getByText('Your team: Maya Lind, waiting for approval')).toBeVisible()
  await page.goto('/')
  await page.getByRole('link', { name: 'Your team: Maya Lind' }).click()
  await expect(page.getByText('Pending approval')).toBeVisible()
})

function closingIn(minutes: number) {
  return new Date(Date.now() + minutes * 60_000).toISOString()
}

test('a phone whose clock is ahead can register until the cup’s own clock reaches the closing time @phone', async ({
  page,
  organiser,
}) => {
  await organiser.post('/admin/settings', { registration: 'open', registrationClosesAt: closingIn(60) })
  await page.clock.install({ time: new Date(Date.now() + 120 * 60_000) })
  await page.goto('/register')
  await isAlive(page)
  await page.clock.runFor(3_000)
  await page.getByLabel('Player 1 Name').fill('Zoé')
  await page.getByLabel('Team Phone Number').fill('079 123')
  await page.getByRole('button', { name: 'Register Team' }).click()
  await expect(said(page, messages.registered)).toBeVisible()

  const registrationClosesAt = new Date(Date.now() + 5_000).toISOString()
  await organiser.post('/admin/settings', { registrationClosesAt })
  await expect(page.getByRole('heading', { name: messages.registrationClosedTitle })).toBeVisible()
})
