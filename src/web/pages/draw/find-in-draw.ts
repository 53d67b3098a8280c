import { type Draw, type Match, placeOf, type TeamId } from '../../../domain/cup.ts'
import { sideNumberOf, teamsInDraw } from '../../../domain/draw/draw-reader.ts'
import { sideLabel } from '../../../domain/teams/names.ts'
import { compareText, foldText } from '../../../domain/text.ts'

type Linked = {
  /** The team whose path is highlighted. */
  readonly team?: TeamId | undefined
  readonly match?: Match | undefined
  /** The address points at something this draw does not have: lots were drawn again, or a team has left. */
  readonly gone?: 'match' | 'team' | undefined
}

/** Resolves `?match=` and `?team=`; a team leads to its latest match. */
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

/** By id, which is unique across draws; older links carry a place ('0.3'). */
export function matchNamed({ rounds }: Pick<Draw, 'rounds'>, name: string): Match | undefined {
  const matches = rounds.flatMap((round) => round.matches)
  return matches.find(({ id }) => id === name) ?? matches.find((match) => placeOf(match) === name)
}

/** The latest match of a team. */
export function whereIs(draw: Pick<Draw, 'rounds'>, team: TeamId): Match | undefined {
  return draw.rounds.flatMap(({ matches }) => matches.filter((match) => sideNumberOf(match, team))).at(-1)
}

type FoundTeam = { readonly id: TeamId; readonly label: string }

/** Prefix search by word, ignoring accents and case. Replaced teams have no place in the draw, and are left out. */
export function findTeams(draw: Pick<Draw, 'teams' | 'rounds'>, typed: string, limit = 12): FoundTeam[] {
  const wanted = foldText(typed).split(' ').filter(Boolean)
  const standing = teamsInDraw(draw)
  const teams = Object.entries(draw.teams)
    .filter(([id]) => standing.has(id))
    .map(([id, team]) => ({
      id,
      label: sideLabel(draw.teams, id),
      words: foldText(`${team.players.join(' ')} ${team.name}`).split(
        /[^\p{L}\p{N}\p{Emoji_Presentation}]+/u,
      ),
      whole: foldText(`${team.players.join(', ')} ${team.name}`),
    }))
  return teams
    .filter(({ words, whole }) =>
      wanted.every((part) => words.some((word) => word.startsWith(part)) || whole.includes(part)),
    )
    .sort((a, b) => compareText(a.whole, b.whole))
    .slice(0, limit)
    .map(({ id, label }) => ({ id, label }))
}
