import * as messages from './sentences.ts'

/** Appended to the spec's 'Winner changed to {team}'. */
export const staysWon = (place: string, team: string) => `${place} is still won by ${team}.`

/** Appended when a visitor's draw was taken back. */
export const organisersDraw = ' From now on only organisers can make it; you can change that in Settings.'

export const takeBackFailed = 'Failed to take this back. Please try again.'

/** The mark on a failed button, after its banner has gone. */
export const lastTapFailed = 'The last tap here failed.'

/** A backup made by hand. */
export const backupSaid = {
  made: 'A backup was made.',
  failed: 'Failed to make a backup. Please try again.',
}

/** Errors of the import of a list. */
export const listTrouble = {
  empty: 'There are no teams in the list.',
  notText: 'That file is not plain text. Please save the list as CSV and select that file.',
  tooLong: 'The list is too long to import at once. Please split it into several parts.',
}

/** Redrawing with the late teams. */
export const drawAgainWords = {
  offer: (teams: number) => `Draw again with all ${teams} teams`,
  done: (teams: number, absent: number) => `Drawn again with all ${teams} teams${markedWords(absent)}`,
}

export function markedWords(absent: number): string {
  return absent === 0 ? '' : `, ${absent} of them marked as not here`
}

/** In addition to the spec's sentences about a reset. */
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

/** The draw as a show. */
export const showWords = {
  finish: 'Show all lots now',
  over: 'Every lot is shown.',
  finished: 'The draw show was cut short: every lot is shown.',
  ended: 'The draw show is over: every lot is drawn.',
  failed: 'Failed to show all lots. Please try again.',
}

/** On Draw Management and the dashboard. */
export const reportWords = {
  none: 'No reports waiting.',
  waiting: (matches: number) => (matches === 1 ? '1 report waiting' : `${matches} reports waiting`),
  ago: (minutes: number | undefined) =>
    minutes === undefined
      ? 'Reported: '
      : minutes === 0
        ? 'Reported just now: '
        : `Reported ${minutes} min ago: `,
  differ: 'Reports differ',
}
