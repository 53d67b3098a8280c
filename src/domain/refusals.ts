import { creating, messages, noSuchLink } from './messages.ts'
import { shortestPassword, textLimits } from './text.ts'

/** Why a rule or a command said no. */
export type Refusal = keyof typeof refusals

/** The words a person sees for each refusal. */
export const refusals = {
  'no-approved-teams': messages.noApprovedTeams,
  'nobody-here':
    'No approved team is here yet. Tick those who are in Team Approval, or draw everyone approved.',
  'registration-closed': messages.registrationClosed,
  'registration-full': 'No more teams can be registered: the list of this edition holds all it can.',
  'registration-slow': 'Many teams are registering at this moment.',
  'already-entered':
    'These two players are on the list already. If you are another team with the same names, say so below.',
  'no-such-link': noSuchLink,
  'too-many-tries': 'Too many links were tried from here. Please wait a minute and open yours again.',
  'entry-slow': 'Your entry was changed very often just now. Please try again in half a minute.',
  'check-in-closed': 'Check-in is not open now.',
  'tools-off': messages.featureUnavailable,
  'no-draw': messages.noTournamentData,
  'no-such-match': 'That match is not in the draw any more. The page now shows the draw as it is.',
  'no-such-team': 'That team is not on the list any more.',
  'not-a-team': 'A BYE or TBD cannot be chosen.',
  'not-decided': 'That match has no winner to undo.',
  'same-side': messages.exchangeSelectTwo,
  'different-rounds': 'Both teams must be in the same round.',
  'draw-creation-admin': 'Only an organiser can make the draw.',
  creating,
  'needs-confirmation': 'This also clears results that were played. Please confirm once.',
  'out-of-sight': 'This takes something out of sight. Nothing is deleted. Please confirm once.',
  'for-good': 'This cannot be taken back. Please confirm once.',
  'edition-not-over': 'The phone numbers of this edition are needed until its final is won.',
  'edition-exists': 'That number is taken: it has entries or a draw. Please choose another.',
  'over-limit': 'More teams would be approved than the limit of the cup allows.',
  'changed-meanwhile': 'Somebody else was faster. The page now shows what has happened meanwhile.',
  'already-played': 'That is not possible any more: a match that depends on it was already played.',
  'team-absent': 'That team is marked as not here. Mark it as here first.',
  'walkover-stands': 'That win is a walkover. Mark the missing team as here to take it back.',
  'nothing-to-play': 'That team has no match left to play.',
  'team-in-draw': 'That team is in the draw. Mark it as not here, or put another team in its place.',
  'already-in-draw': 'That team is already in the draw.',
  'nobody-outside': 'Every approved team is in the draw already.',
  'not-approved': 'Only an approved team can be put into the draw.',
  'not-absent-or-bye': 'A team can only take the place of a BYE or of a team that is not here.',
  'no-byes-left': 'Every bye is already in the next round.',
  'no-free-table': 'Every table is taken. Record a winner to free one.',
  'nothing-to-call': 'No match is waiting for a table right now.',
  'no-such-table': 'There is no such table.',
  'table-taken': 'Another match is on that table.',
  'not-playable': 'That match cannot be played yet, or it is already decided.',
  'already-called': 'That match is already on a table.',
  'not-called': 'That match is not on a table.',
  'cannot-take-back': 'That cannot be taken back any more: something it touched has changed since.',
  'missing-fields': 'Please fill in every required field.',
  'too-long': 'That text is too long.',
  'bad-text': 'Please use plain text without control characters.',
  'bad-setting': 'One of the values cannot be used. Nothing was changed.',
  'push-service-unknown':
    'The cup does not know the push service of this browser. Keep this page open: it tells you too.',
  'push-full': 'As many phones are told as the cup can tell. Keep this page open: it tells you too.',
  'push-slow': 'Many phones ask at this moment. Please try again in a minute.',
  'login-failed': messages.loginFailed,
  'wrong-password': 'The current password is not right.',
  'password-too-short': `A password needs at least ${shortestPassword} characters.`,
  'password-too-long': `A password can have at most ${textLimits.password} characters.`,
  'email-invalid': 'That is not an email address.',
  'organiser-exists': 'That email address is an organiser already.',
  'no-such-organiser': 'Nobody with that email address is an organiser.',
  'last-organiser': 'The last organiser cannot be removed.',
  'no-such-session': 'That session has already ended.',
  'no-team-chosen': 'Please choose a team first.',
  'backup-failed': 'No backup was made.',
  'cannot-import': 'The file cannot be imported, and nothing was changed:',
  'unknown-action': 'The page sent something the cup does not know. Please reload the page and try again.',
} as const satisfies Record<string, string>

/** A refusal in words, with what it is about. */
export function refusalSentence({
  reason,
  details,
}: {
  readonly reason: Refusal
  readonly details: readonly string[]
}): string {
  return details.length > 0 ? `${refusals[reason]} (${details.join(', ')})` : refusals[reason]
}

/** Whether a refusal only asks: the same tap, confirmed, is carried out. */
export function isQuestion(reason: string): boolean {
  return ['needs-confirmation', 'over-limit', 'out-of-sight', 'for-good'].includes(reason)
}
