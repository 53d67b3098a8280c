import type { App, Organiser } from '../app.ts'

/** What each request carries of the server to its page. */
export type RequestParts = {
  readonly app: App
  /** The session cookie's token, if the request carries one. */
  readonly token: string | undefined
  readonly organiser: Organiser | undefined
  /** The public address, where the organiser has named one: `ORIGIN`. */
  readonly origin: string | undefined
  /** Where phones in the same network find the cup, as far as the machine knows now. */
  readonly nearby: () => string | undefined
  /** The page's own script asks (a `.data` request): a small answer is enough, no redirect is needed. */
  readonly isScripted: boolean
  /** The server's time when it was asked. */
  readonly now: Date
  /** Where a sign-in comes from: handed to `app.signIn` as it is. */
  readonly from: SignInFrom
  /** The nonce of this rendering's own inline scripts: no other script in the page will run. */
  readonly nonce: string
  /** The `set-cookie` lines that sign this browser in and out; nobody else writes them. */
  sessionCookie(token: string, expiresAt: string): string
  clearedCookie(): string
}

/** What does not depend on who asks. */
export type EveryonesParts = Pick<RequestParts, 'app' | 'origin' | 'nearby' | 'isScripted' | 'now'>

export type SignInFrom = {
  readonly address: string
  /** Browser and system in a few words: what a list of sessions shows. */
  readonly device: string
  /** Proof that this browser has signed in before, so that strangers' guesses cannot keep it out. */
  readonly deviceId?: string | undefined
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

export function describeDevice(userAgent: string | undefined): string {
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
