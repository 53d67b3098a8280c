import { expect, test } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import { anna, mustDo, openCup } from '../support/cup-app.ts'
import { button, eventually, field, openPage, says, sideAt } from '../support/open-page.tsx'

const posts = /action/

test('the button says Registering... until the team is entered, and the form is then cleared', async () => {
  const cup = await openCup()
  mustDo(await cup.app.changeSettings({ registration: 'open' }, anna))
  const { network, fill, tap } = await openPage(cup, '/register')
  await fill('Player 1 Name', 'Maya')
  await fill('Team Phone Number', '079')
  const letThrough = network.holds(posts)
  await tap('Register Team')
  await eventually(() => expect(button('Registering...').disabled).toBe(true))
  await letThrough()
  await says('status', messages.registered)
  expect(button('Register Team').disabled).toBe(false)
  expect(field('Player 1 Name').value).toBe('')
  expect(field('Team Phone Number').value).toBe('')
})

test('the button says Logging in... until the credentials are checked', async () => {
  const { network, fill, tap } = await openPage(await openCup(), '/login')
  await fill('Email', 'anna@cup.test')
  await fill('Password', 'not that one')
  const letThrough = network.holds(posts)
  await tap('Login')
  await eventually(() => expect(button('Logging in...').disabled).toBe(true))
  await letThrough()
  await says('alert', messages.loginFailed)
  expect(button('Login').disabled).toBe(false)
})

test('a tapped winner is said to be set, a changed one to be changed, until the server has answered', async () => {
  const cup = await openCup()
  await cup.play('Ana', 'Ben', 'Cid', 'Dan')
  const { network, user } = await openPage(cup, '/admin/draw', { organiser: anna })
  const letThrough = network.holds(posts)
  const nameOf = (side: 1 | 2) => /Ana|Ben|Cid|Dan/.exec(sideAt('0.0', side).textContent ?? '')?.[0] ?? ''
  await user.click(sideAt('0.0', 1))
  await says('status', messages.settingWinner(nameOf(1)))
  await letThrough()
  await says('status', messages.advanced(nameOf(1)))
  await user.click(sideAt('0.0', 2))
  await says('status', messages.changingWinner(nameOf(2)))
  await letThrough()
  await says('status', messages.winnerChanged(nameOf(2)))
})
