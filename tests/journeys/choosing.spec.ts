import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isAlive } from '../support/journey-page.ts'

const lists = [
  { path: '/past-tournaments', label: 'Edition', chosen: '11', at: /\/past-tournaments\/11$/ },
  { path: '/admin/teams', label: 'Show', chosen: 'pending', at: /show=pending/ },
  { path: '/admin/journal', label: 'Show', chosen: 'winners', at: /kind=winners/ },
]

test('a choice by keyboard keeps the focus, and going back restores the choice before @laptop', async ({
  page,
  cup,
  organiser,
}) => {
  await organiser.makeDraw(2)
  await signIn(page, cup)
  for (const { path, label, chosen, at } of lists) {
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
    if (path === '/admin/teams') continue
    await page.goBack()
    await expect(page).not.toHaveURL(at)
    await expect(list).toHaveValue(before)
  }

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
