import type { Match, SideNumber } from '../../../../domain/cup.ts'
import { tapKey } from '../../../forms/own-changes.ts'

/** The form in the bracket that a match's two sides belong to. */
export const winnerFormId = (match: Match) => `winner-${match.id}`

/** A side tapped as the winner, in the bracket or in the list above it. */
export const winnerTap = (match: Match, side: SideNumber) =>
  tapKey(winnerFormId(match), { name: 'side', value: side })
