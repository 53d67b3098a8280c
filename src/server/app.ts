import type { CupView, Draw, Edition, Entry, Settings, SideNumber, TeamId } from '../domain/cup.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { PastEdition } from '../domain/settings/past-editions.ts'
import { loadTimeoutMs } from '../domain/settings/settings.ts'
import type { TeamFields } from '../domain/teams/team-form.ts'
import { type Clock, within } from './clock.ts'
import { advanceByes } from './commands/draw/advance-byes.ts'
import { callMatch, uncallMatch } from './commands/draw/call-match.ts'
import { createDraw } from './commands/draw/create-draw.ts'
import { drawAgain } from './commands/draw/draw-again.ts'
import { exchangeSides } from './commands/draw/exchange-sides.ts'
import { placeTeam } from './commands/draw/place-team.ts'
import { resetDraw } from './commands/draw/reset-draw.ts'
import { setAbsent } from './commands/draw/set-absent.ts'
import { setWinner } from './commands/draw/set-winner.ts'
import { undoWinner } from './commands/draw/undo-winner.ts'
import { changeEditions } from './commands/settings/change-editions.ts'
import { changeSettings } from './commands/settings/change-settings.ts'
import { closeRegistration, watchClosing } from './commands/settings/close-registration.ts'
import { takeBack } from './commands/take-back.ts'
import { editTeam } from './commands/teams/edit-team.ts'
import { registerTeam } from './commands/teams/register-team.ts'
import { putBackTeams, removeTeams } from './commands/teams/remove-teams.ts'
import { setApproval } from './commands/teams/set-approval.ts'
import { journal, journalLine } from './queries/journal.ts'
import { listEditionsWithDraw, pastDraw } from './queries/past-draws.ts'
import { teamsForOrganiser } from './queries/teams-for-organiser.ts'
import type { Storage } from './storage/storage.ts'
import type { PublicView } from './view.ts'

/** Everything the web may call: queries read, commands change. Only commands write, each in one transaction. */
export type App = Queries & Commands & Accounts

/** Who acts. Commands that only an organiser may give take an Organiser, so a route cannot forget to ask. */
export type Visitor = { readonly kind: 'visitor' }
export type Organiser = { readonly kind: 'organiser'; readonly email: string; readonly sessionId: string }
export type Actor = Visitor | Organiser

/** A query that found nothing within the spec's 10 s rejects with LoadTimeout (clock.ts); storage that fails, with its error. */
export type Queries = {
  /** What the public may see, current as of the last commit this node knows. Waits for the first load only. */
  publicView(): Promise<CupView>
  /** The draw of an edition that is not the current one; undefined when none was kept. */
  pastDraw(edition: number): Promise<Draw | undefined>
  /** Editions with a draw to look at, newest first; always holds the current one. */
  pastEditions(): Promise<readonly PastEdition[]>
  /** Registered teams with their phone numbers: organisers only. Removed ones too, marked. */
  teamsForOrganiser(organiser: Organiser): Promise<readonly OrganiserTeam[]>
  journal(organiser: Organiser, filter: JournalFilter): Promise<readonly JournalLine[]>
  /** One line of the journal: what the page shows after a redirect. */
  journalLine(organiser: Organiser, revision: number): Promise<JournalLine | undefined>
  storageName(): 'SQLite' | 'PostgreSQL'
  isHealthy(): Promise<boolean>
}

export type OrganiserTeam = Entry & { readonly teamPhoneNumber: string; readonly removed: boolean }

export type JournalFilter = {
  readonly search?: string
  readonly actions?: readonly string[]
  readonly before?: number
  readonly limit?: number
}

export type JournalLine = {
  readonly revision: number
  readonly at: string
  /** An organiser's email, or 'a visitor', or 'the cup' for what happens by itself. */
  readonly who: string
  readonly action: string
  /** What happened, as a sentence. */
  readonly words: string
  /** The sentence whoever did it was answered with. */
  readonly message: string
  /** True when take-back would work now. */
  readonly canTakeBack: boolean
}

