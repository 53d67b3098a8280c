import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { paths } from '../../src/web/paths.ts'
import { anna, mustDo, type OpenCup, openCup, teamForm } from '../support/cup-app.ts'
import { manualClock } from '../support/manual-clock.ts'
import { eventually, openPage, passes } from '../support/open-page.tsx'

const hour = 3_600_000
const closing = '2025-04-04T20:00:00.000Z'

/** A page on a device whose clock is `fastMs` ahead; it reads the cup's clock every 20 s. */
async function openAt(cup: OpenCup, path: string, fastMs: number) {
  const page = await openPage(cup, path, { organiser: anna, fastMs })
  await passes(20_000)
  return page
}

test('the cup’s clock decides what is closed, open and overdue, whatever a device’s clock says', async () => {
  const clock = manualClock('2025-04-04T19:00:00.000Z')
  const cup = await openCup({ clock })
  const settings = { registration: 'open', registrationClosesAt: closing, overdueAfter: 20 } as const
  mustDo(await cup.app.changeSettings({ ...settings, checkIn: 'on', checkInFrom: closing }, anna))
  const { token = '' } = mustDo(await cup.app.registerTeam(teamForm('Ana')))
  mustDo(await cup.app.registerTeam(teamForm('Ben')))

  const tv = await openAt(cup, paths.screen, 3 * hour)
  await eventually(() => {
    const words = [...document.querySelectorAll('dl div')].map(({ textContent }) => textContent)
    expect(words.join(' / ')).toMatch(/RegistrationOpen/)
  })
  await tv.leave()
  const early = await openAt(cup, paths.entry(token), 3 * hour)
  expect(screen.getByText(/Check-in opens at/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'We are here' })).toBeNull()
  await early.leave()

  await clock.advance(hour)
  const late = await openAt(cup, paths.entry(token), -3 * hour)
  await eventually(() => screen.getByRole('button', { name: 'We are here' }))
  await late.leave()

  const { entries } = await cup.app.publicView()
  mustDo(await cup.app.setApproval({ teamIds: entries.map(({ id }) => id), approved: true }, anna))
  mustDo(await cup.app.createDraw(anna))
  mustDo(await cup.app.callMatch({}, anna))
  await openAt(cup, paths.adminDraw, 3 * hour)
  await eventually(() => expect(screen.getByRole('main').textContent).toContain('called just now'))
})
