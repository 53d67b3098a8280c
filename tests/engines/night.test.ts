import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import { systemClock } from '../../src/server/clock.ts'
import { openGate } from '../live/support/gate.ts'
import { addressesOf, pagesToSee } from '../support/addresses-of.ts'
import { organiser as actor, register, registerForToken } from '../support/organised-cup.ts'
import { organiserOfTests, startCup, type TestCup } from '../support/start-cup.ts'
import type { Engine } from './support/engine.ts'
import { type Firefox, startFirefox } from './support/firefox.ts'
import { startWebKit } from './support/webkit.ts'

// One short night in the engines that the journeys do not have: the organiser's phone is WebKit, a spectator's Firefox.

let cup: TestCup
let gate: Awaited<ReturnType<typeof openGate>>
let organiser: Engine
let spectator: Firefox
let token: string

beforeAll(async () => {
  cup = await startCup({ clock: systemClock })
  gate = await openGate(cup.url)
  const tools = { registration: 'open', organiserTools: 'on', embedSites: 'https://club.example' } as const
  await cup.app.changeSettings(tools, actor)
  for (const number of [1, 2]) await register(cup, number)
  token = await registerForToken(cup, 3)
  const { entries } = await cup.app.publicView()
  await cup.app.setApproval({ teamIds: entries.map(({ id }) => id), approved: true }, actor)
  organiser = await startWebKit()
  spectator = await startFirefox()
  for (const engine of [organiser, spectator]) await engine.resize(390, 844)
})

afterAll(async () => {
  await organiser?.stop()
  await spectator?.stop()
})

const side = (place: string, number: 1 | 2) => `.bracket [data-match="${place}"] [data-side="${number}"]`

/** Polls the visible text of a page. */
const seen = (engine: Engine, selector = 'body') =>
  expect.poll(() => engine.text(selector), { message: engine.name })

/** Polls the state of a side in the bracket. */
const stateOf = (engine: Engine, selector: string) =>
  expect.poll(
    () => engine.evaluate((at) => document.querySelector<HTMLElement>(at)?.dataset.state, selector),
    { message: `${engine.name} ${selector}` },
  )

describe.each([
  ['WebKit', () => organiser],
  ['Firefox', () => spectator],
])('%s', (_name, engineOf) => {
  test('opens a visited page without a network, and says how old it is', async () => {
    const engine = engineOf()
    await engine.open(`${gate.url}/schedule`)
    await expect
      .poll(() =>
        engine.evaluate(
          async () =>
            navigator.serviceWorker.controller !== null && (await caches.match(location.href)) !== undefined,
        ),
      )
      .toBe(true)
    await gate.cut()
    await engine.open(`${gate.url}/schedule`)
    await seen(engine).toMatch(/Offline · as of \d+:\d\d [AP]M/)
    await gate.mend()
    await seen(engine).not.toContain('Offline')
  })
})

test('the organiser signs in; a team registers and is approved, and the open entry list shows both', async () => {
  await spectator.open(`${gate.url}/entries`)
  await organiser.open(`${gate.url}/register`)
  await organiser.fill('Player 1 Name', 'Zoé')
  await organiser.fill('Team Phone Number', '079 123')
  await organiser.tap('button', 'Register Team')
  await seen(organiser).toContain(messages.registered)
  await seen(spectator).toMatch(/Zoé[\s\S]*Pending/)

  await organiser.open(`${gate.url}/login`)
  await organiser.fill('Email', organiserOfTests.email)
  await organiser.fill('Password', organiserOfTests.password)
  await organiser.tap('button', 'Login')
  await seen(organiser).toContain(`Welcome, ${organiserOfTests.email}`)
  await organiser.open(`${gate.url}/admin/teams`)
  await organiser.tap('tbody button', 'Approve')
  await seen(organiser).toContain('Approved: Zoé')
  await seen(spectator).not.toContain('Pending')
})

test('the draw is made, a match called, its winner set, changed and undone, and a spectator sees each step', async () => {
  await spectator.open(`${gate.url}/draw`)
  await seen(spectator).toContain(messages.noTournamentData)
  await organiser.open(`${gate.url}/admin/draw`)
  await organiser.tap('button', 'Generate Tournament')
  await seen(organiser).toContain(messages.created)
  await stateOf(spectator, side('0.0', 1)).toBe('open')

  await organiser.tap('button', 'Call next to table 1')
  await seen(spectator, '.bracket').toContain('Table 1')

  await organiser.tap(side('0.0', 1))
  await stateOf(organiser, side('0.0', 1)).toBe('winner')
  await stateOf(spectator, side('0.0', 1)).toBe('winner')
  await organiser.tap(side('0.0', 2))
  await stateOf(spectator, side('0.0', 2)).toBe('winner')
  await stateOf(spectator, side('0.0', 1)).toBe('loser')
  await organiser.tap('.bracket [data-match="0.0"] button', 'Undo')
  await stateOf(spectator, side('0.0', 2)).toBe('open')
  await stateOf(spectator, side('1.0', 1)).toBe('tbd')
})

test('the TV shows a match when it is called', async () => {
  await spectator.resize(1920, 1080)
  await spectator.open(`${gate.url}/screen`)
  expect(await spectator.text('body')).not.toMatch(/Table\s+1/)
  await organiser.tap('button', 'Call next to table 1')
  await seen(spectator).toMatch(/Table\s+1/)
  await spectator.resize(390, 844)
})

test('the draw prints on one sheet', async () => {
  await spectator.open(`${gate.url}/draw`)
  expect(await spectator.print()).toMatch(/\/Type\s*\/Pages\s[^>]*\/Count\s+1\b/)
})

describe.each([
  ['WebKit', () => organiser],
  ['Firefox', () => spectator],
])('%s', (_name, engineOf) => {
  test('opens every page without an error and no wider than the window', async () => {
    const engine = engineOf()
    await engine.open(`${gate.url}/login`)
    await engine.evaluate(async (fields) => {
      await fetch('/login', { method: 'POST', body: new URLSearchParams(fields) })
    }, organiserOfTests)
    spectator.takeErrors()
    for (const { address } of pagesToSee.flatMap((page) => addressesOf(page, { token }))) {
      await engine.open(gate.url + address)
      const { path, beyond, alerts } = await engine.evaluate(() => ({
        path: location.pathname,
        beyond: document.documentElement.scrollWidth - innerWidth,
        alerts: [...document.querySelectorAll<HTMLElement>('[role=alert]')]
          .filter((alert) => alert.checkVisibility({ visibilityProperty: true }) && alert.innerText !== '')
          .map(({ innerText }) => innerText),
      }))
      expect.soft({ path, beyond, alerts, errors: spectator.takeErrors() }, address).toEqual({
        // A signed-in organiser is redirected.
        path: address === '/login' ? '/admin' : address,
        beyond: expect.toSatisfy((width: number) => width <= 0),
        alerts: [],
        errors: [],
      })
    }
  })
})
