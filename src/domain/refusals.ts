import { noSuchLink } from './entry-messages.ts'
import { creating, messages } from './messages.ts'
import { shortestPassword, textLimits } from './tidy-text.ts'

type RefusalEntry = {
  readonly sentence: string
  /** HTTP status; 422 by default. */
  readonly status?: 400 | 401 | 403 | 404 | 409 | 429
  /** Asks for confirmation: the same form with `confirm=yes` goes through. */
  readonly asks?: true
}

/** Every reason for a rule or a command to say no. */
export type Refusal = keyof typeof refusals

export const refusals = {
  'no-approved-teams': { status: 409, sentence: messages.noApprovedTeams },
  'nobody-here': {
    sentence: 'No approved team is here yet. Check teams in under Team Approval, or draw all approved teams.',
  },
  'registration-closed': { status: 403, sentence: messages.registrationClosed },
  'registration-full': {
    sentence: 'No more teams can be registered: the list of this edition is full.',
  },
  'registration-slow': { status: 429, sentence: 'Many teams are registering right now.' },
  'already-entered': {
    status: 409,
    sentence:
      'These two players are already on the list. If you are a different team with the same names, tick the box below.',
  },
  'names-taken': {
    status: 409,
    sentence:
      'Another team already has these names. If both are right, an organiser can enter them with Edit.',
  },
  'no-such-link': { status: 404, sentence: noSuchLink },
  'too-many-tries': {
    status: 429,
    sentence: 'Too many links were tried from here. Please wait a minute, then open yours again.',
  },
  'entry-slow': {
    status: 429,
    sentence: 'Your entry was changed too often just now. Please try again in half a minute.',
  },
  'check-in-closed': { sentence: 'Check-in is not open now.' },
  'tools-off': { status: 403, sentence: messages.featureUnavailable },
  'no-draw': { status: 404, sentence: messages.noTournamentData },
  'no-such-match': {
    status: 404,
    sentence: 'That match is no longer in the draw. The page now shows the draw as it is.',
  },
  'no-such-team': { status: 404, sentence: 'That team is no longer on the list.' },
  'not-a-team': { sentence: 'A BYE or TBD cannot be selected.' },
  'not-decided': { sentence: 'That match has no winner to undo.' },
  'same-side': { sentence: messages.exchangeSelectTwo },
  'different-rounds': { sentence: 'Both teams must be in the same round.' },
  'draw-creation-admin': { status: 403, sentence: 'Only an organiser can make the draw.' },
  creating: { status: 409, sentence: creating },
  'needs-confirmation': {
    status: 409,
    asks: true,
    sentence: 'This also clears results of played matches. Please confirm.',
  },
  'edition-drawn': {
    sentence: 'An edition with a draw cannot be deleted: its draw is under Past Tournaments.',
  },
  'out-of-sight': {
    status: 409,
    asks: true,
    sentence: 'This hides something from every page. Nothing is deleted. Please confirm.',
  },
  'fewer-places': {
    status: 409,
    asks: true,
    sentence: 'Not all of the teams fit any more. Please confirm.',
  },
  'for-good': {
    status: 409,
    asks: true,
    sentence: 'This cannot be taken back. Please confirm.',
  },
  'edition-not-over': {
    sentence: 'The phone numbers of this edition are needed until its final is won.',
  },
  'edition-exists': {
    sentence: 'That number is taken: it has entries or a draw. Please choose another.',
  },
  'over-limit': {
    status: 409,
    asks: true,
    sentence: 'More teams would be approved than the team limit allows.',
  },
  'changed-meanwhile': {
    status: 409,
    sentence: 'Someone else was faster. The page now shows what has happened since.',
  },
  'already-played': {
    sentence: 'That is no longer possible: a match that depends on it was already played.',
  },
  'team-absent': { sentence: 'That team is marked as not here. Mark it as here first.' },
  'walkover-stands': {
    sentence: 'That win is a walkover. Mark the missing team as here to take it back.',
  },
  'nothing-to-play': { sentence: 'That team has no match left to play.' },
  'team-in-draw': {
    sentence: 'That team is in the draw. Mark it as not here, or put another team in its place.',
  },
  'already-in-draw': { sentence: 'That team is already in the draw.' },
  'nobody-outside': { sentence: 'Every approved team is already in the draw.' },
  'not-approved': { sentence: 'Only an approved team can be put into the draw.' },
  'not-absent-or-bye': {
    sentence: 'A team can only take the place of a BYE or of a team that is not here.',
  },
  'no-byes-left': { sentence: 'Every bye is already in the next round.' },
  'no-free-table': { sentence: 'Every table is taken. Record a winner to free one.' },
  'nothing-to-call': { sentence: 'No match is waiting for a table right now.' },
  'no-such-table': { status: 404, sentence: 'There is no such table.' },
  'table-taken': { sentence: 'Another match is on that table.' },
  'not-playable': {
    sentence: 'That match cannot be played yet, or it is already decided.',
  },
  'reports-off': { status: 403, sentence: 'Reporting is off here. Please tell an organiser who won.' },
  'report-slow': {
    status: 429,
    sentence: 'Many reports came from here just now. Please tell an organiser who won.',
  },
  'not-called-here': { sentence: 'That match is not called to this table.' },
  'no-report': { status: 409, sentence: 'That is not what the report says any more. Please look again.' },
  'already-called': { sentence: 'That match is already on a table.' },
  'not-called': { sentence: 'That match is not on a table.' },
  'cannot-take-back': {
    sentence: 'That can no longer be taken back: something it touched has changed since.',
  },
  'missing-fields': { sentence: 'Please fill in every required field.' },
  'too-long': { sentence: 'That text is too long.' },
  'bad-text': { sentence: 'Please use plain text without control characters.' },
  'bad-setting': { sentence: 'One of the values cannot be used. Nothing was changed.' },
  'push-service-unknown': {
    sentence:
      'The cup does not support the push service of this browser. Keep this page open: it notifies you too.',
  },
  'push-not-accepted': {
    sentence:
      'The push service of this browser did not accept a notification for this phone. Please try again.',
  },
  'push-full': {
    sentence: 'The cup cannot notify any more phones. Keep this page open: it notifies you too.',
  },
  'push-slow': {
    status: 429,
    sentence: 'Many phones are signing up for notifications right now. Please try again in a minute.',
  },
  'login-missing': { status: 400, sentence: messages.loginMissing },
  'login-failed': { status: 401, sentence: messages.loginFailed },
  'signed-out': {
    status: 401,
    sentence:
      'You have been signed out. Sign in to go back to where you were; what you typed is still there.',
  },
  'wrong-password': { sentence: 'The current password is not right.' },
  'password-too-short': {
    sentence: `A password needs at least ${shortestPassword} characters, not counting spaces at its ends.`,
  },
  'password-too-long': {
    sentence: `A password can have at most ${textLimits.password} characters.`,
  },
  'email-invalid': { sentence: 'That is not an email address.' },
  'organiser-exists': { sentence: 'That email address is already an organiser.' },
  'no-such-organiser': { status: 404, sentence: 'Nobody with that email address is an organiser.' },
  'last-organiser': { sentence: 'The last organiser cannot be removed.' },
  'no-such-session': { status: 404, sentence: 'That session has already ended.' },
  'no-team-chosen': { sentence: 'Please select a team first.' },
  'no-backup': { status: 404, sentence: 'No backup has been made yet.' },
  'backup-failed': { sentence: 'No backup was made.' },
  'cannot-import': { sentence: 'The file cannot be imported, and nothing was changed:' },
  'unknown-action': {
    sentence: 'The page sent something the cup does not recognise. Please reload the page and try again.',
  },
} as const satisfies Readonly<Record<string, RefusalEntry>>

/** The refusals that ask for confirmation. */
export type Question = {
  [Reason in Refusal]: (typeof refusals)[Reason] extends { asks: true } ? Reason : never
}[Refusal]

export function statusOf(reason: Refusal): number {
  const { status }: RefusalEntry = refusals[reason]
  return status ?? 422
}

export function isQuestion(reason: string): boolean {
  return Object.hasOwn(refusals, reason) && 'asks' in refusals[reason as Refusal]
}
