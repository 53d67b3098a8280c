import type { Insertable, Selectable } from 'kysely'
import {
  BYE,
  type Draw,
  type DrawTeam,
  isTeam,
  type Match,
  type Side,
  type SideNumber,
  TBD,
  type TeamId,
} from '../../domain/cup.ts'
import { type Report, waitingReports } from '../../domain/draw/reports.ts'
import { idOfName } from '../../domain/teams/names.ts'
import type { MatchRow } from './schema.ts'
import type { Db } from './storage.ts'

type StoredMatch = Selectable<MatchRow>

export async function saveMatches(
  db: Db,
  tournamentId: string,
  matches: readonly Match[],
  teams: Draw['teams'],
): Promise<void> {
  for (const match of matches) {
    await db
      .updateTable('matches')
      .set(contentsFrom(match, teams))
      .where('tournament_id', '=', tournamentId)
      .where('id', '=', match.id)
      .execute()
  }
}

export async function renameInMatches(
  db: Db,
  tournamentId: string,
  id: TeamId,
  { name, players }: DrawTeam,
): Promise<void> {
  const list = JSON.stringify(players)
  const inDraw = db.updateTable('matches').where('tournament_id', '=', tournamentId)
  await inDraw.set({ team1: name, team1_players: list }).where('team1_id', '=', id).execute()
  await inDraw.set({ team2: name, team2_players: list }).where('team2_id', '=', id).execute()
  await inDraw.set({ winner: name }).where('team1_id', '=', id).where('winner_side', '=', 1).execute()
  await inDraw.set({ winner: name }).where('team2_id', '=', id).where('winner_side', '=', 2).execute()
}

/** Pending reports of a draw by match, or those of one match. */
export async function readReports(
  db: Db,
  tournamentId: string | null,
  matchId?: string,
): Promise<ReadonlyMap<string, readonly Report[]>> {
  let query = db
    .selectFrom('matches')
    .select(['id', 'revision', 'reports'])
    .where('tournament_id', '=', tournamentId ?? '')
    .where('reports', 'is not', null)
  if (matchId !== undefined) query = query.where('id', '=', matchId)
  const rows = await query.execute()
  const waiting = rows.map((row) => [row.id, waitingReports(row, row.reports ?? [])] as const)
  return new Map(waiting.filter(([, reports]) => reports.length > 0))
}

export async function saveReports(
  db: Db,
  tournamentId: string,
  matchId: string,
  reports: readonly Report[],
): Promise<void> {
  await db
    .updateTable('matches')
    .set({ reports: JSON.stringify(reports) })
    .where('tournament_id', '=', tournamentId)
    .where('id', '=', matchId)
    .execute()
}

/** Which of these teams are in a draw, by its first round. */
export async function findTeamsInDraw(
  db: Db,
  tournamentId: string,
  ids: readonly TeamId[],
): Promise<ReadonlySet<TeamId>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('matches')
    .select(['team1_id', 'team2_id'])
    .where('tournament_id', '=', tournamentId)
    .where('round_index', '=', 0)
    .where((eb) => eb.or([eb('team1_id', 'in', ids), eb('team2_id', 'in', ids)]))
    .execute()
  const wanted = new Set(ids)
  return new Set(
    rows
      .flatMap(({ team1_id, team2_id }) => [team1_id, team2_id])
      .filter((id) => id !== null && wanted.has(id)) as TeamId[],
  )
}

export function matchFrom(row: StoredMatch): Match {
  const sides: [Side, Side] = [sideFrom(row.team1, row.team1_id), sideFrom(row.team2, row.team2_id)]
  const winner = row.winner_side ?? winnerByName(row)
  return {
    round: row.round_index,
    index: row.match_index,
    id: row.id,
    sides,
    ...(winner && { winner }),
    ...(row.walkover && { walkover: true as const }),
    ...(row.table_number !== null && { table: row.table_number }),
    ...(row.called_at !== null && { calledAt: row.called_at }),
    ...(row.decided_at !== null && { decidedAt: row.decided_at }),
    revision: row.revision,
  }
}

export function rowFrom(tournamentId: string, match: Match, teams: Draw['teams']): Insertable<MatchRow> {
  return {
    tournament_id: tournamentId,
    id: match.id,
    round_index: match.round,
    match_index: match.index,
    ...contentsFrom(match, teams),
  }
}

/** The columns that can change. */
function contentsFrom(match: Match, teams: Draw['teams']) {
  const [side1, side2] = match.sides
  const name1 = sideNameIn(teams, side1)
  const name2 = sideNameIn(teams, side2)
  return {
    team1: name1,
    team2: name2,
    team1_players: JSON.stringify(teams[side1]?.players ?? []),
    team2_players: JSON.stringify(teams[side2]?.players ?? []),
    team1_id: idOf(side1, match.index * 2),
    team2_id: idOf(side2, match.index * 2 + 1),
    winner: match.winner === 1 ? name1 : match.winner === 2 ? name2 : '',
    winner_side: match.winner ?? null,
    walkover: match.walkover ?? false,
    table_number: match.table ?? null,
    called_at: match.calledAt ?? null,
    decided_at: match.decidedAt ?? null,
    revision: match.revision,
  }
}

export function teamsOf(rows: readonly StoredMatch[]): Record<TeamId, DrawTeam> {
  const teams: Record<TeamId, DrawTeam> = {}
  const add = (side: Side, name: string, players: readonly string[]) => {
    if (isTeam(side)) teams[side] ??= { name, players }
  }
  for (const row of rows) {
    add(sideFrom(row.team1, row.team1_id), row.team1, row.team1_players)
    add(sideFrom(row.team2, row.team2_id), row.team2, row.team2_players)
  }
  return teams
}

/** A match imported with names only has no ids: each name is a team. */
function sideFrom(name: string, id: string | null): Side {
  if (id !== null) return /^bye-\d+$/.test(id) ? BYE : id
  if (name === BYE || name === TBD) return name
  return name === '' ? TBD : idOfName(name)
}

/** The specification's ids of byes are 'bye-{place}'; imports refuse teams with such an id. */
function idOf(side: Side, place: number): string | null {
  if (side === BYE) return `bye-${place}`
  return isTeam(side) ? side : null
}

function sideNameIn(teams: Draw['teams'], side: Side): string {
  if (!isTeam(side)) return side
  const team = teams[side]
  if (!team) throw new Error(`A match has a side that is no team of its draw: ${side}`)
  return team.name
}

function winnerByName(row: StoredMatch): SideNumber | undefined {
  if (row.winner === '') return undefined
  if (row.winner === row.team1) return 1
  if (row.winner === row.team2) return 2
  return undefined
}
