import { formOf } from '../../scripts/form-of.ts'
import type { FormAction } from '../../src/domain/actions.ts'
import type { Answer, Success } from '../../src/domain/answer.ts'
import type { Settings, SideNumber, TeamId } from '../../src/domain/cup.ts'
import { done, type Outcome, refused } from '../../src/domain/outcome.ts'
import type { Refusal } from '../../src/domain/refusals.ts'
import { type PostedFields, settingFields } from '../../src/domain/settings/check-settings.ts'
import type { Player } from '../../src/domain/teams/remove-name.ts'
import type { TeamForm } from '../../src/domain/teams/team-form.ts'
import type { Actor, Organiser } from '../../src/server/actors.ts'
import type { App } from '../../src/server/app.ts'
import type { RegisterOptions } from '../../src/server/commands/command.ts'

type Fields = Parameters<typeof formOf>[0]

/** The optional fields of every form. */
type Tap = {
  readonly seen?: number | undefined
  readonly confirm?: boolean | undefined
  readonly asked?: number | undefined
  readonly requestId?: string | undefined
}
type MatchSide = { readonly matchId: string; readonly side: SideNumber }
type OneTeam = { readonly teamId: TeamId } & Tap
type Teams = { readonly teamIds: readonly TeamId[] } & Tap
type OneMatch = { readonly matchId: string } & Tap
type OnLink = { readonly token: string } & Tap

type Changed = {
  readonly revision: number
  readonly message: string
  /** Nothing had to change: the revision is the cup's current one. */
  readonly unchanged?: true
}

export type TestApp = App & ReturnType<typeof commandsOf>

export function withCommands<Given extends App>(app: Given): Given & TestApp {
  return { ...app, ...commandsOf(app) }
}

