import { beforeEach, expect, test } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import { type OrganisedCup, organiser, said, startOrganisedCup, textOf } from '../support/organised-cup.ts'
import { all, having, one, text } from '../support/page.ts'

let cup: OrganisedCup

beforeEach(async () => {
  cup = await startOrganisedCup({ config: { trustProxy: 1 } })
})

const form = (name: string) => ({
  player1Name: name,
  player2Name: 'Ben',
  teams: 'Lions',
  teamPhoneNumber: `079 ${name}`,
})

const register = (name: string, address = '192.0.2.1') =>
  fetch(`${cup.url}/register`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'x-forwarded-for': address },
    body: new URLSearchParams(form(name)),
  })

/** As the page's script posts it; the answer is JSON. */
const registerByScript = (name: string, address = '192.0.2.1') =>
  fetch(`${cup.url}/action/register`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
    body: new URLSearchParams(form(name)),
  })

async function flood(count: number, addressOf: (nth: number) => string = () => '192.0.2.1') {
  const statuses: number[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const answer = await registerByScript(`Bot ${cup.clock.now().getTime()} ${nth}`, addressOf(nth))
    await answer.text()
    statuses.push(answer.status)
  }
  return statuses
}

const named = async (name: string) =>
  (await cup.view()).entries.filter(({ player1Name }) => player1Name === name)

test('40 teams register from one address in ten minutes; the next is told when to retry, and then gets in', async () => {
  expect((await flood(40)).filter((status) => status === 200)).toHaveLength(40)
  const held = await register('Ann')
  expect(held.status).toBe(429)
  expect(held.headers.get('retry-after')).toBe('20')
  const html = await held.text()
  expect(said(html, 'alert').join()).toContain('Please press Register Team again in 20 seconds')
  for (const typed of Object.values(form('Ann'))) expect(html).toContain(`value="${typed}"`)
  expect(await named('Ann')).toEqual([])

  expect((await register('Zoe', '192.0.2.2')).status).toBe(303)
  await cup.clock.advance(20_000)
  await flood(30)
  expect((await register('Ann')).status).toBe(303)
  expect(await named('Ann')).toHaveLength(1)
})

test('the page’s own script is told when to retry', async () => {
  await flood(40)
  const held = await registerByScript('Ann')
  expect(held.status).toBe(429)
  expect(held.headers.get('retry-after')).toBe('20')
  const text = await held.text()
  for (const part of ['"registration-slow"', '"20"']) expect(text).toContain(part)
})

test('at most 60 entries a minute get in from many addresses, an honest team does, and the organisers are told', async () => {
  const anywhere = (nth: number) => `198.51.${nth}.1`
  expect(textOf((await cup.page('/admin')).html)).not.toContain('Many entries came in at once')
  expect((await flood(120, anywhere)).filter((status) => status === 200)).toHaveLength(50)
  expect((await register('Ann', '203.0.113.9')).status).toBe(429)
  for (const path of ['/admin', '/admin/teams'])
    expect(textOf((await cup.page(path)).html)).toContain('Many entries came in at once')
  const [line] = await cup.app.journal(organiser, { search: 'slowed down', limit: 100 })
  expect(line?.words).toBe('Registration was slowed down: many entries came in at once.')
  await cup.clock.advance(20_000)
  expect((await register('Ann', '203.0.113.9')).status).toBe(303)
})

test("a team that has to wait may type the organisers' code, and gets in at once", async () => {
  await flood(120, (nth) => `198.51.${nth}.1`)
  const held = await cup.submit('/register', form('Ann'))
  expect(held.status).toBe(429)
  expect(all(held.page, 'label').map(text)).toContain('Code from the organisers')
  const note = one(
    (await cup.page('/admin/teams')).page,
    'section',
    having('aria-label', 'Registration is slowed down'),
  )
  const code = text(one(note, 'strong', (element) => /^\w{6}$/.test(text(element))))
  expect((await cup.submit('/register', { ...form('Ann'), code: 'abcdef' })).status).toBe(429)
  expect((await cup.submit('/register', { ...form('Ann'), code })).status).toBe(303)
  expect(await named('Ann')).toHaveLength(1)
})

test('an organiser at the desk is not slowed down', async () => {
  await flood(60)
  const entered = await cup.send('/register', form('Late'))
  expect(entered.location).toBe('/register?done=registered')
})

test('all pending entries since a time are removed in one tap, and put back in one', async () => {
  await cup.app.registerTeam(form('Early'))
  await cup.clock.advance(30 * 60_000)
  await cup.app.registerTeam(form('Fine'))
  const fine = (await named('Fine'))[0]?.id ?? ''
  await cup.app.setApproval({ teamIds: [fine], approved: true }, organiser)
  await flood(35)
  const { html } = await cup.page('/admin/teams')
  expect(textOf(html)).toContain('Remove the 35 teams that registered in the last ten minutes')
  expect(textOf(html)).toContain('Remove the 36 teams that registered in the last hour')
  const since = /value="([^"]+)"[^>]*>Remove <!-- -->the 35 teams/.exec(html)?.[1] ?? ''

  const removed = await cup.send('/admin/teams', { intent: 'remove-pending', since })
  expect(removed.status).toBe(303)
  const names = async () => (await cup.view()).entries.map(({ player1Name }) => player1Name)
  expect(await names()).toEqual(['Early', 'Fine'])
  const page = await cup.page(removed.location ?? '')
  expect(said(page.html, 'status').join()).toContain('Removed 35 pending teams')
  const revision = new URL(removed.location ?? '', cup.url).searchParams.get('done') ?? ''
  await cup.send('/admin/teams', { intent: 'take-back', revision })
  expect(await names()).toHaveLength(37)
  expect((await names()).slice(0, 2)).toEqual(['Early', 'Fine'])
  const nonsense = await cup.send('/admin/teams', { intent: 'remove-pending', since: 'yesterday' })
  expect(nonsense.status).toBe(422)
})

test('no flood is reported while registration is closed', async () => {
  await cup.app.changeSettings({ registration: 'closed' }, organiser)
  const answers = await flood(60)
  expect(new Set(answers)).toEqual(new Set([403]))
  const { html } = await cup.open('/register')
  expect(textOf(html)).toContain(messages.registrationClosed)
})
