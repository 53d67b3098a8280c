import type { TeamId } from '../../domain/cup.ts'
import { done, type Outcome, refused } from '../../domain/outcome.ts'
import { hashToken } from '../ids.ts'
import type { Db, Storage } from '../storage/storage.ts'
import { readCurrent } from '../storage/system-rows.ts'
import { findTeamByLink, type StoredTeam } from '../storage/team-rows.ts'

/** The team of this edition with this link. One answer for every link that leads nowhere: nobody learns whether it ever did. */
export async function findByLink(db: Db, token: string): Promise<Outcome<StoredTeam>> {
  const { editionId } = await readCurrent(db)
  const team = await findTeamByLink(db, { linkHash: hashToken(token), editionId })
  return team ? done(team) : refused('no-such-link')
}

export async function teamOfLink(storage: Storage, token: string): Promise<Outcome<TeamId>> {
  const found = await storage.read((db) => findByLink(db, token))
  return found.ok ? done(found.value.id) : found
}
