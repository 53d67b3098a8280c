import type { Organiser } from '../actors.ts'
import type { App } from '../app.ts'

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
  /** What this rendering gives its own inline scripts and styles: no others in the page will count. */
  readonly nonce: string
  /** The `set-cookie` lines that sign this browser in and out; nobody else writes them. */
  sessionCookie(token: string, expiresAt: string): string
  clearedCookie(): string
}

/** What does not depend on who asks. */
export type EveryonesParts = Pick<RequestParts, 'app' | 'origin' | 'nearby' | 'isScripted' | 'now'>

type SignInFrom = {
  readonly address: string
  /** Browser and system in a few words: what a list of sessions shows. */
  readonly device: string
  /** Proof that this browser has signed in before, so that strangers' guesses cannot keep it out. */
  readonly deviceId?: string | undefined
}
