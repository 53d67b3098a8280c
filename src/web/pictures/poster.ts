import {
  type Draw,
  isTeam,
  loserOf,
  type Match,
  roundNameOf,
  type Settings,
  sideOf,
  type TeamId,
  winnerOf,
} from '../../domain/cup.ts'
import { matchesOf, sideNumberOf } from '../../domain/draw/draw-reader.ts'
import { championOf } from '../../domain/night/progress.ts'
import { sideLabel, sideNames } from '../../domain/teams/names.ts'

/** What a picture can show. */
export type Subject =
  | { readonly kind: 'match'; readonly draw: Draw; readonly settings: Named; readonly match: Match }
  | { readonly kind: 'path'; readonly draw: Draw; readonly settings: Named; readonly team: TeamId }
  | {
      readonly kind: 'champions'
      readonly title: string
      readonly names: readonly string[]
      readonly season: string
      readonly theme: string
    }

type Named = Pick<Settings, 'editionTitle' | 'editionSeason'>

/** The text of a picture, from top to bottom. */
export type Poster = {
  /** The cup's name. */
  readonly title: string
  readonly heading: string
  /** Large, one name per line. */
  readonly names: readonly string[]
  /** Matches, the latest last. */
  readonly lines: readonly { readonly lead: string; readonly names: readonly string[] }[]
  readonly foot: string
}

export function posterOf(subject: Subject): Poster {
  if (subject.kind === 'champions') {
    const { title, names, season, theme } = subject
    return {
      title,
      heading: 'Champions',
      names,
      lines: [],
      foot: [season, theme].filter(Boolean).join(' · '),
    }
  }
  const { draw, settings } = subject
  const common = { title: settings.editionTitle, foot: settings.editionSeason }
  if (subject.kind === 'match') {
    const { match } = subject
    const winner = winnerOf(match) ?? sideOf(match, 1)
    return {
      ...common,
      heading: championOf(draw) === winner && isFinal(draw, match) ? 'Champions' : roundNameOf(draw, match),
      names: sideNames(draw.teams, winner),
      lines: [
        {
          lead: match.walkover ? 'walkover against' : 'beat',
          names: sideNames(draw.teams, loserOf(match) ?? sideOf(match, 2)),
        },
      ],
    }
  }
  const { team } = subject
  const path = matchesOf(draw, team)
  return {
    ...common,
    heading: championOf(draw) === team ? 'Champions' : 'The way so far',
    names: sideNames(draw.teams, team),
    lines: path.filter(({ sides }) => sides.every(isTeam)).map((match) => lineOf(draw, match, team)),
  }
}

function lineOf(draw: Draw, match: Match, team: TeamId): Poster['lines'][number] {
  const side = sideNumberOf(match, team)
  const other = sideOf(match, side === 1 ? 2 : 1)
  const lead = `${roundNameOf(draw, match)}: ${howItWent(match, match.winner === side)}`
  return { lead, names: [sideLabel(draw.teams, other)] }
}

function howItWent({ winner, walkover }: Match, hasWon: boolean): string {
  if (!winner) return 'against'
  if (walkover) return hasWon ? 'walkover against' : 'walkover for'
  return hasWon ? 'beat' : 'lost to'
}

function isFinal(draw: Draw, { round }: Match): boolean {
  return round === draw.rounds.length - 1
}
