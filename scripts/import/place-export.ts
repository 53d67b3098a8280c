import {
  BYE,
  type Draw,
  type DrawTeam,
  isTeam,
  type Match,
  type Round,
  type Settings,
  type Side,
  type SideNumber,
  TBD,
  type TeamId,
  winnerOf,
} from '../../src/domain/cup.ts'
import { displayName, idOfName, playersOf } from '../../src/domain/teams/names.ts'
import { compareText } from '../../src/domain/text.ts'
import type {
  CupExport,
  ExportedMatch,
  ExportedSide,
  ExportedTeam,
  ExportedTournament,
} from './read-export.ts'

export type PlacedDraw = {
  readonly place: string
  readonly draw: Draw
  /** Further draws of the same edition are stored like draws that were reset. */
  readonly isShown: boolean
}

/** An export as rows of this cup. With any problem nothing is imported. */
export type PlacedExport = {
  readonly teams: readonly (ExportedTeam & { readonly edition: number })[]
  readonly draws: readonly PlacedDraw[]
  /** The draw that is shown as current. */
  readonly currentId: string | undefined
  readonly problems: readonly string[]
  readonly notes: readonly string[]
}

type Here = {
  readonly settings: Pick<Settings, 'editionNumber' | 'editionSeason'>
  readonly revision: number
}

/**
 * Assigns an edition to each tournament and a team to each side. The current tournament belongs to the edition being played;
 * earlier ones count back from it by season. A team belongs to the newest edition whose draw it is in, or else to the current
 * one.
 */
export function placeExport(cup: CupExport, { settings, revision }: Here): PlacedExport {
  const problems: string[] = []
  const notes: string[] = []
  const current = cup.tournaments.find(({ id }) => id === cup.current)
  const numberOf = editionCounter(current, settings)
  const here = settings.editionNumber

  const isNewer = (a: ExportedTournament, b: ExportedTournament) =>
    Number(b === current) - Number(a === current) ||
    compareText(b.createdAt, a.createdAt) ||
    compareText(b.id, a.id)
  const shown = new Set<number>()
  const draws = cup.tournaments.toSorted(isNewer).flatMap((tournament): PlacedDraw[] => {
    const { place } = tournament
    const edition = numberOf(tournament)
    if (edition === undefined || edition < 1 || (edition > here && tournament.edition === undefined)) {
      problems.push(
        `${place}: nobody knows which edition it was; write "edition": NUMBER beside its createdAt`,
      )
      return []
    }
    const isShown = !shown.has(edition) && (edition !== here || tournament === current)
    if (isShown) shown.add(edition)
    else if (shown.has(edition))
      notes.push(`${place}: N${edition} has another tournament, so this one is kept out of sight`)
    else
      notes.push(
        `${place}: N${edition} is being played and system/current does not name this one, so it is kept out of sight`,
      )
    const { draw, faults } = drawOf(tournament, { edition, revision, teams: cup.teams })
    problems.push(...faults)
    return [{ place, draw, isShown }]
  })

  const editions = editionsOfTeams(draws)
  return {
    teams: cup.teams.map((team) => ({ ...team, edition: editions.get(team.id) ?? here })),
    draws,
    currentId: draws.find(({ draw, isShown }) => isShown && draw.edition === here)?.draw.id,
    problems,
    notes,
  }
}

/** Two editions a year: the current tournament is the cup's edition whatever its date, and the others count back from it. */
function editionCounter(
  current: ExportedTournament | undefined,
  { editionNumber, editionSeason }: Here['settings'],
) {
  const number = current?.edition ?? editionNumber
  const season = current ? seasonOf(current.createdAt) : namedSeason(editionSeason)
  return (tournament: ExportedTournament): number | undefined => {
    if (tournament.edition !== undefined) return tournament.edition
    if (tournament === current) return number
    return season === undefined ? undefined : number - season + seasonOf(tournament.createdAt)
  }
}

/** The date in half-years; January to July is spring. */
function seasonOf(createdAt: string): number {
  const date = new Date(createdAt)
  return date.getUTCFullYear() * 2 + (date.getUTCMonth() < 7 ? 0 : 1)
}

function namedSeason(season: string): number | undefined {
  const [, half, year] = /^(Spring|Fall|Autumn) (\d{4})$/i.exec(season.trim()) ?? []
  if (!half || !year) return undefined
  return Number(year) * 2 + (half.toLowerCase() === 'spring' ? 0 : 1)
}

function editionsOfTeams(draws: readonly PlacedDraw[]): Map<TeamId, number> {
  const editions = new Map<TeamId, number>()
  for (const { draw } of draws)
    for (const id of Object.keys(draw.teams)) editions.set(id, Math.max(editions.get(id) ?? 0, draw.edition))
  return editions
}

type Making = { readonly edition: number; readonly revision: number; readonly teams: readonly ExportedTeam[] }

/**
 * The draw of a tournament. First-round sides are matched to teams by name and players, or keep their name. Later sides are the
 * winners of the feeding matches, so that teams with the same name are never confused.
 */
