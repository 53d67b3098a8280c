import type { Entry } from '../../domain/cup.ts'
import { foldText } from '../../domain/text.ts'
import { findTeamsNamed } from '../storage/personal-data-rows.ts'
import type { Storage } from '../storage/storage.ts'
import { readCurrent } from '../storage/system-rows.ts'
import { entryOf, isListed, listTeams } from '../storage/team-rows.ts'

export type OrganiserTeam = Entry & {
  readonly teamPhoneNumber: string
  readonly removed: boolean
  /** The team corrected its entry, and was called so before. */
  readonly correctedFrom?: string | undefined
}

/** This edition's teams with their phone numbers, removed ones too: for signed-in organisers only. */
export function teamsForOrganiser(storage: Storage): Promise<readonly OrganiserTeam[]> {
  return storage.snapshot(async (db) => {
    const { editionId } = await readCurrent(db)
    return (await listTeams(db, editionId)).map((team) => ({
      ...entryOf(team),
      teamPhoneNumber: team.teamPhoneNumber,
      removed: !isListed(team),
      correctedFrom: team.correctedFrom,
    }))
  })
}

/** A team of whatever edition. */
export type NamedTeam = Pick<Entry, 'id' | 'player1Name' | 'player2Name'> & {
  readonly edition: number
  readonly removed: boolean
}

/** Teams of all editions with a player of this name, or one that has it in it; in whatever case, with or without accents. */
export async function teamsNamed(storage: Storage, name: string): Promise<readonly NamedTeam[]> {
  const wanted = foldText(name)
  if (wanted === '') return []
  const teams = await storage.snapshot((db) =>
    findTeamsNamed(db, (player) => foldText(player).includes(wanted)),
  )
  return teams.map((team) => {
    const { id, player1Name, player2Name, edition } = team
    return { id, player1Name, player2Name, edition, removed: !isListed(team) }
  })
}
