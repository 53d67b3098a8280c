import { screen } from '@testing-library/dom'
import { expect, onTestFinished, test } from 'vitest'
import { mustDo, openCup, teamForm } from '../support/cup-app.ts'
import { eventually, openPage } from '../support/open-page.tsx'

/** On https, without `PushManager`: Safari, until the page is on the home screen with its manifest. */
function onAnIPhone() {
  const { userAgent } = navigator
  const change = (agent: string, isSecure: boolean) => {
    Object.defineProperty(navigator, 'userAgent', { value: agent, configurable: true })
    Object.assign(globalThis, { isSecureContext: isSecure })
  }
  change('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', true)
  onTestFinished(() => change(userAgent, false))
}

test('a team’s own page, which has no manifest, sends an iPhone to the home page for the home screen', async () => {
  onAnIPhone()
  const cup = await openCup()
  await cup.enter('Ana')
  const { teamId, token } = mustDo(await cup.app.registerTeam(teamForm('Ben')))
  localStorage.setItem('followedTeam', teamId)
  const { follow } = await openPage(cup, `/entry/${token}`)
  const offer = await eventually(() => screen.getByRole('region', { name: 'Notifications' }))
  await eventually(() => expect(offer.textContent).toContain('open its home page, add that'))
  await follow('Home page', offer)
  await eventually(() => expect(location.pathname).toBe('/'))
})
