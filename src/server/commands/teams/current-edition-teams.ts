import type { TeamId } from '../../../domain/cup.ts'
import type { Db } from '../../storage/storage.ts'
import { readSettings } from '../../storage/system.ts'
import { findTeams, type StoredTeam } from '../../storage/teams.ts'

/** These teams, if they are of this edition: a screen left open since an earlier one cannot change them. */
export async function currentEditionTeams(db: Db, ids: readonly TeamId[]): Promise<StoredTeam[]> {
  const { editionNumber } = await readSettings(db)
  return (await findTeams(db, ids)).filter(({ edition }) => edition === editionNumber)
}

/** Those of the wanted teams that were not found. */
export function missingFrom(found: readonly StoredTeam[], wanted: Iterable<TeamId>): TeamId[] {
  return [...wanted].filter((id) => found.every((team) => team.id !== id))
}
