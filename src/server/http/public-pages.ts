import type { CupView } from '../../domain/cup.ts'

type Asked = { readonly value: string; readonly view: CupView; readonly kept: URLSearchParams }

/** Whether a value of a query can make a difference to the page. */
type Matters = (asked: Asked) => boolean

/** The pages that look the same for everybody, and which parts of the query they know. */
export const publicPages: Readonly<Record<string, Readonly<Record<string, Matters>>>> = {
  '/': {},
  '/register': { done: ({ value }) => value === 'registered' || value === 'waiting' },
  '/draw': { match: isInDraw, team: ({ value, view }) => Object.hasOwn(view.draw?.teams ?? {}, value) },
  '/schedule': {},
  '/entries': {},
  '/rules': {},
  '/past-champions': {},
  // An edition that never was is answered with a sentence that is not kept; draws of the past are not in the view.
  '/past-tournaments': {
    edition: ({ value }) => value !== '',
    match: ({ value, kept }) => kept.has('edition') && /^\d{1,2}\.\d{1,4}$/.test(value),
  },
  '/login': {},
  '/screen': {},
}

const longestValue = 64

/**
 * The one address under which a public page is kept, or undefined for anything else. What makes no difference to a page is
 * left out, so nobody can have the same page rendered a thousand times by making up queries.
 */
export function canonicalPage(url: string, view: CupView | undefined): string | undefined {
  const [path = '', query = ''] = splitOnce(url, '?')
  const isData = path.endsWith('.data')
  const page = isData ? pageOfData(path) : path
  const known = publicPages[page]
  if (!known) return undefined
  const asked = new URLSearchParams(query)
  const kept = new URLSearchParams()
  for (const [name, matters] of Object.entries(known)) {
    const value = asked.get(name)
    if (value === null || value.length > longestValue) continue
    // While nobody knows the cup nothing is kept, and the page itself may judge.
    if (!view || matters({ value, view, kept })) kept.set(name, value)
  }
  const routes = isData ? asked.get('_routes') : null
  if (routes !== null && areOf(page, routes)) kept.set('_routes', routes)
  return kept.size > 0 ? `${path}?${kept}` : path
}

export function isPublicPage(path: string): boolean {
  return Object.hasOwn(publicPages, path)
}

function isInDraw({ value, view }: Asked): boolean {
  const rounds = view.draw?.rounds ?? []
  return rounds.some(({ matches }) =>
    matches.some(({ id, round, index }) => value === id || value === `${round}.${index}`),
  )
}

/** A screen asks for its own data or the frame's, each once; whoever asks for others gets all there is. */
function areOf(page: string, routes: string): boolean {
  const ids = routes.split(',')
  const own = ['root', `routes${page === '/' ? '/home' : page}`]
  return ids.length === new Set(ids).size && ids.every((id) => own.includes(id))
}

// React Router asks for the data of '/draw' at '/draw.data', and of '/' at '/_.data'.
function pageOfData(path: string): string {
  return path === '/_.data' ? '/' : path.slice(0, -'.data'.length)
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
