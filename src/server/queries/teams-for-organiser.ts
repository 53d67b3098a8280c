import type { Entry } from '../../domain/cup.ts'
import type { Db, Storage } from '../storage/storage.ts'
import { readSettings } from '../storage/system.ts'
import { entryOf, listTeams } from '../storage/teams.ts'

export type OrganiserTeam = Entry & { readonly teamPhoneNumber: string; readonly removed: boolean }

/** This edition's teams with their phone numbers, removed ones too: for signed-in organisers only. */
export function teamsForOrganiser(storage: Storage): Promise<readonly OrganiserTeam[]> {
  return storage.snapshot(async (db) => listForOrganiser(db, (await readSettings(db)).editionNumber))
}

export async function listForOrganiser(db: Db, edition: number): Promise<readonly OrganiserTeam[]> {
  const teams = await listTeams(db, edition)
  return teams.map((team) => ({
    ...entryOf(team),
    teamPhoneNumber: team.teamPhoneNumber,
    removed: team.removedAt !== undefined,
  }))
}
