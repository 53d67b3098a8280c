import { sideOf } from '../../../domain/cup.ts'
import { exchangeSides as exchange } from '../../../domain/draw/exchange-sides.ts'
import { messages } from '../../../domain/messages.ts'
import type { Outcome } from '../../../domain/outcome.ts'
import { sideLabel } from '../../../domain/teams/names.ts'
import type { Organiser } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import { readSettings } from '../../storage/system-rows.ts'
import type { Changed, MatchSide, Parts, Tap } from '../change.ts'
import { changeDrawWithTools, saveConfirmed, tappedMatch } from './change-draw.ts'

const action = journalAction('places', 'exchange')

/** Two teams of one round change places. */
export function exchangeSides(
  parts: Parts,
  { from, to, ...tap }: { from: MatchSide; to: MatchSide } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return changeDrawWithTools(parts, organiser, tap, async (work) => {
    const { draw } = work
    const first = await tappedMatch(work, from.matchId, tap)
    if (!first.ok) return first
    const second = await tappedMatch(work, to.matchId, tap)
    if (!second.ok) return second

    const { byes } = await readSettings(work.db)
    const exchanged = exchange(draw, {
      from: { round: first.value.round, index: first.value.index, side: from.side },
      to: { round: second.value.round, index: second.value.index, side: to.side },
      byesPlacedAtOnce: byes === 'at-once',
      ...work.moment,
    })
    if (!exchanged.ok) return exchanged
    const one = sideLabel(draw.teams, sideOf(first.value, from.side))
    const other = sideLabel(draw.teams, sideOf(second.value, to.side))
    return saveConfirmed(work, tap, exchanged.value, {
      action,
      words: `${one} and ${other} changed places (${draw.rounds[first.value.round]?.name}).`,
      message: messages.exchanged,
    })
  })
}
