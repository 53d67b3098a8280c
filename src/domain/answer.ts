import type { TeamId } from './cup.ts'
import type { Refusal } from './refusals.ts'

/** The answer to every form: JSON with scripts, without them a redirect or a part of the page. */
export type Answer = Success | Failure

export type Success = {
  readonly ok: true
  /** The sentence for the status banner. */
  readonly message: string
  /** Its line of the journal; 0 where nothing had to be changed, so nothing can be taken back. */
  readonly revision: number
} & Told

/** Extra results of some actions. */
export type Told = {
  /** The team that was entered, or whose link was asked for. */
  readonly team?: OwnTeam
  /** The team that was entered is on the waiting list. */
  readonly waiting?: boolean
  /** The session that was opened: sent as cookies, never in the body. */
  readonly session?: { readonly token: string; readonly expiresAt: string; readonly deviceId: string }
}

/** A team, with the token of its link where that was just made: shown once, because only its hash is stored. */
export type OwnTeam = {
  readonly id: TeamId
  readonly name: string
  readonly token?: string | undefined
  /** The link as a phone in the same network finds it. */
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

/** A failure in one sentence, where a page has no list for its details. */
export function failureSentence({
  error,
  hint,
  details,
}: Pick<Failure, 'error' | 'hint' | 'details'>): string {
  const known = details.length > 0 ? `(${details.join(', ')})` : hint
  return known ? `${error} ${known}` : error
}

/** A form's fields, for a page that shows it again; never a password. */
export function fieldsOf(form: Iterable<readonly [string, unknown]>): Fields {
  return [...form].flatMap(([name, value]) =>
    typeof value === 'string' && !/password/i.test(name) ? [[name, value] as const] : [],
  )
}
