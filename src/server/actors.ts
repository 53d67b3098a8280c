/** The sender of a form. */
export type Actor = Visitor | Organiser | TeamOnLink | TablePage
type Visitor = { readonly kind: 'visitor' }
export type Organiser = {
  readonly kind: 'organiser'
  readonly email: string
  readonly sessionId: string
  /** When the session ends if it is not used. */
  readonly until?: string
  /** From memory, while the storage fails: may read, but change nothing. */
  readonly isRemembered?: true
}
/** A team on its own link; the token is the secret in the address. */
type TeamOnLink = { readonly kind: 'team'; readonly token: string }

/** The page of a table, opened by the QR code on its sign. */
type TablePage = { readonly kind: 'table'; readonly table: number }

/** Where a request comes from. */
export type From = {
  readonly address: string
  /** Browser and system in words, for the list of sessions. */
  readonly device: string
  /** Proves that this browser has signed in before, so that strangers' guesses cannot lock it out. */
  readonly deviceId?: string | undefined
}

/** Names in the journal's column `who` for changes not made by an organiser. */
export const visitor = 'a visitor'
const theTeam = 'the team'
export const theCup = 'the cup'
export const theTerminal = 'the terminal'

/** Whether a journal line was made without an account. */
export function isPublic(who: string): boolean {
  return who === visitor || who === theTeam
}

/** The actor's name in the journal. */
export function nameOf(actor: Actor): string {
  if (actor.kind === 'organiser') return actor.email
  if (actor.kind === 'table') return `table ${actor.table}`
  return actor.kind === 'team' ? theTeam : visitor
}
