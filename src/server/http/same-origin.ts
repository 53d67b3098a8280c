import type { IncomingHttpHeaders } from 'node:http'

/**
 * True when a post may come from our own pages. A browser says where a post comes from; what says nothing is no browser,
 * and so carries nobody's cookies against their will.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, site: string, isOriginFixed: boolean): boolean {
  const fetchSite = headers['sec-fetch-site']
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return false
  const origin = headers.origin
  if (origin === undefined || origin === site) return true
  // A proxy that rewrites the host leaves us with a wrong idea of our own address; the browser's own verdict then counts.
  if (fetchSite === 'same-origin') return !isOriginFixed || origin === 'null'
  if (isOriginFixed) return false
  // The same for a proxy that ends https without saying so.
  return URL.parse(origin)?.host === URL.parse(site)?.host
}
