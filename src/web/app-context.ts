import { createContext, type RouterContext } from 'react-router'
import type { Actor, App, Organiser } from '../server/app.ts'

/** The only door to the server: its types, and what each request carries of it. */
export type { Actor, App, Organiser } from '../server/app.ts'

export type RequestParts = {
  readonly app: App
  /** The session cookie's token, if the request carries one. */
  readonly token: string | undefined
  readonly organiser: Organiser | undefined
  readonly address: string
  readonly isSecure: boolean
  /** The page's own script asks (a `.data` request): a small answer is enough, no redirect is needed. */
  readonly isScripted: boolean
}

// The server runs from source and the screens from a bundle: two module graphs, so the key lives where both find it.
const keys = globalThis as typeof globalThis & { cupRequestParts?: RouterContext<RequestParts> }
keys.cupRequestParts ??= createContext<RequestParts>()
export const requestParts = keys.cupRequestParts

export function actorOf({ organiser }: RequestParts): Actor {
  return organiser ?? { kind: 'visitor' }
}
