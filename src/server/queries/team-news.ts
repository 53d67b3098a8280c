import type { TeamId } from '../../domain/cup.ts'
import type { Storage } from '../storage/storage.ts'
import { readRevision, readSettings } from '../storage/system.ts'
import { listContacts } from '../storage/teams.ts'
import { listForOrganiser, type OrganiserTeam } from './teams-for-organiser.ts'

export type TeamNews = {
  readonly revision: number
  readonly edition: number
  /** Phone numbers that were touched since. */
  readonly contacts?: Readonly<Record<TeamId, string>>
  /** All there are, where the list is of another edition. */
  readonly teams?: readonly OrganiserTeam[]
}

/** What a list of one edition's teams, as of a revision, lacks: for signed-in organisers only. */
export function teamNews(
  storage: Storage,
  { edition, since }: { readonly edition: number; readonly since: number },
): Promise<TeamNews> {
  return storage.snapshot(async (db) => {
    const { editionNumber } = await readSettings(db)
    const revision = await readRevision(db)
    return editionNumber === edition
      ? { revision, edition, contacts: await listContacts(db, edition, since) }
      : { revision, edition: editionNumber, teams: await listForOrganiser(db, editionNumber) }
  })
}
