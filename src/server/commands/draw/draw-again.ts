import { checkDrawAgain } from '../../../domain/draw/draw-plan.ts'
import { drawAgainWords, markedWords } from '../../../domain/messages.ts'
import { done, type Outcome, refused } from '../../../domain/outcome.ts'
import type { Organiser } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import { listApprovedTeams } from '../../storage/team-rows.ts'
import type { Changed, Parts, Tap } from '../change.ts'
import { changeDraw, checkDrawSeen } from './change-draw.ts'
import { drawAnew, replaceDraw } from './reset-draw.ts'

const action = journalAction('draws', 'draw-again')

/** Draws lots again with the teams that came too late, before anything was played. */
export function drawAgain(parts: Parts, tap: Tap, organiser: Organiser): Promise<Outcome<Changed>> {
  return changeDraw(parts, organiser, tap, async (work) => {
    const outdated = await checkDrawSeen(work, tap)
    if (outdated) return outdated
    const allowed = checkDrawAgain(work.draw, await listApprovedTeams(work.db, work.cup.editionId))
    if (!allowed.ok) return allowed

    const draw = await drawAnew(work)
    if (!draw) return refused('no-approved-teams')
    const { teams } = allowed.value
    return done({
      action,
      words: `The draw was made again, with all ${teams} teams${markedWords(draw.absent.length)}.`,
      message: drawAgainWords.done(teams, draw.absent.length),
      ...(await replaceDraw(work, draw)),
    })
  })
}
