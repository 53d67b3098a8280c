import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { anna, mustDo, openCup } from '../support/cup-app.ts'
import { eventually, fates, openPage, passes } from '../support/open-page.tsx'

test('a team registered here for an earlier edition is no longer shown, whatever changes on the page', async () => {
  const cup = await openCup()
  const { editionNumber } = (await cup.app.publicView()).settings
  const own = { id: 'x', name: 'Ana, Ben', token: 'secret', edition: editionNumber - 1 }
  localStorage.setItem('ownTeam', JSON.stringify(own))
  await openPage(cup, '/')
  // An empty line would show the name that the inline script has put into CSS.
  expect(document.querySelector('.own-team')).toBeNull()
  mustDo(await cup.app.changeSettings({ announcement: 'Doors open at eight.' }, anna))
  await eventually(() => screen.getByText('Doors open at eight.'))
  expect(document.querySelector('.own-team')).toBeNull()
})

test('equal lines of the rules and equal special events are all shown', async () => {
  const cup = await openCup()
  const equal = {
    rulesSetup: 'Be fair.\nBe fair.',
    event1Time: '22:00',
    event1Name: 'Song',
    event2Time: '22:00',
    event2Name: 'Song',
  }
  mustDo(await cup.app.changeSettings(equal, anna))
  const rules = await openPage(cup, '/rules')
  expect(screen.getAllByText('Be fair.')).toHaveLength(2)
  await rules.leave()
  await openPage(cup, '/schedule')
  expect(screen.getAllByText('Song')).toHaveLength(2)
})

test('a linked page’s script that failed once, and loads later, leaves no note', async () => {
  const cup = await openCup()
  const { network, follow } = await openPage(cup, '/', {
    prepare(network) {
      const routes = { rules: { module: '/static/js/rules.js' } }
      Object.assign(globalThis, { __reactRouterManifest: { version: 'v', routes } })
      network.meets(/static/, fates['the network is cut'])
    },
  })
  const isNoted = () => 'scriptTrouble' in document.documentElement.dataset
  await eventually(() => expect(isNoted()).toBe(true))
  network.meets(/static/, async () => new Response('ok'))
  await follow('Entry List')
  await follow(/home/)
  await eventually(() => expect(isNoted()).toBe(false))
})

test('a page opened by a link has the focus on its title', async () => {
  const cup = await openCup()
  const { follow } = await openPage(cup, '/')
  await follow('Entry List')
  await eventually(() => expect(document.activeElement?.textContent).toBe('Entry List'))
  await passes(1_000)
  expect(document.activeElement?.tagName).toBe('H1')
})
