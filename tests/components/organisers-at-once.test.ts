import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { unanswered } from '../../src/domain/answer.ts'
import { messages } from '../../src/domain/messages.ts'
import { refusals } from '../../src/domain/refusals.ts'
import { anna, ben, cupWith, mustDo, type OpenCup, openCup, teamForm } from '../support/cup-app.ts'
import {
  button,
  dialog,
  eventually,
  fates,
  field,
  openPage,
  passes,
  rowOf,
  says,
  settle,
  sideAt,
  textsOf,
} from '../support/open-page.tsx'

// Anna has the page open; Ben acts on another device.

const posts = /action/
const asAnna = { organiser: anna }

async function drawnCup(teams: number) {
  const cup = await openCup()
  await cup.play(...Array.from({ length: teams }, (_, at) => `Team ${at}`))
  return cup
}

async function benSetsWinner(cup: OpenCup, place: number) {
  const match = (await cup.draw()).rounds[0]?.matches[place]
  mustDo(await cup.app.setWinner({ matchId: match?.id ?? '', side: 1 }, ben))
}

const editDialog = () => screen.getByRole('dialog', { name: 'Edit team' })
const lines = () => within(screen.getByRole('main')).getAllByRole('listitem')
const dataRequests = (asked: readonly string[]) => asked.filter((path) => path.includes('.data'))

test('a tapped winner is shown before the server answers, and reverted when the tap fails', async () => {
  const cup = await drawnCup(4)
  mustDo(await cup.app.callMatch({ table: 1 }, ben))
  const { network, user } = await openPage(cup, '/admin/draw', asAnna)
  const called = () =>
    within(screen.getByRole('region', { name: 'Now' })).getAllByRole('article')[0] as HTMLElement
  const inList = () => [...called().querySelectorAll<HTMLElement>('button[name="side"]')]
  const letThrough = network.holds(posts)
  await user.click(inList()[0] as HTMLElement)
  await eventually(() => expect(sideAt('0.0', 1).dataset.state).toBe('winner'))
  expect(called().textContent).toContain('Decided')
  expect(sideAt('1.0', 1).dataset.state).toBe('open')
  await letThrough()
  await eventually(() => button('Take back'))
  expect(sideAt('0.0', 1).dataset.state).toBe('winner')

  network.mend()
  const refuse = Promise.withResolvers<void>()
  network.meets(posts, async () => {
    await refuse.promise
    return fates['the network is cut']()
  })
  await user.click(inList().at(-1) as HTMLElement)
  await eventually(() => expect(sideAt('0.0', 2).dataset.state).toBe('winner'))
  refuse.resolve()
  await says('alert', messages.winnerFailed + unanswered.silent)
  expect(sideAt('0.0', 1).dataset.state).toBe('winner')
  expect(sideAt('0.0', 2).dataset.state).toBe('loser')
})

test('two organisers correct the same team: the second keeps what was typed, learns of the first, and decides', async () => {
  const cup = await cupWith('Ana')
  const [team] = (await cup.app.publicView()).entries
  const { follow, fill, tap } = await openPage(cup, '/admin/teams', asAnna)
  await follow('Edit Ana')
  await fill('Player 1 Name', 'Anna')
  const form = teamForm('Anne', { player2Name: 'Benno', teamPhoneNumber: '079 1' })
  mustDo(await cup.app.editTeam({ teamId: team?.id ?? '', form }, ben))
  await passes(1_000)

  // An untouched field follows; one that was typed into stays, and says what Ben has written.
  await eventually(() => expect(field('Player 2 Name', editDialog()).value).toBe('Benno'))
  expect(editDialog().textContent).toContain('Someone else has just changed this to: Anne')
  expect(field('Player 1 Name', editDialog()).value).toBe('Anna')
  await tap('Save')
  await says('alert', refusals['changed-meanwhile'].sentence)
  expect(textsOf('alert').join()).toContain('now called Anne, Benno')
  expect(field('Player 1 Name', editDialog()).value).toBe('Anna')

  await tap('Save')
  await eventually(() => expect(dialog('Edit team')).toBeNull())
  await says('status', 'now called Anna, Benno')
})

test('text typed for one team never appears in the form of another', async () => {
  const cup = await cupWith('Ana', 'Ben')
  const { network, follow, fill, tap } = await openPage(cup, '/admin/teams', asAnna)
  await follow('Edit Ana')
  await fill('Player 1 Name', 'Anna')
  network.meets(posts, fates['the network is cut'])
  await tap('Save')
  await says('alert', messages.approvalFailed)
  await follow('Cancel', editDialog())
  await follow('Edit Ben')
  await eventually(() => expect(field('Player 1 Name', editDialog()).value).toBe('Ben'))
  expect(field('Phone', editDialog()).value).toBe('+1 555 Ben')
  expect(textsOf('alert')).toEqual([])
})

