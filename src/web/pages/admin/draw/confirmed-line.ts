import { type Draw, winnerOf } from '../../../../domain/cup.ts'
import { winnerMessage } from '../../../../domain/draw/winners.ts'
import { sideName } from '../../../../domain/teams/names.ts'

/** What a browser without scripts reads after reconfirming a winner that already is in the next round. */
export function confirmedLine(draw: Draw | undefined, matchId: string | null) {
  const match = draw?.rounds.flatMap(({ matches }) => matches).find(({ id }) => id === matchId)
  const winner = match && winnerOf(match)
  if (!draw || !match || !winner) return undefined
  const team = sideName(draw.teams, winner)
  return { words: winnerMessage(team, match, draw.rounds.length), revision: 0, canTakeBack: false }
}
