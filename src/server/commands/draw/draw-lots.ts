import { randomBytes } from 'node:crypto'
import type { Draw } from '../../../domain/cup.ts'
import { orderBefore } from '../../../domain/draw/check-draw.ts'
import type { Moment } from '../../../domain/draw/draw-reader.ts'
import { drawRounds, shuffle } from '../../../domain/draw/make-draw.ts'
import { entersDraw } from '../../../domain/teams/entries.ts'
import { drawTeamOf } from '../../../domain/teams/names.ts'
import { teamsHere } from '../../../domain/teams/registration.ts'
import { newDrawId, newMatchId } from '../../ids.ts'
import type { Db } from '../../storage/storage.ts'
import { readSettings, saveCurrent } from '../../storage/system-rows.ts'
import { listApprovedTeams, type StoredTeam } from '../../storage/team-rows.ts'
import { insertDraw } from '../../storage/tournament-rows.ts'
import type { Work } from '../change.ts'

/** Who is drawn: everyone approved, or of these only the teams that are here. */
export type DrawnTeams = 'approved' | 'here'

export async function teamsToDraw(db: Db, editionId: number, which: DrawnTeams): Promise<StoredTeam[]> {
  const teams = (await listApprovedTeams(db, editionId)).filter(entersDraw)
  return which === 'here' ? teamsHere(teams) : teams
}

/** A new draw, not saved yet; undefined when there is nobody to draw. */
export async function drawLots(
  { db, cup }: Pick<Work, 'db' | 'cup'>,
  { at, revision }: Moment,
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

/** Keeps a new draw, which is the current one from now on. */
export async function beginDraw(db: Db, draw: Draw, { at }: Moment): Promise<void> {
  await insertDraw(db, draw)
  await saveCurrent(db, {
    tournamentID: draw.id,
    tournamentStatus: 'active',
    updatedAt: at,
    ...(draw.show && { show: true }),
  })
}
