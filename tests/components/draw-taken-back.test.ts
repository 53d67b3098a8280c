import { screen } from '@testing-library/dom'
import { beforeEach, expect, test } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import { anna, mustDo, openCup } from '../support/cup-app.ts'
import { eventually, openPage, passes } from '../support/open-page.tsx'

beforeEach(() => sessionStorage.setItem('appModalSeen', 'yes'))

test('open pages do not make the draw again after it was taken back', async () => {
  const cup = await openCup()
  await cup.enter('Ana', 'Ben', 'Cid')
  mustDo(await cup.app.changeSettings({ registration: 'closed' }, anna))
  const visitor = await openPage(cup, '/draw')
  await eventually(() => expect(document.querySelectorAll('.bracket [data-match]')).toHaveLength(3))
  const { revision } = await cup.app.publicView()
  const { message } = mustDo(await cup.app.takeBack({ revision }, anna))
  expect(message).toContain('From now on only organisers can make it')
  await eventually(() => screen.getByText(messages.noTournamentData))
  await passes(30_000)
  expect(screen.getByText(messages.noTournamentData)).toBeDefined()
  expect((await cup.app.publicView()).draw).toBeUndefined()
  await visitor.leave()

  await openPage(cup, '/admin/draw', { organiser: anna })
  expect(screen.getByText(/Only organisers can make the draw\./)).toBeDefined()
})
