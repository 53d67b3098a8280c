import type { FormAction } from '../../domain/actions.ts'
import type { Extras } from '../../domain/answer.ts'
import { type Outcome, refused } from '../../domain/outcome.ts'
import type { TeamForm } from '../../domain/teams/team-form.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { type Actor, type From, nameOf, type Organiser } from '../actors.ts'
import type { Backups } from '../backups/automatic-backups.ts'
import type { Limits } from '../rate-limits.ts'
import type { LinkedTeam } from '../storage/team-rows.ts'
import {
  type Changed,
  change,
  type JournalledChange,
  type Line,
  type Parts,
  type Unchanged,
  type Work,
} from './change.ts'
import { type Readers, readFields, type Tap } from './form-fields.ts'

export type CommandParts = Parts & {
  readonly accounts: Accounts
  readonly backups: Backups
  /** Registers a team. Rate limited if the options have an address. */
  readonly register: (form: TeamForm, options: RegisterOptions) => Promise<Outcome<Changed & Extras>>
  /** The team of a link; wrong links are rate limited by address. */
  readonly teamOfLink: (token: string, address: string) => Promise<Outcome<LinkedTeam>>
  readonly limits: Limits
}

export type RegisterOptions = {
  /** IP address for the rate limit; absent for organisers, who register many teams at the desk. */
  readonly address?: string | undefined
  /** The code of the day, as typed. */
  readonly code?: string
  /** Refuses players who are already entered. Does not compare phone numbers: the answer would reveal them. */
  readonly asksAboutDouble?: boolean
  /** The form's random token. The team's link is derived from it, so that a retried form finds the team it has entered. */
  readonly requestId?: string | undefined
}

/** A posted form with its sender. */
export type Posted = {
  readonly name: FormAction
  readonly form: FormData
  readonly actor: Actor
  /** Absent if it did not come over the network. */
  readonly from: From | undefined
  readonly tap: Tap
}

export type Command = (parts: CommandParts, posted: Posted) => Promise<Outcome<Changed & Extras>>

export type Commands = { readonly [Name in FormAction]?: Command }

/** A failure with its own sentence instead of its action's. */
export class Failed extends Error {
  override name = 'Failed'
}

/** Most commands: read the fields, then one change of the cup. */
export function command<Given extends object>(
  readers: Readers<Given>,
  run: (work: Work, given: Given & Tap, posted: Posted) => Promise<Outcome<JournalledChange | Unchanged>>,
): Command {
  return async (parts, posted) => {
    const read = readFields(readers, posted.form)
    if (!read.ok) return read
    return change(parts, lineOf(posted), (work) => run(work, { ...read.value, ...posted.tap }, posted))
  }
}

/** An organiser's command with transactions of its own. */
export function organiserCommand<Given extends object>(
  readers: Readers<Given>,
  run: (parts: CommandParts, given: Given, organiser: Organiser, tap: Tap) => Promise<Outcome<Changed>>,
): Command {
  return async (parts, { form, actor, tap }) => {
    if (actor.kind !== 'organiser') return refused('unknown-action')
    const read = readFields(readers, form)
    return read.ok ? run(parts, read.value, actor, tap) : read
  }
}

export function lineOf({ name, actor, tap }: Posted): Line {
  return { action: name, who: nameOf(actor), requestId: tap.requestId }
}
