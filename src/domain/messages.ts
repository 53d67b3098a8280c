import * as messages from './sentences.ts'

/** The spec's catalogue of sentences. */
export { messages }

/** Another client is making the draw. */
export const creating = 'The draw is being made. Please wait a moment.'

/** Announcement on an open draw page. */
export const roundIsOn = (name: string) => `${name} ${name.endsWith('s') ? 'are' : 'is'} on`

/** Appended to an action's own sentence when the server did not answer. */
export const unanswered = {
  offline: 'You are offline, so nothing was changed. Please tap again once you are connected.',
  silent: 'It may have counted; look, and tap again: it never counts twice.',
}

/** A draw of one team. */
export const onlyTeam = 'The only team in the draw so far.'

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
