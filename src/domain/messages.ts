import * as messages from './sentences.ts'

/** The spec's catalogue of sentences. */
export { messages }

/** Rate limited: the form keeps its fields, and a retry has priority over new forms. */
export const registerAgain = (seconds: string) =>
  `Many teams are registering right now. Please press Register Team again in ${seconds} seconds: everything you typed is still here.`

/** Another client is making the draw. */
export const creating = 'The draw is being made. Please wait a moment.'

/** Announcement on an open draw page. */
export const roundIsOn = (name: string) => `${name} ${name.endsWith('s') ? 'are' : 'is'} on`

/** Appended to an action's own sentence when the server did not answer. */
export const unanswered = {
  offline: 'You are offline, so nothing was changed. Please tap again once you are connected.',
  silent: 'It may have counted; look, and tap again: it never counts twice.',
}

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

/** A draw of one team. */
export const onlyTeam = 'The only team in the draw so far.'

/** For every invalid team link alike: no hint whether it ever existed. */
export const noSuchLink = 'There is no entry at this link.'

export const pushFailed = 'Failed to turn notifications on. Please try again.'

/** The first push to a phone. Links to the home page, because opening the draw page can make the draw. */
export const firstPush = (team: string) => ({
  title: team,
  body: 'This phone notifies you when you are up next and when you are called.',
  tag: 'first-push',
  key: 'first-push',
  url: '/',
})

export const pictureFailed = 'Failed to make the picture. Please try again.'

export const loginUnanswered = 'The cup did not answer, so you are not logged in yet. Please try again.'

/** Failures of a team's actions on its own page. */
export const entryFailed = {
  correct: 'Failed to correct your entry. Please try again.',
  withdraw: 'Failed to withdraw your entry. Please try again.',
  'check-in': 'Failed to check in. Please try again.',
}
