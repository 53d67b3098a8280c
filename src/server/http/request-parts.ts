import type { TeamId } from '../../domain/cup.ts'
import type { From, Organiser } from '../actors.ts'
import type { App } from '../app.ts'

/** What each request carries of the server to its page. */
export type RequestParts = {
  readonly app: App
  readonly organiser: Organiser | undefined
  /** The public address, where the organiser has named one: `ORIGIN`. */
  readonly origin: string | undefined
  /** Where phones in the same network find the cup, if that is known. */
  readonly nearby: () => string | undefined
  /** The page's own script asks (a `.data` request): a small answer is enough, no redirect is needed. */
  readonly isScripted: boolean
  /** The server's time when it was asked. */
  readonly now: Date
  readonly from: From
  /** Only inline scripts and styles that carry it are allowed. */
  readonly nonce: string
  /** The team that this browser has just registered without scripts. */
  readonly registered: Registered | undefined
  /** The `set-cookie` line that remembers it for a few minutes. */
  entryCookie(token: string): string
  /** The `set-cookie` lines that sign this browser in and out. */
  sessionCookie(token: string, expiresAt: string): string
  clearedCookie(): string
}

/** A team, and the token of its own link. */
export type Registered = { readonly teamId: TeamId; readonly token: string }

/** What does not depend on who asks. */
export type EveryonesParts = Pick<RequestParts, 'app' | 'origin' | 'nearby' | 'isScripted' | 'now'>
