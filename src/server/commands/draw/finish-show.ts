import type { Draw } from '../../../domain/cup.ts'
import { isShowRunning, showEnd } from '../../../domain/draw/lots.ts'
import { showWords } from '../../../domain/messages.ts'
import { done, type Outcome } from '../../../domain/outcome.ts'
import { type Organiser, theCup } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import { saveCurrent } from '../../storage/system-rows.ts'
import { type Changed, change, type JournalledChange, type Parts, type Tap, type Work } from '../change.ts'
import { changeDraw } from './change-draw.ts'

const finishing = journalAction('draws', 'finish-show')
const ending = journalAction('draws', 'end-show')

/** Shows every lot at once: an organiser has seen enough. */
export function finishShow(parts: Parts, tap: Tap, organiser: Organiser): Promise<Outcome<Changed>> {
  return changeDraw(parts, organiser, tap, async (work) => {
    if (!work.draw.show) return done({ unchanged: showWords.over })
    return done(
      await withoutShow(work, { action: finishing, words: showWords.finished, message: showWords.over }),
    )
  })
}

/** Ends the show once the last lot has fallen. On several nodes the first one does it, the others find it done. */
export async function endShow(parts: Parts): Promise<void> {
  await change(parts, { who: theCup }, async (work) => {
    if (msUntilEnd(work.view?.draw, Date.parse(work.moment.at)) !== 0) return done({ unchanged: '' })
    return done(await withoutShow(work, { action: ending, words: showWords.ended }))
  })
}

async function withoutShow(
  { db, cup, moment }: Pick<Work, 'db' | 'cup' | 'moment'>,
  journalled: Omit<JournalledChange, 'changes' | 'before'>,
): Promise<JournalledChange> {
  const { tournamentID, tournamentStatus } = cup
  await saveCurrent(db, { tournamentID, tournamentStatus, updatedAt: moment.at })
  return { ...journalled, changes: [{ kind: 'show-over' }] }
}

/** 0 when it is due; undefined where no show is on. */
export function msUntilEnd(draw: Draw | undefined, now: number): number | undefined {
  if (!draw?.show) return undefined
  return isShowRunning(draw, now) ? showEnd(draw) - now : 0
}
