/** Who acts. Commands that only an organiser may give take an Organiser, so a route cannot forget to ask. */
type Visitor = { readonly kind: 'visitor' }
export type Organiser = { readonly kind: 'organiser'; readonly email: string; readonly sessionId: string }
export type Actor = Visitor | Organiser

/** Who the journal puts a change down to when no organiser made it. */
export const visitor = 'a visitor'
export const theCup = 'the cup'
export const theTerminal = 'the terminal'
