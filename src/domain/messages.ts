import * as messages from './sentences.ts'

/** The spec's catalogue of sentences. */
export { messages }

/** Another client is making the draw. */
export const creating = 'The draw is being made. Please wait a moment.'

/** Announcement on an open draw page. */
export const roundIsOn = (name: string) => `${name} ${name.endsWith('s') ? 'are' : 'is'} on`

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
