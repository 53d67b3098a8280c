import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { canonicalPage, publicPages } from './public-pages.ts'

describe('the address a public page is kept under', () => {
  const cases: readonly [asked: string, kept: string | undefined][] = [
    ['/', '/'],
    ['/draw', '/draw'],
    ['/draw?utm_source=chat&fbclid=123', '/draw'],
    ['/past-tournaments?edition=11', '/past-tournaments?edition=11'],
    ['/past-tournaments?x=1&edition=11&edition=12', '/past-tournaments?edition=11'],
    [`/past-tournaments?edition=${'1'.repeat(100)}`, '/past-tournaments'],
    ['/_.data', '/_.data'],
    ['/draw.data?_routes=root', '/draw.data?_routes=root'],
    ['/draw?_routes=root', '/draw'],
    ['/admin', undefined],
    ['/admin/teams.data', undefined],
    ['/nothing-here', undefined],
    ['/constructor', undefined],
    ['/draw/', undefined],
  ]
  test.each(cases)('%s is %s', (asked, kept) => {
    expect(canonicalPage(asked)).toBe(kept)
  })
})

test('just the parts of a query that public screens read are known here', () => {
  const folder = new URL('../../web/routes/', import.meta.url)
  const screens = readdirSync(folder).filter((name) => name.endsWith('.tsx') && name !== 'not-found.tsx')
  const read = screens.flatMap((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const path = name === 'home.tsx' ? '/' : `/${name.replace('.tsx', '')}`
    return [...text.matchAll(/[sS]earch(?:Params)?\.(?:get|has)\('(\w+)'\)/g)].map(([, query]) => ({
      path,
      query,
    }))
  })
  const known = Object.entries(publicPages).flatMap(([path, names]) =>
    names.map((query) => ({ path, query })),
  )
  const lines = (list: typeof read) => new Set(list.map(({ path, query }) => `${path} ${query}`))
  expect(lines(read)).toEqual(lines(known))
})
