import { messages } from '../../../domain/messages.ts'
import { done, type Outcome, refused } from '../../../domain/outcome.ts'
import { hasRegistrationRoom, isRegistrationOpen } from '../../../domain/settings/registration.ts'
import { waitingList } from '../../../domain/teams/entries.ts'
import { defaultTeamName, playersOf } from '../../../domain/teams/names.ts'
import type { TeamForm } from '../../../domain/teams/team-form.ts'
import { checkTeamForm } from '../../../domain/teams/team-form.ts'
import { visitor } from '../../actors.ts'
import { newTeamId, randomText } from '../../ids.ts'
import { journalAction } from '../../journal-actions.ts'
import { readSettings } from '../../storage/system.ts'
import {
  countTeams,
  entryOf,
  findLatestArrival,
  findSameTeam,
  insertTeam,
  listTeams,
  type StoredTeam,
} from '../../storage/teams.ts'
import { change, type Parts, type Work } from '../change.ts'

const action = journalAction('registrations', 'register')

/** Enters a team, pending approval. The same form sent twice enters it once. */
export async function registerTeam(parts: Parts, form: TeamForm): Promise<Outcome<{ waiting: boolean }>> {
  const read = checkTeamForm(form)
  let waiting = false
  const outcome = await change(parts, { who: visitor }, async (work) => {
    const { db, moment } = work
    const settings = await readSettings(db)
    if (!isRegistrationOpen(settings, new Date(moment.at))) return refused('registration-closed')
    if (!read.ok) return read
    const { editionNumber: edition, teamLimit } = settings
    const same = await findSameTeam(db, { ...read.value, edition })
    if (same) {
      const entries = (await listTeams(db, edition)).filter(({ removedAt }) => removedAt === undefined)
      waiting = waitingList(entries, teamLimit).some(({ id }) => id === same.id)
      return done({ unchanged: messages.registered })
    }

    const { registered, listed } = await countTeams(db, edition)
    if (!hasRegistrationRoom(registered)) return refused('registration-full')
    waiting = teamLimit > 0 && listed >= teamLimit
    const team: StoredTeam = {
      ...read.value,
      id: newTeamId(),
      edition,
      teamName: defaultTeamName(randomText(20)),
      approved: false,
      createdAt: await nextArrival(work, edition),
      removedAt: undefined,
      revision: moment.revision,
    }
    await insertTeam(db, team)
    const name = playersOf(team).join(', ')
    return done({
      action,
      words: waiting ? `${name} registered, on the waiting list.` : `${name} registered.`,
      message: messages.registered,
      changes: [{ kind: 'entry', entry: entryOf(team) }],
    })
  })
  return outcome.ok ? done({ waiting }) : outcome
}

/** The list is ordered by arrival, so no two teams may have the same time. */
async function nextArrival({ db, moment }: Work, edition: number): Promise<string> {
  const latest = await findLatestArrival(db, edition)
  if (latest === undefined || latest < moment.at) return moment.at
  return new Date(Date.parse(latest) + 1).toISOString()
}
