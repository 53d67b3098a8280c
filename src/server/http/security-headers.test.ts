import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('the policy of a page', () => {
  const html = `<html><head><style>body{margin:0}</style><script src="/static/js/a.js"></script></head><body>
<script>one()</script><script>evil()</script><style>evil{}</style></body></html>`
  const policy = contentSecurityPolicy(html, {
    scripts: ['one()', 'import "/static/js/b.js"', 'one()'],
    styles: ['body{margin:0}'],
  })

  test('allows exactly the inline scripts that are its own', () => {
    const scripts = /script-src ([^;]+)/.exec(policy)?.[1]
    expect(scripts).toBe(`'self' ${hashOf('one()')} ${hashOf('import "/static/js/b.js"')}`)
  })

  test('allows its inline styles alike', () => {
    expect(policy).toContain(`style-src 'self' ${hashOf('body{margin:0}')};`)
  })

  test('forbids frames, plug-ins, other bases and foreign forms', () => {
    for (const rule of [
      "frame-ancestors 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ]) {
      expect(policy).toContain(rule)
    }
    expect(policy).not.toContain('unsafe')
  })

  test('allows style attributes only where the page has some', () => {
    const none = { scripts: [], styles: [] }
    expect(contentSecurityPolicy('<p style="color:red">', none)).toContain("style-src-attr 'unsafe-inline'")
    expect(contentSecurityPolicy('<p>style="color:red"</p>', none)).not.toContain('unsafe-inline')
  })
})

test('https is demanded for a year, but never over http, where it would mean nothing', () => {
  expect(securityHeaders(true)).toContain('strict-transport-security')
  expect(securityHeaders(false)).not.toContain('strict-transport-security')
})
