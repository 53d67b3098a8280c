import type { TeamId } from '../../domain/cup.ts'
import { findEdition } from './edition-rows.ts'
import { findEntry, revisionsWith, rewriteEntry } from './journal-rows.ts'
import type { Db } from './storage.ts'
import { findTeams, type StoredTeam } from './team-rows.ts'
import { listDrawsOfEdition, readDraw } from './tournament-rows.ts'

/** How many phone numbers are kept of each edition, by its number, and when the latest of its teams came. */
export function countPhones(
  db: Db,
): Promise<readonly { editionId: number; edition: number; phones: number; latestArrival: string }[]> {
  return db
    .selectFrom('teams')
    .innerJoin('editions', 'editions.id', 'teams.edition_id')
    .select(['editions.id as editionId', 'editions.number as edition'])
    .select((eb) => [
      eb.fn.countAll<number>().as('phones'),
      eb.fn.max<string>('created_at').as('latestArrival'),
    ])
    .where('team_phone_number', '!=', '')
    .groupBy(['editions.id', 'editions.number'])
    .orderBy('editions.number')
    .execute()
}

/** Deletes the phone numbers of the edition with this number, of removed teams too. */
export async function deletePhonesOf(db: Db, edition: number): Promise<void> {
  const { id } = (await findEdition(db, edition)) ?? {}
  if (id === undefined) return
  const teams = await db.selectFrom('teams').select('id').where('edition_id', '=', id).execute()
  await db.updateTable('teams').set({ team_phone_number: '' }).where('edition_id', '=', id).execute()
  await deletePhonesInJournal(db, new Set(teams.map(({ id }) => id)))
}

/** The journal has them too, for what can be taken back. */
async function deletePhonesInJournal(db: Db, ids: ReadonlySet<TeamId>): Promise<void> {
  for (const revision of await revisionsWith(db, 'teamPhoneNumber')) {
    const entry = await findEntry(db, revision)
    const before = entry?.before as { teams?: readonly { id: TeamId }[] } | undefined
    if (!entry || !before?.teams) continue
    const teams = before.teams.map((team) => (ids.has(team.id) ? { ...team, teamPhoneNumber: '' } : team))
    await rewriteEntry(db, { ...entry, before: { ...before, teams } })
  }
}

/** A statement takes only so many values. */
const idsAtOnce = 500

/** Deletes teams for good, and what the journal kept of their phone numbers. */
export async function deleteTeams(db: Db, ids: readonly TeamId[]): Promise<void> {
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    await db
      .deleteFrom('teams')
      .where('id', 'in', ids.slice(from, from + idsAtOnce))
      .execute()
  }
  await deletePhonesInJournal(db, new Set(ids))
}

/** Every team that stands, or ever stood, in a draw of an edition, also in one that was put away. */
export async function teamsInDrawsOf(db: Db, editionId: number): Promise<ReadonlySet<TeamId>> {
  const ids = new Set<TeamId>()
  for (const drawId of await listDrawsOfEdition(db, editionId)) {
    const draw = await readDraw(db, drawId)
    for (const id of Object.keys(draw?.teams ?? {})) ids.add(id)
  }
  return ids
}

/** The draws in which a team stands, of whatever edition, also those that were put away. */
export async function listDrawsWith(db: Db, id: TeamId): Promise<string[]> {
  const rows = await db.selectFrom('tournaments').select(['id', 'teams']).execute()
  return rows.filter(({ teams }) => Object.hasOwn(teams, id)).map((row) => row.id)
}

/** Teams of all editions with such a name among their players, newest edition first; removed ones too. */
export async function findTeamsNamed(
  db: Db,
  isMeant: (name: string) => boolean,
): Promise<(StoredTeam & { readonly edition: number })[]> {
  const rows = await db
    .selectFrom('teams')
    .innerJoin('editions', 'editions.id', 'teams.edition_id')
    .select(['teams.id', 'player1_name', 'player2_name', 'editions.number'])
    .execute()
  const found = rows.filter((row) => isMeant(row.player1_name) || isMeant(row.player2_name))
  const numbers = new Map(found.slice(0, idsAtOnce).map(({ id, number }) => [id, number]))
  const teams = await findTeams(db, [...numbers.keys()])
  return teams
    .map((team) => ({ ...team, edition: numbers.get(team.id) ?? 0 }))
    .sort((a, b) => b.edition - a.edition)
}
