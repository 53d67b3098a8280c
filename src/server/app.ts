import type { CupView, Draw, Edition, Entry, Settings, SideNumber, TeamId } from '../domain/cup.ts'
import type { Outcome } from '../domain/outcome.ts'

/** Everything the web may call: queries read, commands change. Only commands write, each in one transaction. */
export type App = Queries & Commands & Accounts

/** Who acts. Commands that only an organiser may give take an Organiser, so a route cannot forget to ask. */
export type Visitor = { readonly kind: 'visitor' }
export type Organiser = { readonly kind: 'organiser'; readonly email: string; readonly sessionId: string }
export type Actor = Visitor | Organiser

/** A query that found nothing within the seed's 10 s rejects with LoadTimeout; storage that fails rejects with its error. */
export class LoadTimeout extends Error {}

export type Queries = {
  /** What the public may see, current as of the last commit this node knows. Waits for the first load only. */
  publicView(): Promise<CupView>
  /** The draw of an edition that is not the current one; undefined when none was kept. */
  pastDraw(edition: number): Promise<Draw | undefined>
  /** Editions with a draw to look at, newest first; always holds the current one. */
  pastEditions(): Promise<readonly { number: number; season: string; current: boolean }[]>
  /** Registered teams with their phone numbers: organisers only. Removed ones too, marked. */
  teamsForOrganiser(organiser: Organiser): Promise<readonly OrganiserTeam[]>
  journal(organiser: Organiser, filter: JournalFilter): Promise<readonly JournalLine[]>
  /** One line of the journal: what the page shows after a redirect. */
  journalLine(organiser: Organiser, revision: number): Promise<JournalLine | undefined>
  storageName(): 'SQLite' | 'PostgreSQL'
  isHealthy(): Promise<boolean>
}

export type OrganiserTeam = Entry & { readonly teamPhoneNumber: string; readonly removed: boolean }

export type JournalFilter = { readonly search?: string; readonly action?: string; readonly before?: number; readonly limit?: number }

export type JournalLine = {
  readonly revision: number
  readonly at: string
  /** An organiser's email, or 'a visitor', or 'the cup' for what happens by itself. */
  readonly who: string
  readonly action: string
  /** What happened, as a sentence. */
  readonly words: string
  /** True when take-back would work now. */
  readonly canTakeBack: boolean
}

/** What a change answers: its revision in the journal and the sentence for the status banner. */
export type Changed = { readonly revision: number; readonly message: string }

/** Every change may say which screen it was made on and be sent twice without counting twice. */
export type Tap = {
  /** The match's revision the screen showed; absent when the sender does not know. */
  readonly seen?: number
  /** Results that would be cleared were shown and accepted. */
  readonly confirm?: boolean
  /** A random token: the same one twice counts once and answers alike. */
  readonly requestId?: string
}

export type TeamForm = {
  readonly player1Name: string
  readonly player2Name: string
  readonly teams: string
  readonly teamPhoneNumber: string
}

export type MatchSide = { readonly matchId: string; readonly side: SideNumber }

export type Commands = {
  registerTeam(form: TeamForm): Promise<Outcome<{ waiting: boolean }>>
  /** Gets or makes the draw: none → creating → active. Whoever finds 'creating' waits 2 s and looks again. */
  createDraw(actor: Actor): Promise<Outcome<{ drawId: string; created: boolean }>>

  setWinner(target: MatchSide & Tap, organiser: Organiser): Promise<Outcome<Changed>>
  undoWinner(target: { matchId: string } & Tap, organiser: Organiser): Promise<Outcome<Changed>>
  exchangeSides(target: { from: MatchSide; to: MatchSide } & Tap, organiser: Organiser): Promise<Outcome<Changed>>
  resetDraw(tap: Tap, organiser: Organiser): Promise<Outcome<Changed>>
  advanceByes(tap: Tap, organiser: Organiser): Promise<Outcome<Changed>>
  /** Takes a whole earlier change back, as long as nothing it touched has changed since. */
  takeBack(target: { revision: number } & Tap, organiser: Organiser): Promise<Outcome<Changed>>
  /** The team did not come (or came after all): its opponents have walkovers. */
  setAbsent(target: { teamId: TeamId; absent: boolean } & Tap, organiser: Organiser): Promise<Outcome<Changed>>
  /** An approved team that is not in the draw takes the place of a BYE or of a team that did not come. */
  placeTeam(target: MatchSide & { teamId: TeamId } & Tap, organiser: Organiser): Promise<Outcome<Changed>>
  /** Calls the next match of the queue to the next free table, or the named match (and table). */
  callMatch(target: { matchId?: string; table?: number } & Tap, organiser: Organiser): Promise<Outcome<Changed>>
  /** Takes a called match off its table, back into the queue. */
  uncallMatch(target: { matchId: string } & Tap, organiser: Organiser): Promise<Outcome<Changed>>

  setApproval(target: { teamIds: readonly TeamId[]; approved: boolean } & Tap, organiser: Organiser): Promise<Outcome<Changed>>
  editTeam(target: { teamId: TeamId; form: TeamForm } & Tap, organiser: Organiser): Promise<Outcome<Changed>>
  removeTeams(target: { teamIds: readonly TeamId[] } & Tap, organiser: Organiser): Promise<Outcome<Changed>>
  putBackTeams(target: { teamIds: readonly TeamId[] } & Tap, organiser: Organiser): Promise<Outcome<Changed>>

  changeSettings(settings: Partial<Settings>, organiser: Organiser): Promise<Outcome<Changed>>
  changeEditions(editions: readonly Edition[], organiser: Organiser): Promise<Outcome<Changed>>
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
  /** Undefined for wrong credentials, whatever is wrong with them; throttled sign-ins are refused alike, slower. */
  signIn(form: { email: string; password: string }, from: { address: string; device: string; mark?: string | undefined }): Promise<Outcome<{ token: string; expiresAt: string }>>
  signOut(token: string): Promise<void>
  organiserOf(token: string | undefined): Promise<Organiser | undefined>
  /** Proof, kept in a cookie, that a browser has signed in before: strangers' guesses cannot keep it out. */
  deviceMark(token: string): Promise<string | undefined>
  changePassword(form: { current: string; next: string }, organiser: Organiser): Promise<Outcome<Changed>>
  sessions(organiser: Organiser): Promise<readonly SessionInfo[]>
  endSession(sessionId: string, organiser: Organiser): Promise<Outcome<Changed>>
  organisers(organiser: Organiser): Promise<readonly { email: string; createdAt: string }[]>
  addOrganiser(form: { email: string; password: string }, organiser: Organiser): Promise<Outcome<Changed>>
  removeOrganiser(email: string, organiser: Organiser): Promise<Outcome<Changed>>
}