test('two organisers change the same setting: the second learns what the first has set, and keeps what was typed', async () => {
  const cup = await openCup()
  const { user, fill } = await openPage(cup, '/admin/settings/registration', asAnna)
  await fill('Team limit', '32')
  mustDo(await cup.app.changeSettings({ teamLimit: 16, checkIn: 'on' }, ben))
  await eventually(() => screen.getByText('Someone else has just changed this to: 16'))
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Check-in' }).checked).toBe(true)
  await user.type(field('Team limit'), '{Enter}')
  await says('alert', refusals['changed-meanwhile'].sentence)
  expect(textsOf('alert').join()).toContain('Team limit now 16')
  expect(field('Team limit').value).toBe('32')
  await user.type(field('Team limit'), '{Enter}')
  await says('status', 'Team limit now 32')
})

test('a change that was taken back keeps its row in the journal, so that a double tap hits no other', async () => {
  const cup = await drawnCup(4)
  for (const place of [0, 1]) await benSetsWinner(cup, place)
  const { user } = await openPage(cup, '/admin/journal', asAnna)
  const at = lines().findIndex(({ textContent }) => textContent?.includes('won against'))
  const row = () => lines()[at] as HTMLElement
  const words = row().querySelector('p')?.textContent?.trim() ?? ''
  await user.dblClick(button(/^Take back/, row()))
  await eventually(() => expect(row().textContent).toContain('Taken back'))
  await passes(1_000)
  const newer = await eventually(() => button('1 newer line'))
  expect(row().querySelector('p')?.textContent).toBe(words)
  await user.click(newer)
  await eventually(() => expect(lines()[0]?.textContent).toContain(`Taken back: ${words}`))
  expect(textsOf('listitem').filter((text) => text.includes('Taken back: '))).toHaveLength(1)
})

test('a change that was taken back can be taken back again once another has restored it', async () => {
  const cup = await openCup()
  mustDo(await cup.app.changeSettings({ checkIn: 'on' }, ben))
  const { user } = await openPage(cup, '/admin/journal', asAnna)
  const at = lines().findIndex(({ textContent }) => textContent?.includes('Check-in now on'))
  const row = () => lines()[at] as HTMLElement
  await user.click(button(/^Take back/, row()))
  await passes(1_000)
  await eventually(() => expect(row().textContent).toContain('Taken back'))
  const { revision } = await cup.app.publicView()
  mustDo(await cup.app.takeBack({ revision }, ben))
  await passes(1_000)
  await user.click(await eventually(() => button(/^Take back: .*Check-in now on/, row())))
  await eventually(() => expect(row().textContent).toContain('Taken back'))
  expect((await cup.app.publicView()).settings.checkIn).toBe('off')
})

test('the place selected for a late team stays while others are taken, and once it is taken none is selected', async () => {
  const cup = await drawnCup(5)
  const [zoe, yan, xia] = (await cup.enter('Zoe', 'Yan', 'Xia')) as [string, string, string]
  const { user, tap } = await openPage(cup, '/admin/draw', asAnna)
  const places = () => screen.getByLabelText<HTMLSelectElement>(/^Zoe/)
  const [one = '', other = ''] = [...places().options].map(({ value }) => value)
  const benPlaces = async (teamId: string, place: string) => {
    const [matchId = '', side] = place.split(':')
    mustDo(await cup.app.placeTeam({ teamId, matchId, side: side === '1' ? 1 : 2 }, ben))
    await eventually(() =>
      expect(places().options).not.toContainEqual(expect.objectContaining({ value: place })),
    )
  }
  await user.selectOptions(places(), other)
  await benPlaces(yan, one)
  expect(places().value).toBe(other)
  await benPlaces(xia, other)
  expect(places().value).toBe('')
  await tap('Put into the draw')
  await settle()
  expect((await cup.draw()).teams).not.toHaveProperty(zoe)
})

test('an organiser who draws only the teams that are here is told that another has drawn all', async () => {
  const cup = await openCup()
  const [ana = ''] = await cup.enter('Ana', 'Ben')
  mustDo(await cup.app.changeSettings({ checkIn: 'on' }, ben))
  mustDo(await cup.app.setCheckedIn({ teamIds: [ana], here: true }, ben))
  const { tap } = await openPage(cup, '/admin/draw', { ...asAnna, hasStream: false })
  mustDo(await cup.app.createDraw(ben))
  await tap('Draw only the 1 team here')
  await eventually(() => expect(sideAt('0.0', 2).textContent).toMatch(/Ana|Ben/))
  await says('alert', refusals['changed-meanwhile'].sentence)
  expect(textsOf('status').join()).not.toContain(messages.created)
})

