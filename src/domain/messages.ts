import * as messages from './sentences.ts'

/** Every sentence of the spec's catalogue, and our two about a win. Nothing else writes them. */
export { messages }

/** Said with what was typed still there; the same form then goes before new ones. */
export const registerAgain = (seconds: string) =>
  `Many teams are registering at this moment. Please press Register Team again in ${seconds} seconds: everything you typed is still here.`

/** While somebody else makes the draw. */
export const creating = 'The draw is being made. Please wait a moment.'

/** What stands after an action's own sentence when it got no answer. */
export const unanswered = {
  offline: 'You are offline, so nothing was changed. Please tap again once you are connected.',
  silent: 'It may have counted; look, and tap again: it never counts twice.',
}

/** Once the final is won, to whoever would still enter: what they are in, and what to do instead. */
export const editionOver = {
  title: 'This edition is over',
  words: 'Its final is won, and the next one begins with an empty list: please register for that one.',
}

/** Before anything is typed; who registered is told the same of their own team. */
export const listFull = {
  title: 'The draw is full',
  words: 'You can still register: your team then waits, and the organisers call you when a place is free.',
}

/** Nobody is there to play against. */
export const onlyTeam = 'The only team in the draw so far.'

/** Said of every team's link that leads nowhere, whatever it was. */
export const noSuchLink = 'This link leads to no entry.'

export const takeBackFailed = 'This could not be taken back. Please try again.'

/** Said by what stays marked after its banner has gone. */
export const lastTapFailed = 'The last tap here failed.'

export const pictureFailed = 'Failed to make the picture. Please try again.'

export const loginUnanswered = 'The cup did not answer, so you are not logged in yet. Please try again.'

/** Of a list of teams that cannot be read. */
export const listTrouble = {
  empty: 'There is no team in the list.',
  notText: 'That file is no plain text. Please save the list as CSV first, and choose that file.',
  tooLong: 'The list is too long to be entered at once. Please enter it in several parts.',
}

/** Lots are drawn once more, for the teams that came too late too. */
export const drawAgainWords = {
  offer: (teams: number) => `Draw again with all ${teams} teams`,
  done: (teams: number, absent: number) => `Drawn again with all ${teams} teams${markedWords(absent)}`,
}

/** How many of those that were drawn are still marked as not here. */
export function markedWords(absent: number): string {
  return absent === 0 ? '' : `, ${absent} of them marked as not here`
}

/** Beside the spec's own sentences of a reset. */
export const resetWords = {
  joining: (teams: number) =>
    teams === 1
      ? '1 approved team that is not in this draw will be in the new one.'
      : `${teams} approved teams that are not in this draw will be in the new one.`,
  done: (absent: number) =>
    absent === 0
      ? messages.wasReset
      : `${messages.wasReset}. ${absent === 1 ? '1 team is' : `${absent} teams are`} still marked as not here.`,
}

/** Lots that fall one by one. */
export const showWords = {
  finish: 'Show all lots now',
  over: 'Every lot is shown.',
  finished: 'The show of the draw was cut short: every lot is shown.',
  ended: 'The show of the draw ended: every lot has fallen.',
  failed: 'Failed to show all lots. Please try again.',
}
