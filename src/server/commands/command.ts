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

/** What commands need of the world. */
export type CommandParts = Parts & {
  readonly accounts: Accounts
  readonly backups: Backups
  /** Registers a team, rate limited by address; without one, not at all. */
  readonly register: (form: TeamForm, options: RegisterOptions) => Promise<Outcome<Changed & Extras>>
  /** The team of a link; wrong links are rate limited by address. */
  readonly teamOfLink: (token: string, address: string) => Promise<Outcome<LinkedTeam>>
  readonly limits: Limits
}

export type RegisterOptions = {
  /** IP address for the rate limit; absent for organisers, because they register many teams at the desk. */
  readonly address?: string | undefined
  /** The code of the day, as it was typed. */
  readonly code?: string
  /** Refuses a team whose players are entered already. Phone numbers are not compared: the answer would reveal them. */
  readonly asksAboutDouble?: boolean
  /** The form's random token. Its link follows from it, so a form that is sent again finds the team it has entered. */
  readonly requestId?: string | undefined
}

/** A posted form with its sender. */
export type Posted = {
  readonly name: FormAction
  readonly form: FormData
  readonly actor: Actor
  /** Absent for what does not come over the network. */
  readonly from: From | undefined
  readonly tap: Tap
}

/** Carries out what a form asks for. */
export type Command = (parts: CommandParts, posted: Posted) => Promise<Outcome<Changed & Extras>>

/** The commands of one chapter. */
export type Commands = { readonly [Name in FormAction]?: Command }

/** Thrown by a command whose failure has a sentence other than its action's. */
export class Failed extends Error {
  override name = 'Failed'
}

/** Most commands: read the fields, then one change of the cup, under the action's own name in the journal. */
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
