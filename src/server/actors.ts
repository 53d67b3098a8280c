/** Organisers' commands take an Organiser, so a route that skips the check does not compile. */
type Visitor = { readonly kind: 'visitor' }
export type Organiser = { readonly kind: 'organiser'; readonly email: string; readonly sessionId: string }
export type Actor = Visitor | Organiser

/** The journal's `who` for changes not made by an organiser. */
export const visitor = 'a visitor'
export const theTeam = 'the team'
export const theCup = 'the cup'
export const theTerminal = 'the terminal'
