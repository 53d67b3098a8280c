import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { rawRequest, startCup, type TestCup } from '../support/start-cup.ts'
import { watchLog } from '../support/watch-log.ts'

let cup: TestCup
beforeAll(async () => {
  cup = await startCup()
})

const script = `/static/js/${readdirSync('build/client/static/js').find((name) => /^entry\.client.*\.js$/.test(name))}`

const secure = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/** Headers that only matter where a window shows the answer. */
const inWindows = {
  'referrer-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'x-frame-options': 'DENY',
}

describe('every kind of answer', () => {
  const kinds: readonly [what: string, path: string, status: number][] = [
    ['a public page', '/draw', 200],
    ['a page for organisers only', '/admin', 302],
    ['a page with a slash too many', '/draw/', 308],
    ['an unknown path', '/nothing-here', 404],
    ['a missing script', '/static/js/gone-12345678.js', 404],
    ['a malformed address', '/%E0%A4%A', 400],
    ['the page without a network', '/offline', 200],
    ['a picture that a window can show', '/favicon.svg', 200],
  ]
  test.each(kinds)('%s carries the security headers', async (_what, path, status) => {
    const response = await fetch(cup.url + path, { redirect: 'manual' })
    expect(response.status).toBe(status)
    expect(Object.fromEntries(response.headers)).toMatchObject({ ...secure, ...inWindows })
  })

  const parts: readonly [what: string, path: string][] = [
    ['the data of a page', '/draw.data'],
    ['a script', script],
    ['the service worker', '/sw.js'],
    ['the health', '/healthz'],
  ]
  test.each(parts)('%s carries only the security headers that matter there', async (_what, path) => {
    const response = await fetch(cup.url + path)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject(secure)
    for (const name of Object.keys(inWindows)) expect(response.headers.has(name), name).toBe(false)
  })

  test('the live stream carries its security headers', async () => {
    const abort = new AbortController()
    const response = await fetch(`${cup.url}/events`, { signal: abort.signal })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(Object.fromEntries(response.headers)).toMatchObject(secure)
    abort.abort()
  })

  test('https is never required over http, and always over https', async () => {
    expect((await fetch(`${cup.url}/draw`)).headers.has('strict-transport-security')).toBe(false)
    const secured = await startCup({ config: { origin: 'https://cup.example.org' } })
    for (const path of ['/draw', '/nothing-here', '/healthz', script]) {
      expect((await fetch(secured.url + path)).headers.get('strict-transport-security')).toBe(
        'max-age=31536000',
      )
    }
  })
})

describe('a page', () => {
  test.each(['/', '/draw', '/login', '/nothing-here'])(
    '%s runs only the scripts it was rendered with',
    async (path) => {
      const response = await fetch(cup.url + path)
      const html = await response.text()
      const policy = response.headers.get('content-security-policy') ?? ''
      const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
        ([, text = '']) => text,
      )
      expect(inline.length).toBeGreaterThan(0)
      for (const text of inline) {
        expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      }
      expect(/script-src [^;]*/.exec(policy)?.[0]).not.toContain('unsafe')
      expect(policy).toContain("frame-ancestors 'none'")
      expect(html).not.toContain('nonce=')
    },
  )

  test('forbids an injected script or style', async () => {
    const evil = '<script>evil()</script><style>evil{}</style>'
    const tricked = await startCup({
      aroundPages: (pages) => async (request, parts) => {
        const response = await pages(request, parts)
        const html = (await response.text()).replace('<h1', `${evil}<h1`)
        return new Response(html, { status: response.status, headers: response.headers })
      },
    })
    const response = await fetch(`${tricked.url}/rules`)
    expect(await response.text()).toContain(evil)
    const policy = response.headers.get('content-security-policy') ?? ''
    for (const text of ['evil()', 'evil{}']) {
      expect(policy).not.toContain(createHash('sha256').update(text).digest('base64'))
    }
  })

  test('that does not exist is a designed page with status 404, and no line in the log', async () => {
    const logged = watchLog()
    const response = await fetch(`${cup.url}/nothing-here`)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('There is no page at this address')
    expect(logged).toEqual([])
  })

  test('asked with HEAD has the headers of GET and no body', async () => {
    const [get, head] = await Promise.all([
      fetch(`${cup.url}/draw`),
      fetch(`${cup.url}/draw`, { method: 'HEAD' }),
    ])
    expect(head.status).toBe(200)
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'))
    expect(await head.text()).toBe('')
  })

  test('with a trailing slash redirects to its address', async () => {
    const response = await fetch(`${cup.url}/draw/?match=0.1`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([308, '/draw?match=0.1'])
    const elsewhere = await fetch(`${cup.url}//evil.example/`, { redirect: 'manual' })
    expect(elsewhere.status).toBe(400)
  })
})

