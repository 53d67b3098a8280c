import { actionOf, type FormAction, isFormAction } from '../../domain/actions.ts'
import { type Answer, type Failure, fieldsOf } from '../../domain/answer.ts'
import type { Refused } from '../../domain/outcome.ts'
import { isQuestion, refusals } from '../../domain/refusals.ts'
import type { Actor, From } from '../actors.ts'
import { logProblem } from '../log.ts'
import { accountCommands } from './account-commands.ts'
import { attendanceCommands } from './attendance-commands.ts'
import { type Command, type CommandParts, Failed } from './command.ts'
import { createDraw } from './create-draw.ts'
import { drawCommands } from './draw-commands.ts'
import { editionCommands } from './edition-commands.ts'
import { entryCommands } from './entry-commands.ts'
import { tapOf } from './form-fields.ts'
import { personalDataCommands } from './personal-data-commands.ts'
import { registrationCommands } from './registration-commands.ts'
import { reportCommands } from './report-commands.ts'
import { settingsCommands } from './settings-commands.ts'
import { tableCommands } from './table-commands.ts'
import { takeBackCommands } from './take-back-commands.ts'
import { teamCommands } from './team-commands.ts'
import { winnerCommands } from './winner-commands.ts'

const commands: Readonly<Record<FormAction, Command>> = {
  generate: createDraw,
  ...drawCommands,
  ...winnerCommands,
  ...reportCommands,
  ...tableCommands,
  ...attendanceCommands,
  ...registrationCommands,
  ...teamCommands,
  ...entryCommands,
  ...personalDataCommands,
  ...settingsCommands,
  ...editionCommands,
  ...accountCommands,
  ...takeBackCommands,
}

/** Runs every form of every page: check permission, read the fields, run the command, answer. */
export type RunAction = (name: string, form: FormData, actor: Actor, from?: From) => Promise<Answer>

export function createRunAction(parts: CommandParts): RunAction {
  return async (name, form, actor, from) => {
    const fields = fieldsOf(form)
    if (!isFormAction(name) || !isAllowed(name, actor))
      return { ...failureOf({ reason: 'unknown-action', details: [] }), fields }
    // Before the command: a result between the two is then asked about again, never missed.
    const asked = parts.view.current() ?? (await parts.view.ready().catch(() => undefined))
    try {
      if (actor.kind === 'organiser' && actor.isRemembered)
        throw new Error('The session could not be looked up.')
      const outcome = await commands[name](parts, { name, form, actor, from, tap: tapOf(form) })
      if (outcome.ok) {
        const { unchanged, ...changed } = outcome.value
        return { ok: true, ...changed, revision: unchanged ? 0 : changed.revision }
      }
      const failure = failureOf(outcome)
      if (!isQuestion(outcome.reason)) return { ...failure, fields }
      // `asked` is the revision of the question: a result recorded before the confirmation is asked about again.
      const confirmable = fields.filter(([field]) => field !== 'asked')
      return {
        ...failure,
        error: actionOf(name).question ?? failure.error,
        fields: [...confirmable, ['asked', String(asked?.revision ?? 0)]],
      }
    } catch (error) {
      logProblem(`${name} failed.`, error)
      const sentence = error instanceof Failed ? error.message : (actionOf(name).failed ?? '')
      return { ok: false, reason: 'failed', error: sentence, details: [], fields }
    }
  }
}

/** Players may not even do what anyone may: a draw made from a team's page would be journalled as the team's. */
function isAllowed(name: FormAction, { kind }: Actor): boolean {
  const { by } = actionOf(name)
  const isPlayer = kind === 'team' || kind === 'table'
  if (by === 'anyone' || by === 'player') return isPlayer === (by === 'player')
  return kind === by || (by === 'team' && kind === 'organiser')
}

function failureOf({ reason, details }: Pick<Refused, 'reason' | 'details'>): Omit<Failure, 'fields'> {
  return { ok: false, reason, error: refusals[reason].sentence, details }
}
