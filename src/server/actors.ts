/** Who acts. Commands that only an organiser may give take an Organiser, so a route cannot forget to ask. */
type Visitor = { readonly kind: 'visitor' }
export type Organiser = { readonly kind: 'organiser'; readonly email: string; readonly sessionId: string }
export type Actor = Visitor | Organiser

/** Who the journal names when no organiser made a change. */
export const visitor = 'a visitor'
/** On its own link. */
export const theTeam = 'the team'
export const theCup = 'the cup'
export const theTerminal = 'the terminal'
