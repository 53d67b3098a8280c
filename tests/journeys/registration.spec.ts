import { messages, unanswered } from '../../src/domain/messages.ts'
import { expect } from '../support/journey.ts'
import { test } from '../support/journey-organiser.ts'
import { isAlive, refused, said } from '../support/journey-page.ts'

test('what came of a registration is in sight, what is typed stays, and who is on the list already is told so @phone', async ({
  page,
  organiser,
}) => {
  await organiser.post('/admin/settings', { registration: 'open' })
  // What a keyboard leaves of a phone.
  await page.setViewportSize({ width: 390, height: 440 })
  await page.goto('/register')
  await isAlive(page)
  const [first, second] = [page.getByLabel('Player 1 Name'), page.getByLabel('Player 2 Name')]
  const register = page.getByRole('button', { name: 'Register Team' })

  await test.step('a refusal is in sight also above an open keyboard', async () => {
    await register.click()
    const missing = messages.registerMissing(['Player 1 Name', 'Team Phone Number'])
    await expect(refused(page, missing)).toBeInViewport({ ratio: 1 })
  })

  await test.step('two players who are on the list already are told so before anything is sent', async () => {
    // Entered by the partner, after this page was opened.
    await organiser.register('Maya Lind', { player2Name: 'Ben Okafor' })
    await first.fill('ben okafor')
    await second.fill('Maya Lind')
    const told = said(page, 'Maya Lind, Ben Okafor is already on the list.')
    await expect(told).toBeVisible()
    await second.fill('Mia Lind')
    await expect(told).toBeHidden()
  })

  await test.step('closed and opened again, it leaves what was being typed', async () => {
    const closed = page.getByRole('heading', { name: messages.registrationClosedTitle })
    await organiser.post('/admin/settings', { registration: 'closed' })
    await expect(closed).toBeVisible()
    await organiser.post('/admin/settings', { registration: 'open' })
    await expect(closed).toBeHidden()
    await expect(first).toHaveValue('ben okafor')
  })

  await test.step('the success is in sight too', async () => {
    await page.getByLabel('Team Phone Number').fill('+41 79 555 0101')
    await register.click()
    await expect(said(page, messages.registered)).toBeInViewport({ ratio: 1 })
  })
})

test('a registration whose answer is lost gives up after 12 seconds, and sent again it counts once @phone', async ({
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
  const arrived = new Promise<void>((resolve) => {
    // The server gets it, and its answer never comes.
    void page.route('**/action/register', async (route) => {
      await route.fetch()
      resolve()
    })
  })
  await register.click()
  await arrived
  await page.clock.fastForward(11_000)
  await expect(register).toHaveText('Registering...')
  await page.clock.fastForward(1_500)
  await expect(refused(page, `${messages.registerFailed} ${unanswered.silent}`)).toBeVisible()
  await page.unroute('**/action/register')

  await register.click()
  await expect(said(page, messages.registered)).toBeInViewport({ ratio: 1 })
  // What matters next is in sight, and the empty form below it.
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

/** The closing time as the settings' form sends it, some minutes from now. */
function closingIn(minutes: number) {
  return new Date(Date.now() + minutes * 60_000).toISOString()
}

test('a phone whose clock runs ahead registers until the cup itself closes @phone', async ({
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

  await organiser.post('/admin/settings', {
    registrationClosesAt: new Date(Date.now() + 5_000).toISOString(),
  })
  await expect(page.getByRole('heading', { name: messages.registrationClosedTitle })).toBeVisible()
})
