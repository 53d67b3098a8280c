import { fireEvent } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { anna, ben, cupWith, mustDo, openCup } from '../support/cup-app.ts'
import { dialog, eventually, field, openPage, says, settle } from '../support/open-page.tsx'

const saveBar = () => document.querySelector('.save-bar')?.textContent

test('a year of two digits, as a hand may leave it, does not stop the page', async () => {
  const cup = await openCup()
  mustDo(await cup.app.changeSettings({ timeZone: 'Europe/Zurich' }, anna))
  await openPage(cup, '/admin/settings/registration', { organiser: anna })
  fireEvent.input(field('Registration closing time'), { target: { value: '0025-05-02T20:00' } })
  await settle()
  mustDo(await cup.app.changeSettings({ teamLimit: 20 }, ben))
  await eventually(() => expect(field('Team limit').value).toBe('20'))
})

test('a setting that was confirmed is saved, and follows others again', async () => {
  const cup = await cupWith('Ana', 'Ben', 'Cid')
  const { fill, tap } = await openPage(cup, '/admin/settings/registration', { organiser: anna })
  await fill('Team limit', '2')
  await tap('Save')
  await eventually(() => expect(dialog('A lower team limit')).not.toBeNull())
  await tap('Lower the limit')
  await says('status', 'Team limit now 2')
  await eventually(() => expect(saveBar()).toContain('Everything is saved.'))
  mustDo(await cup.app.changeSettings({ teamLimit: 3 }, ben))
  await eventually(() => expect(field('Team limit').value).toBe('3'))
})

test('an empty line in a list is nothing to save', async () => {
  const cup = await openCup()
  await openPage(cup, '/admin/settings/draw', { organiser: anna })
  const area = field('Rules: Gameplay')
  fireEvent.input(area, { target: { value: area.value.replace('\n', '\n\n') } })
  await settle()
  expect(saveBar()).toContain('Everything is saved.')
})

test('a group of settings opened from the index has the focus on its title', async () => {
  const cup = await openCup()
  const { follow } = await openPage(cup, '/admin/settings', { organiser: anna })
  await follow(/^Data and backups/)
  await eventually(() => expect(document.activeElement?.tagName).toBe('H1'))
  expect(document.activeElement?.textContent).toBe('Data and backups')
})
