import { isRegistrationOpen } from '../../domain/is-registration-open.ts'
import { messages } from '../../domain/messages.ts'
import { waitingList } from '../../domain/order-entries.ts'
import { done, type Outcome, refused } from '../../domain/outcome.ts'
import { defaultTeamName, playersOf } from '../../domain/team-names.ts'
import type { TeamForm } from '../app.ts'
import { newTeamId, randomText } from '../ids.ts'
import { readSettings } from '../storage/system.ts'
import {
  countTeams,
  entryOf,
  findSameTeam,
  insertTeam,
  listTeams,
  type StoredTeam,
} from '../storage/teams.ts'
import { change, type Parts, visitor } from './change.ts'
import { readTeamForm } from './team-form.ts'

/** Enters a team, pending approval. The same form sent twice enters it once. */
export async function registerTeam(parts: Parts, form: TeamForm): Promise<Outcome<{ waiting: boolean }>> {
  const read = readTeamForm(form)
  let waiting = false
  const outcome = await change(parts, { who: visitor }, async ({ db, moment }) => {
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

    waiting = teamLimit > 0 && (await countTeams(db, edition)) >= teamLimit
    const team: StoredTeam = {
      ...read.value,
      id: newTeamId(),
      edition,
      teamName: defaultTeamName(randomText(20)),
      approved: false,
      createdAt: moment.at,
      removedAt: undefined,
      revision: moment.revision,
    }
    await insertTeam(db, team)
    const name = playersOf(team).join(', ')
    return done({
      action: 'register',
      words: waiting ? `${name} registered and wait for a place.` : `${name} registered.`,
      message: messages.registered,
      changes: [{ kind: 'entry', entry: entryOf(team) }],
    })
  })
  return outcome.ok ? done({ waiting }) : outcome
}
