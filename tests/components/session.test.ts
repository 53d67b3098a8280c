import { afterEach, expect, test, vi } from 'vitest'
import { formOf } from '../../scripts/form-of.ts'
import { ensureGivenOrganiser } from '../../src/server/accounts/organisers.ts'
import { setLoggingOut } from '../../src/web/actions/ended-session.ts'
import { anna, aVisitor, openCup } from '../support/cup-app.ts'
import { eventually, field, openPage, passes, says, textsOf } from '../support/open-page.tsx'

// In a browser the page load after a logout resets it.
afterEach(() => setLoggingOut(false))

/** A cup in which Anna has logged in. */
async function signedInCup() {
  const cup = await openCup()
  const account = { email: anna.email, password: 'chalk-lines-at-nine' }
  await ensureGivenOrganiser(cup, account)
  const answer = await cup.app.run('login', formOf(account), aVisitor, { address: '', device: 'a test' })
  const organiser = await cup.app.organiserOf(answer.ok ? answer.session?.token : undefined)
  if (!organiser) throw new Error('Nobody is signed in.')
  return { cup, organiser }
}

/** Spies on page loads, which a DOM without a browser cannot do. */
function watchLeaving() {
  return {
    assign: vi.spyOn(location, 'assign').mockImplementation(() => {}),
    replace: vi.spyOn(location, 'replace').mockImplementation(() => {}),
  }
}

const formOfField = () => field('Sponsor announcement').form as HTMLFormElement

test('Logout goes home without an error, even if the page load is slow', async () => {
  const { cup, organiser } = await signedInCup()
  const { tap } = await openPage(cup, '/admin/teams', { organiser })
  const { assign, replace } = watchLeaving()
  await tap('Logout')
  await eventually(() => expect(assign).toHaveBeenCalledWith('/'))
  // The stream reports the end of the session, and the page reloads in vain.
  await passes(5_000)
  expect(textsOf('alert')).toEqual([])
  expect(replace).not.toHaveBeenCalled()
})

test('Logout leads home even in a tab that is already signed out', async () => {
  const { cup, organiser } = await signedInCup()
  const { session, tap } = await openPage(cup, '/admin/teams', { organiser })
  const { assign } = watchLeaving()
  session.organiser = undefined
  await tap('Logout')
  await eventually(() => expect(assign).toHaveBeenCalledWith('/'))
})

test('a page reloads when its session should have expired', async () => {
  const { cup, organiser } = await signedInCup()
  const until = new Date(cup.clock.now().getTime() + 60_000).toISOString()
  const { session } = await openPage(cup, '/admin/teams', { organiser: { ...organiser, until } })
  const { replace } = watchLeaving()
  session.organiser = undefined
  await passes(59_000)
  expect(replace).not.toHaveBeenCalled()
  await passes(3_000)
  await eventually(() => expect(replace).toHaveBeenCalledWith('/login'))
})

test('text that was sent after the session had ended is back in its field after the next login, and can be saved', async () => {
  const { cup, organiser } = await signedInCup()
  const before = await openPage(cup, '/admin/settings/links', { organiser })
  const { replace } = watchLeaving()
  before.session.organiser = undefined
  await before.fill('Sponsor announcement', 'Chalk is at table 3')
  await before.tap('Save', formOfField())
  await eventually(() => expect(replace).toHaveBeenCalledWith('/login'))
  await before.leave()

  const { tap } = await openPage(cup, '/admin/settings/links', { organiser })
  await eventually(() => expect(field('Sponsor announcement').value).toBe('Chalk is at table 3'))
  await tap('Save', formOfField())
  await says('status', 'Sponsor announcement')
})
