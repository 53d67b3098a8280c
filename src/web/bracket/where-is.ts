import type { Draw, Match, TeamId } from '../../domain/cup.ts'
import { sideNumberOf } from '../../domain/draw/draw-reader.ts'

/** The match a team is to be looked for at: the last one it stands in. */
export function whereIs(draw: Pick<Draw, 'rounds'>, team: TeamId): Match | undefined {
  return draw.rounds.flatMap(({ matches }) => matches.filter((match) => sideNumberOf(match, team))).at(-1)
}
