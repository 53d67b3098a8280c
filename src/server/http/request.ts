import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '../config.ts'
import { readEntryCookie, readSessionCookie } from './cookies.ts'
import type { Problem } from './plain-page.ts'

/** One request and its response. */
export type Visit = ReturnType<typeof visitOf>

export function visitOf(request: IncomingMessage, response: ServerResponse, site: string) {
  const url = request.url as string
  const path = pathOf(url)
  const isSecure = isSecureSite(site)
  const token = readSessionCookie(request.headers.cookie, isSecure)
  const entryToken = path === '/register' ? readEntryCookie(request.headers.cookie) : undefined
  return {
    request,
    response,
    /** The origin, such as 'https://cup.example'. */
    site,
    isSecure,
    /** Path and query, as sent. */
    url,
    path,
    isRead: request.method === 'GET' || request.method === 'HEAD',
    /** Session token, not looked up yet. */
    token,
    /** Token of the link that /register gave this browser, not looked up yet. */
    entryToken,
    /** Has neither token: gets the cached public pages. */
    isAnonymous: token === undefined && entryToken === undefined,
  } as const
}

export function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

export function isSecureSite(site: string): boolean {
  return site.startsWith('https:')
}

/** A team's own page: its address is the credential. */
export function isSecretPath(path: string): boolean {
  return path.startsWith('/entry/')
}

/** The path without a team's secret, for the log. */
export function loggedPath(path: string): string {
  return isSecretPath(path) ? '/entry/(hidden)' : path
}

type Trust = Pick<Config, 'origin' | 'trustProxy'>

/** The client's IP address: the socket's, or the one a trusted proxy reports. */
export function addressOf(request: IncomingMessage, { trustProxy }: Trust): string {
  const forwarded = trustProxy > 0 ? hop(request.headers['x-forwarded-for'], trustProxy) : undefined
  const address = forwarded && isIP(forwarded) ? forwarded : (request.socket.remoteAddress ?? '')
  return address.replace(/^::ffff:/, '')
}

/** The origin of a request; undefined for a missing or malformed host. */
export function siteOf(request: IncomingMessage, { origin, trustProxy }: Trust): string | undefined {
  // Node takes the first of two Host lines. A proxy that takes the other would cache our page for another site.
  if (hasTwoHosts(request.rawHeaders)) return undefined
  if (origin) return origin
  // A health check over HTTP/1.0 names no host.
  const own = request.headers.host ?? (request.url === '/healthz' ? 'localhost' : undefined)
  if (trustProxy === 0) return site('http', own)
  const isHttps = hop(request.headers['x-forwarded-proto'], trustProxy) === 'https'
  const host = hop(request.headers['x-forwarded-host'], trustProxy) ?? own
  return site(isHttps ? 'https' : 'http', host)
}

function site(scheme: 'http' | 'https', host: string | undefined): string | undefined {
  return host && /^[a-z0-9._-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i.test(host)
    ? `${scheme}://${host.toLowerCase()}`
    : undefined
}

// Hot path: `headersDistinct` would parse all headers again.
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

// Each proxy appends what it saw: only the last `trusted` entries are no claim of the client.
function hop(header: string | string[] | undefined, trusted: number): string | undefined {
  if (!header) return undefined
  const entries = String(header).split(',')
  return entries[Math.max(0, entries.length - trusted)]?.trim()
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Browser and system of a user agent, for the list of sessions. */
export function describeDevice(userAgent: string | undefined): string {
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

const longestUrl = 2_048

/** Checks for every address: malformed, too long, wrong method, cross-site. */
export function requestProblem(
  { request, site, url, path, isRead }: Visit,
  isOriginFixed: boolean,
): Problem | undefined {
  if (!isWellFormed(url, path, site)) return { status: 400 }
  if (url.length > longestUrl) return { status: 414 }
  if (isRead) return undefined
  if (request.method !== 'POST') return { status: 405, headers: { allow: 'GET, HEAD, POST' } }
  // A page with `referrer-policy: no-referrer` posts with 'Origin: null'; its secret address protects it from other sites.
  const { origin, ...withoutOrigin } = request.headers
  const headers = origin === 'null' && isSecretPath(path) ? withoutOrigin : request.headers
  return isSameOrigin(headers, site, isOriginFixed) ? undefined : { status: 403 }
}

/** Checks the address together with the site, which comes from the client's Host header. */
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
 * CSRF check: `Sec-Fetch-Site`, then `Origin`. A client that sends neither is no browser, so it carries nobody else's
 * cookies.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, site: string, isOriginFixed: boolean): boolean {
  const fetchSite = headers['sec-fetch-site']
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return false
  const origin = headers.origin
  if (origin === undefined || origin === site) return true
  // Behind a proxy that rewrites Host we do not know our own origin, so trust the browser's verdict.
  if (fetchSite === 'same-origin') return !isOriginFixed || origin === 'null'
  if (isOriginFixed) return false
  // Behind a proxy that terminates TLS without saying so, only the scheme differs.
  return URL.parse(origin)?.host === URL.parse(site)?.host
}

/** Bytes. An organiser may approve thousands of teams at once. */
export const largestBody = { visitor: 64 * 1024, organiser: 256 * 1024 }

/** Ten times the largest real form. A refusal renders every field again: 30,000 would take a second. */
export const mostVisitorFields = 100

const formType = 'application/x-www-form-urlencoded'

/** The body of a form and its fields, or why it cannot be read. */
export async function readForm(
  request: IncomingMessage,
  largest: number,
  mostFields = Number.POSITIVE_INFINITY,
): Promise<{ readonly body: Buffer; readonly fields: FormData } | Problem> {
  const body = await readBody(request, largest)
  if (!body) return { status: 413 }
  const type = bodyType(request)
  const essence = type.split(';', 1)[0]?.trim().toLowerCase()
  if (essence !== formType && essence !== 'multipart/form-data') return { status: 415 }
  try {
    // Parsed as React Router will parse it: the fields decide which queue it waits in.
    const fields = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    return [...fields].length > mostFields ? { status: 413 } : { body, fields }
  } catch {
    return { status: 400 }
  }
}

/** Undefined if it is too large. */
async function readBody(request: IncomingMessage, largest: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > largest) return undefined
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > largest) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The request for React Router, without `Origin`, which has been checked. */
export function webRequest({ request, site, url }: Visit, body: Buffer | undefined): Request {
  const headers = new Headers()
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    if (name !== 'origin') for (const value of values ?? []) headers.append(name, value)
  }
  if (!body) return new Request(site + url, { headers })
  headers.set('content-type', bodyType(request))
  return new Request(site + url, { method: 'POST', headers, body: new Uint8Array(body) })
}

function bodyType({ headers }: IncomingMessage): string {
  return headers['content-type'] ?? formType
}
