import { advanceByes as advance } from '../../../domain/draw/winners.ts'
import { done, type Outcome } from '../../../domain/outcome.ts'
import { refusals } from '../../../domain/refusals.ts'
import type { Organiser } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import type { Changed, Parts, Tap } from '../change.ts'
import { changeDraw, saveChanged } from './change-draw.ts'

const action = journalAction('winners', 'advance-byes')

/** Every bye's winner goes to the next round. */
export function advanceByes(parts: Parts, tap: Tap, organiser: Organiser): Promise<Outcome<Changed>> {
  return changeDraw(parts, organiser, tap, async (work) => {
    const advanced = advance(work.draw, work.moment)
    // When two organisers tap it at once, nothing is left for the second, and nothing is wrong.
    if (!advanced.ok) return done({ unchanged: refusals[advanced.reason] })
    const saved = await saveChanged(work, advanced.value.matches)
    return done({ action, words: 'All byes advanced to the next round.', ...saved })
  })
}
