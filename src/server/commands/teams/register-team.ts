import type { TeamId } from '../../../domain/cup.ts'
import { messages } from '../../../domain/messages.ts'
import { done, type Outcome, type Refused, refused } from '../../../domain/outcome.ts'
import { findDouble, isListFull, waitingList } from '../../../domain/teams/entries.ts'
import { defaultTeamName, entryName, playersOf } from '../../../domain/teams/names.ts'
import { hasRegistrationRoom, isRegistrationOpen } from '../../../domain/teams/registration.ts'
import type { TeamForm } from '../../../domain/teams/team-form.ts'
import { checkTeamForm } from '../../../domain/teams/team-form.ts'
import { visitor } from '../../actors.ts'
import { hashToken, newLinkToken, newTeamId, randomText } from '../../ids.ts'
import { journalAction } from '../../journal-actions.ts'
import { deletePushOfOtherEditions } from '../../storage/push-rows.ts'
import { readSettings } from '../../storage/system-rows.ts'
import {
  countTeams,
  entryOf,
  findLatestArrival,
  findSameTeam,
  insertTeam,
  isListed,
  listTeams,
  type StoredTeam,
  saveLink,
} from '../../storage/team-rows.ts'
import { change, type Parts } from '../change.ts'
import { nextArrival } from './change-teams.ts'

const action = journalAction('registrations', 'register')

/** So soon after, the very same form comes from whoever sent it first and did not get the answer. */
const sentAgainMs = 10 * 60_000

type Registered = {
  readonly teamId: TeamId
  readonly waiting: boolean
  /** The secret part of the team's own link: told this once, kept as a hash. Absent for an entry that was there before. */
  readonly token?: string
}

/**
 * Enters a team, pending approval, and gives it a link of its own. The same form sent twice enters it once.
 * `asksAboutDouble`: a team whose players are entered already is refused.
 */
export async function registerTeam(
  parts: Parts,
  form: TeamForm,
  { asksAboutDouble = false } = {},
): Promise<Outcome<Registered>> {
  const read = checkTeamForm(form)
  const token = newLinkToken()
  let registered: Registered | undefined
  const outcome = await change(parts, { who: visitor }, async ({ db, cup: { editionId }, moment }) => {
    const settings = await readSettings(db)
    if (!isRegistrationOpen(settings, new Date(moment.at))) return refused('registration-closed')
    if (!read.ok) return read
    const { teamLimit } = settings
    const listEntries = async () => (await listTeams(db, editionId)).filter(isListed)
    const same = await findSameTeam(db, { ...read.value, editionId })
    if (same) {
      const waiting = waitingList(await listEntries(), teamLimit).some(({ id }) => id === same.id)
      const isSentAgain = Date.parse(moment.at) - Date.parse(same.createdAt) < sentAgainMs
      if (isSentAgain) await saveLink(db, same.id, hashToken(token))
      registered = { teamId: same.id, waiting, ...(isSentAgain && { token }) }
      return done({ unchanged: messages.registered })
    }
    const double = asksAboutDouble ? findDouble(await listEntries(), read.value) : undefined
    if (double) return refused('already-entered', [entryName(double)])

    const { registered: all, listed } = await countTeams(db, editionId)
    if (!hasRegistrationRoom(all)) return refused('registration-full')
    const waiting = isListFull(listed, teamLimit)
    const team: StoredTeam = {
      ...read.value,
      id: newTeamId(),
      editionId,
      teamName: defaultTeamName(randomText(20)),
      approved: false,
      createdAt: new Date(nextArrival(moment.at, await findLatestArrival(db, editionId))).toISOString(),
      removedAt: undefined,
      revision: moment.revision,
    }
    if (listed === 0) await deletePushOfOtherEditions(db, editionId)
    await insertTeam(db, team)
    await saveLink(db, team.id, hashToken(token))
    registered = { teamId: team.id, waiting, token }
    const name = playersOf(team).join(', ')
    return done({
      action,
      words: waiting ? `${name} registered, on the waiting list.` : `${name} registered.`,
      message: messages.registered,
      changes: [{ kind: 'entry', entry: entryOf(team) }],
    })
  })
  return outcome.ok && registered ? done(registered) : (outcome as Refused)
}
