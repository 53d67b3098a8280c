import type { CupView } from '../../domain/cup.ts'
import { pathOf } from './request.ts'

/** What the server reads of a row of the page table (src/web/public-pages.ts). */
export type PageRow = {
  /** The id of its route. */
  readonly id: string
  /** In the router's syntax; '/*' is every other address. */
  readonly path: string
  /** Rendered once for everybody. */
  readonly isShared: true | undefined
  /** Its parameter is a team's secret: only the page for wrong secrets is cached. */
  readonly isSecret: true | undefined
  /** The query parameters that make a difference to the cached page. */
  readonly query: Readonly<Record<string, QueryRule>>
  /** For a shared page whose path ends in a parameter: whether that value exists. */
  readonly isKnown: ((name: string, view: CupView) => boolean) | undefined
}

/** Whether the value of a query parameter can make a difference to the page. */
export type QueryRule = (part: {
  readonly value: string
  readonly view: CupView
  /** The parameters kept before this one. */
  readonly kept: URLSearchParams
  /** The parameter that the path ends in. */
  readonly parameter: string | undefined
}) => boolean

export type PageAddress = {
  /** False if no page has this address. */
  readonly exists: boolean
  /** The canonical spelling, if the request had another. */
  readonly redirect?: string
  /** Cache key, for a page that is the same for everybody. */
  readonly shared?: string
  /** For a team's own page: the token, and the cache key that all wrong tokens share. */
  readonly secret?: { readonly token: string; sharedFor(reason: string): string }
}

const longestValue = 64
const notFound = '/not-found'

/**
 * Looks up an address in the page table. The router would also accept '/DRAW', '/draw/', '/dr%61w' and any query, and render
 * each anew. So other spellings are redirected, and cache keys leave out what makes no difference to the page.
 */
export function createPageAddresses(table: readonly PageRow[]) {
  const rows = table
    .filter(({ path }) => path !== '/*')
    .map((row) => ({ row, pattern: segmentsOf(row.path) }))

  return function pageAddress(url: string, view: CupView | undefined): PageAddress {
    const path = pathOf(url)
    const query = url.slice(path.length)
    // React Router requests the data of '/draw' at '/draw.data', and of '/' at '/_.data'.
    const ending = path.endsWith('.data') ? '.data' : ''
    const asked = path === '/_.data' ? [] : segmentsOf(path.slice(0, path.length - ending.length))
    const found = rows.find(({ pattern }) => fits(pattern, asked))
    if (!found) return { exists: false, shared: notFound + ending }

    const { row, pattern } = found
    const isParameter = (at: number) => pattern[at]?.startsWith(':')
    const spell = (parameter?: string) => {
      const names = asked.map((name, at) => (isParameter(at) ? (parameter ?? name) : pattern[at]))
      return names.length === 0 && ending ? '/_.data' : `/${names.join('/')}${ending}`
    }
    if (spell() !== path) return { exists: true, redirect: spell() + query }

    const parameter = asked.find((_, at) => isParameter(at))
    const kept = keptQuery(row, { query, isData: ending !== '', view, parameter })
    if (row.isSecret && parameter)
      return { exists: true, secret: { token: parameter, sharedFor: (reason) => spell(reason) + kept } }
    const isMadeUp = parameter !== undefined && view !== undefined && !row.isKnown?.(parameter, view)
    return row.isShared && !isMadeUp ? { exists: true, shared: path + kept } : { exists: true }
  }
}

function fits(pattern: readonly string[], asked: readonly string[]): boolean {
  if (asked.length > pattern.length) return false
  return pattern.every((segment, at) => {
    const name = asked[at]
    if (name === undefined) return segment.endsWith('?')
    return segment.startsWith(':') || segment === decodeURIComponent(name).toLowerCase()
  })
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}

type Asked = {
  readonly query: string
  readonly isData: boolean
  readonly view: CupView | undefined
  readonly parameter: string | undefined
}

/** Without a view nothing is cached, so every parameter counts: the page itself decides. */
function keptQuery(row: PageRow, { query, isData, view, parameter }: Asked): string {
  const asked = new URLSearchParams(query)
  const kept = new URLSearchParams()
  for (const [name, matters] of Object.entries(row.query)) {
    const value = asked.get(name)
    if (value === null || value.length > longestValue) continue
    if (!view || matters({ value, view, kept, parameter })) kept.set(name, value)
  }
  // React Router requests the page's own data, the root's, or both; any other list is ignored.
  const routes = (isData && asked.get('_routes')?.split(',')) || []
  const areOwn =
    new Set(routes).size === routes.length && routes.every((one) => one === 'root' || one === row.id)
  if (areOwn && routes.length > 0) kept.set('_routes', routes.join(','))
  return kept.size > 0 ? `?${kept}` : ''
}
