import { expect, test } from 'vitest'
// The page imports it lazily: loaded in advance, it is mounted before the first call.
import '../../src/web/pages/screen/call-moments.tsx'
import { anna, mustDo, openCup } from '../support/cup-app.ts'
import { eventually, openPage, passes } from '../support/open-page.tsx'

test('the TV does not call a match again when its result is taken back', async () => {
  const cup = await openCup()
  await cup.play('Ana', 'Ben', 'Cid', 'Dan')
  await openPage(cup, '/screen')
  await passes(1_000)
  const moment = () => document.querySelector('.tv-call')?.textContent ?? 'none'
  const { id } = await cup.matchOf('Ana')
  mustDo(await cup.app.callMatch({ matchId: id, table: 3 }, anna))
  await eventually(() => expect(moment()).toContain('Table 3'))
  await passes(10_000)
  expect(moment()).toBe('none')

  const { revision } = await cup.win('Ana')
  await eventually(() => expect(moment()).toContain('beat'))
  await passes(10_000)
  mustDo(await cup.app.takeBack({ revision }, anna))
  await eventually(() => expect(document.querySelector('.tv')?.textContent).toContain('0 of 2'))
  await passes(1_000)
  expect(moment()).toBe('none')
})
