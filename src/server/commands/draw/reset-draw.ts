import type { Draw } from '../../../domain/cup.ts'
import { keepAbsent } from '../../../domain/draw/attendance.ts'
import { hasPlayed, teamsInDraw } from '../../../domain/draw/draw-reader.ts'
import { markedWords, resetWords } from '../../../domain/messages.ts'
import { done, type Outcome, refused } from '../../../domain/outcome.ts'
import { counted } from '../../../domain/text.ts'
import type { Organiser } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import { saveTournamentStatus } from '../../storage/tournament-rows.ts'
import type { Changed, JournalledChange, Parts, Tap } from '../change.ts'
import { changeDrawWithTools, checkConfirmed, checkDrawSeen, type DrawWork } from './change-draw.ts'
import { beginDraw, drawLots, teamsToDraw } from './draw-lots.ts'

const action = journalAction('draws', 'reset')

/** Puts the current draw away and draws lots anew. The old draw is kept, and can be brought back. */
export function resetDraw(parts: Parts, tap: Tap, organiser: Organiser): Promise<Outcome<Changed>> {
  return changeDrawWithTools(parts, organiser, tap, async (work) => {
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
      action,
      words: `The tournament was reset: a new draw with ${teams}${markedWords(draw.absent.length)}.`,
      message: resetWords.done(draw.absent.length),
      ...(await replaceDraw(work, draw)),
    })
  })
}

/** Teams that were left out of this draw, because they were not here or came too late, will be drawn. */
async function joiningWords({ db, cup, draw }: DrawWork): Promise<string[]> {
  const inside = teamsInDraw(draw)
  const joining = (await teamsToDraw(db, cup.editionId, 'approved')).filter(({ id }) => !inside.has(id))
  return joining.length > 0 ? [resetWords.joining(joining.length)] : []
}

/** Lots for everybody approved; who was not here is still not here. Undefined when there is nobody to draw. */
export async function drawAnew(work: DrawWork): Promise<Draw | undefined> {
  const { moment, draw: old } = work
  const draw = await drawLots(work, moment)
  return draw && keepAbsent(draw, { absent: old.absent, ...moment })
}

/** A new draw takes the place of the current one, which is put away. */
export async function replaceDraw(
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
