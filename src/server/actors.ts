/** Who the journal puts a change down to when no organiser made it. */
export const visitor = 'a visitor'
export const theCup = 'the cup'
export const theTerminal = 'the terminal'
