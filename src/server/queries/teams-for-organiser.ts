import type { Entry } from '../../domain/cup.ts'
import type { Correction } from '../../domain/teams/team-form.ts'
import { foldText } from '../../domain/text.ts'
import { findTeamsNamed } from '../storage/personal-data-rows.ts'
import type { Storage } from '../storage/storage.ts'
import { readCurrent } from '../storage/system-rows.ts'
import { entryOf, isListed, listTeams } from '../storage/team-rows.ts'

export type OrganiserTeam = Entry & {
  readonly teamPhoneNumber: string
  readonly removed: boolean
  /** The name before the team corrected its entry. */
  readonly correctedFrom?: string | undefined
  /** The names it asks for. */
  readonly correction?: Correction | undefined
}

/** This edition's teams with phone numbers; includes removed teams. */
export function teamsForOrganiser(storage: Storage): Promise<readonly OrganiserTeam[]> {
  return storage.snapshot(async (db) => {
    const { editionId } = await readCurrent(db)
    return (await listTeams(db, editionId)).map((team) => ({
      ...entryOf(team),
      teamPhoneNumber: team.teamPhoneNumber,
      removed: !isListed(team),
      correctedFrom: team.correctedFrom,
      correction: team.correction,
    }))
  })
}

export type NamedTeam = Pick<Entry, 'id' | 'player1Name' | 'player2Name'> & {
  readonly edition: number
  readonly removed: boolean
}

/** Teams of all editions with a player whose name contains `name`, ignoring case and accents. */
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
