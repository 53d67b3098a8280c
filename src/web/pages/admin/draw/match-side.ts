import type { SideNumber } from '../../../../domain/cup.ts'
import type { Posted } from '../../../forms/intents.ts'

/** 'matchId:side' */
export function parseSide(text: string): { matchId: string; side: SideNumber } | undefined {
  const [, matchId, side] = /^(.+):([12])$/.exec(text) ?? []
  return matchId ? { matchId, side: Number(side) as SideNumber } : undefined
}

/** The side that the fields 'matchId' and 'side' name. */
export function postedSide({ text }: Pick<Posted, 'text'>) {
  return parseSide(`${text('matchId')}:${text('side')}`)
}
