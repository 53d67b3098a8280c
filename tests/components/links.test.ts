import { screen } from '@testing-library/dom'
import { beforeEach, expect, test } from 'vitest'
import { anna, mustDo, openCup } from '../support/cup-app.ts'
import { eventually, openPage, sideAt } from '../support/open-page.tsx'

beforeEach(() => sessionStorage.setItem('appModalSeen', 'yes'))

async function eightTeams() {
  const cup = await openCup()
  await cup.play('Ana', 'Ben', 'Cid', 'Dan', 'Eva', 'Fay', 'Gil', 'Hal')
  return cup
}

const matchLink = (place: string) =>
  document.querySelector(`.bracket [data-match="${place}"] a`) as HTMLAnchorElement

test('a link to a match never points to another match', async () => {
  const cup = await eightTeams()
  const id = (await cup.draw()).rounds[0]?.matches[2]?.id
  const first = await openPage(cup, '/draw')
  await first.user.click(matchLink('0.2'))
  await eventually(() => expect(screen.getByRole('dialog').textContent).toContain('Quarter Finals, match 3'))
  expect(location.search).toBe(`?match=${id}`)

  // The draw is reset while the match is open.
  mustDo(await cup.app.changeSettings({ organiserTools: 'on' }, anna))
  mustDo(await cup.app.resetDraw({ confirm: true }, anna))
  await eventually(() => screen.getByText('This match is no longer in the draw.'))
  expect(document.querySelector(`[data-match-id="${id}"]`)).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  await first.leave()

  // The same link, opened later.
  const later = await openPage(cup, `/draw?match=${id}`)
  expect(screen.getByText('This match is no longer in the draw.')).toBeDefined()
  expect(document.querySelector('[data-marked]')).toBeNull()
  await later.tap('Close')
  await eventually(() => expect(screen.queryByText('This match is no longer in the draw.')).toBeNull())
  expect(location.search).toBe('')
  await later.leave()

  // An old link has the match's position instead of its id.
  await openPage(cup, '/draw?match=1.1')
  await eventually(() => expect(matchLink('1.1').dataset.marked).toBe('true'))
})

test('a link to a team that is gone says so, and the followed team stays highlighted', async () => {
  const cup = await eightTeams()
  const first = await openPage(cup, '/draw')
  const team = sideAt('0.2', 1).title
  await first.user.click(matchLink('0.2'))
  await first.tap(`Follow ${team}`)
  await first.tap('Close', screen.getByRole('dialog'))
  await eventually(() => expect(location.search, 'a closed dialog leaves no trace in the address').toBe(''))
  await first.leave()

  await openPage(cup, '/draw?team=gone00000000')
  await eventually(() => screen.getByText('This team is no longer in the draw.'))
  await eventually(() => expect(document.querySelector('[data-side][data-lit]')?.textContent).toContain(team))
})

test("sharing uses the phone's own share sheet if there is one", async () => {
  const cup = await eightTeams()
  const shared: unknown[] = []
  Object.defineProperty(navigator, 'share', {
    value: async (content: unknown) => void shared.push(content),
    configurable: true,
  })
  const { tap } = await openPage(cup, '/draw')
  await tap('Share')
  await eventually(() => expect(shared).toEqual([{ title: 'The Cup N11', url: 'http://cup.test/draw' }]))
  expect(screen.queryByText('Link copied')).toBeNull()
  Reflect.deleteProperty(navigator, 'share')
})

test('a link to another site opens in a new tab, however its scheme is typed', async () => {
  const cup = await openCup()
  mustDo(await cup.app.changeSettings({ citizensCupLink: 'Https://citizens.example/cup' }, anna))
  await openPage(cup, '/')
  const targetOf = (name: RegExp) => screen.getByRole<HTMLAnchorElement>('link', { name }).target
  expect(targetOf(/^Citizen's Cup/)).toBe('_blank')
  expect(targetOf(/^Schedule/)).toBe('')
})
