import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { anna, cupWith, mustDo, openCup, teamForm } from '../support/cup-app.ts'
import { dialog, eventually, field, openPage, says } from '../support/open-page.tsx'

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` })

test('teams approved over the limit, after a question, are no longer selected', async () => {
  const cup = await cupWith('Ana', 'Ben', 'Cid')
  mustDo(await cup.app.changeSettings({ teamLimit: 1 }, anna, { confirm: true }))
  const { tap, user } = await openPage(cup, '/admin/teams', { organiser: anna })
  for (const name of ['Ana', 'Ben']) await user.click(box(name))
  await tap('Approve selected')
  await eventually(() => expect(dialog('Over the limit')).not.toBeNull())
  await tap('Approve anyway')
  await says('status', 'Approved')
  await eventually(() => expect(box('Ana').checked).toBe(false))
  await user.click(box('Cid'))
  await tap('Remove selected')
  await says('status', 'Removed')
  expect((await cup.app.publicView()).entries.map((entry) => entry.player1Name)).toEqual(['Ana', 'Ben'])
})

test('beyond 500 teams, the search field shows the search that is applied', async () => {
  const cup = await openCup()
  const many = Array.from({ length: 502 }, (_, at) => teamForm(`P${at}`))
  mustDo(await cup.app.importTeams({ teams: many }, anna))
  const { follow } = await openPage(cup, '/admin/teams?show=approved&page=1&q=P77', { organiser: anna })
  expect(field('Search').value).toBe('P77')
  await follow('Show pending')
  await eventually(() => expect(location.search).not.toContain('q=P77'))
  await eventually(() => expect(field('Search').value).toBe(''))
})

test('a team on the waiting list reads on the page where it registered that it was approved', async () => {
  const cup = await cupWith('Ana')
  mustDo(await cup.app.changeSettings({ teamLimit: 1 }, anna, { confirm: true }))
  const { fill, tap } = await openPage(cup, '/register')
  await fill('Player 1 Name', 'Zoe')
  await fill('Team Phone Number', '079 12')
  await tap('Register Team')
  await says('status', 'waiting list')
  const zoe = (await cup.app.publicView()).entries.find(({ player1Name }) => player1Name === 'Zoe')
  mustDo(await cup.app.changeSettings({ teamLimit: 8 }, anna))
  mustDo(await cup.app.setApproval({ teamIds: [zoe?.id ?? ''], approved: true }, anna))
  await eventually(() => expect(document.body.textContent).not.toContain('waiting list'))
})
