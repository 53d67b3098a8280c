import type { Draw, TeamId } from '../../../domain/cup.ts'
import { teamsInDraw } from '../../../domain/draw/draw-reader.ts'
import { sideLabel } from '../../../domain/teams/names.ts'
import { foldText } from '../../../domain/text.ts'

export type FoundTeam = { readonly id: TeamId; readonly label: string }

/** Teams with a word that begins as typed, whatever its accents and case. Replaced ones stand nowhere, and are not found. */
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
    .sort((a, b) => (a.whole < b.whole ? -1 : a.whole > b.whole ? 1 : 0))
    .slice(0, limit)
    .map(({ id, label }) => ({ id, label }))
}
