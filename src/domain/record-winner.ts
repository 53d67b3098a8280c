import { isTeam, type Match, type MatchRef, type SideNumber, sideOf, type TeamId } from './cup.ts'
import { decide, draftOf, placeWinner } from './draft.ts'
import type { DrawReader, Moment } from './draw-reader.ts'
import { isBye } from './has-played.ts'
import { done, type Outcome, refused } from './outcome.ts'

export type Recorded = {
  readonly kind: 'set' | 'changed' | 'reconfirmed'
  readonly winner: TeamId
  readonly matches: readonly Match[]
  /** Played results that fall because the replaced team had gone on to win them. */
  readonly cleared: readonly Match[]
}

/**
 * Sets, changes or reconfirms a winner and places it in the next round. Changing clears whatever the replaced
 * team had gone on to win, as far as it reaches, and the new winner takes its place. Reconfirming places a winner
 * that is not in the next round yet, such as a bye's; otherwise it changes nothing.
 */
export function recordWinner(
  reader: DrawReader,
  { match: ref, side, ...moment }: { readonly match: MatchRef; readonly side: SideNumber } & Moment,
): Outcome<Recorded> {
  const match = reader.match(ref)
  if (!match) return refused('no-such-match')
  const winner = sideOf(match, side)
  if (!isTeam(winner)) return refused('not-a-team')
  const kind = match.winner === undefined ? 'set' : match.winner === side ? 'reconfirmed' : 'changed'
  // Against a BYE even a team that is not here goes through: it loses at the next match.
  const isMissing = reader.absent.includes(winner) && !isBye(match)
  if (kind !== 'reconfirmed' && isMissing) return refused('team-absent')

  const draft = draftOf(reader, moment)
  if (kind === 'reconfirmed') placeWinner(draft, ref)
  else decide(draft, ref, side)
  return done({ kind, winner, matches: draft.changed(), cleared: draft.cleared })
}
