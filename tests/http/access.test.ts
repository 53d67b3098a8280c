import { RouterContextProvider } from 'react-router'
import { beforeAll, describe, expect, test } from 'vitest'
import { type RequestParts, requestParts } from '../../src/web/app-context.ts'
import { guard } from '../../src/web/guard.ts'
import { allPages } from '../../src/web/pages.ts'
import routes from '../../src/web/routes.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { type OrganisedCup, phoneOf, registerForToken, startOrganisedCup } from '../support/organised-cup.ts'

type RouteEntry = { readonly path?: string; readonly children?: readonly RouteEntry[] }

/** Every path of the route table, nested ones included. */
function pathsOf(entries: readonly RouteEntry[], parent = ''): string[] {
  return entries.flatMap(({ path = '', children = [] }) => {
    const own = [parent, path].filter(Boolean).join('/')
    return [`/${own}`, ...pathsOf(children, own)]
  })
}

const everyPath = pathsOf(routes as readonly RouteEntry[])
const organisersPages = allPages.filter(({ openTo }) => openTo === 'organiser')
const organisersAddresses = organisersPages.flatMap((page) => addressesOf(page, { token: '' }))

let cup: OrganisedCup
/** The token of the fourth team's own link. */
let token: string
beforeAll(async () => {
  const settings = { embedSites: 'https://club.example.org', reports: 'on' } as const
  cup = await startOrganisedCup({ teams: 3, settings })
  token = await registerForToken(cup, 4)
})

test('every route has an access rule, and every rule a route', () => {
  expect(allPages.map(({ path }) => path).sort()).toEqual([...everyPath].sort())
})

test('the pages under /admin, and no others, are for organisers', () => {
  expect(organisersPages.map(({ path }) => path)).toEqual(
    everyPath.filter((path) => path.startsWith('/admin')),
  )
})

test('a route without a rule is refused, even to an organiser', async () => {
  const context = new RouterContextProvider()
  context.set(requestParts, {
    organiser: { kind: 'organiser', email: 'a@b.c', sessionId: '1' },
  } as RequestParts)
  const url = new URL('http://cup.test/admin/secret')
  const args = { context, url, pattern: 'admin/secret', params: {}, request: new Request(url) }
  const answered = async () => guard(args, async () => new Response('secret'))
  await expect(answered()).rejects.toMatchObject({ init: { status: 403 } })
})

describe.each(organisersAddresses)('$address without a session', ({ address: path, data: dataPath }) => {
  test('leads to /login when it is opened', async () => {
    const response = await fetch(cup.url + path, { redirect: 'manual' })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/login')
    expect(await response.text()).toBe('')
  })

  test('leads to /login when its data is requested', async () => {
    for (const query of ['', '?_routes=root', '?_routes=admin']) {
      const response = await fetch(cup.url + dataPath + query, { redirect: 'manual' })
      const text = await response.text()
      expect(text).toContain('SingleFetchRedirect')
      expect(text).toContain('/login')
      expect(text).not.toContain('Ana 1')
    }
  })

  test('leads to /login when a form is posted, and changes nothing', async () => {
    const { revision } = await cup.view()
    const everything = { intent: 'reset', confirm: 'yes', organiserTools: 'on', registration: 'closed' }
    const posted = await cup.post(path, everything)
    expect(posted.status).toBe(302)
    expect(posted.headers.get('location')).toBe('/login')
    expect(await posted.text()).toBe('')
    const scripted = await cup.post(dataPath, everything)
    expect(await scripted.text()).toContain('/login')
    expect((await cup.view()).revision).toBe(revision)
  })

  test('treats a made-up session as no session', async () => {
    const response = await fetch(cup.url + path, {
      redirect: 'manual',
      // As long as a real token: any other is dropped before the lookup.
      headers: { cookie: `cup-session=${'x'.repeat(43)}` },
    })
    expect(response.headers.get('location')).toBe('/login')
  })
})

describe('a phone number', () => {
  const phones = [1, 2, 3, 4].map(phoneOf)
  const holdsPhone = (text: string) => phones.some((phone) => text.includes(phone))

  test('is on no public page and in no public data', async () => {
    // Actions are only posted.
    const open = allPages.filter(({ id, openTo }) => openTo === 'anyone' && id !== 'action')
    for (const { address, data } of open.flatMap((page) => addressesOf(page, { token }))) {
      for (const path of [address, data]) {
        const answer = await fetch(cup.url + path)
        // A missing page would hold no phone number either.
        expect(answer.status, path).toBe(address === '/nowhere' ? 404 : 200)
        expect(holdsPhone(await answer.text()), path).toBe(false)
      }
    }
  })

  test('is on the team approval of a signed-in organiser', async () => {
    const { html } = await cup.page('/admin/teams')
    for (const phone of phones) expect(html).toContain(phone)
  })
})
