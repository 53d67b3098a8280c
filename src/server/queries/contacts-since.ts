import type { Contacts } from '../app.ts'
import type { Storage } from '../storage/storage.ts'
import { readRevision, readSettings } from '../storage/system.ts'
import { listContacts } from '../storage/teams.ts'

/** Phone numbers of this edition's teams that a revision after the given one touched: for signed-in organisers only. */
export function contactsSince(storage: Storage, since: number): Promise<Contacts> {
  return storage.snapshot(async (db) => {
    const { editionNumber } = await readSettings(db)
    return { revision: await readRevision(db), contacts: await listContacts(db, editionNumber, since) }
  })
}
