import { isDeepStrictEqual } from 'node:util'
import type { Change } from '../../domain/changes.ts'
import { type Draw, matchAt } from '../../domain/cup.ts'
import { teamsInDraw } from '../../domain/draw/draw-reader.ts'
import { firstRoundTeams } from '../../domain/draw/take-back.ts'
import { earlierEdition } from '../../domain/editions/next-edition.ts'
import { organisersDraw } from '../../domain/organiser-messages.ts'
import { done, refused } from '../../domain/outcome.ts'
import { drawTeamOf } from '../../domain/teams/names.ts'
import { revisionOf, textOf } from '../../domain/text.ts'
import { findEdition, listEditions } from '../storage/edition-rows.ts'
import { findEntry, type JournalEntry } from '../storage/journal-rows.ts'
import { saveMatches } from '../storage/match-rows.ts'
import { readSettings, saveCurrent } from '../storage/system-rows.ts'
import {
  countTeams,
  currentEditionTeams,
  type StoredTeam,
  saveTeam,
  saveTeams,
} from '../storage/team-rows.ts'
import {
  readCurrentDraw,
  readDraw,
  renameInDraw,
  saveAbsent,
  saveDrawTeams,
  saveTournamentStatus,
} from '../storage/tournament-rows.ts'
import { applySettings, findPlayedEdition } from './apply-settings.ts'
import type { Before, Withdrawal, Work } from './change.ts'
import { type Commands, command } from './command.ts'
import type { Reader } from './form-fields.ts'
import { type Now, type Plan, planTakeBack, teamsTouchedBy } from './plan-take-back.ts'
import { describeEntries, happenedSince } from './stale-screen.ts'
import { entryChange, renameInCurrentDraw } from './team-commands.ts'

const revision: Reader<number> = (form, name) => {
  const found = revisionOf(textOf(form, name))
  return found === undefined ? refused('cannot-take-back') : done(found)
}

export const takeBackCommands = {
  /** Takes a whole earlier change back. The take-back can itself be taken back. */
  'take-back': command({ revision }, async (work, given) => {
    const entry = await findEntry(work.db, given.revision)
    if (!entry) return refused('cannot-take-back')
    const now = await readNow(work, entry)
    const plan = planTakeBack(entry, now, work.moment)
    if (!plan.ok) return refused(plan.reason, await whatCameSince(work, entry))
    const words = `Taken back: ${entry.words}`
    if (isNothing(plan.value, now)) return done({ unchanged: words })
    const saved = await savePlan(work, now, plan.value)
    if (!saved) return refused('cannot-take-back')
    const { note = '', ...change } = saved
    return done({ words: words + note, ...change })
  }),
} satisfies Commands

/** Nothing to restore: it was already taken back. */
function isNothing({ matches, absent, withdrawal }: Plan, { draw }: Now): boolean {
  return matches?.length === 0 && (!absent || isDeepStrictEqual(absent, draw?.absent)) && !withdrawal
}

/** Later journal lines about the same things. */
async function whatCameSince({ db }: Work, entry: JournalEntry): Promise<string[]> {
  const touched = new Set(thingsIn(entry))
  const isInDraw = entry.changes.some(
    ({ kind }) => kind === 'matches' || kind === 'absent' || kind === 'draw',
  )
  const since = await happenedSince(
    db,
    entry.revision,
    (later) =>
      (isInDraw && later.changes.some(({ kind }) => kind === 'draw')) ||
      thingsIn(later).some((thing) => touched.has(thing)),
  )
  return describeEntries(since)
}

function thingsIn({ changes, before }: JournalEntry): string[] {
  const absentBefore = ((before ?? {}) as Before).absent ?? []
  return changes.flatMap((change) => {
    switch (change.kind) {
      case 'matches':
        return change.matches.map(({ id }) => id)
      case 'draw':
        return change.draw?.rounds.flatMap(({ matches }) => matches.map(({ id }) => id)) ?? []
      case 'absent':
        return [...change.absent, ...absentBefore].filter(
          (team) => change.absent.includes(team) !== absentBefore.includes(team),
        )
      case 'entry':
        return [change.entry.id]
      case 'entry-removed':
        return [change.id]
      case 'settings':
        return Object.keys(change.settings)
      default:
        return [change.kind]
    }
  })
}

async function readNow({ db, cup }: Work, entry: JournalEntry): Promise<Now> {
  const teams = await currentEditionTeams(db, teamsTouchedBy(entry))
  const draw = await readCurrentDraw(db, cup)
  const settings = await readSettings(db)
  return {
    draw,
    settings,
    editions: await listEditions(db),
    entries: (await countTeams(db, cup.editionId)).listed,
    teams: new Map(teams.map((team) => [team.id, team])),
  }
}

type Saved = {
  readonly changes: readonly Change[]
  readonly before: Before
  /** Appended to the words of the change that is taken back. */
  readonly note?: string
}

async function savePlan(work: Work, now: Now, plan: Plan): Promise<Saved | undefined> {
  if (plan.previousDrawId !== undefined) return bringBackDraw(work, now, plan)
  if (plan.teams) return restoreTeams(work, now, plan.teams)
  if (plan.settings) return restoreSettings(work, now, plan)
  return restoreMatches(work, now, plan)
}

