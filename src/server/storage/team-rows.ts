import type { Insertable, Selectable } from 'kysely'
import type { Entry, TeamId } from '../../domain/cup.ts'
import { done, type Outcome, refused } from '../../domain/outcome.ts'
import type { Correction } from '../../domain/teams/team-form.ts'
import { hashToken } from '../ids.ts'
import type { TeamRow } from './schema.ts'
import { type Db, inBatches } from './storage.ts'
import { readCurrent } from './system-rows.ts'

/** An entry with its private fields. */
export type StoredTeam = Entry & {
  readonly editionId: number
  readonly teamPhoneNumber: string
  readonly removedAt: string | undefined
  /** The name before the team corrected its entry; cleared when an organiser approves or edits it. */
  readonly correctedFrom?: string
  /** Names that a team in the draw asks for; an organiser has to accept them. */
  readonly correction?: Correction | undefined
  readonly revision: number
}

/** What a valid link gives access to, beyond the public view. */
export type LinkedTeam = Pick<StoredTeam, 'id' | 'correction'>

export function isListed({ removedAt }: Pick<StoredTeam, 'removedAt'>): boolean {
  return removedAt === undefined
}

export async function saveTeam(db: Db, team: StoredTeam): Promise<void> {
  await db.updateTable('teams').set(rowFrom(team)).where('id', '=', team.id).execute()
}

/** Upsert in batches: after a flood of registrations there are thousands. */
export async function saveTeams(db: Db, teams: readonly StoredTeam[]): Promise<void> {
  for (const batch of inBatches(teams, 500)) {
    const rows = batch.map(rowFrom)
    const columns = Object.keys(rows[0] ?? {}) as (keyof TeamRow)[]
    await db
      .insertInto('teams')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) =>
            Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}`)])),
          ),
      )
      .execute()
  }
}

export async function findTeams(db: Db, ids: readonly TeamId[]): Promise<StoredTeam[]> {
  if (ids.length === 0) return []
  return (await teamsByArrival(db).where('id', 'in', ids).execute()).map(teamFrom)
}

/** Those of the teams that are of this edition: a screen left open since an earlier one must not change others. */
export async function currentEditionTeams(db: Db, ids: readonly TeamId[]): Promise<StoredTeam[]> {
  const current = await readCurrent(db)
  return (await findTeams(db, ids)).filter(({ editionId }) => editionId === current.editionId)
}

/** In order of registration; includes removed teams. */
export async function listTeams(db: Db, editionId: number): Promise<StoredTeam[]> {
  return (await teamsByArrival(db).where('edition_id', '=', editionId).execute()).map(teamFrom)
}

function teamsByArrival(db: Db) {
  return db.selectFrom('teams').selectAll().orderBy('created_at').orderBy('id')
}

export async function listApprovedTeams(db: Db, editionId: number): Promise<StoredTeam[]> {
  const teams = await listTeams(db, editionId)
  return teams.filter((team) => team.approved && isListed(team))
}

/** `registered` and `latestArrival` include removed teams. */
export async function countTeams(db: Db, editionId: number) {
  return db
    .selectFrom('teams')
    .select((eb) => [
      eb.fn.countAll<number>().as('registered'),
      eb.fn.countAll<number>().filterWhere('removed_at', 'is', null).as('listed'),
      eb.fn.max<string | null>('created_at').as('latestArrival'),
    ])
    .where('edition_id', '=', editionId)
    .executeTakeFirstOrThrow()
}

/** By registration link or shown link. Links of removed teams do not work. */
export async function findTeamByLink(
  db: Db,
  { linkHash, editionId }: { linkHash: string; editionId: number },
): Promise<StoredTeam | undefined> {
  const row = await db
    .selectFrom('teams')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('link_hash', '=', linkHash),
        eb('id', 'in', eb.selectFrom('shown_links').select('team_id').where('link_hash', '=', linkHash)),
      ]),
    )
    .where('edition_id', '=', editionId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row && teamFrom(row)
}

/** The team of this edition with this link. The same refusal for wrong, old and withdrawn links. */
export async function findByLink(db: Db, token: string): Promise<Outcome<StoredTeam>> {
  const { editionId } = await readCurrent(db)
  const team = await findTeamByLink(db, { linkHash: hashToken(token), editionId })
  return team ? done(team) : refused('no-such-link')
}

/** Whether any team has this link, of any edition and removed teams included. */
export async function isLinkTaken(db: Db, linkHash: string): Promise<boolean> {
  const row = await db.selectFrom('teams').select('id').where('link_hash', '=', linkHash).executeTakeFirst()
  return row !== undefined
}

/** Replaces all links of a team by one or none. */
export async function saveLink(db: Db, id: TeamId, linkHash: string | null): Promise<void> {
  await db.deleteFrom('shown_links').where('team_id', '=', id).execute()
  await db.updateTable('teams').set({ link_hash: linkHash }).where('id', '=', id).execute()
}

/** In addition to the team's other links. */
export async function addLink(db: Db, id: TeamId, linkHash: string): Promise<void> {
  await db.insertInto('shown_links').values({ link_hash: linkHash, team_id: id }).execute()
}

/** The public part of a team. */
export function entryOf(team: StoredTeam): Entry {
  const { id, player1Name, player2Name, teams, teamName, approved, createdAt } = team
  const { checkedInAt, withdrawnAt } = team
  return {
    ...{ id, player1Name, player2Name, teams, teamName, approved, createdAt },
    ...(checkedInAt && { checkedInAt }),
    ...(withdrawnAt && { withdrawnAt }),
  }
}

function teamFrom(row: Selectable<TeamRow>): StoredTeam {
  return {
    id: row.id,
    player1Name: row.player1_name,
    player2Name: row.player2_name,
    teams: row.teams,
    teamName: row.team_name,
    approved: row.approved,
    createdAt: row.created_at,
    editionId: row.edition_id,
    teamPhoneNumber: row.team_phone_number,
    removedAt: row.removed_at ?? undefined,
    revision: row.revision,
    ...(row.checked_in_at && { checkedInAt: row.checked_in_at }),
    ...(row.withdrawn_at && { withdrawnAt: row.withdrawn_at }),
    ...(row.corrected_from !== null && { correctedFrom: row.corrected_from }),
    ...(row.correction && { correction: row.correction }),
  }
}

function rowFrom(team: StoredTeam): Omit<Insertable<TeamRow>, 'link_hash'> {
  return {
    id: team.id,
    edition_id: team.editionId,
    player1_name: team.player1Name,
    player2_name: team.player2Name,
    teams: team.teams,
    team_phone_number: team.teamPhoneNumber,
    team_name: team.teamName,
    approved: team.approved,
    created_at: team.createdAt,
    removed_at: team.removedAt ?? null,
    revision: team.revision,
    checked_in_at: team.checkedInAt ?? null,
    withdrawn_at: team.withdrawnAt ?? null,
    corrected_from: team.correctedFrom ?? null,
    correction: team.correction ? JSON.stringify(team.correction) : null,
  }
}
