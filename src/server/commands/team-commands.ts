import { isDeepStrictEqual } from 'node:util'
import type { Change } from '../../domain/changes.ts'
import type { TeamId } from '../../domain/cup.ts'
import { teamsInDraw } from '../../domain/draw/draw-reader.ts'
import { done, type Outcome, type Refused, refused } from '../../domain/outcome.ts'
import { beyondLimit } from '../../domain/teams/entries.ts'
import { findNamesake } from '../../domain/teams/look-alikes.ts'
import { drawTeamOf, entryName } from '../../domain/teams/names.ts'
import { checkTeamForm, correctedName } from '../../domain/teams/team-form.ts'
import { counted } from '../../domain/text.ts'
import { findTeamsInDraw } from '../storage/match-rows.ts'
import { readSettings } from '../storage/system-rows.ts'
import {
  currentEditionTeams,
  entryOf,
  isListed,
  listApprovedTeams,
  listTeams,
  type StoredTeam,
  saveTeam,
  saveTeams,
} from '../storage/team-rows.ts'
import { readCurrentDraw, renameInDraw } from '../storage/tournament-rows.ts'
import type { JournalledChange, Unchanged, Work } from './change.ts'
import { type Command, type Commands, command } from './command.ts'
import { instant, type Tap, teamForm, teamId, teamIds } from './form-fields.ts'
import { checkTeamsSeen, refuseGone } from './stale-screen.ts'

/** An organiser has reviewed the team's correction. */
const settled = { correctedFrom: undefined, correction: undefined }

type TeamsChange = {
  /** Teams the tap can apply to, by default those on the list; others count as gone. */
  readonly isThere?: (team: StoredTeam) => boolean
  readonly check?: (work: Work, teams: readonly StoredTeam[], tap: Tap) => Promise<Refused | undefined>
  /** Teams to change; the others already are in that state. */
  readonly isDue: (team: StoredTeam) => boolean
  readonly becomes: (work: Work) => Partial<StoredTeam>
  readonly words: string
  /** Extra sentence for the organiser. */
  readonly note?: (work: Work, teams: readonly StoredTeam[]) => Promise<string>
}

/** Builds a command for the same change of one or several teams. */
export function teamsCommand(change: TeamsChange): Command {
  const { isThere = isListed, check, isDue, becomes, words, note } = change
  return command({ teamIds }, async (work, { teamIds: ids, ...tap }) => {
    const { db, moment } = work
    const wanted = [...new Set(ids)]
    const teams = (await currentEditionTeams(db, wanted)).filter(isThere)
    const missing = wanted.filter((id) => !teams.some((team) => team.id === id))
    if (teams.length === 0 || missing.length > 0) return refuseGone(db, missing, tap)
    const refusal = await check?.(work, teams, tap)
    if (refusal) return refusal
    const before = teams.filter(isDue)
    if (before.length === 0) return done({ unchanged: `${words}: ${listNames(teams)}.` })
    const outdated = await checkTeamsSeen(db, before, tap)
    if (outdated) return outdated

    const after = before.map((team) => ({ ...team, ...becomes(work), revision: moment.revision }))
    await saveTeams(db, after)
    const said = `${words}: ${listNames(before)}.`
    const besides = await note?.(work, before)
    return done({
      words: said,
      ...(besides && { message: `${said} ${besides}` }),
      changes: after.map(entryChange),
      before: { teams: before },
    })
  })
}