function drawOf(tournament: ExportedTournament, { edition, revision, teams: known }: Making) {
  const { id, createdAt } = tournament
  const faults: string[] = []
  const teams: Record<TeamId, DrawTeam> = {}
  const find = teamFinder(known, createdAt)
  const ids = new Set<string>()
  const rounds: Round[] = []

  function enter(side: ExportedSide): TeamId {
    const found = find(side)
    const team = found?.id ?? unusedName(side.name, teams)
    teams[team] = {
      name: side.name,
      players: side.players.length > 0 || !found ? side.players : playersOf(found),
    }
    return team
  }

  function sideOf(match: ExportedMatch, at: 0 | 1, before: Match | undefined): Side {
    const side = match.sides[at]
    if (side.name === TBD) return TBD
    if (rounds.length === 0) return side.name === BYE ? BYE : enter(side)
    const winner = before && winnerOf(before)
    const team = winner === undefined ? undefined : teams[winner]
    if (winner !== undefined && team?.name === side.name && areAlike(team.players, side.players))
      return winner
    faults.push(`${match.place}: team${at + 1} is ${side.name}, who did not win the match before`)
    return TBD
  }

  for (const [round, { name, matches }] of tournament.rounds.entries()) {
    const before = rounds.at(-1)?.matches
    const made = matches.map((match, index): Match => {
      const sides = [
        sideOf(match, 0, before?.[index * 2]),
        sideOf(match, 1, before?.[index * 2 + 1]),
      ] as const
      const next =
        tournament.rounds[round + 1]?.matches[Math.floor(index / 2)]?.sides[index % 2 === 0 ? 0 : 1]
      const winner = winnerFrom(match, next)
      if (winner === 'unknown') faults.push(`${match.place}: winner is not one of its sides`)
      if (winner === 'both')
        faults.push(
          `${match.place}: winner is the name of both its sides; write its players, as in "Ann, Bob"`,
        )
      const number = typeof winner === 'number' ? winner : undefined
      return {
        round,
        index,
        id: unusedId(match.id, round, ids),
        sides,
        ...(number && { winner: number }),
        revision,
      }
    })
    rounds.push({ name, matches: made })
  }
  const draw: Draw = { id, edition, createdAt, shuffleSeed: '', teams, absent: [], rounds }
  return { draw, faults }
}

/** The winning side, by its name or players; if both sides have the same name, by the next round. */
function winnerFrom(
  { sides, winner }: ExportedMatch,
  next: ExportedSide | undefined,
): SideNumber | 'unknown' | 'both' | undefined {
  if (winner === '') return undefined
  const won = ({ name, players }: ExportedSide) =>
    isTeam(name) && (name === winner || players.join(', ') === winner)
  const wentOn = ({ players }: ExportedSide) => next?.name === winner && areEqual(players, next.players)
  const named = ([1, 2] as const).filter((side) => won(sides[side - 1] as ExportedSide))
  const found = named.length < 2 ? named : named.filter((side) => wentOn(sides[side - 1] as ExportedSide))
  if (found.length === 1) return found[0]
  return named.length === 0 ? 'unknown' : 'both'
}

/** Matches each team once. Of several with the same name, it takes the last one registered before the draw was made. */
function teamFinder(teams: readonly ExportedTeam[], drawnAt: string) {
  const byName = new Map<string, ExportedTeam[]>()
  for (const team of teams.toSorted((a, b) => compareText(a.createdAt, b.createdAt))) {
    for (const name of new Set([displayName(team), team.teamName])) {
      const named = byName.get(name)
      if (named) named.push(team)
      else byName.set(name, [team])
    }
  }
  const taken = new Set<TeamId>()

  return (side: ExportedSide): ExportedTeam | undefined => {
    const named = (byName.get(side.name) ?? []).filter(({ id }) => !taken.has(id))
    const same =
      side.players.length === 0 ? [] : named.filter((team) => areEqual(playersOf(team), side.players))
    const alike = named.filter((team) => areAlike(playersOf(team), side.players))
    const found =
      same.findLast((team) => team.createdAt <= drawnAt) ??
      same[0] ??
      (alike.length === 1 ? alike[0] : undefined)
    if (found) taken.add(found.id)
    return found
  }
}

function areEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((player, at) => player === other[at])
}

/** One of the two lists may lack a player. */
function areAlike(one: readonly string[], other: readonly string[]): boolean {
  return one.every((player) => other.includes(player)) || other.every((player) => one.includes(player))
}

/** Id of a side that matches no registered team: 'name:Ann', and 'name:Ann 2' for a second Ann. */
function unusedName(name: string, teams: Readonly<Record<TeamId, DrawTeam>>): TeamId {
  let id = idOfName(name)
  for (let count = 2; id in teams; count += 1) id = idOfName(`${name} ${count}`)
  return id
}

/** The old system's ids are unique only within a round. The leading number, which orders them, is kept. */
function unusedId(id: string, round: number, ids: Set<string>): string {
  let unused = id
  for (let more = round + 1; ids.has(unused); more += 1) unused = `${id}-${more}`
  ids.add(unused)
  return unused
}
