import type { BrowserContext } from '@playwright/test'
import { messages } from '../../src/domain/messages.ts'
import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isAlive, isLive, said, teamRow } from '../support/journey-page.ts'

/** Opens pages whose scripts are held until `release`. */
async function holdScripts(context: BrowserContext) {
  const scripts = Promise.withResolvers<void>()
  await context.route('**/static/js/**', async (route) => {
    await scripts.promise
    await route.continue()
  })
  return {
    release: scripts.resolve,
    async open(path: string) {
      const page = await context.newPage()
      await page.goto(path, { waitUntil: 'commit' })
      return page
    },
  }
}

test('text typed before the scripts load is kept, and sent @phone', async ({
  page: organisers,
  context,
  cup,
  organiser,
}) => {
  await organiser.register(2)
  await signIn(organisers, cup)
  const { open, release } = await holdScripts(context)
  const page = await open('/register')
  const fields = { 'Player 1 Name': 'Zoé', 'Team(s)': 'Reds', 'Team Phone Number': '079 123' }
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)
  const teams = await open('/admin/teams')
  await teams.getByLabel('Search').fill('Ana 2')
  const settings = await open('/admin/settings/edition')
  await settings.getByLabel('Theme').fill('Neon')

  release()
  await isAlive(page)
  for (const [label, text] of Object.entries(fields)) await expect(page.getByLabel(label)).toHaveValue(text)
  await page.getByRole('button', { name: 'Register Team' }).click()
  await expect(said(page, messages.registered)).toBeVisible()
  await isLive(teams)
  await expect(teams.getByLabel('Search')).toHaveValue('Ana 2')
  await expect(teamRow(teams, 'Ana 1')).toBeHidden()
  await isLive(settings)
  await organiser.post('/admin/settings', { venue: 'The Old Bar' })
  await expect(settings.getByLabel('Place')).toHaveValue('The Old Bar')
  await expect(settings.getByLabel('Theme')).toHaveValue('Neon')
  await expect(settings.getByText('Not saved yet: Theme')).toBeVisible()
})

test('an option selected before the scripts load takes effect once they have @laptop', async ({
  page: organisers,
  context,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(2)
  await signIn(organisers, cup)
  const { open, release } = await holdScripts(context)
  const past = await open('/past-tournaments')
  await past.getByLabel('Edition').selectOption('11')
  const teams = await open('/admin/teams')
  await teams.getByLabel('Show').selectOption('pending')
  const journal = await open('/admin/journal')
  await journal.getByLabel('Show').selectOption('winners')

  release()
  await expect(past).toHaveURL(/\/past-tournaments\/11$/)
  await expect(past.getByLabel('Edition')).toHaveValue('11')
  await expect(teams).toHaveURL(/show=pending/)
  await expect(teams.getByLabel('Show')).toHaveValue('pending')
  await expect(journal).toHaveURL(/kind=winners/)
  await expect(journal.getByLabel('Show')).toHaveValue('winners')
  for (const page of [past, journal]) {
    await page.goBack()
    await expect(page).not.toHaveURL(/11$|winners/)
    await expect(page.getByRole('combobox').first()).not.toHaveValue(/11|winners/)
  }
})