/** What a change answers: its revision in the journal and the sentence for the status banner. */
export type Changed = {
  readonly revision: number
  readonly message: string
  /** Everything already was as asked: the revision is the cup's, not one of this change's own. */
  readonly unchanged?: true
}

/** Every change may say which screen it was made on and be sent twice without counting twice. */
export type Tap = {
  /** The revision the screen showed, of the match or of the whole page; absent when the sender does not know. */
  readonly seen?: number
  /** Results that would be cleared were shown and accepted. */
  readonly confirm?: boolean
  /** The revision at which they were shown: what was played after it is asked about again. */
  readonly asked?: number
  /** A random token: the same one twice counts once and answers alike. */
  readonly requestId?: string
}

export type TeamForm = TeamFields

export type MatchSide = { readonly matchId: string; readonly side: SideNumber }

export type Commands = {
  registerTeam(form: TeamForm): Promise<Outcome<{ waiting: boolean }>>
  /** Gets or makes the draw: none → creating → active. Whoever finds 'creating' waits 2 s and looks again. */
  createDraw(
    actor: Actor,
  ): Promise<Outcome<{ drawId: string; created: boolean; revision?: number | undefined }>>

  setWinner(target: MatchSide & Tap, organiser: Organiser): Promise<Outcome<Changed>>
  undoWinner(target: { matchId: string } & Tap, organiser: Organiser): Promise<Outcome<Changed>>
  exchangeSides(
    target: { from: MatchSide; to: MatchSide } & Tap,
    organiser: Organiser,
  ): Promise<Outcome<Changed>>
  resetDraw(tap: Tap, organiser: Organiser): Promise<Outcome<Changed>>
  /** A new draw with the approved teams that came too late, while nothing was played. */
  drawAgain(tap: Tap, organiser: Organiser): Promise<Outcome<Changed>>
  advanceByes(tap: Tap, organiser: Organiser): Promise<Outcome<Changed>>
  /** Takes a whole earlier change back, as long as nothing it touched has changed since. */
  takeBack(target: { revision: number } & Tap, organiser: Organiser): Promise<Outcome<Changed>>
  /** The team did not come (or came after all): its opponents have walkovers. */
  setAbsent(
    target: { teamId: TeamId; absent: boolean } & Tap,
    organiser: Organiser,
  ): Promise<Outcome<Changed>>
  /** An approved team that is not in the draw takes the place of a BYE or of a team that did not come. */
  placeTeam(target: MatchSide & { teamId: TeamId } & Tap, organiser: Organiser): Promise<Outcome<Changed>>
  /** Calls the next match of the queue to the next free table, or the named match (and table). */
  callMatch(
    target: { matchId?: string; table?: number } & Tap,
    organiser: Organiser,
  ): Promise<Outcome<Changed>>
  /** Takes a called match off its table, back into the queue. */
  uncallMatch(target: { matchId: string } & Tap, organiser: Organiser): Promise<Outcome<Changed>>

  setApproval(
    target: { teamIds: readonly TeamId[]; approved: boolean } & Tap,
    organiser: Organiser,
  ): Promise<Outcome<Changed>>
  editTeam(target: { teamId: TeamId; form: TeamForm } & Tap, organiser: Organiser): Promise<Outcome<Changed>>
  removeTeams(target: { teamIds: readonly TeamId[] } & Tap, organiser: Organiser): Promise<Outcome<Changed>>
  putBackTeams(target: { teamIds: readonly TeamId[] } & Tap, organiser: Organiser): Promise<Outcome<Changed>>

  changeSettings(settings: Partial<Settings>, organiser: Organiser, tap?: Tap): Promise<Outcome<Changed>>
  changeEditions(editions: readonly Edition[], organiser: Organiser, tap?: Tap): Promise<Outcome<Changed>>
}

export type SessionInfo = {
  readonly id: string
  readonly createdAt: string
  readonly lastSeenAt: string
  /** Browser and system in a few words, as the sign-in saw them. */
  readonly device: string
  readonly current: boolean
}

