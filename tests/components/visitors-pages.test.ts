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

test('while the lots fall, a team whose lot is still to come has not left the draw', async () => {
  const cup = await openCup()
  mustDo(await cup.app.changeSettings({ drawShow: 'on' }, anna))
  await cup.play('Ann', 'Bob', 'Cid', 'Dan', 'Eve', 'Fay', 'Gil', 'Hal')
  const last = (await cup.draw()).rounds[0]?.matches.at(-1)?.sides[1]
  await openPage(cup, `/draw?team=${last}`)
  await passes(1_000)
  expect(document.querySelector('[data-lots]')).not.toBeNull()
  expect(document.body.textContent).not.toContain('no longer in the draw')
})

test('the final’s winners stand while an earlier result is undone, and the pages say what is played', async () => {
  const cup = await openCup()
  mustDo(await cup.app.changeSettings({ organiserTools: 'on' }, anna))
  await cup.play('Ann', 'Bob', 'Cid', 'Dan')
  const matchId = async (round: number, index: number) =>
    (await cup.draw()).rounds[round]?.matches[index]?.id ?? ''
  for (const [round, index] of [
    [0, 0],
    [0, 1],
    [1, 0],
  ] as const)
    mustDo(await cup.app.setWinner({ matchId: await matchId(round, index), side: 1 }, anna))
  mustDo(await cup.app.undoWinner({ matchId: await matchId(0, 1) }, anna))
  const drawPage = await openPage(cup, '/draw')
  expect(document.querySelector('.progress-words')?.textContent).toBe('Finished · 2 of 3')
  await drawPage.leave()
  await openPage(cup, '/past-tournaments/11')
  expect(document.body.textContent).toContain('2 matches played')
  expect(document.body.textContent).not.toContain('beat TBD')
})
