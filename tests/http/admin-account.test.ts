import { beforeEach, expect, test } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import { refusals } from '../../src/domain/refusals.ts'
import { listEntries } from '../../src/server/storage/journal-rows.ts'
import { type OrganisedCup, organiser, said, startOrganisedCup, textOf } from '../support/organised-cup.ts'
import { organiserOfTests } from '../support/start-cup.ts'
import { watchLog } from '../support/watch-log.ts'

const path = '/admin/account'
const currentPassword = organiserOfTests.password

let cup: OrganisedCup
beforeEach(async () => {
  cup = await startOrganisedCup()
})

const isSignedIn = async (cookie: string) =>
  (await fetch(`${cup.url}/admin`, { redirect: 'manual', headers: { cookie } })).status === 200

test('the password is changed, the old one no longer signs in, and sessions elsewhere end', async () => {
  const elsewhere = await cup.signIn()
  const passwords = {
    intent: 'change-password',
    currentPassword: organiserOfTests.password,
    newPassword: 'a new one, long',
  }
  const wrong = await cup.send(path, { ...passwords, currentPassword: 'not it' })
  expect(wrong.status).toBe(422)
  expect(said(wrong.html, 'alert')[0]).toContain(refusals['wrong-password'].sentence)
  expect(wrong.html).not.toContain('a new one, long')

  expect((await cup.send(path, passwords)).status).toBe(303)
  expect([await isSignedIn(cup.cookie), await isSignedIn(elsewhere)]).toEqual([true, false])
  await expect(cup.signIn()).rejects.toThrow('401')
  expect(await cup.signIn({ email: organiser.email, password: 'a new one, long' })).toContain('cup-session=')
})

test('sessions are listed, and an organiser can end another of their own sessions', async () => {
  const elsewhere = await cup.signIn()
  const { html } = await cup.page(path)
  expect(textOf(html)).toContain('This device')
  const [, sessionId = ''] = /name="sessionId" value="([^"]+)"/.exec(html) ?? []
  const stranger = { ...organiser, email: 'stranger@cup.test' }
  expect(await cup.app.endSession(sessionId, stranger)).toMatchObject({ reason: 'no-such-session' })
  expect(await isSignedIn(elsewhere)).toBe(true)
  await cup.send(path, { intent: 'end-session', sessionId })
  expect([await isSignedIn(cup.cookie), await isSignedIn(elsewhere)]).toEqual([true, false])
  expect((await cup.send(path, { intent: 'end-session', sessionId })).status).toBe(404)
})

test('organisers are added and removed with their sessions, and the journal records it without a password', async () => {
  // A cup whose account is created by the start, with a journal line, instead of by the tests' shortcut.
  cup = await startOrganisedCup({ config: { admin: { ...organiserOfTests } } })
  const friend = { email: 'Friend@Cup.test', password: 'a friendly password' }
  expect((await cup.send(path, { intent: 'add-organiser', ...friend, currentPassword })).status).toBe(303)
  const theirs = await cup.signIn(friend)
  expect(await isSignedIn(theirs)).toBe(true)
  expect(textOf((await cup.page(path)).html)).toContain('friend@cup.test')
  const remove = { intent: 'remove-organiser', email: 'friend@cup.test' }
  expect((await cup.send(path, { ...remove, currentPassword })).status).toBe(303)
  expect(await isSignedIn(theirs)).toBe(false)
  await expect(cup.signIn(friend)).rejects.toThrow('401')

  const journal = await cup.storage.read((db) => listEntries(db, { limit: 10 }))
  expect(
    journal.map(({ who, action }) => `${who}: ${action}`).filter((line) => /organiser$/.test(line)),
  ).toEqual([
    `${organiser.email}: remove-organiser`,
    `${organiser.email}: add-organiser`,
    'the cup: add-organiser',
  ])
  expect(JSON.stringify(journal)).not.toMatch(/friendly|chalk|argon2/)
})

test('an unattended signed-in phone cannot add or remove organisers, nor guess the password', async () => {
  const friend = { email: 'friend@cup.test', password: 'a friendly password' }
  const add = { intent: 'add-organiser', ...friend }
  for (const wrong of ['', 'not it']) {
    const { status, html } = await cup.send(path, { ...add, currentPassword: wrong })
    expect([status, said(html, 'alert')[0]?.includes(refusals['wrong-password'].sentence)]).toEqual([
      422,
      true,
    ])
  }
  expect((await cup.send(path, { ...add, currentPassword })).status).toBe(303)
  const remove = { intent: 'remove-organiser', email: friend.email }
  expect((await cup.send(path, remove)).status).toBe(422)
  expect(await cup.signIn(friend)).toContain('cup-session=')
  for (let time = 0; time < 12; time++) await cup.send(path, { ...remove, currentPassword: `guess ${time}` })
  expect((await cup.send(path, { ...remove, currentPassword })).status).toBe(422)
  await cup.clock.advance(60_000)
  expect((await cup.send(path, { ...remove, currentPassword })).status).toBe(303)
})

test('eight spaces are no password', async () => {
  const friend = { email: 'friend@cup.test', password: ' '.repeat(8) }
  const { status, html } = await cup.send(path, { intent: 'add-organiser', ...friend, currentPassword })
  expect([status, said(html, 'alert')[0]?.includes(refusals['password-too-short'].sentence)]).toEqual([
    422,
    true,
  ])
  await expect(cup.signIn(friend)).rejects.toThrow('401')
})

test('a session that cannot be looked up may read, and change nothing', async () => {
  const logged = watchLog(/The database is gone\.|The session could not be looked up\./)
  const { revision } = await cup.view()
  cup.storageIs('fails', 'read')
  expect((await cup.page('/admin')).status).toBe(200)
  const tapped = await cup.send('/admin/settings', { teamLimit: '8' })
  expect([tapped.status, said(tapped.html, 'alert')[0]]).toEqual([
    503,
    expect.stringContaining('The settings could not be saved.'),
  ])
  cup.storageIs('works', 'read')
  expect(await cup.view()).toMatchObject({ revision, settings: { teamLimit: 0 } })
  expect(logged.at(-1)).toContain('settings failed.')
})

test('a logout on a full disk fails with its sentence, but still clears the cookie', async () => {
  const logged = watchLog(/The database is gone\./)
  cup.storageIs('fails', 'transaction')
  const answer = await cup.post('/admin', { intent: 'logout' }, cup.cookie)
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining(messages.logoutFailed)])
  expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^cup-session=; .*Max-Age=0/)])
  expect(logged).toEqual([expect.stringContaining('logout failed.')])
})

test("a refused organiser's email stays in the form, the password does not", async () => {
  const { status, html } = await cup.send(path, {
    intent: 'add-organiser',
    email: 'new@cup.test',
    password: 'short',
    currentPassword,
  })
  expect(status).toBe(422)
  expect(said(html, 'alert')[0]).toContain(refusals['password-too-short'].sentence)
  expect(html).toContain('value="new@cup.test"')
  expect(html).not.toContain('value="short"')
})

test("the page starts like every other organiser's page", async () => {
  const beginning = async (path: string) => {
    const { html } = await cup.page(path)
    return /<a [^>]*class="([^"]*)"[^>]*>(?:(?!<\/a>).)*Admin(?:(?!<\/a>).)*<\/a><h1 class="([^"]*)"/
      .exec(html)
      ?.slice(1)
  }
  const others = await Promise.all(['/admin/teams', '/admin/journal', '/admin/settings'].map(beginning))
  expect(others[0]).toHaveLength(2)
  for (const other of [...others, await beginning('/admin/account')]) expect(other).toEqual(others[0])
})
