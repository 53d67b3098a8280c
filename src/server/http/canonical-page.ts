import type { CupView } from '../../domain/cup.ts'
import { pageOfData } from './page-spelling.ts'

/** The pages that look the same for everybody, by their address without its parameter. */
export type PublicPages = ReadonlyMap<string, PublicPage>

type PublicPage = {
  /** The id of its route. */
  readonly id: string
  /** The query parameters that the page reads. */
  readonly query: Readonly<Record<string, QueryRule>>
  /** For a page whose address may end in a parameter: whether there is anything of that name. */
  readonly isKnown?: (name: string, view: CupView) => boolean
}

/** Whether the value of a query parameter can make a difference to the page. */
export type QueryRule = (part: {
  readonly value: string
  readonly view: CupView
  /** The parameters before it that do. */
  readonly kept: URLSearchParams
  /** What the address ends in, where that is a parameter. */
  readonly parameter: string | undefined
}) => boolean

const longestValue = 64

/**
 * The one address under which a public page is kept, or undefined for anything else. Parameters that make no
 * difference are left out, so made-up queries cannot have the same page rendered a thousand times. A made-up name at the end
 * of an address has no page that is kept.
 */
export function canonicalPage(
  pages: PublicPages,
  url: string,
  view: CupView | undefined,
): string | undefined {
  const [path = '', query = ''] = splitOnce(url, '?')
  const isData = path.endsWith('.data')
  const { page, parameter } = findPage(pages, isData ? pageOfData(path) : path)
  if (!page || (parameter !== undefined && view && !page.isKnown?.(parameter, view))) return undefined
  const asked = new URLSearchParams(query)
  const kept = new URLSearchParams()
  for (const [name, matters] of Object.entries(page.query)) {
    const value = asked.get(name)
    if (value === null || value.length > longestValue) continue
    // Without a view nothing is kept, and the page itself decides.
    if (!view || matters({ value, view, kept, parameter })) kept.set(name, value)
  }
  const routes = isData ? asked.get('_routes') : null
  if (routes !== null && areOf(page, routes)) kept.set('_routes', routes)
  return kept.size > 0 ? `${path}?${kept}` : path
}

function findPage(
  pages: PublicPages,
  path: string,
): { readonly page?: PublicPage | undefined; readonly parameter?: string } {
  const page = pages.get(path)
  if (page) return { page }
  const end = path.lastIndexOf('/')
  const above = pages.get(path.slice(0, end))
  return above?.isKnown ? { page: above, parameter: path.slice(end + 1) } : {}
}

/** A page asks for its own data or the root's, each once; any other list counts as none. */
function areOf({ id }: PublicPage, routes: string): boolean {
  const ids = routes.split(',')
  return ids.length === new Set(ids).size && ids.every((one) => one === 'root' || one === id)
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
