import { sideOf } from '../../../domain/cup.ts'
import { exchangeSides as exchange } from '../../../domain/draw/exchange-sides.ts'
import { messages } from '../../../domain/messages.ts'
import { done, type Outcome, refused } from '../../../domain/outcome.ts'
import { sideLabel } from '../../../domain/teams/names.ts'
import type { Organiser } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import { readSettings } from '../../storage/system.ts'
import { type Changed, change, type MatchSide, type Parts, type Tap } from '../change.ts'
import { checkTools } from './check-tools.ts'
import {
  checkConfirmed,
  checkSeen,
  loadCurrentDraw,
  matchById,
  saveChanged,
  withCleared,
} from './load-draw.ts'

const action = journalAction('places', 'exchange')

/** Two teams of one round change places. */
export function exchangeSides(
  parts: Parts,
  { from, to, ...tap }: { from: MatchSide; to: MatchSide } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return change(parts, { who: organiser.email, requestId: tap.requestId }, async (work) => {
    const off = await checkTools(work)
    if (off) return off
    const loaded = await loadCurrentDraw(work)
    if (!loaded.ok) return loaded
    const draw = loaded.value
    const first = matchById(draw, from.matchId)
    const second = matchById(draw, to.matchId)
    if (!first || !second) return refused('no-such-match')
    for (const match of [first, second]) {
      const outdated = await checkSeen(work.db, match, tap)
      if (outdated) return outdated
    }

    const { byes } = await readSettings(work.db)
    const exchanged = exchange(draw, {
      from: { round: first.round, index: first.index, side: from.side },
      to: { round: second.round, index: second.index, side: to.side },
      byesPlacedAtOnce: byes === 'at-once',
      ...work.moment,
    })
    if (!exchanged.ok) return exchanged
    const { matches, cleared } = exchanged.value
    const unconfirmed = checkConfirmed(draw, cleared, tap)
    if (unconfirmed) return unconfirmed

    const saved = await saveChanged(work, draw, matches)
    const one = sideLabel(draw.teams, sideOf(first, from.side))
    const other = sideLabel(draw.teams, sideOf(second, to.side))
    const words = `${one} and ${other} changed places (${draw.rounds[first.round]?.name}).`
    return done({
      action,
      words: withCleared(words, draw, cleared),
      message: messages.exchanged,
      ...saved,
    })
  })
}
