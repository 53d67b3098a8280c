import { advanceByes as advance } from '../../../domain/draw/winners.ts'
import { refusals } from '../../../domain/messages.ts'
import { done, type Outcome } from '../../../domain/outcome.ts'
import type { Organiser } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import { type Changed, change, type Parts, type Tap } from '../change.ts'
import { loadCurrentDraw, saveChanged } from './load-draw.ts'

const action = journalAction('winners', 'advance-byes')

/** Every bye's winner goes to the next round. */
export function advanceByes(parts: Parts, tap: Tap, organiser: Organiser): Promise<Outcome<Changed>> {
  return change(parts, { who: organiser.email, requestId: tap.requestId }, async (work) => {
    const loaded = await loadCurrentDraw(work)
    if (!loaded.ok) return loaded
    const draw = loaded.value
    const advanced = advance(draw, work.moment)
    // Two organisers tap it at once: for the second there is nothing left to do, and nothing wrong.
    if (!advanced.ok) return done({ unchanged: refusals[advanced.reason] })
    const saved = await saveChanged(work, draw, advanced.value.matches)
    return done({ action, words: 'All byes advanced to the next round.', ...saved })
  })
}
