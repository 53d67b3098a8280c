import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { anna, openCup } from '../support/cup-app.ts'
import { eventually, openPage, passes } from '../support/open-page.tsx'

test('a decided card that leaves the list under the keyboard hands the focus to the heading', async () => {
  const cup = await openCup()
  await cup.play('Ana', 'Ben', 'Cid', 'Dan')
  const { user } = await openPage(cup, '/admin/draw', { organiser: anna })
  const cards = () => screen.queryAllByRole('article', { name: 'Semi Finals, match 1' })
  const more = cards()[0]?.querySelector('summary')
  await user.click(more as HTMLElement)
  const [winner] = cards()[0]?.querySelectorAll<HTMLElement>('[name="side"]') ?? []
  winner?.focus()
  await user.keyboard('{Enter}')
  await eventually(() => expect(cards()[0]?.textContent).toContain('Decided'))
  expect(document.activeElement).toBe(winner)
  await passes(10_000)
  expect(cards()).toEqual([])
  expect(document.activeElement?.textContent).toBe('Now')
})
