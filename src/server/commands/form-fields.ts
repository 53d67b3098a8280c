import { fieldsOf } from '../../domain/answer.ts'
import type { SideNumber, TeamId } from '../../domain/cup.ts'
import { done, type Outcome, refused } from '../../domain/outcome.ts'
import { readTeamForm, type TeamForm } from '../../domain/teams/team-form.ts'
import { revisionOf, textOf } from '../../domain/text.ts'
import { textLimits } from '../../domain/tidy-text.ts'

/** Reads one field of a form, or refuses the whole form. */
export type Reader<Value> = (form: FormData, name: string) => Outcome<Value>

/** A reader for each field of a command. */
export type Readers<Given> = { readonly [Name in keyof Given]: Reader<Given[Name]> }

/** Reads every field; the first invalid one refuses the form. */
export function readFields<Given extends object>(readers: Readers<Given>, form: FormData): Outcome<Given> {
  const given: Partial<Given> = {}
  for (const name of Object.keys(readers) as (keyof Given & string)[]) {
    const read = readers[name](form, name)
    if (!read.ok) return read
    given[name] = read.value
  }
  return done(given as Given)
}

export const text: Reader<string> = (form, name) => done(textOf(form, name))

/** Not trimmed. Cut to one character over the limit, which is still too long: normalising takes quadratic time. */
export const password: Reader<string> = (form, name) => {
  const value = form.get(name)
  return done(typeof value === 'string' ? value.slice(0, textLimits.password + 1) : '')
}

/** Undefined if the field is empty. */
export const tableNumber: Reader<number | undefined> = (form, name) => {
  const digits = textOf(form, name)
  if (digits === '') return done(undefined)
  return /^\d{1,9}$/.test(digits) ? done(Number(digits)) : refused('no-such-table')
}

export const sideNumber: Reader<SideNumber> = (form, name) => {
  const side = textOf(form, name)
  return side === '1' || side === '2' ? done(Number(side) as SideNumber) : refused('no-such-match')
}

export const teamId: Reader<TeamId> = (form, name) => {
  const id = textOf(form, name)
  return id ? done(id) : refused('no-team-chosen')
}

/** Every field `teamId` of the form: one row of the table, or all selected ones. */
export const teamIds: Reader<readonly TeamId[]> = (form) => {
  const ids = form.getAll('teamId').map(String)
  return ids.some(Boolean) ? done(ids) : refused('no-team-chosen')
}

/** The four fields of the registration form. */
export const teamForm: Reader<TeamForm> = (form) => done(readTeamForm((field) => textOf(form, field)))

/** The whole form, without passwords. */
export const allFields: Reader<Readonly<Record<string, string>>> = (form) =>
  done(Object.fromEntries(fieldsOf(form)))

/** An instant as the pages write it: ISO 8601 in UTC. */
export const instant: Reader<string> = (form, name) => {
  const at = textOf(form, name)
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at) && !Number.isNaN(Date.parse(at))
  return isInstant ? done(at) : refused('unknown-action')
}

/** Fields of any form: the revision of its screen, confirmation, idempotency key. */
export type Tap = {
  /** The revision the screen showed, of the match or of the whole page, if known. */
  readonly seen?: number | undefined
  /** The consequences were shown and accepted. */
  readonly confirm?: boolean
  /** The revision at which they were shown: later results are asked about again. */
  readonly asked?: number | undefined
  /** Idempotency key: a random token. */
  readonly requestId?: string | undefined
}

export function tapOf(form: FormData): Tap {
  return {
    seen: revisionOf(textOf(form, 'seen')),
    asked: revisionOf(textOf(form, 'asked')),
    requestId: textOf(form, 'requestId').slice(0, 64) || undefined,
    confirm: form.get('confirm') === 'yes',
  }
}
