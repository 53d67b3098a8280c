import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startCup, type TestCup } from '../support/start-cup.ts'

let cup: TestCup
let rendered: string[]

beforeEach(async () => {
  rendered = []
  cup = await startCup({
    aroundPages: (pages) => (request, parts) => {
      rendered.push(new URL(request.url).pathname)
      return pages(request, parts)
    },
  })
})
afterEach(() => cup.stop())

describe('a public page', () => {
  test.each(['/rules', '/rules.data', '/'])('%s is rendered once for a hundred visitors', async (path) => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => fetch(cup.url + path)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(rendered).toEqual([path])
  })

  test('is the same page whatever is made up about teams, matches and parts of it', async () => {
    for (let number = 0; number < 20; number++) {
      await fetch(`${cup.url}/draw?team=made-up-${number}&match=${number}.${number}`)
      await fetch(`${cup.url}/register.data?done=${number}&_routes=made-up-${number}`)
    }
    expect(rendered).toEqual(['/draw', '/register.data'])
  })

  test('is checked with its tag, and 304 as long as nothing changed', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': encoding }
      const first = await fetch(`${cup.url}/`, { headers })
      expect(first.headers.get('cache-control')).toBe('public, no-cache')
      expect(first.headers.get('vary')).toBe('accept-encoding, cookie')
      expect(first.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
      const etag = first.headers.get('etag') ?? ''
      const again = await fetch(`${cup.url}/`, { headers: { ...headers, 'if-none-match': etag } })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect(again.headers.get('etag')).toBe(etag)
      expect(again.headers.has('content-security-policy')).toBe(true)
    }
  })

  test('shows nobody the host that somebody else made up', async () => {
    await fetch(`${cup.url}/`, { headers: { host: 'evil.example' } })
    expect(await (await fetch(`${cup.url}/`)).text()).not.toContain('evil.example')
  })
})

describe('an organiser', () => {
  test('never gets the shared page, and never fills it', async () => {
    const cookie = await cup.signIn()
    rendered = []
    const own = await fetch(`${cup.url}/rules`, { headers: { cookie } })
    expect(own.headers.get('cache-control')).toBe('private, no-store')
    expect(own.headers.has('etag')).toBe(false)
    await fetch(`${cup.url}/rules`)
    await fetch(`${cup.url}/rules`, { headers: { cookie } })
    await fetch(`${cup.url}/rules`)
    expect(rendered).toEqual(['/rules', '/rules', '/rules'])
  })

  test('whose session has ended still gets nothing shared', async () => {
    const response = await fetch(`${cup.url}/rules`, { headers: { cookie: 'cup-session=of-last-year' } })
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  test.each(['/admin', '/admin/teams', '/admin.data'])('gets %s from no cache whatever', async (path) => {
    const cookie = await cup.signIn()
    rendered = []
    for (let time = 0; time < 2; time++) {
      const response = await fetch(cup.url + path, { headers: { cookie } })
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    }
    expect(rendered).toHaveLength(2)
  })

  test('who is none is sent to the login, and that is not kept either', async () => {
    const response = await fetch(`${cup.url}/admin`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/login'])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })
})

test('a page that could not be made is not kept', async () => {
  await fetch(`${cup.url}/nothing-here`)
  const response = await fetch(`${cup.url}/nothing-here`)
  expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-cache'])
  expect(rendered).toEqual(['/nothing-here', '/nothing-here'])
})

test("a page's own part of its data, and the frame's, are kept by themselves", async () => {
  const partsOf = async (query: string) => {
    const text = await (await fetch(`${cup.url}/schedule.data${query}`)).text()
    return ['root', 'schedule'].filter((id) => text.includes(`"${id}",`))
  }
  for (let time = 0; time < 2; time++) {
    expect(await partsOf('?_routes=root')).toEqual(['root'])
    expect(await partsOf('?_routes=schedule')).toEqual(['schedule'])
    expect(await partsOf('')).toEqual(['root', 'schedule'])
  }
  expect(rendered).toHaveLength(3)
})