export type Accounts = {
  /** Refused alike whatever is wrong with the credentials; the details of a throttled sign-in say to wait a minute. */
  signIn(
    form: { email: string; password: string },
    from: { address: string; device: string; deviceId?: string | undefined },
  ): Promise<Outcome<{ token: string; expiresAt: string }>>
  signOut(token: string): Promise<void>
  /** Who changes something shows that the session is in use; reading a page writes nothing. */
  organiserOf(token: string | undefined, doing?: 'reading' | 'changing'): Promise<Organiser | undefined>
  /** Proof, kept in a cookie, that a browser has signed in before: strangers' guesses cannot keep it out. */
  deviceId(token: string): Promise<string | undefined>
  changePassword(form: { current: string; next: string }, organiser: Organiser): Promise<Outcome<Changed>>
  sessions(organiser: Organiser): Promise<readonly SessionInfo[]>
  endSession(sessionId: string, organiser: Organiser): Promise<Outcome<Changed>>
  organisers(organiser: Organiser): Promise<readonly { email: string; createdAt: string }[]>
  addOrganiser(form: { email: string; password: string }, organiser: Organiser): Promise<Outcome<Changed>>
  removeOrganiser(email: string, organiser: Organiser): Promise<Outcome<Changed>>
}

/** Whoever watches over the server wants an answer soon, also a bad one. */
const healthTimeoutMs = 3_000

/** What the app is made of. Accounts are a part of their own: see accounts/. */
export type AppParts = {
  readonly storage: Storage
  readonly view: PublicView
  readonly clock: Clock
  readonly accounts: Accounts
}

/** Joins commands, queries and accounts. Whoever makes one closes it: it keeps the alarm of registration's end. */
export function createApp({ accounts, ...parts }: AppParts): App & { close(): void } {
  const { storage, view, clock } = parts
  const closing = watchClosing({ view, clock, close: () => closeRegistration(parts) })
  const inTime = <Value>(work: Promise<Value>) => within(clock, loadTimeoutMs, work)

  const publicView = () => view.ready()

  return {
    ...accounts,

    publicView,
    pastDraw: (edition) => inTime(pastDraw(storage, edition)),
    pastEditions: async () => inTime(listEditionsWithDraw(storage, await publicView())),
    teamsForOrganiser: () => inTime(teamsForOrganiser(storage)),
    journal: async (_organiser, filter) => inTime(journal(storage, await publicView(), filter)),
    journalLine: async (_organiser, revision) => inTime(journalLine(storage, await publicView(), revision)),
    storageName: () => storage.name,
    isHealthy: () => within(clock, healthTimeoutMs, storage.isHealthy()).catch(() => false),

    registerTeam: (form) => registerTeam(parts, form),
    createDraw: (actor) => createDraw(parts, actor),
    setWinner: (target, organiser) => setWinner(parts, target, organiser),
    undoWinner: (target, organiser) => undoWinner(parts, target, organiser),
    exchangeSides: (target, organiser) => exchangeSides(parts, target, organiser),
    resetDraw: (tap, organiser) => resetDraw(parts, tap, organiser),
    drawAgain: (tap, organiser) => drawAgain(parts, tap, organiser),
    advanceByes: (tap, organiser) => advanceByes(parts, tap, organiser),
    takeBack: (target, organiser) => takeBack(parts, target, organiser),
    setAbsent: (target, organiser) => setAbsent(parts, target, organiser),
    placeTeam: (target, organiser) => placeTeam(parts, target, organiser),
    callMatch: (target, organiser) => callMatch(parts, target, organiser),
    uncallMatch: (target, organiser) => uncallMatch(parts, target, organiser),
    setApproval: (target, organiser) => setApproval(parts, target, organiser),
    editTeam: (target, organiser) => editTeam(parts, target, organiser),
    removeTeams: (target, organiser) => removeTeams(parts, target, organiser),
    putBackTeams: (target, organiser) => putBackTeams(parts, target, organiser),
    changeSettings: (settings, organiser, tap) => changeSettings(parts, settings, organiser, tap),
    changeEditions: (editions, organiser, tap) => changeEditions(parts, editions, organiser, tap),

    close: () => closing.stop(),
  }
}
