import { done, type Outcome, refused } from '../../../domain/outcome.ts'
import { defaultTeamName } from '../../../domain/teams/names.ts'
import { hasRegistrationRoom } from '../../../domain/teams/registration.ts'
import { checkTeamForm, type TeamForm } from '../../../domain/teams/team-form.ts'
import { formKey } from '../../../domain/teams/team-import.ts'
import type { Organiser } from '../../actors.ts'
import { newTeamId, randomText } from '../../ids.ts'
import { journalAction } from '../../journal-actions.ts'
import { deletePushOfOtherEditions } from '../../storage/push-rows.ts'
import { isListed, listTeams, type StoredTeam, saveTeams } from '../../storage/team-rows.ts'
import { type Changed, change, type Parts, type Tap } from '../change.ts'
import { entryChange, listNames, nextArrival } from './change-teams.ts'

const action = journalAction('registrations', 'import-teams')

/** Enters the teams of a list, all or none, pending approval. Those that are on the list already are left out. */
export function importTeams(
  parts: Parts,
  { teams: forms, requestId }: { teams: readonly TeamForm[] } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return change(parts, { who: organiser.email, requestId }, async ({ db, cup: { editionId }, moment }) => {
    const registered = await listTeams(db, editionId)
    const known = new Set(registered.filter(isListed).map(formKey))
    const fresh = new Map<string, TeamForm>()
    for (const form of forms) {
      const read = checkTeamForm(form)
      if (!read.ok) return read
      if (!known.has(formKey(read.value))) fresh.set(formKey(read.value), read.value)
    }
    if (fresh.size === 0) return done({ unchanged: 'Every team of the list was entered already.' })
    if (!hasRegistrationRoom(registered.length, fresh.size)) return refused('registration-full')

    const first = nextArrival(moment.at, registered.at(-1)?.createdAt)
    const after = [...fresh.values()].map(
      (form, nth): StoredTeam => ({
        ...form,
        id: newTeamId(),
        editionId,
        teamName: defaultTeamName(randomText(20)),
        approved: false,
        createdAt: new Date(first + nth).toISOString(),
        removedAt: undefined,
        revision: moment.revision,
      }),
    )
    if (known.size === 0) await deletePushOfOtherEditions(db, editionId)
    await saveTeams(db, after)
    return done({
      action,
      words: `${after.length === 1 ? '1 team' : `${after.length} teams`} entered by list: ${listNames(after)}.`,
      changes: after.map(entryChange),
      // Taken back, they are off the list as removed teams are.
      before: { teams: after.map((team) => ({ ...team, removedAt: moment.at })) },
    })
  })
}
