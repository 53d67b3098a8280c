import { type Draw, type Match, placeOf, type TeamId } from '../../../domain/cup.ts'
import { whereIs } from '../../bracket/where-is.ts'

type Linked = {
  /** The team whose path the address lights. */
  readonly team?: TeamId | undefined
  readonly match?: Match | undefined
  /** What the address points at, but is not in this draw: lots were drawn anew, or a team has left. */
  readonly gone?: 'match' | 'team' | undefined
}

/** What an address points at: a match, or a team and thereby the match it stands in. */
export function linkedIn(
  draw: Pick<Draw, 'rounds'>,
  { match: name, team }: { match: string | null; team: TeamId | null },
): Linked {
  const at = team ? whereIs(draw, team) : undefined
  const match = name ? matchNamed(draw, name) : at
  return {
    match,
    team: (at && team) ?? undefined,
    gone: name && !match ? 'match' : team && !at ? 'team' : undefined,
  }
}

/** By its id, which no other draw has; older links say a place, '0.3'. */
export function matchNamed({ rounds }: Pick<Draw, 'rounds'>, name: string): Match | undefined {
  const matches = rounds.flatMap((round) => round.matches)
  return matches.find(({ id }) => id === name) ?? matches.find((match) => placeOf(match) === name)
}
