import { randomBytes } from 'node:crypto'
import type { Draw } from '../../../domain/cup.ts'
import type { Moment } from '../../../domain/draw/bracket.ts'
import { orderBefore } from '../../../domain/draw/check-draw.ts'
import { drawRounds, shuffle } from '../../../domain/draw/make-draw.ts'
import { drawTeamOf } from '../../../domain/teams/names.ts'
import { newDrawId, newMatchId } from '../../ids.ts'
import type { Db } from '../../storage/storage.ts'
import { readSettings } from '../../storage/system.ts'
import { listApprovedTeams } from '../../storage/teams.ts'

/** A new draw of all approved teams, not saved yet; undefined when there are none. */
export async function drawLots(db: Db, { at, revision }: Moment): Promise<Draw | undefined> {
  const { editionNumber, byes } = await readSettings(db)
  const teams = await listApprovedTeams(db, editionNumber)
  if (teams.length === 0) return undefined
  const shuffleSeed = randomBytes(16).toString('hex')
  const ids = orderBefore(teams.map(({ id }) => id))
  return {
    id: newDrawId(),
    edition: editionNumber,
    createdAt: at,
    shuffleSeed,
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