describe('a built file', () => {
  test('is cached by browsers for ever, compressed, and 304 on revalidation', async () => {
    const response = await fetch(cup.url + script, { headers: { 'accept-encoding': 'br' } })
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toBe('text/javascript')
    expect(response.headers.get('vary')).toContain('accept-encoding')
    const etag = response.headers.get('etag') ?? ''
    const again = await fetch(cup.url + script, {
      headers: { 'accept-encoding': 'br', 'if-none-match': etag },
    })
    expect(again.status).toBe(304)
  })

  test('outside the build folder cannot be requested', async () => {
    for (const path of [
      '/static/../../package.json',
      '/static/%2e%2e/%2e%2e/package.json',
      '/..%2fpackage.json',
    ]) {
      const answer = await rawRequest(cup.url, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
      expect(answer).not.toContain('"devDependencies"')
      expect(answer).toMatch(/^HTTP\/1.1 40[04]/)
    }
  })
})

describe('a request that cannot be answered gets a small page that says so', () => {
  const cases: readonly [what: string, request: RequestInit & { path: string }, status: number][] = [
    ['a method nobody needs', { path: '/draw', method: 'DELETE' }, 405],
    ['a post to the health', { path: '/healthz', method: 'POST' }, 405],
    ['a post to the live stream', { path: '/events', method: 'POST' }, 405],
    ['a post to a script', { path: script, method: 'POST' }, 405],
    ['a body beyond every form', { path: '/login', method: 'POST', body: 'x'.repeat(70_000) }, 413],
    ['an address beyond every link', { path: `/${'x'.repeat(3000)}` }, 414],
    [
      'a post from another site',
      { path: '/login', method: 'POST', body: '', headers: { origin: 'https://evil.example' } },
      403,
    ],
  ]
  test.each(cases)('%s', async (_what, { path, ...request }, status) => {
    const response = await fetch(cup.url + path, request)
    expect(response.status).toBe(status)
    expect(Object.fromEntries(response.headers)).toMatchObject({ ...secure, 'cache-control': 'no-store' })
    const html = await response.text()
    expect(html).toContain('role="alert"')
    expect(html).not.toContain('    at ')
  })

  test('a body of unknown length is cut off too', async () => {
    const chunk = `${(16_000).toString(16)}\r\n${'x'.repeat(16_000)}\r\n`
    const head = 'POST /login HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n'
    expect(await rawRequest(cup.url, `${head}${chunk.repeat(6)}0\r\n\r\n`)).toMatch(/^HTTP\/1.1 413/)
  })

  test('invalid HTTP, and endless headers', async () => {
    expect(await rawRequest(cup.url, 'HELLO\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [\s\S]*role="alert"/)
    const headers = `x-long: ${'x'.repeat(20_000)}\r\n`
    expect(await rawRequest(cup.url, `GET / HTTP/1.1\r\nhost: x\r\n${headers}\r\n`)).toMatch(/^HTTP\/1.1 431/)
  })

  test.each(['a b', '999.999.999.999', 'cup.local:99999'])('an invalid host: %s', async (host) => {
    const request = `GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`
    expect(await rawRequest(cup.url, request)).toMatch(/^HTTP\/1.1 400/)
    const twoHosts = 'GET /rules HTTP/1.1\r\nhost: cup\r\nhost: evil.example\r\nconnection: close\r\n\r\n'
    expect(await rawRequest(cup.url, twoHosts)).toMatch(/^HTTP\/1.1 400/)
  })

  test('and nothing is written to the log', async () => {
    const logged = watchLog()
    for (const [, { path, ...request }] of cases) await fetch(cup.url + path, request)
    await cup.post('/rules', { nothing: 'takes this' })
    expect(logged).toEqual([])
  })
})

describe('a page that breaks', () => {
  test('because its storage failed is logged without what the storage quotes', async () => {
    const logged = watchLog(/The row was not taken\./)
    const detail = 'Failing row contains (Ann, 555-0142).'
    const refuse = async () => {
      throw Object.assign(new Error('The row was not taken.'), { detail })
    }
    let isBroken = false
    const troubled = await startCup({
      wrapStorage: (storage) => ({
        ...storage,
        transaction: (run) => (isBroken ? refuse() : storage.transaction(run)),
        read: (ask) => (isBroken ? refuse() : storage.read(ask)),
      }),
    })
    isBroken = true
    await troubled.post('/register', { player1Name: 'Ann', teamPhoneNumber: '555-0142' })
    await troubled.post('/login', { email: 'ann@cup.test', password: '555-0142' })
    await troubled.post('/draw', { intent: 'generate' })
    isBroken = false
    await troubled.stop()
    expect(logged).toHaveLength(3)
    expect(logged.join()).not.toContain('555-0142')
    expect(logged[2]).toContain('The row was not taken.')
  })

  test('is answered without a stack, and logged once without what was typed', async () => {
    const logged = watchLog(/the bundle is broken/)
    const broken = await startCup({
      aroundPages: () => async () => {
        throw Object.assign(new Error('the bundle is broken'), { detail: 'Key (phone)=(555-0199)' })
      },
    })
    const response = await fetch(`${broken.url}/draw?phone=555-0199`)
    expect(response.status).toBe(500)
    const html = await response.text()
    expect(html).toContain('Retry')
    expect(html).not.toContain('the bundle is broken')
    expect(logged).toEqual([expect.stringContaining('the bundle is broken')])
    expect(logged[0]).not.toContain('555-0199')
  })

  test('under load is answered with 503 once too many are waiting', async () => {
    const letGo: (() => void)[] = []
    const busy = await startCup({
      aroundPages: () => async () => {
        await new Promise<void>((resolve) => letGo.push(resolve))
        return new Response('done')
      },
    })
    const asked = Array.from({ length: 60 }, (_, number) =>
      fetch(`${busy.url}/past-tournaments/${100 + number}`),
    )
    const refused = await Promise.race(asked)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await refused.text()).toContain('Retry')
    expect(refused.headers.get('refresh')).toBeNull()
    // Nobody is at the bar's screen to press Retry.
    const screen = await fetch(`${busy.url}/screen`)
    expect([screen.status, screen.headers.get('refresh')]).toEqual([503, '15'])
    // One page is rendered, fifty wait.
    for (let number = 0; number < 51; number++) {
      await expect.poll(() => letGo.length).toBeGreaterThan(0)
      letGo.shift()?.()
    }
    const answers = await Promise.all(asked)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(51)
  })

  test('under load is spared by registrations, which are rendered one at a time', async () => {
    let [atOnce, most] = [0, 0]
    const busy = await startCup({
      aroundPages: () => async () => {
        atOnce += 1
        most = Math.max(most, atOnce)
        await new Promise(setImmediate)
        atOnce -= 1
        return new Response('done')
      },
    })
    const register = (path: string) => busy.post(path, { player1Name: 'Ann' })
    const paths = Array.from({ length: 20 }, (_, nth) => (nth % 2 === 0 ? '/register' : '/register.data'))
    const answers = await Promise.all(paths.map(register))
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
    expect(most).toBe(1)
  })

  test("under load stops neither visitors' pages nor organisers' taps", async () => {
    const letGo: (() => void)[] = []
    const busy = await startCup({
      aroundPages: (pages) => async (request, parts) => {
        const isDraw = request.method === 'POST' && new URL(request.url).pathname === '/draw'
        if (isDraw && !parts.organiser) await new Promise<void>((resolve) => letGo.push(resolve))
        return pages(request, parts)
      },
    })
    const cookie = await busy.signIn()
    // A crowd whose pages all ask for a draw that another visitor began and did not finish.
    const asked = Array.from({ length: 100 }, () => busy.post('/draw', { intent: 'generate' }))
    await expect.poll(() => letGo.length).toBe(100)
    expect((await fetch(`${busy.url}/entries`)).status).toBe(200)
    expect((await busy.post('/admin/settings', { registration: 'open' }, cookie)).status).toBe(303)
    for (const go of letGo) go()
    await Promise.all(asked)
  })
})
