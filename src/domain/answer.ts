import type { TeamId } from './cup.ts'
import type { Refusal } from './refusals.ts'

/** The answer to every form: JSON with scripts, without them a redirect or a part of the page. */
export type Answer = Success | Failure

export type Success = {
  readonly ok: true
  /** The sentence for the status banner. */
  readonly message: string
  /** Of its journal line; 0 if nothing had to change, so that there is nothing to take back. */
  readonly revision: number
  /** It cannot be taken back. */
  readonly isFinal?: boolean
} & Extras

/** Extra results of some actions. */
export type Extras = {
  /** The team that registered, or whose link was requested. */
  readonly team?: OwnTeam
  /** The team is on the waiting list. */
  readonly waiting?: boolean
  /** A new session: sent as cookies, never in the body. */
  readonly session?: { readonly token: string; readonly expiresAt: string; readonly deviceId: string }
}

/** A team, with the token of a link just made: shown once, because only its hash is stored. */
export type OwnTeam = {
  readonly id: TeamId
  readonly name: string
  readonly token?: string | undefined
  /** The link's address for phones in the same network. */
  readonly address?: string
}

export type Failure = {
  readonly ok: false
  readonly reason: Refusal | 'failed' | 'unreachable'
  readonly error: string
  /** Follows the action's own sentence. */
  readonly hint?: string
  /** Results that would be cleared, journal lines since, or labels of invalid fields. */
  readonly details: readonly string[]
  /** The form, so that it stays filled in and a confirmation can send it again. */
  readonly fields: Fields
}

export type Fields = readonly (readonly [name: string, value: string])[]

/** A failure in one sentence, for pages that do not list its details. */
export function failureSentence({
  error,
  hint,
  details,
}: Pick<Failure, 'error' | 'hint' | 'details'>): string {
  const addition = details.length > 0 ? `(${details.join(', ')})` : hint
  return addition ? `${error} ${addition}` : error
}

/** A form's fields, to show it again filled in; never a password. */
export function fieldsOf(form: Iterable<readonly [string, unknown]>): Fields {
  return [...form].flatMap(([name, value]) =>
    typeof value === 'string' && !/password/i.test(name) ? [[name, value] as const] : [],
  )
}

/** Appended to an action's own sentence when the server did not answer. */
export const unanswered = {
  offline: 'You are offline, so nothing was changed. Please tap again once you are connected.',
  silent: 'It may have counted; look, and tap again: it never counts twice.',
}

export const loginUnanswered = 'The cup did not answer, so you are not logged in yet. Please try again.'
