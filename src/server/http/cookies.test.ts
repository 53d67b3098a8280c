import { describe, expect, test } from 'vitest'
import {
  clearedCookie,
  deviceCookie,
  entryCookie,
  readDeviceCookie,
  readEntryCookie,
  readSessionCookie,
  sessionCookie,
} from './cookies.ts'

const token = 'a-B_0'.repeat(9).slice(0, 43)
const span = { now: new Date('2025-04-04T19:00:00.000Z'), until: new Date('2025-04-04T19:00:10.900Z') }

describe('a cookie to send', () => {
  const kept = 'Path=/; Max-Age=10; Expires=Fri, 04 Apr 2025 19:00:10 GMT; HttpOnly; SameSite=Lax'

  test('is HttpOnly and SameSite, and on https bound to the host', () => {
    expect(sessionCookie(token, span, false)).toBe(`cup-session=${token}; ${kept}`)
    expect(sessionCookie(token, span, true)).toBe(`__Host-cup-session=${token}; ${kept}; Secure`)
    expect(deviceCookie('n.proof', span, false)).toBe(`cup-device=n.proof; ${kept}`)
    expect(deviceCookie('n.proof', span, true)).toBe(`__Host-cup-device=n.proof; ${kept}; Secure`)
  })

  test('for signing out expires at once', () => {
    const over = 'Path=/; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax'
    expect(clearedCookie(false)).toBe(`cup-session=; ${over}`)
    expect(clearedCookie(true)).toBe(`__Host-cup-session=; ${over}; Secure`)
  })

  test('with the link of a new team is for the page of the form only, for ten minutes', () => {
    const line = 'cup-entry=link; Path=/register; Max-Age=600; HttpOnly; SameSite=Strict'
    expect(entryCookie('link', false)).toBe(line)
    expect(entryCookie('link', true)).toBe(`${line}; Secure`)
  })
})

describe('a received cookie', () => {
  test('is found among others', () => {
    const header = `theme=dark;cup-entry=link;  cup-session=${token} ; cup-device=n.proof`
    expect(readSessionCookie(header, false)).toBe(token)
    expect(readDeviceCookie(header, false)).toBe('n.proof')
    expect(readEntryCookie(header)).toBe('link')
  })

  test('on https counts only under its `__Host-` name', () => {
    const header = `cup-session=${token}; cup-device=n.proof`
    const bound = `__Host-cup-session=${token}; __Host-cup-device=n.proof`
    expect([readSessionCookie(header, true), readDeviceCookie(header, true)]).toEqual([undefined, undefined])
    expect([readSessionCookie(bound, true), readDeviceCookie(bound, true)]).toEqual([token, 'n.proof'])
    expect([readSessionCookie(bound, false), readDeviceCookie(bound, false)]).toEqual([undefined, undefined])
  })

  test('with an impossible session is ignored', () => {
    for (const value of ['', 'made-up', token.slice(1), `${token}a`, `${token.slice(1)}!`, `!${token}`])
      expect(readSessionCookie(`cup-session=${value}`, false), value).toBeUndefined()
    expect(readSessionCookie(`my-cup-session=${token}`, false)).toBeUndefined()
    expect(readSessionCookie(undefined, false)).toBeUndefined()
    expect(readDeviceCookie('cup-device=', false)).toBeUndefined()
    expect(readEntryCookie('cup-entries=1')).toBeUndefined()
  })
})
