import { csvText } from '../../domain/csv.ts'
import { type CupView, type Draw, isTeam, type Match, placeOf, winnerOf } from '../../domain/cup.ts'
import { championOf } from '../../domain/night/progress.ts'
import { buildSchedule } from '../../domain/night/schedule.ts'
import { sideLabel } from '../../domain/teams/names.ts'

/** The public data that exports are made from. */
export type Exported = Pick<CupView, 'settings' | 'draw'>

/** The format of docs/exports.md. Fields are listed one by one, so that no other data can leak. */
export function drawData({ settings, draw }: Exported) {
  const { editionNumber, editionTitle, editionSeason, editionTheme } = settings
  return {
    edition: {
      number: editionNumber,
      title: editionTitle,
      season: editionSeason,
      theme: editionTheme,
    },
    draw: draw ? drawnData(draw, settings) : null,
  }
}

function drawnData(draw: Draw, settings: Exported['settings']) {
  const times = timesOf(draw, settings)
  const champion = championOf(draw)
  return {
    id: draw.id,
    madeAt: draw.createdAt,
    shuffleSeed: draw.shuffleSeed,
    champion: champion ? teamData(draw, champion) : null,
    rounds: draw.rounds.map(({ name, matches }) => ({
      name,
      matches: matches.map((match) => ({
        id: match.id,
        number: match.index + 1,
        time: times.get(placeOf(match)) ?? null,
        table: match.table ?? null,
        sides: match.sides.map((side) => (isTeam(side) ? teamData(draw, side) : side)),
        winner: match.winner ?? null,
        walkover: match.walkover ?? false,
        decidedAt: match.decidedAt ?? null,
      })),
    })),
  }
}

function teamData({ teams }: Pick<Draw, 'teams'>, id: string) {
  return { id, name: teams[id]?.name ?? 'Unknown Player', players: teams[id]?.players ?? [] }
}

/** The planned time of each match by its place; a bye has none. */
function timesOf(draw: Draw, settings: Exported['settings']): Map<string, string> {
  return new Map(
    buildSchedule(draw, settings).flatMap(({ time, matches }) =>
      matches.map((match) => [placeOf(match), time]),
    ),
  )
}

export function drawCsv({ settings, draw }: Exported): string {
  const head = ['round', 'match', 'side1', 'side2', 'winner', 'walkover', 'time', 'table', 'decidedAt', 'id']
  if (!draw) return csvText([head])
  const times = timesOf(draw, settings)
  const rows = draw.rounds.flatMap(({ name, matches }) =>
    matches.map((match) => [
      name,
      String(match.index + 1),
      ...sidesOf(draw, match),
      winnerText(draw, match),
      match.walkover ? 'yes' : '',
      times.get(placeOf(match)) ?? '',
      String(match.table ?? ''),
      match.decidedAt ?? '',
      match.id,
    ]),
  )
  return csvText([head, ...rows])
}

export function scheduleCsv({ settings, draw }: Exported): string {
  const head = ['time', 'round', 'match', 'side1', 'side2', 'winner', 'table']
  if (!draw) return csvText([head])
  const rows = buildSchedule(draw, settings).flatMap(({ time, roundName, matches }) =>
    matches.map((match) => [
      time,
      roundName,
      String(match.index + 1),
      ...sidesOf(draw, match),
      winnerText(draw, match),
      String(match.table ?? ''),
    ]),
  )
  return csvText([head, ...rows])
}

function sidesOf({ teams }: Draw, { sides }: Match): string[] {
  return sides.map((side) => sideLabel(teams, side))
}

function winnerText({ teams }: Draw, match: Match): string {
  const winner = winnerOf(match)
  return winner ? sideLabel(teams, winner) : ''
}
