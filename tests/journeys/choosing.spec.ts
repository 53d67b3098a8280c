import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isAlive } from '../support/journey-page.ts'

const lists = [
  { path: '/past-tournaments', label: 'Edition', chosen: '11', at: /\/past-tournaments\/11$/ },
  { path: '/admin/teams', label: 'Show', chosen: 'pending', at: /show=pending/ },
  { path: '/admin/journal', label: 'Show', chosen: 'winners', at: /kind=winners/ },
]

for (const { path, label, chosen, at } of lists) {
  test(`whoever chooses on ${path} by keyboard goes on from there, and the way back shows the choice before @laptop`, async ({
    page,
    cup,
    organiser,
  }) => {
    await organiser.makeDraw(2)
    await signIn(page, cup)
    await page.goto('/admin')
    await page.goto(path)
    await isAlive(page)
    const list = page.getByLabel(label)
    const before = await list.inputValue()
    await list.focus()
    await page.keyboard.press('ArrowDown')
    await expect(page).toHaveURL(at)
    await expect(page.getByRole('progressbar')).toBeHidden()
    await expect(list).toHaveValue(chosen)
    await expect(list).toBeFocused()
    if (path === '/admin/teams') return
    await page.goBack()
    await expect(page).not.toHaveURL(at)
    await expect(list).toHaveValue(before)
  })

  test(`whoever chooses on ${path} before scripts are there gets what was chosen once they are @laptop`, async ({
    page,
    cup,
    organiser,
  }) => {
    await organiser.makeDraw(2)
    await signIn(page, cup)
    const scripts = Promise.withResolvers<void>()
    await page.route('**/static/js/**', async (route) => {
      await scripts.promise
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    const list = page.getByLabel(label)
    await list.selectOption(chosen)
    scripts.resolve()
    await expect(page).toHaveURL(at)
    await expect(list).toHaveValue(chosen)
    if (path === '/admin/teams') return
    await page.goBack()
    await expect(page).not.toHaveURL(at)
    await expect(list).not.toHaveValue(chosen)
  })
}

test('the way back in the journal shows what was searched for then @laptop', async ({ page, cup }) => {
  await signIn(page, cup)
  await page.goto('/admin/journal')
  await isAlive(page)
  const search = page.getByLabel('Search')
  for (const words of ['organiser', 'nobody']) {
    await search.fill(words)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`q=${words}`))
  }
  await page.goBack()
  await expect(page).toHaveURL(/q=organiser/)
  await expect(search).toHaveValue('organiser')
})

test('what is typed while a search of the journal is on its way stays, and is searched for next @laptop', async ({
  page,
  cup,
}) => {
  await signIn(page, cup)
  await page.goto('/admin/journal')
  await isAlive(page)
  const answer = Promise.withResolvers<void>()
  await page.route(/journal\.data\?.*q=organiser/, async (route) => {
    await answer.promise
    await route.continue()
  })
  const search = page.getByLabel('Search')
  await search.fill('organiser')
  await page.keyboard.press('Enter')
  await search.fill('nobody')
  answer.resolve()
  await expect(page).toHaveURL(/q=organiser/)
  await expect(page.getByRole('progressbar')).toBeHidden()
  await expect(search).toHaveValue('nobody')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=nobody/)
})
