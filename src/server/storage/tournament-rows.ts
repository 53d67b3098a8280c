import type { Draw, Round, TeamId } from '../../domain/cup.ts'
import { matchFrom, renameInMatches, rowFrom, teamsOf } from './match-rows.ts'
import type { CurrentDocument } from './schema.ts'
import { type Db, inBatches } from './storage.ts'

export async function insertDraw(db: Db, draw: Draw): Promise<void> {
  await db
    .insertInto('tournaments')
    .values((eb) => ({
      id: draw.id,
      created_at: draw.createdAt,
      status: 'active',
      edition_id: eb.selectFrom('editions').select('editions.id').where('number', '=', draw.edition),
      shuffle_seed: draw.shuffleSeed,
      absent: JSON.stringify(draw.absent),
      teams: JSON.stringify(draw.teams),
    }))
    .execute()
  await db
    .insertInto('brackets')
    .values(draw.rounds.map(({ name }, index) => ({ tournament_id: draw.id, round_index: index, name })))
    .execute()
  const rows = draw.rounds.flatMap(({ matches }) =>
    matches.map((match) => rowFrom(draw.id, match, draw.teams)),
  )
  for (const batch of inBatches(rows, 200)) await db.insertInto('matches').values(batch).execute()
}

export async function readDraw(db: Db, id: string): Promise<Draw | undefined> {
  const tournament = await db
    .selectFrom('tournaments')
    .innerJoin('editions', 'editions.id', 'tournaments.edition_id')
    .selectAll('tournaments')
    .select('editions.number')
    .where('tournaments.id', '=', id)
    .executeTakeFirst()
  if (!tournament) return undefined
  const brackets = await db
    .selectFrom('brackets')
    .select(['round_index', 'name'])
    .where('tournament_id', '=', id)
    .orderBy('round_index')
    .execute()
  const rows = await db
    .selectFrom('matches')
    .selectAll()
    .where('tournament_id', '=', id)
    .orderBy('round_index')
    .orderBy('match_index')
    .execute()
  const rounds: Round[] = brackets.map(({ round_index, name }) => ({
    name,
    matches: rows.filter((row) => row.round_index === round_index).map(matchFrom),
  }))
  return {
    id,
    edition: tournament.number,
    createdAt: tournament.created_at,
    shuffleSeed: tournament.shuffle_seed,
    teams: { ...teamsOf(rows), ...tournament.teams },
    absent: tournament.absent,
    rounds,
  }
}

/** A tournament without brackets is no draw. */
export async function readCurrentDraw(
  db: Db,
  { tournamentID, show }: Pick<CurrentDocument, 'tournamentID' | 'show'>,
): Promise<Draw | undefined> {
  const draw = tournamentID ? await readDraw(db, tournamentID) : undefined
  return draw && draw.rounds.length > 0 ? { ...draw, ...(show && { show }) } : undefined
}

export async function hasTournament(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('tournaments').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export async function hasBrackets(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('brackets')
    .select('round_index')
    .where('tournament_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

export async function saveAbsent(db: Db, id: string, absent: readonly TeamId[]): Promise<void> {
  await db
    .updateTable('tournaments')
    .set({ absent: JSON.stringify(absent) })
    .where('id', '=', id)
    .execute()
}

/** Adds teams to a draw or renames them. */
export async function saveDrawTeams(db: Db, id: string, teams: Draw['teams']): Promise<void> {
  const row = await db
    .selectFrom('tournaments')
    .select('teams')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('tournaments')
    .set({ teams: JSON.stringify({ ...row.teams, ...teams }) })
    .where('id', '=', id)
    .execute()
}

export async function renameInDraw(db: Db, id: string, teams: Draw['teams']): Promise<void> {
  await saveDrawTeams(db, id, teams)
  for (const [teamId, team] of Object.entries(teams)) await renameInMatches(db, id, teamId, team)
}

export async function saveTournamentStatus(db: Db, id: string, status: 'active' | 'reset'): Promise<void> {
  await db.updateTable('tournaments').set({ status }).where('id', '=', id).execute()
}

/** The newest draw of an edition that was not reset. */
export async function readDrawOfEdition(db: Db, editionId: number): Promise<Draw | undefined> {
  const row = await db
    .selectFrom('tournaments')
    .select('id')
    .where('edition_id', '=', editionId)
    .where('status', '=', 'active')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row && readDraw(db, row.id)
}

/** Includes reset draws. */
export async function listDrawsOfEdition(db: Db, editionId: number): Promise<string[]> {
  const rows = await db.selectFrom('tournaments').select('id').where('edition_id', '=', editionId).execute()
  return rows.map(({ id }) => id)
}

/** Numbers of the other editions with a draw that was not reset, newest first. */
export async function listPastDraws(db: Db, currentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('tournaments')
    .innerJoin('editions', 'editions.id', 'tournaments.edition_id')
    .select('editions.number')
    .distinct()
    .where('status', '=', 'active')
    .where('edition_id', '!=', currentId)
    .orderBy('editions.number', 'desc')
    .execute()
  return rows.map(({ number }) => number)
}
