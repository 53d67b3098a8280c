import type { IncomingHttpHeaders } from 'node:http'
import { type Exchange, isSecretPath } from './exchange.ts'
import type { Problem } from './plain-page.ts'

const longestUrl = 2_048

/** Why a request is refused whatever it asks for, or undefined. */
export function requestProblem(
  { request, site, url, path, isRead }: Exchange,
  isOriginFixed: boolean,
): Problem | undefined {
  if (!isWellFormed(url, path, site)) return { status: 400 }
  if (url.length > longestUrl) return { status: 414 }
  if (isRead) return undefined
  if (request.method !== 'POST') return { status: 405, headers: { allow: 'GET, HEAD, POST' } }
  // A page that sends no referrer posts with 'Origin: null'. Only who knows its secret address can post there at all.
  const isUnsaid = isSecretPath(path) && request.headers.origin === 'null'
  const { origin: _unsaid, ...rest } = request.headers
  return isSameOrigin(isUnsaid ? rest : request.headers, site, isOriginFixed) ? undefined : { status: 403 }
}

/** The host comes from the visitor too, so it is checked together with the address. */
function isWellFormed(url: string, path: string, site: string): boolean {
  if (!url.startsWith('/') || url.startsWith('//') || url.includes('\\') || !URL.canParse(url, site))
    return false
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}

/**
 * True when a post may come from our own pages. A browser says where a post comes from; what says nothing is no
 * browser, so it cannot carry somebody's cookies against their will.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, site: string, isOriginFixed: boolean): boolean {
  const fetchSite = headers['sec-fetch-site']
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return false
  const origin = headers.origin
  if (origin === undefined || origin === site) return true
  // Behind a proxy that rewrites the host we do not know our own address: the browser's verdict counts.
  if (fetchSite === 'same-origin') return !isOriginFixed || origin === 'null'
  if (isOriginFixed) return false
  // The same for a proxy that ends https without saying so.
  return URL.parse(origin)?.host === URL.parse(site)?.host
}
