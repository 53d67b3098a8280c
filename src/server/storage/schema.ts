import type { ColumnType } from 'kysely'
import type { Change } from '../../domain/changes.ts'
import type { Draw, Settings, SideNumber } from '../../domain/cup.ts'
import type { Report } from '../../domain/draw/reports.ts'
import type { Correction } from '../../domain/teams/team-form.ts'

/** ISO 8601 in UTC, on both engines. */
type Instant = string

/** Read as a value, written as JSON text. */
type Json<Value> = ColumnType<Value, string, string>

export type Tables = {
  teams: TeamRow
  tournaments: TournamentRow
  brackets: BracketRow
  matches: MatchRow
  system: SystemRow
  editions: EditionRow
  journal: JournalRow
  admins: AdminRow
  sessions: SessionRow
  push_subscriptions: PushSubscriptionRow
  shown_links: ShownLinkRow
}

export type TeamRow = {
  id: string
  /** No foreign key: SQLite would have to rebuild the table and all that refer to it. `ensureEdition` creates the row first. */
  edition_id: number
  player1_name: string
  player2_name: string
  teams: string
  team_phone_number: string
  team_name: string
  approved: boolean
  created_at: Instant
  removed_at: Instant | null
  revision: number
  checked_in_at: Instant | null
  withdrawn_at: Instant | null
  /** The team's name before it corrected its entry. */
  corrected_from: string | null
  /** Pending an organiser's decision. */
  correction: Json<Correction | null> | null
  /** Optional on insert and absent from StoredTeam, so that neither saving nor taking back a team touches it. */
  link_hash: ColumnType<string | null, string | null | undefined, string | null>
}

type TournamentRow = {
  id: string
  created_at: Instant
  status: string
  edition_id: number
  shuffle_seed: string
  absent: Json<readonly string[]>
  /** Every team that is or was in this draw. */
  teams: Json<Draw['teams']>
}

type BracketRow = {
  tournament_id: string
  round_index: number
  name: string
}

/** The specification's name fields serve display and export; ids and `winner_side` are the source of truth. */
export type MatchRow = {
  tournament_id: string
  id: string
  round_index: number
  match_index: number
  team1: string
  team2: string
  team1_players: Json<readonly string[]>
  team2_players: Json<readonly string[]>
  /** 'bye-{place}' for a BYE; null for TBD, and in a match that was imported with names only. */
  team1_id: string | null
  team2_id: string | null
  winner: string
  winner_side: SideNumber | null
  walkover: boolean
  table_number: number | null
  called_at: Instant | null
  decided_at: Instant | null
  revision: number
  /** Private: not part of a `Match` or backup. Saving reports keeps the match's revision, so that no tap becomes stale. */
  reports: ColumnType<readonly Report[] | null, string | undefined, string | null>
}

export type CurrentDocument = {
  /** The current edition: its row of `editions` holds some settings, and its teams are the list of entries. */
  editionId: number
  tournamentID: string | null
  tournamentStatus: 'active' | 'creating' | null
  updatedAt: Instant
  /** Random owner of the 'creating' marker; it differs once another client has taken over. */
  creator?: string
  /** The current draw is being revealed lot by lot. */
  show?: true
}

export type EpochDocument = { epoch: number }

/** A P-256 key pair in JWK numbers; `d` is private. */
export type PushKeys = { x: string; y: string; d: string }

/** The last account set by ADMIN_EMAIL and ADMIN_PASSWORD. */
export type GivenAccount = { email: string; passwordHash: string }

/** The documents 'current', 'settings', 'epoch', 'push' and 'given-account'. The revision of 'current' is the cup's. */
type SystemRow = {
  id: string
  document: Json<CurrentDocument | Partial<Settings> | EpochDocument | PushKeys | GivenAccount>
  revision: number
}

export type EditionRow = {
  id: number
  /** Unique. What people call the edition; can be corrected, unlike the id. */
  number: number
  season: string
  theme: string
  /** Empty for an edition that was never played here. */
  title: string
  /** Null while it is not among the past champions. */
  winners: string | null
}

type JournalRow = {
  revision: number
  at: Instant
  who: string
  action: string
  words: string
  details: Json<Record<string, unknown>>
  /** Public, so never with a phone number. */
  changes: Json<readonly Change[]>
  /** What a take-back restores; null if it cannot be taken back. */
  before: Json<unknown> | null
  request_id: string | null
}

type AdminRow = { email: string; password_hash: string; created_at: Instant }

type SessionRow = {
  id: string
  token_hash: string
  email: string
  device: string
  created_at: Instant
  last_seen_at: Instant
  expires_at: Instant
}

export type PushSubscriptionRow = {
  id: string
  team_id: string
  endpoint: string
  p256dh: string
  auth: string
  created_at: Instant
}

type ShownLinkRow = { link_hash: string; team_id: string }