test('a step towards the evening that is undone by another has its button again', async () => {
  const cup = await openCup()
  mustDo(await cup.app.changeSettings({ registration: 'closed' }, ben))
  const { user, tap } = await openPage(cup, '/admin', asAnna)
  const step = (title: string) =>
    screen.getByRole('heading', { name: title }).closest('li') as unknown as HTMLElement
  await user.click(screen.getByText(/more steps$/))
  await tap('Open it', step('Open registration'))
  await eventually(() => expect(step('Open registration').textContent).toContain('It is open.Done'))
  mustDo(await cup.app.changeSettings({ registration: 'closed' }, ben))
  await eventually(() => button('Open it', step('Open registration')))

  await tap('Switch on', step('Check teams in'))
  await eventually(() => expect(step('Check teams in').textContent).toContain('Switched on'))
  mustDo(await cup.app.changeSettings({ checkIn: 'off' }, ben))
  await eventually(() => button('Switch on', step('Check teams in')))
})

test('a new team’s phone number is loaded within a second, and results in the draw cause no reload', async () => {
  const cup = await drawnCup(8)
  mustDo(await cup.app.changeSettings({ registration: 'open' }, ben))
  const { network } = await openPage(cup, '/admin/teams', asAnna)
  for (const place of [0, 1, 2, 3]) await benSetsWinner(cup, place)
  mustDo(await cup.app.registerTeam(teamForm('Cleo', { teamPhoneNumber: '079 3' })))
  await passes(900)
  expect(rowOf('Cleo').textContent).toContain('079 3')
  expect(dataRequests(network.asked)).toHaveLength(1)
})

test('an open journal loads a burst of changes in few requests, one at a time, and ends with all of them', async () => {
  const cup = await drawnCup(16)
  const { network } = await openPage(cup, '/admin/journal', asAnna)
  let atOnce = 0
  let most = 0
  network.meets(/\.data/, async (go) => {
    atOnce += 1
    most = Math.max(most, atOnce)
    const answer = await go()
    await settle()
    atOnce -= 1
    return answer
  })
  for (let place = 0; place < 8; place += 1) {
    await benSetsWinner(cup, place)
    await passes(100)
  }
  await passes(2_000)
  await eventually(() =>
    expect(textsOf('listitem').filter((text) => text.includes('won against'))).toHaveLength(8),
  )
  expect(most).toBe(1)
  expect(dataRequests(network.asked).length).toBeLessThan(8)
})

test('a result that arrives before a reset is confirmed makes it ask again', async () => {
  const cup = await drawnCup(4)
  mustDo(await cup.app.changeSettings({ organiserTools: 'on' }, ben))
  const { tap } = await openPage(cup, '/admin/draw', asAnna)
  await tap('Reset Tournament')
  const asked = () => screen.getByRole('dialog', { name: 'Reset Tournament' })
  await eventually(() => expect(textsOf('alert', asked())).toEqual([messages.resetConfirm]))
  expect(textsOf('listitem', asked())).toEqual([])
  await benSetsWinner(cup, 0)
  await tap('Reset Tournament', asked())
  await eventually(() => expect(textsOf('listitem', asked()).join()).toContain('new since you were asked'))
  expect(sideAt('0.0', 1).dataset.state).toBe('winner')
  await tap('Reset Tournament', asked())
  await says('status', messages.wasReset)
})

test('an open list of teams is empty once the next edition begins, and has its teams back after a return', async () => {
  const cup = await openCup()
  await cup.play('Ana', 'Ben')
  const cleoForm = teamForm('Cleo', { teamPhoneNumber: '079 3' })
  mustDo(await cup.app.registerTeam(cleoForm))
  await benSetsWinner(cup, 0)
  const { user } = await openPage(cup, '/admin/teams', asAnna)
  const show = async (what: string) => {
    await user.selectOptions(screen.getByLabelText('Show'), what)
    await passes(1_000)
  }
  expect(rowOf('Ana')).toBeDefined()
  const cleo = (await cup.app.publicView()).entries.find(({ player1Name }) => player1Name === 'Cleo')
  mustDo(await cup.app.removeTeams({ teamIds: [cleo?.id ?? ''] }, ben))
  await eventually(() => expect(textsOf('row').join()).not.toContain('Cleo'))

  mustDo(await cup.app.beginEdition({ registration: 'open' }, ben))
  await passes(1_000)
  await eventually(() => expect(document.body.textContent).toContain('Total Teams: 0'))
  await show('Removed')
  await eventually(() => screen.getByText(messages.entriesEmpty))
  mustDo(await cup.app.registerTeam(teamForm('Dana', { teamPhoneNumber: '079 4' })))
  await show('All')
  await eventually(() => expect(rowOf('Dana').textContent).toContain('079 4'))

  mustDo(await cup.app.changeSettings({ editionNumber: 11 }, ben, { confirm: true }))
  await passes(1_000)
  await eventually(() => expect(rowOf('Ana').textContent).toContain('+1 555 Ana'))
  await show('Removed')
  await eventually(() => expect(rowOf('Cleo').textContent).toContain('079 3'))
  expect(textsOf('row').join()).not.toContain('Dana')
})
