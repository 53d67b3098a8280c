import { afterEach, beforeEach, expect, test } from 'vitest'
import { refusals } from '../../src/domain/messages.ts'
import { expectValidHtml } from '../support/html.ts'
import { type OrganisedCup, organiser, said, startOrganisedCup, textOf } from '../support/organised-cup.ts'
import { organiserOfTests } from '../support/start-cup.ts'

const path = '/admin/account'

let cup: OrganisedCup
beforeEach(async () => {
  cup = await startOrganisedCup()
})
afterEach(() => cup.stop())

test('the password is changed, and the old one no longer signs in', async () => {
  const passwords = {
    intent: 'change-password',
    currentPassword: organiserOfTests.password,
    newPassword: 'a new one, long',
  }
  const wrong = await cup.send(path, { ...passwords, currentPassword: 'not it' })
  expect(wrong.status).toBe(422)
  expect(said(wrong.html, 'alert')[0]).toContain(refusals['wrong-password'])
  expect(wrong.html).not.toContain('a new one, long')

  expect((await cup.send(path, passwords)).status).toBe(303)
  await expect(cup.signIn()).rejects.toThrow()
  expect(await cup.signIn({ email: organiser.email, password: 'a new one, long' })).toContain('cup-session=')
})

test('sessions are listed, and another one can be ended from here', async () => {
  const elsewhere = await cup.signIn()
  const { html } = await cup.page(path)
  await expectValidHtml(html)
  expect(textOf(html)).toContain('This device')
  const [, sessionId = ''] = /name="sessionId" value="([^"]+)"/.exec(html) ?? []
  await cup.send(path, { intent: 'end-session', sessionId })
  const there = await fetch(`${cup.url}/admin`, { redirect: 'manual', headers: { cookie: elsewhere } })
  expect(there.headers.get('location')).toBe('/login')
  expect((await cup.page(path)).status).toBe(200)
  expect((await cup.send(path, { intent: 'end-session', sessionId })).status).toBe(404)
})

test('organisers are added and removed', async () => {
  const second = { email: 'second@cup.test', password: 'another-long-password' }
  expect((await cup.send(path, { intent: 'add-organiser', ...second })).status).toBe(303)
  const cookie = await cup.signIn(second)
  expect(textOf((await cup.page(path)).html)).toContain(second.email)
  expect((await cup.send(path, { intent: 'remove-organiser', email: second.email })).status).toBe(303)
  const removed = await fetch(`${cup.url}/admin`, { redirect: 'manual', headers: { cookie } })
  expect(removed.headers.get('location')).toBe('/login')
})

test('a refused organiser leaves the email in the form, never the password', async () => {
  const { status, html } = await cup.send(path, {
    intent: 'add-organiser',
    email: 'new@cup.test',
    password: 'short',
  })
  expect(status).toBe(422)
  expect(said(html, 'alert')[0]).toContain(refusals['password-too-short'])
  expect(html).toContain('value="new@cup.test"')
  expect(html).not.toContain('value="short"')
})

test('a post that means nothing is refused', async () => {
  expect((await cup.send(path, { intent: 'dance' })).status).toBe(422)
})

test('it begins like every other organiser’s page, so that a phone opens at what is typed', async () => {
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
