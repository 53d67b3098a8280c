import { loginUnanswered } from './answer.ts'
import { reportFailed } from './draw/reports.ts'
import { entryFailed } from './entry-messages.ts'
import type { JournalKind } from './journal.ts'
import { messages } from './messages.ts'
import { backupSaid, showWords, takeBackFailed } from './organiser-messages.ts'

type Action = {
  /** Permission. `team`: a team's own link, or an organiser. `player`: a team's own link, or a table's page. `cup`: timers, other commands and the terminal; never a form. */
  readonly by: 'organiser' | 'team' | 'player' | 'anyone' | 'cup'
  /** The journal's filter for it; absent if it writes no line. */
  readonly journal?: JournalKind
  /** Its name in the journal, if not the form's `intent`: lines of older versions still have this one. */
  readonly recorded?: string
  /** Shown when the server fails or does not answer. */
  readonly failed?: string
  /** Shown instead after 10 s without an answer, for an action that loads the page's content. */
  readonly late?: string
  /** The specification's own question before it is confirmed. */
  readonly question?: string
  /** Disabled unless the setting `organiserTools` is on. */
  readonly tools?: true
}

const account = { by: 'organiser', journal: 'accounts' } as const
const accountFailed = 'The account could not be changed. Please try again.'

/** Everything that can be done to the cup, by the `intent` of its form. */
export const actions = {
  generate: {
    by: 'anyone',
    journal: 'draws',
    recorded: 'create-draw',
    failed: messages.createFailed,
    late: messages.loadTimeout,
  },
  'begin-draw': { by: 'cup', journal: 'draws' },
  'give-up-draw': { by: 'cup', journal: 'draws' },
  'draw-again': { by: 'organiser', journal: 'draws', failed: messages.createFailed },
  reset: {
    by: 'organiser',
    journal: 'draws',
    failed: messages.resetFailed,
    question: messages.resetConfirm,
    tools: true,
  },
  'finish-show': { by: 'organiser', journal: 'draws', failed: showWords.failed },
  'end-show': { by: 'cup', journal: 'draws' },

  'set-winner': { by: 'organiser', journal: 'winners', failed: messages.winnerFailed },
  undo: {
    by: 'organiser',
    journal: 'winners',
    recorded: 'undo-winner',
    failed: messages.undoFailed,
    tools: true,
  },
  'advance-byes': { by: 'organiser', journal: 'winners', failed: messages.winnerFailed },

  report: { by: 'player', journal: 'winners', failed: reportFailed.report },
  /** Journalled like a tapped winner. */
  'confirm-report': {
    by: 'organiser',
    journal: 'winners',
    recorded: 'set-winner',
    failed: messages.winnerFailed,
  },
  'dismiss-report': { by: 'team', journal: 'winners', failed: reportFailed['dismiss-report'] },

  call: {
    by: 'organiser',
    journal: 'tables',
    recorded: 'call-match',
    failed: 'The match could not be called. Please try again.',
  },
  'call-again': {
    by: 'organiser',
    journal: 'tables',
    failed: 'The match could not be called again. Please try again.',
  },
  uncall: {
    by: 'organiser',
    journal: 'tables',
    recorded: 'uncall-match',
    failed: 'The match could not be called back. Please try again.',
  },

  absent: { by: 'organiser', journal: 'places', recorded: 'set-absent', failed: messages.winnerFailed },
  present: { by: 'organiser', journal: 'places', recorded: 'set-absent', failed: messages.winnerFailed },
  place: {
    by: 'organiser',
    journal: 'places',
    recorded: 'place-team',
    failed: 'The team could not be put into the draw. Please try again.',
  },
  exchange: { by: 'organiser', journal: 'places', failed: messages.exchangeFailed, tools: true },

  register: { by: 'anyone', journal: 'registrations', failed: messages.registerFailed },
  'slow-registration': { by: 'cup', journal: 'registrations' },
  import: {
    by: 'organiser',
    journal: 'registrations',
    recorded: 'import-teams',
    failed: 'Failed to import the teams. Please try again.',
  },

  approve: { by: 'organiser', journal: 'teams', failed: messages.approvalFailed },
  unapprove: { by: 'organiser', journal: 'teams', failed: messages.approvalFailed },
  'not-here': { by: 'organiser', journal: 'teams', recorded: 'check-in', failed: entryFailed['check-in'] },
  edit: { by: 'organiser', journal: 'teams', recorded: 'edit-team', failed: messages.approvalFailed },
  remove: { by: 'organiser', journal: 'teams', recorded: 'remove-teams', failed: messages.approvalFailed },
  'put-back': {
    by: 'organiser',
    journal: 'teams',
    recorded: 'put-back-teams',
    failed: messages.approvalFailed,
  },
  'remove-pending': {
    by: 'organiser',
    journal: 'teams',
    failed: 'Failed to remove the teams. Please try again.',
  },
  'delete-removed': {
    by: 'organiser',
    journal: 'teams',
    failed: 'Failed to delete the entries. Please try again.',
  },
  'delete-phones': {
    by: 'organiser',
    journal: 'teams',
    failed: 'Failed to delete the phone numbers. Please try again.',
  },
  'remove-name': {
    by: 'organiser',
    journal: 'teams',
    failed: 'Failed to remove the name. Please try again.',
  },
  'show-link': { by: 'organiser', journal: 'teams', failed: 'Failed to show the link. Please try again.' },
  'renew-link': {
    by: 'organiser',
    journal: 'teams',
    failed: 'Failed to make a new link. Please try again.',
  },

  'accept-correction': { by: 'organiser', journal: 'teams', failed: messages.approvalFailed },
  'dismiss-correction': { by: 'organiser', journal: 'teams', failed: messages.approvalFailed },

  correct: {
    by: 'team',
    journal: 'teams',
    recorded: 'correct-entry',
    failed: entryFailed.correct,
  },
  withdraw: { by: 'team', journal: 'teams', failed: entryFailed.withdraw },
  'check-in': { by: 'team', journal: 'teams', failed: entryFailed['check-in'] },

  settings: {
    by: 'organiser',
    journal: 'settings',
    failed: 'The settings could not be saved. Please try again.',
  },
  /** A single setting, by its own button. */
  setting: {
    by: 'organiser',
    journal: 'settings',
    recorded: 'settings',
    failed: 'The settings could not be saved. Please try again.',
  },
  'keep-draw': {
    by: 'organiser',
    journal: 'settings',
    recorded: 'settings',
    failed: 'The setting could not be saved. Please try again.',
  },
  'close-registration': { by: 'cup', journal: 'settings' },
  editions: {
    by: 'organiser',
    journal: 'settings',
    failed: 'The past champions could not be saved. Please try again.',
  },
  'delete-editions': {
    by: 'organiser',
    journal: 'settings',
    failed: 'The editions could not be deleted. Please try again.',
  },
  'begin-edition': {
    by: 'organiser',
    journal: 'settings',
    failed: 'The next edition could not be begun. Please try again.',
  },

  login: { by: 'anyone', journal: 'accounts', failed: loginUnanswered },
  logout: { by: 'anyone', journal: 'accounts', failed: messages.logoutFailed },
  'change-password': { ...account, failed: accountFailed },
  'end-session': { ...account, failed: accountFailed },
  'add-organiser': { ...account, failed: accountFailed },
  'remove-organiser': { ...account, failed: accountFailed },

  'take-back': { by: 'organiser', journal: 'back', failed: takeBackFailed },
  'back-up': { by: 'organiser', journal: 'back', failed: backupSaid.failed },
  'download-backup': {
    by: 'organiser',
    journal: 'back',
    failed: 'Failed to download the backup. Please try again.',
  },
  restore: { by: 'cup', journal: 'back' },
  'import-cup': { by: 'cup', journal: 'back', recorded: 'import' },
} as const satisfies Readonly<Record<string, Action>>

export type ActionName = keyof typeof actions

/** The actions that have a form. */
export type FormAction = {
  [Name in ActionName]: (typeof actions)[Name] extends { by: 'cup' } ? never : Name
}[ActionName]

/** The name of an action in the journal. */
export type RecordedName = {
  [Name in ActionName]: (typeof actions)[Name] extends { recorded: infer Recorded } ? Recorded : Name
}[ActionName]

export function isFormAction(name: string): name is FormAction {
  return Object.hasOwn(actions, name) && actions[name as ActionName].by !== 'cup'
}

export function actionOf(name: ActionName): Action {
  return actions[name]
}

export function failedSentence(name: string): string {
  return (isFormAction(name) && actionOf(name).failed) || ''
}

export function lateSentence(name: string): string | undefined {
  return isFormAction(name) ? actionOf(name).late : undefined
}

export function recordedAs(name: ActionName): RecordedName {
  return (actionOf(name).recorded ?? name) as RecordedName
}

/** The actions that a filter of the journal selects. */
export function recordedUnder(kind: JournalKind): readonly RecordedName[] {
  const names = (Object.keys(actions) as ActionName[]).filter((name) => actionOf(name).journal === kind)
  return [...new Set(names.map(recordedAs))]
}
