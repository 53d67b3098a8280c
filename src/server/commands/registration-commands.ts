import type { Extras } from '../../domain/answer.ts'
import { parseCsv } from '../../domain/csv.ts'
import { messages } from '../../domain/messages.ts'
import { done, type Outcome, refused } from '../../domain/outcome.ts'
import { isListFull, waitingList } from '../../domain/teams/entries.ts'
import { findDouble } from '../../domain/teams/look-alikes.ts'
import { defaultTeamName, entryName, playersOf } from '../../domain/teams/names.ts'
import { hasRegistrationRoom, isRegistrationOpen } from '../../domain/teams/registration.ts'
import { checkTeamForm, readTeamForm, type TeamForm } from '../../domain/teams/team-form.ts'
import { formKey, guessShape, readList, shapeOf } from '../../domain/teams/team-import.ts'
import { counted, textOf } from '../../domain/text.ts'
import { visitor } from '../actors.ts'
import { hashToken, linkTokenOf, newLinkToken, newTeamId, randomText } from '../ids.ts'
import { deletePushOfOtherEditions } from '../storage/push-rows.ts'
import { readSettings } from '../storage/system-rows.ts'
import {
  countTeams,
  findByLink,
  isLinkTaken,
  isListed,
  listTeams,
  type StoredTeam,
  saveLink,
  saveTeams,
} from '../storage/team-rows.ts'
import { type Changed, change, type Parts, type Work } from './change.ts'
import { type Commands, command, type RegisterOptions } from './command.ts'
import type { Reader } from './form-fields.ts'
import { entryChange, listNames } from './team-commands.ts'

/** The selected rows of a pasted list; its columns are given, or guessed. */
const chosenTeams: Reader<readonly TeamForm[]> = (form) => {
  const cells = parseCsv(String(form.get('list') ?? ''))
  const shape = shapeOf(form.getAll('column').map(String), form.has('heading')) ?? guessShape(cells)
  const chosen = new Set(form.getAll('row').map(String))
  const teams = readList(cells, shape).filter(({ row }) => chosen.has(String(row)))
  return teams.length > 0 ? done(teams.map((team) => team.form)) : refused('no-team-chosen')
}

export const registrationCommands = {
  /** Asks about a duplicate unless the form confirms that it is none. Organisers are not rate limited. */
  register: (parts, { form, actor, from, tap: { confirm, requestId } }) => {
    const team = readTeamForm((field) => textOf(form, field))
    const address = actor.kind === 'organiser' ? undefined : from?.address
    return parts.register(team, { address, code: textOf(form, 'code'), asksAboutDouble: !confirm, requestId })
  },

  /** Enters the teams of a list, all or none, pending approval. Skips teams that are already entered. */
  import: command({ teams: chosenTeams }, async (work, { teams: forms }) => {
    const { db, cup, moment } = work
    const registered = await listTeams(db, cup.editionId)
    const known = new Set(registered.filter(isListed).map(formKey))
    const fresh = new Map<string, TeamForm>()
    for (const form of forms) {
      const read = checkTeamForm(form)
      if (!read.ok) return read
      if (!known.has(formKey(read.value))) fresh.set(formKey(read.value), read.value)
    }
    if (fresh.size === 0) return done({ unchanged: 'Every team in the list is already entered.' })
    if (!hasRegistrationRoom(registered.length, fresh.size)) return refused('registration-full')

    const after = await enter(work, [...fresh.values()])
    return done({
      words: `${counted(after.length, 'team')} imported: ${listNames(after)}.`,
      changes: after.map(entryChange),
      // A take-back removes them from the list.
      before: { teams: after.map((team) => ({ ...team, removedAt: moment.at })) },
    })
  }),
} satisfies Commands

/** Shorter tokens could be guessed. */
const shortestFormToken = 16

/** Enters the team of a checked form, pending approval, and gives it a link. */
export async function registerTeam(
  parts: Parts,
  read: Outcome<TeamForm>,
  { asksAboutDouble, requestId = '' }: RegisterOptions,
): Promise<Outcome<Changed & Extras>> {
  const formLink = requestId.length < shortestFormToken ? newLinkToken() : linkTokenOf(requestId)
  let extras: Extras = {}
  const outcome = await change(parts, { action: 'register', who: visitor }, async (work) => {
    const { db, cup, moment } = work
    const settings = await readSettings(db)
    if (!isRegistrationOpen(settings, new Date(moment.at))) return refused('registration-closed')
    if (!read.ok) return read
    const { teamLimit } = settings
    const { editionId } = cup
    const listEntries = async () => (await listTeams(db, editionId)).filter(isListed)
    const earlier = await findByLink(db, formLink)
    if (earlier.ok) {
      const { id } = earlier.value
      const waiting = waitingList(await listEntries(), teamLimit).some((team) => team.id === id)
      extras = { waiting, team: { id, name: entryName(earlier.value), token: formLink } }
      return done({ unchanged: messages.registered })
    }
    const double = asksAboutDouble ? findDouble(await listEntries(), read.value) : undefined
    if (double) return refused('already-entered', [entryName(double)])

    const { registered, listed } = await countTeams(db, editionId)
    if (!hasRegistrationRoom(registered)) return refused('registration-full')
    const waiting = isListFull(listed, teamLimit)
    const name = playersOf(read.value).join(', ')
    const entered = await enter(work, [read.value])
    // Taken if the form's first team was removed, or is of an earlier edition.
    const token = (await isLinkTaken(db, hashToken(formLink))) ? newLinkToken() : formLink
    for (const { id } of entered) {
      await saveLink(db, id, hashToken(token))
      extras = { waiting, team: { id, name, token } }
    }
    return done({
      words: waiting ? `${name} registered, on the waiting list.` : `${name} registered.`,
      message: messages.registered,
      changes: entered.map(entryChange),
    })
  })
  return outcome.ok ? done({ ...outcome.value, ...extras }) : outcome
}

/** Stores new entries, pending. An edition's first entry deletes the push subscriptions of other editions. */
async function enter({ db, cup, moment }: Work, forms: readonly TeamForm[]): Promise<StoredTeam[]> {
  const { editionId } = cup
  const { listed, latestArrival } = await countTeams(db, editionId)
  if (listed === 0) await deletePushOfOtherEditions(db, editionId)
  // The list is ordered by arrival, so arrival times must be unique.
  const first = Math.max(Date.parse(moment.at), latestArrival ? Date.parse(latestArrival) + 1 : 0)
  const teams = forms.map(
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
  await saveTeams(db, teams)
  return teams
}
