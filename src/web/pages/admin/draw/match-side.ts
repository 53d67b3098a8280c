import type { Match, SideNumber } from '../../../../domain/cup.ts'
import type { Posted } from '../../../forms/intents.ts'
import { tapKey } from '../../../forms/own-changes.ts'

/** 'matchId:side' */
export function parseSide(text: string): { matchId: string; side: SideNumber } | undefined {
  const [, matchId, side] = /^(.+):([12])$/.exec(text) ?? []
  return matchId ? { matchId, side: Number(side) as SideNumber } : undefined
}

/** The side that the fields 'matchId' and 'side' name. */
export function postedSide({ text }: Pick<Posted, 'text'>) {
  return parseSide(`${text('matchId')}:${text('side')}`)
}

/** The form in the bracket that a match's two sides belong to. */
export const winnerFormId = (match: Match) => `winner-${match.id}`

/** A side tapped as the winner, in the bracket or in the list above it. */
export const winnerTap = (match: Match, side: SideNumber) =>
  tapKey(winnerFormId(match), { name: 'side', value: side })
