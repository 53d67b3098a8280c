/** The pages that look the same for everybody, and which parts of the query they know. */
export const publicPages: Readonly<Record<string, readonly string[]>> = {
  '/': [],
  '/register': ['done'],
  '/draw': ['match', 'team'],
  '/schedule': [],
  '/entries': [],
  '/rules': [],
  '/past-champions': [],
  '/past-tournaments': ['edition', 'match'],
  '/login': [],
  '/screen': [],
}

const longestValue = 64
const longestRoutes = 300

/**
 * The one address under which a public page is kept, or undefined for anything else. What a page does not know is left
 * out, so nobody can have the same page rendered a thousand times by making up queries.
 */
export function canonicalPage(url: string): string | undefined {
  const [path = '', query = ''] = splitOnce(url, '?')
  const isData = path.endsWith('.data')
  const known = publicPages[isData ? pageOfData(path) : path]
  if (!known) return undefined
  const asked = new URLSearchParams(query)
  const kept = new URLSearchParams()
  for (const name of known) {
    const value = asked.get(name)
    if (value !== null && value.length <= longestValue) kept.set(name, value)
  }
  const routes = isData ? asked.get('_routes') : null
  if (routes !== null && routes.length <= longestRoutes) kept.set('_routes', routes)
  return kept.size > 0 ? `${path}?${kept}` : path
}

export function isPublicPage(path: string): boolean {
  return Object.hasOwn(publicPages, path)
}

// React Router asks for the data of '/draw' at '/draw.data', and of '/' at '/_.data'.
function pageOfData(path: string): string {
  return path === '/_.data' ? '/' : path.slice(0, -'.data'.length)
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
