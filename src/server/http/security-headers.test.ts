import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contentSecurityPolicy, documentHeaders, securityHeaders, takeOwnInline } from './security-headers.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('the policy of a page', () => {
  const policy = contentSecurityPolicy({
    scripts: ['one()', 'import "/static/js/b.js"', 'one()'],
    styles: ['body{margin:0}'],
  })

  test('allows exactly its own inline scripts', () => {
    const scripts = /script-src ([^;]+)/.exec(policy)?.[1]
    expect(scripts).toBe(`'self' ${hashOf('one()')} ${hashOf('import "/static/js/b.js"')}`)
  })

  test('allows its own inline styles', () => {
    expect(policy).toContain(`style-src 'self' ${hashOf('body{margin:0}')};`)
  })

  test('forbids frames, plug-ins, other bases and cross-site forms', () => {
    for (const rule of [
      "frame-ancestors 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ]) {
      expect(policy).toContain(rule)
    }
  })

  test('allows style attributes, but nothing else unsafe', () => {
    expect(policy.match(/[^;]*unsafe[^;]*/g)).toEqual([" style-src-attr 'unsafe-inline'"])
  })
})

test('cross-origin-opener-policy is sent on https only, because browsers log an error on http', () => {
  expect(documentHeaders(true)).toHaveProperty('cross-origin-opener-policy', 'same-origin')
  expect(documentHeaders(false)).not.toHaveProperty('cross-origin-opener-policy')
})

test('HSTS is sent on https only, for a year', () => {
  expect(securityHeaders(true)).toHaveProperty('strict-transport-security')
  expect(securityHeaders(false)).not.toHaveProperty('strict-transport-security')
})

const own = '<script nonce="word">one()</script>'

test('finds the scripts and styles with the nonce, and strips the nonce', () => {
  const html = `<head><style id="a" nonce="word">p{}</style>${own}<script nonce="word" src="/a.js"></script></head><script type="module" nonce="word" async="">two()</script>`
  expect(takeOwnInline(html, 'word')).toEqual({
    html: '<head><style id="a">p{}</style><script>one()</script><script src="/a.js"></script></head><script type="module" async="">two()</script>',
    scripts: ['one()', 'two()'],
    styles: ['p{}'],
  })
})

test.each([
  '<script>evil()</script>',
  '<style>evil{}</style>',
  '<style nonce="guessed">evil{}</style>',
  '<script nonce="guessed">evil()</script>',
  '<script nonce="">evil()</script>',
  '<script x="<p>evil()</p>',
  "<script x='>evil()//",
])('does not accept %s as ours', (evil) => {
  expect(takeOwnInline(`<p>${evil}</p>${own}`, 'word')).toMatchObject({ scripts: ['one()'], styles: [] })
})

test('if one of our scripts is cut short, nothing after it is allowed', () => {
  const { scripts } = takeOwnInline(
    '<script nonce="word">say("</script><script>evil()</script>")</script>',
    'word',
  )
  expect(scripts).toEqual(['say("'])
})
