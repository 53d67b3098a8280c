import { counted } from './text.ts'

// Sentences of registration and of a team's own page, which no other public page loads.

/** Rate limited: the form keeps its fields, and a retry has priority over new forms. */
export const registerAgain = (seconds: number) =>
  `Many teams are registering right now. Please press Register Team again in ${counted(seconds, 'second')}: everything you typed is still here.`

/** After the final, for late registrations. */
export const editionOver = {
  title: 'This edition is over',
  words:
    'Its final has been played. The next edition starts with an empty list: please register for that one.',
}

/** Above the empty form; after registering, the team's own page says the same. */
export const listFull = {
  title: 'The draw is full',
  words:
    'You can still register: your team joins the waiting list, and the organisers call you when a place is free.',
}

/** For every invalid team link alike: no hint whether it ever existed. */
export const noSuchLink = 'There is no entry at this link.'

/** Failures of a team's actions on its own page. */
export const entryFailed = {
  correct: 'Failed to correct your entry. Please try again.',
  withdraw: 'Failed to withdraw your entry. Please try again.',
  'check-in': 'Failed to check in. Please try again.',
}
