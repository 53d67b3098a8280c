import type { Change } from '../../domain/changes.ts'
import type { TeamId } from '../../domain/cup.ts'
import { type KeptPhones, overAt, phonesGoAt } from '../../domain/upkeep/kept-phones.ts'
import { findEdition } from './edition-rows.ts'
import { findEntry, listEntries, revisionsWith, rewriteEntry } from './journal-rows.ts'
import { type Db, inBatches } from './storage.ts'
import { readSettings } from './system-rows.ts'
import { findTeams, type StoredTeam } from './team-rows.ts'
import { listDrawsOfEdition, readDraw, readDrawOfEdition } from './tournament-rows.ts'

function countPhones(
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

/** Editions with phone numbers, and when those are due for deletion. */
export async function keptPhones(db: Db): Promise<readonly KeptPhones[]> {
  const settings = await readSettings(db)
  const leftAt = await lastLeftAt(db)
  const kept: KeptPhones[] = []
  for (const { editionId, edition, phones, latestArrival } of await countPhones(db)) {
    const draw = await readDrawOfEdition(db, editionId)
    const isCurrent = edition === settings.editionNumber
    const known = [latestArrival, draw?.createdAt, leftAt].filter((at) => at !== undefined)
    const lastKnown = known.toSorted().at(-1) ?? latestArrival
    const over = overAt({ draw, isCurrent, latestArrival, lastKnown })
    const goAt = phonesGoAt(over, settings)
    kept.push({ edition, phones, ...(over && { overAt: over }), ...(goAt && { goAt }) })
  }
  return kept
}

/** When the current edition last changed: even a short switch restarts the time until deletion. */
async function lastLeftAt(db: Db): Promise<string | undefined> {
  const actions = ['settings', 'begin-edition', 'take-back'] as const
  const lines = await listEntries(db, { actions, limit: 500 })
  const isSwitch = (change: Change) => change.kind === 'settings' && 'editionNumber' in change.settings
  return lines.find(({ changes }) => changes.some(isSwitch))?.at
}

/** By the edition's number; includes removed teams. */
export async function deletePhonesOf(db: Db, edition: number): Promise<void> {
  const { id } = (await findEdition(db, edition)) ?? {}
  if (id === undefined) return
  const teams = await db.selectFrom('teams').select('id').where('edition_id', '=', id).execute()
  await db.updateTable('teams').set({ team_phone_number: '' }).where('edition_id', '=', id).execute()
  await deletePhonesInJournal(db, new Set(teams.map(({ id }) => id)))
}

/** Take-back data contains whole teams, phone numbers included. */
async function deletePhonesInJournal(db: Db, ids: ReadonlySet<TeamId>): Promise<void> {
  for (const revision of await revisionsWith(db, 'teamPhoneNumber')) {
    const entry = await findEntry(db, revision)
    const before = entry?.before as { teams?: readonly { id: TeamId }[] } | undefined
    if (!entry || !before?.teams) continue
    const teams = before.teams.map((team) => (ids.has(team.id) ? { ...team, teamPhoneNumber: '' } : team))
    await rewriteEntry(db, { ...entry, before: { ...before, teams } })
  }
}

/** Deletes the rows, and the phone numbers in the journal. */
export async function deleteTeams(db: Db, ids: readonly TeamId[]): Promise<void> {
  for (const batch of inBatches(ids, 500)) await db.deleteFrom('teams').where('id', 'in', batch).execute()
  await deletePhonesInJournal(db, new Set(ids))
}

/** Every team that is or was in any draw of an edition, reset draws included. */
export async function teamsInDrawsOf(db: Db, editionId: number): Promise<ReadonlySet<TeamId>> {
  const ids = new Set<TeamId>()
  for (const drawId of await listDrawsOfEdition(db, editionId)) {
    const draw = await readDraw(db, drawId)
    for (const id of Object.keys(draw?.teams ?? {})) ids.add(id)
  }
  return ids
}

/** Ids of all draws with a team, of any edition, reset draws included. */
export async function listDrawsWith(db: Db, id: TeamId): Promise<string[]> {
  const rows = await db.selectFrom('tournaments').select(['id', 'teams']).execute()
  return rows.filter(({ teams }) => Object.hasOwn(teams, id)).map((row) => row.id)
}

/** Engines limit the parameters of a statement. */
const mostFound = 500

/** Teams of all editions with a matching player, newest first; includes removed teams. */
export async function findTeamsNamed(
  db: Db,
  isMatch: (name: string) => boolean,
): Promise<(StoredTeam & { readonly edition: number })[]> {
  const rows = await db
    .selectFrom('teams')
    .innerJoin('editions', 'editions.id', 'teams.edition_id')
    .select(['teams.id', 'player1_name', 'player2_name', 'editions.number'])
    .execute()
  const found = rows.filter((row) => isMatch(row.player1_name) || isMatch(row.player2_name))
  const numbers = new Map(found.slice(0, mostFound).map(({ id, number }) => [id, number]))
  const teams = await findTeams(db, [...numbers.keys()])
  return teams
    .map((team) => ({ ...team, edition: numbers.get(team.id) ?? 0 }))
    .sort((a, b) => b.edition - a.edition)
}
