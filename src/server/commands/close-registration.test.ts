import { beforeEach, expect, test } from 'vitest'
import { anna, mustDo, openCup, teamForm } from '../../../tests/support/cup-app.ts'
import { type ManualClock, manualClock } from '../../../tests/support/manual-clock.ts'

const hour = 3_600_000

let clock: ManualClock
let cup: Awaited<ReturnType<typeof openCup>>

beforeEach(async () => {
  clock = manualClock('2025-05-01T12:00:00.000Z')
  cup = await openCup({ clock })
  await cup.app.publicView()
})

const settings = async () => (await cup.app.publicView()).settings

/** Lets real writes finish while the clock stands still. */
async function until(isTrue: () => Promise<boolean>) {
  while (!(await isTrue())) await new Promise((resolve) => setImmediate(resolve))
}

test('registration closes automatically at its closing time', async () => {
  mustDo(
    await cup.app.changeSettings(
      { registration: 'open', registrationClosesAt: '2025-05-01T18:00:00.000Z' },
      anna,
    ),
  )
  for (let hours = 1; hours < 6; hours += 1) await clock.leap(hour)
  await clock.advance(hour - 1)
  mustDo(await cup.app.registerTeam(teamForm('Ann')))
  await clock.advance(1)
  expect(await cup.app.registerTeam(teamForm('Bob'))).toMatchObject({ reason: 'registration-closed' })
  await until(async () => (await settings()).registration === 'closed')
  const [line] = await cup.app.journal(anna, { limit: 100 })
  expect(line).toMatchObject({ who: 'the cup', action: 'close-registration', canTakeBack: false })
})

test('registration closes on time after a restart, with only stream listeners', async () => {
  mustDo(
    await cup.app.changeSettings(
      { registration: 'open', registrationClosesAt: '2025-05-01T12:10:00.000Z' },
      anna,
    ),
  )
  cup.app.close()
  const restarted = await openCup({ clock, dataDir: cup.dataDir })
  await restarted.view.ready()
  await clock.advance(10 * 60_000)
  await until(async () => restarted.view.current()?.settings.registration === 'closed')
})

test('registration opened again after its closing time stays open', async () => {
  mustDo(
    await cup.app.changeSettings(
      { registration: 'open', registrationClosesAt: '2025-05-01T12:00:01.000Z' },
      anna,
    ),
  )
  await clock.advance(1_000)
  await until(async () => (await settings()).registration === 'closed')
  mustDo(await cup.app.changeSettings({ registration: 'open' }, anna))
  await clock.advance(10 * 60_000)
  mustDo(await cup.app.registerTeam(teamForm('Ann')))
  expect((await settings()).registration).toBe('open')
})

test('a changed or cleared closing time does not close it', async () => {
  mustDo(
    await cup.app.changeSettings(
      { registration: 'open', registrationClosesAt: '2025-05-01T12:10:00.000Z' },
      anna,
    ),
  )
  mustDo(await cup.app.changeSettings({ registrationClosesAt: '' }, anna))
  await clock.advance(20 * 60_000)
  mustDo(await cup.app.registerTeam(teamForm('Ann')))
})
