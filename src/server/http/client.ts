import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '../config.ts'

type Trust = Pick<Config, 'origin' | 'trustProxy'>

/** The visitor's address: what the socket says, or a trusted proxy. */
export function addressOf(request: IncomingMessage, { trustProxy }: Trust): string {
  const forwarded = trustProxy > 0 ? hop(request.headers['x-forwarded-for'], trustProxy) : undefined
  const address = forwarded && isIP(forwarded) ? forwarded : (request.socket.remoteAddress ?? '')
  return address.replace(/^::ffff:/, '')
}

/** The origin a page is asked under, or undefined when the host makes no sense. */
export function siteOf(request: IncomingMessage, { origin, trustProxy }: Trust): string | undefined {
  if (origin) return origin
  if (trustProxy === 0) return site('http', request.headers.host)
  const isHttps = hop(request.headers['x-forwarded-proto'], trustProxy) === 'https'
  const host = hop(request.headers['x-forwarded-host'], trustProxy) ?? request.headers.host
  return site(isHttps ? 'https' : 'http', host)
}

function site(scheme: 'http' | 'https', host: string | undefined): string | undefined {
  return host && /^[a-z0-9._-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i.test(host)
    ? `${scheme}://${host.toLowerCase()}`
    : undefined
}

// Each proxy appends what it saw: the last entries come from proxies we trust, earlier ones from anybody.
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

/** Browser and system in a few words, for the list of sessions. */
export function describeDevice(userAgent: string | undefined): string {
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