export const teamCommands = {
  /** Only approved teams enter the draw. Asks before exceeding the limit. */
  approve: teamsCommand({
    check: checkLimit,
    isDue: ({ approved }) => !approved,
    // Approving a team accepts its correction and lifts its withdrawal.
    becomes: () => ({ approved: true, correctedFrom: undefined, withdrawnAt: undefined }),
    words: 'Approved',
  }),
  unapprove: teamsCommand({
    isDue: ({ approved }) => approved,
    becomes: () => ({ approved: false, correctedFrom: undefined }),
    words: 'Approval removed',
    note: stillDrawn,
  }),

  /** Soft delete: entries can be put back. */
  remove: teamsCommand({
    isThere: () => true,
    check: checkNotInDraw,
    isDue: isListed,
    becomes: ({ moment }) => ({ removedAt: moment.at }),
    words: 'Removed from the list',
  }),
  'put-back': teamsCommand({
    isThere: () => true,
    isDue: (team) => !isListed(team),
    becomes: () => ({ removedAt: undefined, withdrawnAt: undefined }),
    words: 'Put back on the list',
  }),

  /** Removes all pending entries since an instant, as after a flood; one take-back puts them back. */
  'remove-pending': command({ since: instant }, async (work, { since }) => {
    const { db, cup, moment } = work
    const teams = await listTeams(db, cup.editionId)
    const pending = teams.filter((team) => isListed(team) && !team.approved && team.createdAt >= since)
    // A team without approval can still be in the draw.
    const inDraw = await drawnOf(work, pending)
    const before = pending.filter(({ id }) => !inDraw.has(id))
    if (before.length === 0) return done({ unchanged: 'No team that registered since then is pending.' })
    const after = before.map((team) => ({ ...team, removedAt: moment.at, revision: moment.revision }))
    await saveTeams(db, after)
    return done({
      words: `Removed ${counted(before.length, 'pending team')}: ${listNames(before)}.`,
      changes: after.map(entryChange),
      before: { teams: before },
    })
  }),

  /** Edits an entry. */
  edit: command({ teamId, form: teamForm }, async (work, { teamId: id, form, ...tap }) => {
    const [before] = await currentEditionTeams(work.db, [id])
    const read = checkTeamForm(form, { hasNoPhone: before?.teamPhoneNumber === '' })
    if (!read.ok) return read
    if (!before || !isListed(before)) return refuseGone(work.db, [id], tap)
    return saveEdited(work, { before, after: { ...before, ...read.value, ...settled }, tap })
  }),

  /** Accepts the names that a team in the draw asks for. */
  'accept-correction': command({ teamId }, async (work, { teamId: id, ...tap }) => {
    const [before] = await currentEditionTeams(work.db, [id])
    if (!before || !isListed(before)) return refuseGone(work.db, [id], tap)
    if (!before.correction) return done({ unchanged: `${entryName(before)}: no correction is pending.` })
    const after = { ...before, ...before.correction, ...settled }
    return (await refuseNamesake(work, before, after)) ?? saveEdited(work, { before, after, tap })
  }),
  'dismiss-correction': teamsCommand({
    isDue: ({ correction }) => correction !== undefined,
    becomes: () => ({ correction: undefined }),
    words: 'Correction dismissed',
  }),
} satisfies Commands

async function checkLimit(
  { db, cup }: Work,
  teams: readonly StoredTeam[],
  { confirm }: Tap,
): Promise<Refused | undefined> {
  const { teamLimit } = await readSettings(db)
  if (teamLimit === 0 || confirm) return undefined
  const approved = (await listApprovedTeams(db, cup.editionId)).length
  const added = teams.filter((team) => !team.approved).length
  if (beyondLimit({ approved, added, teamLimit }) === 0) return undefined
  return refused('over-limit', [
    `The limit is ${counted(teamLimit, 'team')}; ${approved + added} would be approved.`,
  ])
}

/** Warns that a team in the draw still plays, approved or not. */
async function stillDrawn({ db, cup }: Work, teams: readonly StoredTeam[]): Promise<string> {
  const draw = await readCurrentDraw(db, cup)
  const inDraw = draw ? teamsInDraw(draw) : new Set()
  const drawn = teams.filter(({ id }) => inDraw.has(id) && !draw?.absent.includes(id))
  if (drawn.length === 0) return ''
  return `Still in the draw: ${listNames(drawn)}. Mark a team there as not here, or put another in its place.`
}

