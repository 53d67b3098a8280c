import type { Edition, Settings } from '../../src/domain/cup.ts'
import { editionFields } from '../../src/domain/editions/editions-form.ts'
import type { Outcome } from '../../src/domain/outcome.ts'
import type { TeamForm } from '../../src/domain/teams/team-form.ts'
import type { Organiser } from '../../src/server/actors.ts'
import { linkTokenOf } from '../../src/server/ids.ts'
import type { TestApp } from '../support/commands.ts'

type Tap = {
  readonly seen?: number | undefined
  readonly confirm?: boolean | undefined
  readonly asked?: number | undefined
  readonly requestId?: string | undefined
}
type Spot = { readonly matchId: string; readonly side: 1 | 2 }

/** A complete request: sent again, it is the same request. */
export type Command =
  | { readonly kind: 'register'; readonly form: TeamForm }
  | { readonly kind: 'create'; readonly by: 'visitor' | 'organiser' }
  | ({ readonly kind: 'winner' } & Spot & Tap)
  | ({ readonly kind: 'undo'; readonly matchId: string } & Tap)
  | ({ readonly kind: 'exchange'; readonly from: Spot; readonly to: Spot } & Tap)
  | ({ readonly kind: 'reset' | 'again' } & Tap)
  | ({ readonly kind: 'byes' } & Tap)
  | ({ readonly kind: 'take-back'; readonly revision: number } & Tap)
  | ({ readonly kind: 'absent'; readonly teamId: string; readonly absent: boolean } & Tap)
  | ({ readonly kind: 'place'; readonly teamId: string } & Spot & Tap)
  | ({ readonly kind: 'call'; readonly matchId?: string; readonly table?: number } & Tap)
  | ({ readonly kind: 'uncall'; readonly matchId: string } & Tap)
  | ({
      readonly kind: 'report'
      readonly form: string
      readonly matchId: string
      readonly won: boolean
    } & Tap)
  | ({ readonly kind: 'unreport'; readonly form: string; readonly matchId: string } & Tap)
  | ({ readonly kind: 'table-report'; readonly table: number } & Spot & Tap)
  | ({ readonly kind: 'confirm-report'; readonly matchId: string; readonly side?: 1 | 2 } & Tap)
  | ({ readonly kind: 'dismiss-report'; readonly matchId: string } & Tap)
  | ({ readonly kind: 'approve'; readonly teamIds: readonly string[]; readonly approved: boolean } & Tap)
  | ({ readonly kind: 'edit'; readonly teamId: string; readonly form: TeamForm } & Tap)
  | ({ readonly kind: 'remove' | 'put-back'; readonly teamIds: readonly string[] } & Tap)
  | ({ readonly kind: 'settings'; readonly settings: Partial<Settings> } & Tap)
  | ({ readonly kind: 'editions'; readonly editions: readonly Edition[] } & Tap)

export type Answer =
  | { readonly ok: true; readonly revision?: number; readonly unchanged?: true; readonly waiting?: boolean }
  | { readonly ok: false; readonly reason: string; readonly cleared?: number }

/** A form's token: here the same fields are the same form, sent again. */
export function formToken(form: TeamForm): string {
  return `the form of ${Object.values(form).join(' / ')}`
}

/** Sends a command to the real app. */
export async function send(app: TestApp, command: Command, organiser: Organiser): Promise<Answer> {
  // Leaves out `kind`, and undefined fields.
  const given = Object.fromEntries(
    Object.entries(command).filter(([key, value]) => key !== 'kind' && value !== undefined),
  ) as never
  switch (command.kind) {
    case 'register':
      return answerOf(await app.registerTeam(command.form, { requestId: formToken(command.form) }))
    case 'create':
      return answerOf(await app.createDraw(command.by === 'visitor' ? { kind: 'visitor' } : organiser))
    case 'settings':
      // Going back to another edition's number asks for confirmation.
      return answerOf(
        await app.changeSettings(command.settings, organiser, { ...(given as object), confirm: true }),
      )
    case 'editions':
      return answerOf(await app.changeEditions(editionFields(command.editions), organiser, given))
    case 'report':
      return answerOf(await app.reportOwn({ ...command, token: linkTokenOf(command.form) }))
    case 'unreport':
      return answerOf(await app.takeBackReport({ ...command, token: linkTokenOf(command.form) }))
    case 'table-report':
      return answerOf(await app.reportAtTable(given))
    default:
      return answerOf(await app[methods[command.kind]](given, organiser))
  }
}

const methods = {
  winner: 'setWinner',
  undo: 'undoWinner',
  exchange: 'exchangeSides',
  reset: 'resetDraw',
  again: 'drawAgain',
  byes: 'advanceByes',
  'take-back': 'takeBack',
  absent: 'setAbsent',
  place: 'placeTeam',
  call: 'callMatch',
  uncall: 'uncallMatch',
  'confirm-report': 'confirmReport',
  'dismiss-report': 'dismissReports',
  approve: 'setApproval',
  edit: 'editTeam',
  remove: 'removeTeams',
  'put-back': 'putBackTeams',
} as const

type Given = { revision?: number; unchanged?: true; waiting?: boolean; created?: boolean }

function answerOf(outcome: Outcome<Given>): Answer {
  if (outcome.ok) {
    const { revision, unchanged, waiting } = outcome.value
    return {
      ok: true,
      // An answer without a change has no revision: the test's helper adds its node's, which may lag behind the other node's.
      ...(revision !== undefined && !unchanged && { revision }),
      ...(unchanged && { unchanged }),
      ...(waiting !== undefined && { waiting }),
    }
  }
  const { reason, details } = outcome
  return { ok: false, reason, ...(reason === 'needs-confirmation' && { cleared: details.length }) }
}

/** Compares two answers; the app may omit a revision. */
export function isSameAnswer(given: Answer, expected: Answer): boolean {
  if (!given.ok || !expected.ok) {
    return !given.ok && !expected.ok && given.reason === expected.reason && given.cleared === expected.cleared
  }
  return (
    (given.revision === undefined || given.revision === expected.revision) &&
    (given.revision === undefined || !expected.unchanged) &&
    (!given.unchanged || expected.unchanged === true) &&
    (given.waiting === undefined || given.waiting === expected.waiting)
  )
}
