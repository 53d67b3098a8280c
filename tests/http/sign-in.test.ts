import { beforeEach, describe, expect, test } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import { findAdmin, listSessions } from '../../src/server/storage/account-rows.ts'
import { cookiesOf, organiserOfTests, startCup, type TestCup } from '../support/start-cup.ts'

const { email, password } = organiserOfTests

let cup: TestCup
beforeEach(async () => {
  cup = await startCup()
})

const tokenIn = (cookie: string) => /cup-session=([^;]+)/.exec(cookie)?.[1] ?? ''

async function organiserWith(cookie: string) {
  const organiser = await cup.app.organiserOf(tokenIn(cookie))
  if (!organiser) throw new Error('Nobody is signed in.')
  return organiser
}

const guess = (number: number, account = email, cookie = '') =>
  cup.post('/login', { email: account, password: `wrong ${number}` }, cookie)

async function isSignedIn(cookie: string) {
  const response = await fetch(`${cup.url}/admin`, { headers: { cookie }, redirect: 'manual' })
  return response.status === 200
}

describe('signing in', () => {
  test('on a signed-in browser ends the earlier session', async () => {
    const first = await cup.signIn()
    const response = await cup.post('/login', { email, password }, first)
    expect(response.status).toBe(303)
    expect(await isSignedIn(first)).toBe(false)
    expect(await isSignedIn(cookiesOf(response))).toBe(true)
  })

  test('opens the admin pages', async () => {
    const response = await cup.post('/login', { email, password })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/admin'])
    expect(await isSignedIn(await cup.signIn())).toBe(true)
  })

  test('ignores case and spaces around the email', async () => {
    expect(await isSignedIn(await cup.signIn({ email: ' Organiser@CUP.test ', password }))).toBe(true)
  })

  test('sets a cookie that scripts and other sites do not get', async () => {
    const response = await cup.post('/login', { email, password })
    const [session, deviceId] = response.headers.getSetCookie()
    expect(session).toMatch(
      /^cup-session=[\w-]{43}; Path=\/; Max-Age=1209600; Expires=Fri, 18 Apr 2025 19:00:00 GMT; HttpOnly; SameSite=Lax$/,
    )
    expect(deviceId).toMatch(
      /^cup-device=[\w.-]+; Path=\/; Max-Age=34560000; Expires=.*; HttpOnly; SameSite=Lax$/,
    )
  })

  test('over https sets a cookie that is bound to this host', async () => {
    const secured = await startCup({ config: { origin: 'https://cup.example.org' } })
    const response = await secured.post('/login', { email, password })
    for (const line of response.headers.getSetCookie()) {
      expect(line).toMatch(/^__Host-cup-(session|device)=\S+; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/)
    }
    const cookie = await secured.signIn()
    const admin = await fetch(`${secured.url}/admin`, { headers: { cookie }, redirect: 'manual' })
    expect(admin.status).toBe(200)
    // Without the __Host- prefix the same token is worthless.
    const weaker = await fetch(`${secured.url}/admin`, {
      headers: { cookie: cookie.replaceAll('__Host-', '') },
      redirect: 'manual',
    })
    expect(weaker.status).toBe(302)
  })

  test('behind a trusted proxy takes https from it', async () => {
    const proxied = await startCup({ config: { trustProxy: 1 } })
    const response = await fetch(`${proxied.url}/login`, {
      method: 'POST',
      body: new URLSearchParams({ email, password }),
      redirect: 'manual',
      headers: {
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'cup.example.org',
        origin: 'https://cup.example.org',
      },
    })
    expect(response.status).toBe(303)
    expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-cup-session=/)
  })

  test('stores neither the password nor the token', async () => {
    const token = tokenIn(await cup.signIn())
    const kept = await cup.storage.read(async (db) => [
      await findAdmin(db, email),
      await listSessions(db, email),
    ])
    expect(JSON.stringify(kept)).not.toContain(password)
    expect(JSON.stringify(kept)).not.toContain(token)
    expect(JSON.stringify(kept)).toContain('$argon2id$')
  })

  test('with a wrong password and with an unknown email is refused in the same words', async () => {
    const answers = await Promise.all(
      [
        { email, password: 'not the password' },
        { email: 'nobody@cup.test', password: 'not the password' },
      ].map(async (form) => {
        const response = await cup.post('/login', form)
        const html = await response.text()
        return {
          status: response.status,
          html: html.replaceAll(form.email, '…'),
          cookies: response.headers.getSetCookie(),
        }
      }),
    )
    expect(answers[0]?.html).toContain(messages.loginFailed)
    expect(answers[0]?.html).not.toContain('Too many attempts')
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.cookies).toEqual([])
  })

  test('is refused after five wrong passwords, even with the right one, and alike for an unknown email', async () => {
    for (const address of [email, 'nobody@cup.test']) {
      for (let time = 0; time < 5; time++) await guess(time, address)
    }
    const known = await cup.post('/login', { email, password })
    const unknown = await cup.post('/login', { email: 'nobody@cup.test', password })
    expect([known.status, unknown.status]).toEqual([401, 401])
    const html = await known.text()
    expect(html).toContain(messages.loginFailed)
    expect(html).toContain('Too many attempts')
    await cup.clock.advance(60_000)
    expect(await isSignedIn(await cup.signIn())).toBe(true)
  })

  test('with the same wrong password again is refused without being counted', async () => {
    for (let time = 0; time < 30; time++) await guess(1)
    expect(await isSignedIn(await cup.signIn())).toBe(true)
  })

  test('works with a new password that was wrong before it was set', async () => {
    const organiser = await organiserWith(await cup.signIn())
    const next = 'wrong 1 is right now'
    expect((await cup.post('/login', { email, password: next })).status).toBe(401)
    await cup.app.changePassword({ current: password, next }, organiser)
    expect((await cup.post('/login', { email, password: next })).status).toBe(303)
  })

  test('works on a fresh device within 15 seconds, whatever strangers send from the same address', async () => {
    let guesses = 0
    const strangers = async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => guess(guesses++)))
      const texts = await Promise.all(answers.map((answer) => answer.text()))
      return texts.filter((html) => !html.includes('Too many attempts')).length
    }
    let lookedAt = await strangers()
    const statuses: number[] = []
    for (let second = 0; second <= 15; second += 3) {
      lookedAt += await strangers()
      statuses.push((await cup.post('/login', { email, password })).status)
      await cup.clock.advance(3_000)
    }
    expect(statuses.slice(0, 3)).toEqual([401, 303, 303])
    expect(lookedAt).toBeLessThanOrEqual(20)
  })

  test('works from a known browser while strangers guess', async () => {
    const cookie = await cup.signIn()
    for (let time = 0; time < 10; time++) await guess(time)
    expect((await cup.post('/login', { email, password })).status).toBe(401)
    const device = cookie
      .split('; ')
      .filter((one) => one.startsWith('cup-device='))
      .join()
    expect((await cup.post('/login', { email, password }, device)).status).toBe(303)
  })

  test('is not helped by a made-up device id or one from before a new password', async () => {
    const cookie = await cup.signIn()
    const old = cookie.split('; ').find((one) => one.startsWith('cup-device='))
    await cup.app.changePassword({ current: password, next: 'another password' }, await organiserWith(cookie))
    for (const deviceId of [old, 'cup-device=abc.def', 'cup-device=']) {
      for (let time = 0; time < 6; time++) await guess(time, email, deviceId)
    }
    expect((await cup.post('/login', { email, password: 'another password' }, old)).status).toBe(401)
  })
})

