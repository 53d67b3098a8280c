import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { expectValidHtml } from '../../../tests/support/html.ts'
import { offlinePage, type ProblemStatus, problemPage, problems } from './plain-page.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const tokens = new Map(
  [...read('../../web/styles/tokens.css').matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name, light, dark]) => [name, { light, dark }],
  ),
)

describe('a self-contained page', () => {
  const html = String(problemPage(503, false).body)

  test('has the colours of the screens, in both themes', () => {
    const [light = '', dark = ''] = html.split('(prefers-color-scheme:dark)')
    const colours = (css: string) =>
      [...css.matchAll(/--([\w-]+):(#\w{6})/g)].map(([, name, hex]) => [name, hex])
    expect(colours(light).length).toBeGreaterThan(5)
    for (const [name, hex] of colours(light)) expect(hex, name).toBe(tokens.get(name)?.light)
    for (const [name, hex] of colours(dark)) expect(hex, name).toBe(tokens.get(name)?.dark)
    expect(colours(dark).map(([name]) => name)).toEqual(colours(light).map(([name]) => name))
  })

  test('has the court of the screens', () => {
    const lines = /<path d="([^"]+)"/.exec(html)?.[1] ?? 'none'
    expect(read('../../web/ui/court.tsx')).toContain(lines)
  })

  test.each(Object.keys(problems).map(Number))(
    'says what happened with status %d, and leads home',
    (status) => {
      const page = String(problemPage(status as ProblemStatus, false).body)
      expect(page).toContain(problems[status as ProblemStatus][1])
      expect(page).toContain('href="/"')
    },
  )
})

test('the offline page is valid, and its policy allows exactly its contents', async () => {
  const { body, headers } = offlinePage('/static/font.woff2', false)
  const html = String(body)
  await expectValidHtml(html)
  for (const tag of ['script', 'style']) {
    const inside = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(html)?.[1] ?? ''
    const hash = createHash('sha256').update(inside).digest('base64')
    expect(inside).not.toBe('')
    expect(headers['content-security-policy']).toContain(`${tag}-src 'self' 'sha256-${hash}';`)
  }
  expect(html).toContain('url("/static/font.woff2")')
  expect(String(offlinePage(undefined, false).body)).not.toContain('@font-face')
})

test('the service worker builds no page of its own', () => {
  expect(read('../../../public/sw.js')).not.toMatch(/<[a-z!]/i)
})
