import { randomBytes } from 'node:crypto'
import type { Draw } from '../../domain/cup.ts'
import { keepAbsent } from '../../domain/draw/attendance.ts'
import { orderBefore } from '../../domain/draw/check-draw.ts'
import { checkDrawAgain } from '../../domain/draw/draw-plan.ts'
import { hasPlayed, type Moment, teamsInDraw } from '../../domain/draw/draw-reader.ts'
import { isShowRunning, showEnd } from '../../domain/draw/lots.ts'
import { drawRounds, shuffle } from '../../domain/draw/make-draw.ts'
import { drawAgainWords, markedWords, resetWords, showWords } from '../../domain/organiser-messages.ts'
import { done, refused } from '../../domain/outcome.ts'
import { entersDraw } from '../../domain/teams/entries.ts'
import { drawTeamOf } from '../../domain/teams/names.ts'
import { teamsHere } from '../../domain/teams/registration.ts'
import { counted } from '../../domain/text.ts'
import { theCup } from '../actors.ts'
import { newDrawId, newMatchId } from '../ids.ts'
import type { Db } from '../storage/storage.ts'
import { readSettings, saveCurrent } from '../storage/system-rows.ts'
import { listApprovedTeams, type StoredTeam } from '../storage/team-rows.ts'
import { insertDraw, saveTournamentStatus } from '../storage/tournament-rows.ts'
import { change, type JournalledChange, type Parts, type Work } from './change.ts'
import { checkConfirmed, checkDrawSeen, type DrawWork, drawCommand } from './change-draw.ts'
import type { Commands } from './command.ts'

export const drawCommands = {
  /** Draws lots again with the teams that came too late, before anything was played. */
  'draw-again': drawCommand({}, async (work, tap) => {
    const outdated = await checkDrawSeen(work, tap)
    if (outdated) return outdated
    const allowed = checkDrawAgain(work.draw, await listApprovedTeams(work.db, work.cup.editionId))
    if (!allowed.ok) return allowed

    const draw = await drawAnew(work)
    if (!draw) return refused('no-approved-teams')
    const { teams } = allowed.value
    return done({
      words: `The draw was made again, with all ${teams} teams${markedWords(draw.absent.length)}.`,
      message: drawAgainWords.done(teams, draw.absent.length),
      ...(await replaceDraw(work, draw)),
    })
  }),

  /** Draws lots anew. The old draw is kept, and can be restored. */
  reset: drawCommand({}, async (work, tap) => {
    const outdated = await checkDrawSeen(work, tap)
    if (outdated) return outdated
    const played = work.draw.rounds.flatMap(({ matches }) => matches.filter(hasPlayed))
    const unconfirmed = checkConfirmed(work.draw, played, tap)
    // The spec asks before every reset, whether anything was played or not.
    if (unconfirmed || !tap.confirm)
      return refused('needs-confirmation', [...(await joiningWords(work)), ...(unconfirmed?.details ?? [])])

    const draw = await drawAnew(work)
    if (!draw) return refused('no-approved-teams')
    const teams = counted(Object.keys(draw.teams).length, 'team')
    return done({
      words: `The tournament was reset: a new draw with ${teams}${markedWords(draw.absent.length)}.`,
      message: resetWords.done(draw.absent.length),
      ...(await replaceDraw(work, draw)),
    })
  }),

  /** Ends the show: reveals every lot at once. */
  'finish-show': drawCommand({}, async (work) => {
    if (!work.draw.show) return done({ unchanged: showWords.over })
    return done({ words: showWords.finished, message: showWords.over, ...(await withoutShow(work)) })
  }),
} satisfies Commands

/** Announces teams that were left out of this draw, not here or too late: they will be in the new one. */
async function joiningWords({ db, cup, draw }: DrawWork): Promise<string[]> {
  const inside = teamsInDraw(draw)
  const joining = (await teamsToDraw(db, cup.editionId, 'approved')).filter(({ id }) => !inside.has(id))
  return joining.length > 0 ? [resetWords.joining(joining.length)] : []
}

/** A draw of every approved team; absent teams stay absent. Undefined if no team is approved. */
async function drawAnew(work: DrawWork): Promise<Draw | undefined> {
  const draw = await drawLots(work)
  return draw && keepAbsent(draw, { absent: work.draw.absent, ...work.moment })
}

/** Replaces the current draw, which is kept as reset. */
async function replaceDraw(
  { db, moment, draw: old }: DrawWork,
  draw: Draw,
): Promise<Pick<JournalledChange, 'changes' | 'before'>> {
  await saveTournamentStatus(db, old.id, 'reset')
  await beginDraw(db, draw, moment)
  return {
    changes: [{ kind: 'draw', status: 'active', draw }],
    before: { previousDrawId: old.id, drawnTeams: [...teamsInDraw(old)] },
  }
}

/** Draws all approved teams, or only those that have checked in. */
export type DrawnTeams = 'approved' | 'here'

export async function teamsToDraw(db: Db, editionId: number, which: DrawnTeams): Promise<StoredTeam[]> {
  const teams = (await listApprovedTeams(db, editionId)).filter(entersDraw)
  return which === 'here' ? teamsHere(teams) : teams
}

/** A new draw, not saved yet; undefined if there is no team to draw. */
export async function drawLots(
  { db, cup, moment: { at, revision } }: Pick<Work, 'db' | 'cup' | 'moment'>,
  which: DrawnTeams = 'approved',
): Promise<Draw | undefined> {
  const { editionNumber, byes, drawShow } = await readSettings(db)
  const teams = await teamsToDraw(db, cup.editionId, which)
  if (teams.length === 0) return undefined
  const shuffleSeed = randomBytes(16).toString('hex')
  const ids = orderBefore(teams.map(({ id }) => id))
  return {
    id: newDrawId(),
    edition: editionNumber,
    createdAt: at,
    shuffleSeed,
    ...(drawShow === 'on' && { show: true }),
    teams: Object.fromEntries(teams.map((team) => [team.id, drawTeamOf(team)])),
    absent: [],
    rounds: drawRounds({
      teams: shuffle(ids, shuffleSeed),
      matchId: newMatchId,
      byesPlacedAtOnce: byes === 'at-once',
      revision,
    }),
  }
}

/** Stores a new draw and makes it the current one. */
export async function beginDraw(db: Db, draw: Draw, { at }: Moment): Promise<void> {
  await insertDraw(db, draw)
  await saveCurrent(db, {
    tournamentID: draw.id,
    tournamentStatus: 'active',
    updatedAt: at,
    ...(draw.show && { show: true }),
  })
}

/** Ends the show after its last lot. Idempotent: every node tries, and the first one does it. */
export async function endShow(parts: Parts): Promise<void> {
  await change(parts, { action: 'end-show', who: theCup }, async (work) => {
    if (msUntilEnd(work.view?.draw, Date.parse(work.moment.at)) !== 0) return done({ unchanged: '' })
    return done({ words: showWords.ended, ...(await withoutShow(work)) })
  })
}

async function withoutShow({ db, cup, moment }: Work): Promise<Pick<JournalledChange, 'changes'>> {
  const { tournamentID, tournamentStatus } = cup
  await saveCurrent(db, { tournamentID, tournamentStatus, updatedAt: moment.at })
  return { changes: [{ kind: 'show-over' }] }
}

/** 0 when it is due; undefined without a show. */
export function msUntilEnd(draw: Draw | undefined, now: number): number | undefined {
  if (!draw?.show) return undefined
  return isShowRunning(draw, now) ? showEnd(draw) - now : 0
}
