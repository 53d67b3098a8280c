import type { Entry } from '../../domain/cup.ts'
import type { Storage } from '../storage/storage.ts'
import { readSettings } from '../storage/system.ts'
import { entryOf, listTeams } from '../storage/teams.ts'

export type OrganiserTeam = Entry & {
  readonly teamPhoneNumber: string
  readonly removed: boolean
  /** The team corrected its entry, and was called so before. */
  readonly correctedFrom?: string | undefined
}

/** This edition's teams with their phone numbers, removed ones too: for signed-in organisers only. */
export function teamsForOrganiser(storage: Storage): Promise<readonly OrganiserTeam[]> {
  return storage.snapshot(async (db) => {
    const { editionNumber } = await readSettings(db)
    return (await listTeams(db, editionNumber)).map((team) => ({
      ...entryOf(team),
      teamPhoneNumber: team.teamPhoneNumber,
      removed: team.removedAt !== undefined,
      correctedFrom: team.correctedFrom,
    }))
  })
}
