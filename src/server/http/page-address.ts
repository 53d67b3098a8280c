import type { CupView } from '../../domain/cup.ts'

/** A row of the page table (src/web/pages.ts), as far as the server reads it. */
export type PageRow = {
  /** The id of its route. */
  readonly id: string
  /** As the router writes it; '/*' is every other address. */
  readonly path: string
  /** Rendered once for everybody: the query parameters that make a difference. */
  readonly shared?: QueryRules
  /** Of a shared page whose path ends in an optional parameter: whether there is anything of that name. */
  readonly isKnown?: (name: string, view: CupView) => boolean
  /** Its parameter is a team's secret: the query parameters that make a difference where it is wrong. */
  readonly secret?: QueryRules
}

type QueryRules = Readonly<Record<string, QueryRule>>

/** Whether the value of a query parameter can make a difference to the page. */
export type QueryRule = (part: {
  readonly value: string
  readonly view: CupView
  /** The parameters before it that do. */
  readonly kept: URLSearchParams
  /** The parameter that the path ends in. */
  readonly parameter: string | undefined
}) => boolean

export type PageAddress = {
  /** False: the address of no page. */
  readonly exists: boolean
  /** The canonical spelling, where it was asked in another. */
  readonly redirect?: string
  /** Cache key of a page that is the same for everybody. */
  readonly shared?: string
  /** Of a team's own page: the secret, and the cache key that all wrong ones share. */
  readonly secret?: { readonly token: string; sharedFor(reason: string): string }
}

const longestValue = 64
const notFound = '/not-found'

/**
 * Reads an address by the page table. The router would also take '/DRAW', '/draw/' and '/dr%61w', and any query: each would be
 * rendered anew. So other spellings are redirected, and cache keys leave out what makes no difference to the page.
 */
export function createPageAddresses(table: readonly PageRow[]) {
  const rows = table
    .filter(({ path }) => path !== '/*')
    .map((row) => ({ row, pattern: segmentsOf(row.path) }))

  return function pageAddress(url: string, view: CupView | undefined): PageAddress {
    const [path = '', query = ''] = splitOnce(url, '?')
    const ending = path.endsWith('.data') ? '.data' : ''
    const asked = segmentsOf(ending ? pageOfData(path) : path)
    const found = rows.find(({ pattern }) => fits(pattern, asked))
    if (!found) return { exists: false, shared: notFound + ending }
    const { row, pattern } = found
    const spell = (parameter?: string) => {
      const segments = asked.map((name, at) =>
        pattern[at]?.startsWith(':') ? (parameter ?? name) : pattern[at],
      )
      return segments.length === 0 && ending ? '/_.data' : `/${segments.join('/')}${ending}`
    }
    if (path !== spell()) return { exists: true, redirect: spell() + url.slice(path.length) }

    const parameter = pattern[asked.length - 1]?.startsWith(':') ? asked.at(-1) : undefined
    const kept = keptQuery(row, { asked: new URLSearchParams(query), view, parameter, isData: ending !== '' })
    if (row.secret)
      return {
        exists: true,
        secret: { token: parameter ?? '', sharedFor: (reason) => spell(reason) + kept },
      }
    const isMadeUp = parameter !== undefined && view !== undefined && !row.isKnown?.(parameter, view)
    return row.shared && !isMadeUp ? { exists: true, shared: path + kept } : { exists: true }
  }
}

/** Without a view every known parameter counts: nothing is kept then, and the page itself decides. */
function keptQuery(
  { id, shared, secret }: PageRow,
  {
    asked,
    view,
    parameter,
    isData,
  }: { asked: URLSearchParams; view: CupView | undefined; parameter: string | undefined; isData: boolean },
): string {
  const kept = new URLSearchParams()
  for (const [name, matters] of Object.entries(shared ?? secret ?? {})) {
    const value = asked.get(name)
    if (value === null || value.length > longestValue) continue
    if (!view || matters({ value, view, kept, parameter })) kept.set(name, value)
  }
  // React Router asks for the page's own data or the root's, each once; any other list counts as none.
  const routes = isData ? (asked.get('_routes')?.split(',') ?? []) : []
  const areOwn = new Set(routes).size === routes.length && routes.every((one) => one === 'root' || one === id)
  if (areOwn && routes.length > 0) kept.set('_routes', routes.join(','))
  return kept.size > 0 ? `?${kept}` : ''
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

// React Router asks for the data of '/draw' at '/draw.data', and of '/' at '/_.data'.
function pageOfData(path: string): string {
  return path === '/_.data' ? '/' : path.slice(0, -'.data'.length)
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
