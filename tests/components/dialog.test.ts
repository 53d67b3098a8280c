import { fireEvent, screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { anna, mustDo, openCup, teamForm } from '../support/cup-app.ts'
import { dialog, eventually, field, openPage } from '../support/open-page.tsx'

test('closes with a click on its backdrop, but not when text is selected past its edge', async () => {
  const cup = await openCup()
  mustDo(await cup.app.changeSettings({ registration: 'open' }, anna))
  mustDo(await cup.app.registerTeam(teamForm('Zoe')))
  const { user, fill } = await openPage(cup, '/admin/teams', { organiser: anna })
  await user.click(document.querySelector('.team-more') as HTMLElement)
  const opened = await eventually(() => screen.getByRole('dialog'))
  await fill('Player 1 Name', 'Zoe Long', opened)
  // A browser sends the click to the common ancestor of where the pointer went down and up.
  fireEvent.pointerDown(field('Player 1 Name', opened))
  fireEvent.click(opened)
  expect(dialog('Edit team')).not.toBeNull()
  await user.click(opened)
  await eventually(() => expect(dialog('Edit team')).toBeNull())
})
