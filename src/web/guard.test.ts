import { type RouterContext, RouterContextProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { type RequestParts, requestParts } from './app-context.ts'
import { guard } from './guard.ts'
import { allPages } from './pages.ts'

const organiser = { kind: 'organiser', email: 'ann@club.org', sessionId: '1' } as const

/** The guard's answer, or what it throws. */
async function ask(pattern: string, who?: typeof organiser): Promise<unknown> {
  const context = new RouterContextProvider()
  context.set(requestParts as RouterContext<RequestParts>, { organiser: who } as RequestParts)
  const url = new URL('http://cup.test/')
  const args = { context, url, pattern, params: {}, request: new Request(url) }
  try {
    return await (await guard(args, async () => new Response('the page')))?.text()
  } catch (thrown) {
    return thrown
  }
}

describe('the guard', () => {
  test.each(allPages)('$path opens to whom its table says', async ({ path, openTo }) => {
    // The router names patterns with and without the first slash.
    for (const pattern of [path, path.slice(1)]) {
      expect(await ask(pattern, organiser)).toBe('the page')
      const answer = await ask(pattern)
      if (openTo === 'anyone') expect(answer).toBe('the page')
      else {
        expect((answer as Response).status).toBe(302)
        expect((answer as Response).headers.get('location')).toBe('/login')
      }
    }
  })

  test('a page that is not in the table opens to nobody', async () => {
    for (const who of [organiser, undefined])
      expect(await ask('admin/secret', who)).toMatchObject({
        data: 'Nobody was given access to this page.',
        init: { status: 403 },
      })
    expect(await ask('admin/admin', organiser)).toMatchObject({ init: { status: 403 } })
  })
})
