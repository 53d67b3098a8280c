import { get } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
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

/** A request with another Host header, which `fetch` cannot send. */
function askAs(host: string, url: string): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { host }, agent: false }, (answer) => {
      answer.resume()
      const headers = { 'retry-after': answer.headers['retry-after'] ?? '' }
      resolve(new Response(null, { status: answer.statusCode ?? 0, headers }))
    })
    request.on('error', reject)
  })
}

describe('a public page', () => {
  test.each(['/rules', '/rules.data', '/'])('%s is rendered once for a hundred visitors', async (path) => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => fetch(cup.url + path)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(rendered).toEqual([path])
  })

  test('is cached once, whatever teams, matches and parts are made up', async () => {
    for (let number = 0; number < 20; number++) {
      await fetch(`${cup.url}/draw?team=made-up-${number}&match=${number}.${number}`)
      await fetch(`${cup.url}/register.data?done=${number}&_routes=made-up-${number}`)
    }
    expect(rendered).toEqual(['/draw', '/register.data'])
  })

  test('is revalidated with its ETag, and 304 while nothing has changed', async () => {
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

  test('never shows a Host that another visitor made up', async () => {
    await askAs('evil.example', `${cup.url}/`)
    expect(rendered).toEqual(['/'])
    expect(await (await fetch(`${cup.url}/`)).text()).not.toContain('evil.example')
  })
})

describe('an organiser', () => {
  test('never gets the shared page, and never fills the cache', async () => {
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

  test('with an ended session gets the public page, which no cache stores', async () => {
    const cookie = await cup.signIn()
    const token = /cup-session=([^;]+)/.exec(cookie)?.[1] ?? ''
    await cup.post('/admin', { intent: 'logout' }, cookie)
    rendered = []
    for (const path of ['/rules', '/rules', '/nothing-here', '/nothing-there']) {
      const response = await fetch(cup.url + path, { headers: { cookie: `cup-session=${token}` } })
      expect(response.headers.get('cache-control')).toBe('private, no-store')
    }
    expect(rendered).toEqual(['/rules', '/not-found'])
  })

  test.each(['/admin', '/admin/teams', '/admin.data'])('gets %s, which is never cached', async (path) => {
    const cookie = await cup.signIn()
    rendered = []
    for (let time = 0; time < 2; time++) {
      const response = await fetch(cup.url + path, { headers: { cookie } })
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    }
    expect(rendered).toHaveLength(2)
  })

  test('without a session is sent to the login, which is not cached either', async () => {
    const response = await fetch(`${cup.url}/admin`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/login'])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })
})

test('an error page is not cached', async () => {
  const ask = () => fetch(`${cup.url}/past-tournaments/99`)
  await ask()
  const response = await ask()
  expect([response.status, rendered.length]).toEqual([404, 2])
})

describe('a flood of', () => {
  const numbers = Array.from({ length: 300 }, (_, number) => number)
  const flood = (ask: (number: number) => [path: string, headers?: Record<string, string>]) =>
    Promise.all(
      numbers.map((number) => {
        const [path, headers = {}] = ask(number)
        return fetch(cup.url + path, { headers, redirect: 'manual' })
      }),
    )
  const statuses = (answers: readonly Response[]) => [...new Set(answers.map(({ status }) => status))]

  test('made-up addresses is answered with one page', async () => {
    const answers = await flood((number) => [`/made-up/${number}`])
    expect(statuses(answers)).toEqual([404])
    expect(await answers[0]?.text()).toContain('There is no page at this address.')
    await flood((number) => [`/made-up-${number}.data`])
    expect(rendered).toEqual(['/not-found', '/not-found.data'])
  })

  test('other spellings of an address is redirected to the page, with the query', async () => {
    const spellings = ['/DRAW', '/draw/', '/dr%61w', '/Draw.data']
    const answers = await flood((number) => [`${spellings[number % 4]}?team=${number}`])
    expect(statuses(answers)).toEqual([308])
    expect(answers[5]?.headers.get('location')).toBe('/draw?team=5')
    expect(answers[7]?.headers.get('location')).toBe('/draw.data?team=7')
    expect(rendered).toEqual([])
  })

  test('invalid session cookies renders nothing, and made-up sessions one page', async () => {
    await flood((number) => ['/rules', { cookie: `cup-session=made-up-${number}` }])
    expect(rendered).toEqual(['/rules'])
    const made = (number: number) => String(number).padStart(43, 'x')
    await flood((number) => ['/rules', { cookie: `cup-session=${made(number)}` }])
    expect(rendered).toEqual(['/rules'])
  })
})

describe('a flood of pages that are not cached', () => {
  test.each(['made-up hosts', 'made-up editions'])(
    'by %s is rendered one at a time, then told to retry, and delays no organiser and no ordinary page',
    async (what) => {
      const letGo: (() => void)[] = []
      const busy = await startCup({
        aroundPages: (pages) => async (request, parts) => {
          const isUnusual = request.url.includes('made-up')
          if (isUnusual) await new Promise<void>((resolve) => letGo.push(resolve))
          return pages(request, parts)
        },
      })
      const cookie = await busy.signIn()
      await fetch(`${busy.url}/admin`, { headers: { cookie } })
      const ask = (number: number) =>
        what === 'made-up hosts'
          ? askAs(`made-up-${number}.example`, `${busy.url}/draw`)
          : fetch(`${busy.url}/past-tournaments/made-up-${number}`)
      const asked = Array.from({ length: 60 }, (_, number) => ask(number))
      const refused = await Promise.race(asked)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
      expect(letGo).toHaveLength(1)
      expect((await fetch(`${busy.url}/schedule`)).status).toBe(200)
      const saved = await busy.post('/admin/settings', { registration: 'open' }, cookie)
      expect(saved.status).toBe(303)
      for (let number = 0; number < 51; number++) {
        await expect.poll(() => letGo.length).toBeGreaterThan(0)
        letGo.shift()?.()
      }
      const refusals = (await Promise.all(asked)).filter(({ status }) => status === 503)
      expect(refusals).toHaveLength(9)
    },
  )
})

test("the data of a page's own route and of the root route are cached separately", async () => {
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