async function restoreMatches(
  { db, moment }: Work,
  { draw, teams }: Now,
  plan: Plan,
): Promise<Saved | undefined> {
  if (!draw) return undefined
  const matches = plan.matches ?? []
  // Names may have been corrected while a team was out of the draw.
  const inDraw = teamsInDraw(draw)
  const returning = firstRoundTeams(matches).filter((id) => !inDraw.has(id))
  const named = namesOf(await currentEditionTeams(db, returning))
  const isNamed = Object.keys(named).length > 0
  if (isNamed) await saveDrawTeams(db, draw.id, named)
  await saveMatches(db, draw.id, matches, { ...draw.teams, ...named })
  if (plan.absent) await saveAbsent(db, draw.id, plan.absent)
  const withdrawn = plan.withdrawal && teams.get(plan.withdrawal.teamId)
  const returned = withdrawn && {
    ...withdrawn,
    withdrawnAt: plan.withdrawal?.at,
    revision: moment.revision,
  }
  if (returned) await saveTeam(db, returned)
  const before = matches.flatMap((match) => matchAt(draw, match) ?? [])
  return {
    changes: [
      ...(isNamed ? [{ kind: 'draw-teams' as const, teams: named }] : []),
      ...(plan.absent ? [{ kind: 'absent' as const, absent: plan.absent }] : []),
      { kind: 'matches', matches },
      ...(returned ? [entryChange(returned)] : []),
    ],
    before: {
      drawId: draw.id,
      matches: before,
      ...(plan.absent && { absent: draw.absent }),
      ...(withdrawn && { withdrawal: withdrawalOf(withdrawn) }),
    },
  }
}

function withdrawalOf({ id, withdrawnAt }: StoredTeam): Withdrawal {
  return { teamId: id, ...(withdrawnAt && { at: withdrawnAt }) }
}

function namesOf(teams: readonly StoredTeam[]): Draw['teams'] {
  return Object.fromEntries(teams.map((team) => [team.id, drawTeamOf(team)]))
}

/** Replaces the current draw by the one before it, or by none. */
async function bringBackDraw(
  work: Work,
  now: Now,
  { previousDrawId: id = null, settings = {} }: Plan,
): Promise<Saved | undefined> {
  const { db, moment } = work
  const draw = id === null ? undefined : await restoredDraw(db, id)
  if (id !== null && !draw) return undefined
  if (now.draw) await saveTournamentStatus(db, now.draw.id, 'reset')
  if (draw) await saveTournamentStatus(db, draw.id, 'active')
  await saveCurrent(db, {
    tournamentID: id,
    tournamentStatus: draw ? 'active' : null,
    updatedAt: moment.at,
  })
  const applied = await applySettings(work, { settings })
  const changed = 'unchanged' in applied ? undefined : applied
  return {
    changes: [
      draw ? { kind: 'draw', status: 'active', draw } : { kind: 'draw', status: 'none' },
      ...(changed?.changes ?? []),
    ],
    before: {
      previousDrawId: now.draw?.id ?? null,
      drawnTeams: now.draw ? [...teamsInDraw(now.draw)] : [],
      ...changed?.before,
    },
    ...(changed && !draw && { note: organisersDraw }),
  }
}

/** A reset draw, with the current names of its teams. */
async function restoredDraw(db: Work['db'], id: string): Promise<Draw | undefined> {
  const draw = await readDraw(db, id)
  if (!draw) return undefined
  const teams = await currentEditionTeams(db, [...teamsInDraw(draw)])
  const renamed = teams.filter((team) => !isDeepStrictEqual(drawTeamOf(team), draw.teams[team.id]))
  const named = namesOf(renamed)
  await renameInDraw(db, id, named)
  return { ...draw, teams: { ...draw.teams, ...named } }
}

async function restoreTeams(work: Work, now: Now, teams: readonly StoredTeam[]): Promise<Saved> {
  // Journal lines of older versions hold the edition's number instead of its id.
  const { editionId } = work.cup
  const restored = teams.map((team) => ({ ...team, editionId, revision: work.moment.revision }))
  await saveTeams(work.db, restored)
  return {
    changes: [...restored.map(entryChange), ...(await renameInCurrentDraw(work, restored))],
    before: { teams: teams.flatMap(({ id }) => now.teams.get(id) ?? []) },
  }
}

async function restoreSettings(work: Work, now: Now, plan: Plan): Promise<Saved | undefined> {
  const { settings = {}, isMove, editions } = plan
  const back = isMove ? await findEdition(work.db, settings.editionNumber ?? 0) : undefined
  if (isMove && !back) return undefined
  // Renumbering to a number that has been played since would merge two editions.
  const to = isMove ? undefined : settings.editionNumber
  if (to !== undefined && (await findPlayedEdition(work.db, to))) return undefined
  const applied = await applySettings(work, {
    settings: { ...settings, ...(back && earlierEdition(now.settings, back)) },
    editionId: back?.id,
    editions,
  })
  return 'unchanged' in applied ? undefined : { changes: applied.changes, before: applied.before ?? {} }
}
