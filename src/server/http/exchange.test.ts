import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { exchangeOf, loggedPath } from './exchange.ts'

const token = 'x'.repeat(43)
const response = {} as ServerResponse

function ask({ method = 'GET', url = '/', cookie = '', site = 'http://cup.test' }) {
  return exchangeOf({ method, url, headers: { cookie } } as IncomingMessage, response, site)
}

describe('a request', () => {
  test('is taken apart into path and query', () => {
    expect(ask({ url: '/draw?match=1?2' })).toMatchObject({ url: '/draw?match=1?2', path: '/draw' })
    expect(ask({ url: '/draw' })).toMatchObject({ url: '/draw', path: '/draw', site: 'http://cup.test' })
    expect(ask({ url: '?' }).path).toBe('')
  })

  test('reads with GET and HEAD alone', () => {
    const reads = ['GET', 'HEAD', 'POST', 'PUT'].map((method) => ask({ method }).isRead)
    expect(reads).toEqual([true, true, false, false])
  })

  test('is secure on https, and then has the session under its bound name', () => {
    const plain = ask({ cookie: `cup-session=${token}` })
    expect(plain).toMatchObject({ isSecure: false, token, isAnonymous: false })
    const secured = { site: 'https://cup.test', cookie: `cup-session=${token}` }
    expect(ask(secured)).toMatchObject({ isSecure: true, token: undefined, isAnonymous: true })
    expect(ask({ ...secured, cookie: `__Host-cup-session=${token}` })).toMatchObject({ token })
    expect(ask({ site: 'http://https:80' }).isSecure).toBe(false)
  })

  test('carries the link of a new team to the page of the form alone', () => {
    const cookie = 'cup-entry=link'
    expect(ask({ url: '/register?done=registered', cookie })).toMatchObject({
      entryToken: 'link',
      isAnonymous: false,
    })
    expect(ask({ url: '/draw', cookie })).toMatchObject({ entryToken: undefined, isAnonymous: true })
  })
})

test('a link that is a secret stands in no log', () => {
  expect(loggedPath('/entry/secret')).toBe('/entry/(hidden)')
  expect(loggedPath('/entries')).toBe('/entries')
  expect(loggedPath('/x/entry/')).toBe('/x/entry/')
})
