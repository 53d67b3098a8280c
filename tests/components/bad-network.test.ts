import { screen } from '@testing-library/dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { loginUnanswered } from '../../src/domain/answer.ts'
import { messages } from '../../src/domain/messages.ts'
import { ensureGivenOrganiser } from '../../src/server/accounts/organisers.ts'
import { anna, mustDo, openCup } from '../support/cup-app.ts'
import { button, eventually, fates, field, openPage, passes, says, sideAt } from '../support/open-page.tsx'

const posts = /action/
const password = 'chalk-lines-at-nine'

beforeEach(() => sessionStorage.setItem('appModalSeen', 'yes'))

test('a registration that does not get through says so and keeps what was typed', async () => {
  const cup = await openCup()
  mustDo(await cup.app.changeSettings({ registration: 'open' }, anna))
  const { network, fill, tap } = await openPage(cup, '/register')
  await fill('Player 1 Name', 'Zoé')
  await fill('Team Phone Number', '079 123')
  for (const trouble of ['the network is cut', 'a proxy answers'] as const) {
    network.meets(posts, fates[trouble])
    await tap('Register Team')
    await says('alert', messages.registerFailed)
    await eventually(() => expect(button('Register Team').disabled).toBe(false))
    expect(field('Player 1 Name').value).toBe('Zoé')
    network.mend()
  }
  await tap('Register Team')
  await says('status', messages.registered)
  expect(field('Player 1 Name').value).toBe('')
})

test('a login that does not get through keeps the page', async () => {
  const cup = await openCup()
  await ensureGivenOrganiser(cup, { email: anna.email, password })
  const { network, fill, tap } = await openPage(cup, '/login')
  await fill('Email', anna.email)
  await fill('Password', password)
  network.meets(posts, fates['the network is cut'])
  await tap('Login')
  await says('alert', loginUnanswered)
  expect(field('Email').value).toBe(anna.email)
  network.mend()
  await tap('Login')
  await eventually(() => screen.getByRole('heading', { name: 'Admin' }))
  expect(location.pathname).toBe('/admin')
})

test.each(['the network is cut', 'a proxy answers'] as const)(
  'when %s, the draw page shows an error, and Retry makes the draw, even without a stream',
  async (trouble) => {
    const cup = await openCup()
    await cup.enter('Ana', 'Ben', 'Cid', 'Dan')
    mustDo(await cup.app.changeSettings({ registration: 'closed' }, anna))
    const { network, tap } = await openPage(cup, '/draw', {
      hasStream: false,
      prepare: (network) => network.meets(posts, fates[trouble]),
    })
    await says('alert', messages.createFailed)
    expect(screen.getByText(messages.noTournamentData)).toBeDefined()
    network.mend()
    await tap('Retry')
    await eventually(() => expect(document.querySelectorAll('.bracket [data-match]')).toHaveLength(3))
  },
)

test('without a stream, an organiser’s page stays when its reload fails, and tries again', async () => {
  const cup = await openCup()
  await cup.play('Ana', 'Ben', 'Cid', 'Dan')
  const { network, user } = await openPage(cup, '/admin/draw', { organiser: anna, hasStream: false })
  const [, second] = (await cup.draw()).rounds[0]?.matches ?? []
  mustDo(await cup.app.setWinner({ matchId: second?.id ?? '', side: 1 }, anna))
  for (const trouble of ['the network is cut', 'a proxy answers'] as const) {
    network.meets(/admin\/draw\.data/, fates[trouble])
    network.asked.length = 0
    await user.click(sideAt('0.0', trouble === 'a proxy answers' ? 2 : 1))
    await says('status', trouble === 'a proxy answers' ? 'changed' : 'next round')
    await passes(4_000)
    expect(network.asked.filter((path) => path.includes('.data')).length).toBeGreaterThan(1)
    expect(screen.getByRole('heading', { name: 'Draw Management' })).toBeDefined()
    network.mend()
  }
  await passes(4_000)
  await eventually(() => expect(sideAt('0.1', 1).dataset.state).toBe('winner'))
  expect(sideAt('0.0', 2).dataset.state).toBe('winner')
})

test('Back without a network loads the whole page, if the device has a copy of it, and once only', async () => {
  const cup = await openCup()
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const { network, follow, tap } = await openPage(cup, '/')
  await follow('Entry List')
  await follow('Home')
  await follow('Rules')
  await eventually(() => screen.getByRole('heading', { name: 'Rules' }))
  network.meets(/data/, fates['the network is cut'])
  vi.stubGlobal('caches', { match: async (path: string) => (path === '/' ? new Response() : undefined) })
  history.back()
  await eventually(() => expect(reload).toHaveBeenCalledTimes(1))
  history.back()
  await says('alert', messages.entriesLoadFailed)
  await tap('Retry')
  await passes(1_000)
  expect(reload).toHaveBeenCalledTimes(1)
})
