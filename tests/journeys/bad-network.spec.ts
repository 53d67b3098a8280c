import type { Page, Request } from '@playwright/test'
import { loginUnanswered, messages } from '../../src/domain/messages.ts'
import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isAlive, refused, said, sideAt } from '../support/journey-page.ts'

type Kind = 'GET' | 'POST'

/** Cuts the page's requests of one kind off, or lets a proxy answer them; the returned function mends it. */
async function cut(page: Page, path: string, kind: Kind, how: 'silent' | 'busy' = 'silent') {
  const address = kind === 'POST' ? '**/action/*' : `**${path}.data*`
  await page.route(address, (route) => {
    if (route.request().method() !== kind) return route.fallback()
    return how === 'silent'
      ? route.abort()
      : route.fulfill({ status: 503, contentType: 'text/html', body: 'busy' })
  })
  return () => page.unroute(address)
}

test('a registration that does not get through says so and keeps what was typed @phone', async ({
  page,
  context,
  organiser,
}) => {
  await organiser.post('/admin/settings', { registration: 'open' })
  await page.goto('/register')
  await isAlive(page)
  await page.getByLabel('Player 1 Name').fill('Zoé')
  await page.getByLabel('Team Phone Number').fill('079 123')

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Register Team' }).click()
  await expect(refused(page, messages.registerFailed)).toBeVisible()
  await expect(page.getByLabel('Player 1 Name')).toHaveValue('Zoé')
  await context.setOffline(false)

  const mend = await cut(page, '/register', 'POST', 'busy')
  await page.getByRole('button', { name: 'Register Team' }).click()
  await expect(page.getByRole('button', { name: 'Register Team' })).toBeEnabled()
  await expect(refused(page, messages.registerFailed)).toBeVisible()
  await mend()

  await page.getByRole('button', { name: 'Register Team' }).click()
  await expect(said(page, messages.registered)).toBeVisible()
  await expect(page.getByLabel('Player 1 Name')).toHaveValue('')
})

test('a login that does not get through keeps the page @laptop', async ({ page, context, cup }) => {
  await page.goto('/login')
  await isAlive(page)
  await page.getByLabel('Email').fill(cup.organiser.email)
  await page.getByLabel('Password').fill(cup.organiser.password)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(refused(page, loginUnanswered)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(cup.organiser.email)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/admin')
})

test('a draw page whose posts are cut off says so, and makes the draw afterwards, the stream cut off too @phone', async ({
  page,
  organiser,
}) => {
  await organiser.register(4)
  await organiser.approveAll()
  await organiser.post('/admin/settings', { registration: 'closed' })
  for (const how of ['silent', 'busy'] as const) {
    const mendPosts = await cut(page, '/draw', 'POST', how)
    await page.goto('/draw')
    await expect(refused(page, messages.createFailed)).toBeVisible()
    await expect(page.getByText(messages.noTournamentData)).toBeVisible()
    await mendPosts()
  }
  await page.route('**/events*', (route) => route.abort())
  await page.goto('/draw')
  await expect(page.locator('.bracket [data-match]')).toHaveCount(3)
})

test('an organiser’s page that asks in vain for what it missed stands, and asks again @laptop', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(4)
  await signIn(page, cup)
  await page.route('**/events*', (route) => route.abort())
  await page.goto('/admin/draw')
  await isAlive(page)
  for (const how of ['silent', 'busy'] as const) {
    const [place, elsewhere] = how === 'silent' ? (['0.0', '0.1'] as const) : (['1.0', '1.0'] as const)
    const mend = await cut(page, '/admin/draw', 'GET', how)
    const asked = page.waitForRequest(isAskedAnew)
    if (how === 'silent') await organiser.tapWinner(elsewhere)
    await sideAt(page, place, 1).click()
    await asked
    await page.waitForRequest(isAskedAnew)
    await expect(sideAt(page, place, 1)).toHaveAttribute('data-state', 'winner')
    await mend()
    await expect(sideAt(page, elsewhere, 1)).toHaveAttribute('data-state', 'winner')
  }

  await page.goto('/admin/account')
  await isAlive(page)
  await cut(page, '/admin/account', 'GET')
  const askedAnew = page.waitForEvent('requestfailed', isAskedAnew)
  await page.getByLabel('Email').fill('new@cup.test')
  await page.locator('input[name="password"]').fill('a long enough one')
  await page.getByLabel('Your password').last().fill(cup.organiser.password)
  await page.getByRole('button', { name: 'Add' }).click()
  await askedAnew
  await expect(page.getByRole('status').filter({ hasText: 'new@cup.test' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible()
})

function isAskedAnew(request: Request) {
  return request.method() === 'GET' && request.url().includes('.data')
}