async function checkNotInDraw(work: Work, teams: readonly StoredTeam[]): Promise<Refused | undefined> {
  const inDraw = await drawnOf(work, teams)
  const drawn = teams.filter(({ id }) => inDraw.has(id))
  return drawn.length > 0 ? refused('team-in-draw', drawn.map(entryName)) : undefined
}

/** Ids of the teams that are in the current draw. */
export async function drawnOf({ db, cup }: Work, teams: readonly StoredTeam[]): Promise<ReadonlySet<TeamId>> {
  const ids = teams.map(({ id }) => id)
  return cup.tournamentID ? findTeamsInDraw(db, cup.tournamentID, ids) : new Set()
}

/** New names must not look like another entry's: a screen could show one name on both sides of a match. */
export async function refuseNamesake(
  { db, cup }: Work,
  before: StoredTeam,
  after: StoredTeam,
): Promise<Refused | undefined> {
  if (!hasOtherNames(before, after)) return undefined
  const listed = (await listTeams(db, cup.editionId)).filter(isListed)
  return findNamesake(listed, after) && refused('names-taken')
}

type Edited = { readonly before: StoredTeam; readonly after: StoredTeam; readonly tap: Tap }

/** Saves an edited entry, and renames it in the draw. */
export async function saveEdited(
  work: Work,
  { before, after, tap }: Edited,
): Promise<Outcome<JournalledChange | Unchanged>> {
  const words = editWords(before, after)
  if (!words) return done({ unchanged: `${entryName(before)}: nothing to correct.` })
  const outdated = await checkTeamsSeen(work.db, [before], tap, ['approve', 'unapprove'])
  if (outdated) return outdated
  const saved = { ...after, revision: work.moment.revision }
  await saveTeam(work.db, saved)
  return done({
    words,
    changes: [entryChange(saved), ...(await renameInCurrentDraw(work, [saved]))],
    before: { teams: [before] },
  })
}

/** Describes the edit, without phone numbers. */
function editWords(before: StoredTeam, after: StoredTeam): string | undefined {
  const parts = [
    hasOtherNames(before, after) && `now called ${entryName(after)}`,
    before.teams !== after.teams && `team(s) now ${after.teams || 'not specified'}`,
    before.teamPhoneNumber !== after.teamPhoneNumber && 'phone number changed',
    !isDeepStrictEqual(before.correction, after.correction) && correctionWords(before, after),
  ].filter((part) => typeof part === 'string')
  return parts.length > 0 ? `${entryName(before)}: ${parts.join(', ')}.` : undefined
}

function correctionWords(before: StoredTeam, after: StoredTeam): string | false {
  if (after.correction) return `asks to be listed as ${correctedName(after, after.correction)}`
  return !hasOtherNames(before, after) && before.teams === after.teams && 'keeps its name'
}

/** Compares fields, not labels: 'Ann, Ben' in one field is one player, but reads like two. */
function hasOtherNames(before: StoredTeam, after: StoredTeam): boolean {
  return before.player1Name !== after.player1Name || before.player2Name !== after.player2Name
}

/** Renames those of the teams that are in the current draw. */
export async function renameInCurrentDraw(work: Work, teams: readonly StoredTeam[]): Promise<Change[]> {
  const { db, cup } = work
  const found = await drawnOf(work, teams)
  if (!cup.tournamentID || found.size === 0) return []
  const inDraw = teams.filter(({ id }) => found.has(id))
  const named = Object.fromEntries(inDraw.map((team) => [team.id, drawTeamOf(team)]))
  await renameInDraw(db, cup.tournamentID, named)
  return [{ kind: 'draw-teams', teams: named }]
}

/** A team's new state as a public change. */
export function entryChange(team: StoredTeam): Change {
  return isListed(team) ? { kind: 'entry', entry: entryOf(team) } : { kind: 'entry-removed', id: team.id }
}

/** Names up to six teams; beyond that, five and a count. */
export function listNames(teams: readonly StoredTeam[]): string {
  const names = teams.map(entryName)
  if (names.length > 6) return `${names.slice(0, 5).join('; ')} and ${names.length - 5} more`
  return names.join('; ')
}