/** Forms as functions: each posts its arguments as a page would. A failed server throws. */
function commandsOf(app: App) {
  async function post(
    name: FormAction,
    fields: Fields,
    actor: Actor,
    address?: string,
  ): Promise<Outcome<Success>> {
    const from = address === undefined ? undefined : { address, device: 'a test' }
    return outcomeOf(await app.run(name, formOf(fields), actor, from))
  }

  async function send(name: FormAction, fields: Fields, actor: Actor): Promise<Outcome<Changed>> {
    const outcome = await post(name, fields, actor)
    if (!outcome.ok) return outcome
    const { revision, message } = outcome.value
    if (revision > 0) return done({ revision, message })
    return done({ revision: (await app.publicView()).revision, message, unchanged: true })
  }

  async function sendForLink(name: FormAction, fields: OneTeam, organiser: Organiser) {
    const outcome = await post(name, fields, organiser)
    if (!outcome.ok) return outcome
    const { revision, message, team } = outcome.value
    return done({ revision, message, token: team?.token ?? '' })
  }

  const forTeams = (name: FormAction, { teamIds, ...tap }: Teams, organiser: Organiser) =>
    send(name, { teamId: teamIds, ...tap }, organiser)

  return {
    setWinner: (tap: MatchSide & Tap, organiser: Organiser) => send('set-winner', tap, organiser),
    undoWinner: (tap: OneMatch, organiser: Organiser) => send('undo', tap, organiser),
    exchangeSides: ({ from, to, ...tap }: { from: MatchSide; to: MatchSide } & Tap, organiser: Organiser) =>
      send('exchange', { from: sideText(from), to: sideText(to), ...tap }, organiser),
    resetDraw: (tap: Tap, organiser: Organiser) => send('reset', tap, organiser),
    drawAgain: (tap: Tap, organiser: Organiser) => send('draw-again', tap, organiser),
    advanceByes: (tap: Tap, organiser: Organiser) => send('advance-byes', tap, organiser),
    finishShow: (tap: Tap, organiser: Organiser) => send('finish-show', tap, organiser),
    takeBack: (tap: { revision: number } & Tap, organiser: Organiser) => send('take-back', tap, organiser),

    setAbsent: ({ absent, ...tap }: { absent: boolean } & OneTeam, organiser: Organiser) =>
      send(absent ? 'absent' : 'present', tap, organiser),
    placeTeam: (tap: MatchSide & OneTeam, organiser: Organiser) => send('place', tap, organiser),
    callMatch: (tap: Partial<OneMatch> & { table?: number } & Tap, organiser: Organiser) =>
      send('call', tap, organiser),
    callAgain: (tap: OneMatch, organiser: Organiser) => send('call-again', tap, organiser),
    uncallMatch: (tap: OneMatch, organiser: Organiser) => send('uncall', tap, organiser),

    setApproval: ({ approved, ...tap }: { approved: boolean } & Teams, organiser: Organiser) =>
      forTeams(approved ? 'approve' : 'unapprove', tap, organiser),
    setCheckedIn: ({ here, ...tap }: { here: boolean } & Teams, organiser: Organiser) =>
      forTeams(here ? 'check-in' : 'not-here', tap, organiser),
    removeTeams: (tap: Teams, organiser: Organiser) => forTeams('remove', tap, organiser),
    putBackTeams: (tap: Teams, organiser: Organiser) => forTeams('put-back', tap, organiser),
    removePendingSince: (tap: { since: string } & Tap, organiser: Organiser) =>
      send('remove-pending', tap, organiser),
    editTeam: ({ form, ...tap }: { form: TeamForm } & OneTeam, organiser: Organiser) =>
      send('edit', { ...form, ...tap }, organiser),
    acceptCorrection: (tap: OneTeam, organiser: Organiser) => send('accept-correction', tap, organiser),
    deleteRemoved: (tap: Tap, organiser: Organiser) => send('delete-removed', tap, organiser),
    deletePhones: (tap: { edition: number } & Tap, organiser: Organiser) =>
      send('delete-phones', tap, organiser),
    removeName: (tap: { player: Player } & OneTeam, organiser: Organiser) =>
      send('remove-name', tap, organiser),
    showLink: (tap: OneTeam, organiser: Organiser) => sendForLink('show-link', tap, organiser),
    renewLink: (tap: OneTeam, organiser: Organiser) => sendForLink('renew-link', tap, organiser),

    correctEntry: ({ token, form, ...tap }: { form: TeamForm } & OnLink) =>
      send('correct', { ...form, ...tap }, { kind: 'team', token }),
    withdrawEntry: ({ token, ...tap }: OnLink) => send('withdraw', tap, { kind: 'team', token }),
    reportOwn: ({ token, won, ...tap }: { won: boolean } & OnLink & OneMatch) =>
      send('report', { won: won ? 'yes' : 'no', ...tap }, { kind: 'team', token }),
    takeBackReport: ({ token, ...tap }: OnLink & OneMatch) =>
      send('dismiss-report', tap, { kind: 'team', token }),
    reportAtTable: ({ table, ...tap }: { table: number } & MatchSide & Tap) =>
      send('report', tap, { kind: 'table', table }),
    confirmReport: (tap: { side?: SideNumber | undefined } & OneMatch, organiser: Organiser) =>
      send('confirm-report', tap, organiser),
    dismissReports: (tap: OneMatch, organiser: Organiser) => send('dismiss-report', tap, organiser),
    checkIn: ({ token, ...tap }: OnLink) => send('check-in', tap, { kind: 'team', token }),

    changeSettings: (settings: Partial<Settings> | PostedFields, organiser: Organiser, tap: Tap = {}) =>
      send('settings', { ...settingFields(settings), ...tap }, organiser),
    changeEditions: (fields: PostedFields, organiser: Organiser, tap: Tap = {}) =>
      send('editions', { ...fields, ...tap }, organiser),
    beginEdition: (fields: PostedFields, organiser: Organiser, tap: Tap = {}) =>
      send('begin-edition', { ...fields, ...tap }, organiser),
    changePassword: ({ current, next }: { current: string; next: string }, organiser: Organiser) =>
      send('change-password', { currentPassword: current, newPassword: next }, organiser),
    endSession: (sessionId: string, organiser: Organiser) => send('end-session', { sessionId }, organiser),
    addOrganiser: (
      { current, ...account }: { email: string; password: string; current: string },
      organiser: Organiser,
    ) => send('add-organiser', { ...account, currentPassword: current }, organiser),
    removeOrganiser: ({ current, email }: { email: string; current: string }, organiser: Organiser) =>
      send('remove-organiser', { email, currentPassword: current }, organiser),
    backUp: (organiser: Organiser) => send('back-up', {}, organiser),

    /** Selects every row of a list of these teams. */
    importTeams: ({ teams, ...tap }: { teams: readonly TeamForm[] } & Tap, organiser: Organiser) => {
      const cells = teams.map((team) => listColumns.map((column) => `"${team[column]}"`).join())
      const row = teams.map((_, at) => at)
      return send('import', { list: cells.join('\n'), column: listColumns, row, ...tap }, organiser)
    },

    /** With an IP address it is rate limited, like a visitor's. */
    async registerTeam(form: TeamForm, { address, asksAboutDouble = false, ...more }: RegisterOptions = {}) {
      const fields = { ...form, ...more, confirm: !asksAboutDouble }
      const outcome = await post('register', fields, { kind: 'visitor' }, address)
      if (!outcome.ok) return outcome
      const { team, waiting = false } = outcome.value
      return done({ teamId: team?.id ?? '', waiting, ...(team?.token && { token: team.token }) })
    },

    async createDraw(actor: Actor, teams: 'approved' | 'here' = 'approved') {
      const outcome = await post('generate', { teams }, actor)
      if (!outcome.ok) return outcome
      const { revision } = outcome.value
      const drawId = await drawOf(app)
      return done({ drawId, created: revision > 0, ...(revision > 0 && { revision }) })
    },
  }
}

/** The current draw, once this node's view has it: another node may have made it. */
async function drawOf(app: Pick<App, 'publicView'>): Promise<string> {
  for (;;) {
    const { draw } = await app.publicView()
    if (draw) return draw.id
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const listColumns = ['player1Name', 'player2Name', 'teams', 'teamPhoneNumber'] as const

const sideText = ({ matchId, side }: MatchSide) => `${matchId}:${side}`

function outcomeOf(answer: Answer): Outcome<Success> {
  if (answer.ok) return done(answer)
  const { reason, error, details } = answer
  if (reason === 'failed') throw new Error(error)
  return refused(reason as Refusal, details)
}
