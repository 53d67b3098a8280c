import { done, type Outcome, refused } from '../../../domain/outcome.ts'
import { counted } from '../../../domain/text.ts'
import type { Organiser } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import { deleteTeams, teamsInDrawsOf } from '../../storage/personal-data-rows.ts'
import { isListed, listTeams } from '../../storage/team-rows.ts'
import { type Changed, change, type Parts, type Tap } from '../change.ts'

const action = journalAction('teams', 'delete-removed')

/** Deletes the removed entries of this edition for good, so that a flood leaves no mark. Those that stand in a draw stay. */
export function deleteRemoved(parts: Parts, tap: Tap, organiser: Organiser): Promise<Outcome<Changed>> {
  return change(parts, { who: organiser.email, requestId: tap.requestId }, async ({ db, cup }) => {
    const drawn = await teamsInDrawsOf(db, cup.editionId)
    const removed = (await listTeams(db, cup.editionId)).filter((team) => !isListed(team))
    const free = removed.filter(({ id }) => !drawn.has(id))
    // One that was removed after the question was asked was not in its number.
    const { asked = Number.POSITIVE_INFINITY } = tap
    const meant = free.filter(({ revision }) => revision <= asked)
    if (meant.length === 0) return done({ unchanged: 'There is no removed entry to delete.' })
    const words = counted(meant.length, 'removed entry', 'removed entries')
    if (!tap.confirm) {
      const stays = removed.length - free.length
      return refused('for-good', [
        `${words} ${meant.length === 1 ? 'is' : 'are'} deleted, with phone numbers and links.`,
        ...(stays > 0 ? [`${stays} that stood in a draw ${stays === 1 ? 'stays' : 'stay'}.`] : []),
      ])
    }
    await deleteTeams(
      db,
      meant.map(({ id }) => id),
    )
    return done({ action, words: `${words} deleted for good.`, changes: [] })
  })
}
