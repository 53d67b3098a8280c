import { checkDrawAgain } from '../../../domain/draw/draw-again.ts'
import { drawAgainWords } from '../../../domain/messages.ts'
import { done, type Outcome, refused } from '../../../domain/outcome.ts'
import type { Changed, Organiser, Tap } from '../../app.ts'
import { readSettings } from '../../storage/system.ts'
import { listApprovedTeams } from '../../storage/teams.ts'
import { change, type Parts } from '../change.ts'
import { drawLots } from './draw-lots.ts'
import { checkDrawSeen, loadCurrentDraw } from './load-draw.ts'
import { replaceDraw } from './reset-draw.ts'

/** Draws lots again with the teams that came too late, before anything was played. No tool: it deletes nothing. */
export function drawAgain(parts: Parts, tap: Tap, organiser: Organiser): Promise<Outcome<Changed>> {
  return change(parts, { who: organiser.email, requestId: tap.requestId }, async (work) => {
    const loaded = await loadCurrentDraw(work)
    if (!loaded.ok) return loaded
    const old = loaded.value
    const outdated = await checkDrawSeen(work.db, old, tap)
    if (outdated) return outdated
    const { editionNumber } = await readSettings(work.db)
    const allowed = checkDrawAgain(old, await listApprovedTeams(work.db, editionNumber))
    if (!allowed.ok) return allowed

    const draw = await drawLots(work.db, work.moment)
    if (!draw) return refused('no-approved-teams')
    const { teams } = allowed.value
    return done({
      action: 'draw-again',
      words: `The draw was made again, with all ${teams} teams.`,
      message: drawAgainWords.done(teams),
      ...(await replaceDraw(work, old, draw)),
    })
  })
}
