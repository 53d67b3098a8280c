import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import { anna, mustDo, openCup } from '../support/cup-app.ts'
import { dialog, eventually, openPage, says, textsOf } from '../support/open-page.tsx'

test('two teams of a round are chosen to be exchanged: never a BYE, never a third', async () => {
  const cup = await openCup()
  await cup.play('Ana', 'Ben', 'Cid')
  mustDo(await cup.app.changeSettings({ organiserTools: 'on' }, anna))
  const { user, tap } = await openPage(cup, '/admin/draw', { organiser: anna })
  await tap('Exchange Team Positions')
  const box = await eventually(() => screen.getByRole('dialog', { name: 'Exchange Team Positions' }))
  const teams = () => screen.getAllByRole<HTMLInputElement>('checkbox')
  const choose = (at: number) => user.click(teams()[at] as HTMLElement)
  expect(screen.getByLabelText<HTMLSelectElement>('Bracket').value).toBe('0')
  expect(teams()).toHaveLength(3)
  expect(box.textContent).toContain('BYE')
  const places = [...box.querySelectorAll('label')].map(
    ({ textContent }) => /Top|Bottom/.exec(textContent ?? '')?.[0],
  )
  expect(places.filter((place) => place === 'Top')).toHaveLength(2)
  expect(places.filter((place) => place === 'Bottom')).toHaveLength(1)

  await choose(0)
  await choose(1)
  await choose(2)
  expect(teams().map(({ checked }) => checked)).toEqual([true, true, false])
  await choose(0)
  await tap('Exchange Teams')
  expect(textsOf('alert', box)).toEqual([messages.exchangeSelectTwo])

  await choose(2)
  await tap('Exchange Teams')
  await says('status', messages.exchanged)
  expect(dialog('Exchange Team Positions')).toBeNull()
})

test('another round shown in the dialog keeps the focus, and takes the error away', async () => {
  const cup = await openCup()
  await cup.play('Ana', 'Ben', 'Cid', 'Dan')
  mustDo(await cup.app.changeSettings({ organiserTools: 'on' }, anna))
  const { user, tap } = await openPage(cup, '/admin/draw?exchange=0', { organiser: anna })
  const box = await eventually(() => screen.getByRole('dialog', { name: 'Exchange Team Positions' }))
  await tap('Exchange Teams')
  await eventually(() => expect(textsOf('alert', box)).toEqual([messages.exchangeSelectTwo]))
  const rounds = screen.getByLabelText<HTMLSelectElement>('Bracket')
  rounds.focus()
  await user.selectOptions(rounds, 'Grand Finals')
  await eventually(() => expect(screen.queryAllByRole('checkbox')).toEqual([]))
  expect(document.activeElement).toBe(rounds)
  expect(textsOf('alert')).toEqual([])
})