describe('a session', () => {
  test('ends with the logout, which clears its cookie', async () => {
    const cookie = await cup.signIn()
    const response = await cup.post('/admin', { intent: 'logout' }, cookie)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
    expect(response.headers.getSetCookie()[0]).toMatch(/^cup-session=; .*Max-Age=0; Expires=Thu, 01 Jan 1970/)
    expect(await isSignedIn(cookie)).toBe(false)
  })

  test('that is made up, cut short or too long is ignored', async () => {
    const token = tokenIn(await cup.signIn())
    for (const wrong of ['x', token.slice(1), `${token}x`, 'x'.repeat(5000), '%00']) {
      expect(await isSignedIn(`cup-session=${wrong}`)).toBe(false)
    }
  })
})

describe('organisers', () => {
  test('with a bad email or password are refused with the reason', async () => {
    const organiser = await organiserWith(await cup.signIn())
    const add = (form: { email: string; password: string }) =>
      cup.app.addOrganiser({ ...form, current: password }, organiser)
    const remove = { email: 'a@b.c', current: password }
    expect(await add({ email: 'nobody', password: 'long enough' })).toMatchObject({ reason: 'email-invalid' })
    expect(await add({ email: 'a@b.c', password: 'short' })).toMatchObject({ reason: 'password-too-short' })
    expect(await add({ email: 'a@b.c', password: 'x'.repeat(201) })).toMatchObject({
      reason: 'password-too-long',
    })
    expect(await add({ email, password: 'long enough' })).toMatchObject({ reason: 'organiser-exists' })
    expect(await cup.app.removeOrganiser(remove, organiser)).toMatchObject({ reason: 'no-such-organiser' })
  })

  test('can never all be removed', async () => {
    const organiser = await organiserWith(await cup.signIn())
    const oneself = { email, current: password }
    expect(await cup.app.removeOrganiser(oneself, organiser)).toMatchObject({ reason: 'last-organiser' })
  })

  test('need their current password for a new one, and cannot guess it', async () => {
    const organiser = await organiserWith(await cup.signIn())
    const change = (current: string, next = 'another password') =>
      cup.app.changePassword({ current, next }, organiser)
    expect(await change('wrong one')).toMatchObject({ reason: 'wrong-password' })
    expect(await change(password, 'short')).toMatchObject({ reason: 'password-too-short' })
    for (let time = 0; time < 10; time++) await change('wrong one')
    expect(await change(password)).toMatchObject({ ok: false })
    await cup.clock.advance(60_000)
    expect(await change(password)).toMatchObject({ ok: true })
  })
})
