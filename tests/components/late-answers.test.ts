import { screen } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import { anna, cupWith, mustDo, openCup, teamForm } from '../support/cup-app.ts'
import {
  button,
  dialog,
  eventually,
  field,
  openPage,
  passes,
  rowOf,
  says,
  settle,
  sideAt,
  textsOf,
} from '../support/open-page.tsx'

// A slow network: the answers arrive after something else has been done.

const posts = /action/

test('a confirmation stays open while later taps are answered', async () => {
  const cup = await openCup()
  await cup.enter('Ana', 'Ben')
  mustDo(await cup.app.changeSettings({ teamLimit: 2 }, anna))
  for (const name of ['Cid', 'Dan']) mustDo(await cup.app.registerTeam(teamForm(name)))
  const { network, tap } = await openPage(cup, '/admin/teams', { organiser: anna })
  const letThrough = network.holds(posts)
  await tap('Approve', rowOf('Cid'))
  await tap('Approve', rowOf('Dan'))
  await letThrough()
  await eventually(() => screen.getByRole('dialog', { name: 'Over the limit' }))
  await letThrough()
  // Marked, because it was neither done nor asked about.
  await eventually(() => expect(button('Approve', rowOf('Dan')).hasAttribute('data-failed')).toBe(true))
  await tap('Approve anyway', screen.getByRole('dialog', { name: 'Over the limit' }))
  await letThrough()
  await eventually(() => button('Remove Approval', rowOf('Cid')))
  expect(button('Approve', rowOf('Dan'))).toBeDefined()
})

test('a queued tap counts even after its page was left', async () => {
  const cup = await openCup()
  await cup.play('Ana', 'Ben', 'Cid', 'Dan')
  const { network, user, follow } = await openPage(cup, '/admin/draw', { organiser: anna })
  const letThrough = network.holds(posts)
  await user.click(sideAt('0.0', 1))
  await user.click(sideAt('0.1', 1))
  await follow('Back to Admin')
  await eventually(() => screen.getByRole('heading', { name: 'Admin' }))
  await letThrough()
  await letThrough()
  await vi.waitFor(async () => {
    const [first] = (await cup.draw()).rounds
    expect(first?.matches.map(({ winner }) => winner)).toEqual([1, 1])
  })
})

test('a late answer closes no other dialog, and keeps what was typed or checked since', async () => {
  const cup = await cupWith('Ana', 'Ben', 'Cid')
  const { network, user, tap, follow, fill } = await openPage(cup, '/admin/teams', { organiser: anna })
  const letThrough = network.holds(posts)
  await follow('Edit Ana')
  await fill('Player 1 Name', 'Anna')
  await tap('Save')
  await tap('Close')
  await eventually(() => expect(dialog('Edit team')).toBeNull())
  await follow('Edit Ben')
  await fill('Player 1 Name', 'Benno')
  await letThrough()
  await eventually(() => expect(textsOf('row').join()).toContain('Anna'))
  expect(field('Player 1 Name').value).toBe('Benno')
  await tap('Close')

  const choose = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` })
  await user.click(await eventually(() => choose('Ben')))
  await tap('Approve selected')
  await user.click(choose('Cid'))
  await letThrough()
  await eventually(() => button('Remove Approval', rowOf('Ben')))
  await eventually(() => expect(choose('Ben').checked).toBe(false))
  expect(choose('Cid').checked).toBe(true)
})

test('text typed while a form is being saved stays, and counts as unsaved', async () => {
  const cup = await openCup()
  const { network, user, fill } = await openPage(cup, '/admin/settings/edition', { organiser: anna })
  const letThrough = network.holds(posts)
  await fill('Theme', 'Neon{Enter}')
  await user.type(field('Theme'), ' night')
  await letThrough()
  await says('status', 'Theme now Neon')
  expect(field('Theme').value).toBe('Neon night')
  await eventually(() => screen.getByText('Not saved yet: Theme'))
  await user.type(field('Theme'), '{Enter}')
  await letThrough()
  await eventually(() => screen.getByText('Everything is saved.'))
  expect(field('Theme').value).toBe('Neon night')
})

test('without a time zone an untouched time is shown in the device’s, and counts as saved', async () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  const cup = await openCup()
  mustDo(await cup.app.changeSettings({ registrationClosesAt: '2031-05-02T18:00Z' }, anna))
  const { fill } = await openPage(cup, '/admin/settings/registration', { organiser: anna })
  expect(field('Registration closing time').value).toBe('2031-05-02T20:00')
  await eventually(() => screen.getByText('Everything is saved.'))
  await fill('Team limit', '8')
  await eventually(() => screen.getByText('Not saved yet: Team limit'))
  await fill('Team limit', '0')
  await eventually(() => screen.getByText('Everything is saved.'))
  vi.unstubAllEnvs()
})

test('the header can be used while a slow page opens from a dialog', async () => {
  const cup = await cupWith('Ana')
  const { network, follow, tap } = await openPage(cup, '/admin/teams', { organiser: anna })
  await follow('Edit Ana')
  const letThrough = network.holds(/names\.data/)
  await follow('Remove the name of a player')
  await passes(500)
  // A modal dialog would make the header inert.
  expect(document.querySelector('dialog[open]')).toBeNull()
  await tap('Switch between light and dark')
  expect(document.documentElement.dataset.theme).toMatch(/light|dark/)
  await letThrough()
  await eventually(() => screen.getByRole('heading', { name: 'Remove a name' }))
})

test('a team’s own link stays on the page after a later refusal, and when registration closes', async () => {
  const cup = await cupWith()
  const { fill, tap, follow } = await openPage(cup, '/register')
  await fill('Player 1 Name', 'Lea')
  await fill('Team Phone Number', '+41 79 555 0009')
  await tap('Register Team')
  await says('status', messages.registered)
  const address = () => screen.getByText(/\/entry\//).textContent
  const before = address()

  await tap('Register Team')
  await says('alert', 'Please fill in')
  expect(address()).toBe(before)

  mustDo(await cup.app.changeSettings({ registration: 'closed' }, anna))
  const closed = await eventually(() =>
    screen.getByRole('region', { name: messages.registrationClosedTitle }),
  )
  expect(closed.textContent).toContain(messages.registrationClosed)
  expect(address()).toBe(before)
  await follow('Open', closed)
  await eventually(() => screen.getByRole('heading', { name: 'Lea' }))
})

test('text typed while a search of the journal is loading stays, and is searched for next', async () => {
  const { network, fill } = await openPage(await cupWith('Ana'), '/admin/journal', { organiser: anna })
  const letThrough = network.holds(/q=anna/)
  await fill('Search', 'anna{Enter}')
  await fill('Search', 'nobody')
  await letThrough()
  await eventually(() => expect(location.search).toContain('q=anna'))
  await eventually(() => expect(screen.queryByRole('progressbar')).toBeNull())
  await settle()
  expect(field('Search').value).toBe('nobody')
  await fill('Search', 'nobody{Enter}')
  await eventually(() => expect(location.search).toContain('q=nobody'))
})
