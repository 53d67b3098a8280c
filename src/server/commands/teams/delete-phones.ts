import { done, type Outcome, refused } from '../../../domain/outcome.ts'
import { type KeptPhones, phonesWords } from '../../../domain/upkeep/kept-phones.ts'
import { type Organiser, theCup } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import { deletePhonesOf, keptPhones } from '../../storage/personal-data-rows.ts'
import type { Db } from '../../storage/storage.ts'
import { type Changed, change, type Parts, type Tap } from '../change.ts'

const action = journalAction('teams', 'delete-phones')

/** Deletes the phone numbers of an edition that is over, for good: nothing that is taken back brings them back. */
export function deletePhones(
  parts: Parts,
  { edition, ...tap }: { edition: number } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return change(parts, { who: organiser.email, requestId: tap.requestId }, async ({ db }) => {
    const kept = (await keptPhones(db)).find((each) => each.edition === edition)
    if (!kept) return done({ unchanged: `No phone numbers are kept of N${edition}.` })
    if (!kept.overAt) return refused('edition-not-over')
    if (!tap.confirm) return refused('for-good', [`${phonesWords(kept)} are deleted.`])
    await deletePhonesOf(db, edition)
    return done({ action, words: `Deleted: ${phonesWords(kept)}.`, changes: [] })
  })
}

/** What the cup does by itself, so many days after a final. On several nodes the first one does it. */
export async function deleteOldPhones(parts: Parts): Promise<void> {
  const due = (db: Db) => duePhones(db, parts.clock.now())
  // Asked without the lock first: most of the time there is nothing to do.
  if ((await parts.storage.read(due)).length === 0) return
  await change(parts, { who: theCup }, async ({ db }) => {
    const old = await due(db)
    if (old.length === 0) return done({ unchanged: '' })
    for (const { edition } of old) await deletePhonesOf(db, edition)
    return done({
      action,
      words: `Deleted, some time after the final: ${old.map(phonesWords).join(', ')}.`,
      changes: [],
    })
  })
}

async function duePhones(db: Db, now: Date): Promise<readonly KeptPhones[]> {
  return (await keptPhones(db)).filter(({ goAt }) => goAt && Date.parse(goAt) <= now.getTime())
}
