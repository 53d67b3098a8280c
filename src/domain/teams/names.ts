import type { Draw, DrawTeam, Entry, Match, Side, TeamId } from '../cup.ts'
import { isTeam, roundNameOf, sideOf, winnerOf } from '../cup.ts'
import * as messages from '../sentences.ts'

/** Replacement for an erased name. */
export const removedName = 'Name removed'

/** Between the names of a text that an organiser typed: 'Anna & Ben', 'Anna, Ben', 'Anna and Ben'. */
export const nameSeparator = /[,;&+/]|\sand\s/i

type Names = Pick<Entry, 'player1Name' | 'player2Name'>

export function playersOf({ player1Name, player2Name }: Names): string[] {
  return [player1Name, player2Name].map((name) => name.trim()).filter((name) => name !== '')
}

export function displayName({ player1Name }: Pick<Entry, 'player1Name'>): string {
  return player1Name.trim() || 'Unknown Player'
}

export function defaultTeamName(randomId: string): string {
  return `Team-${randomId.slice(0, 8)}`
}

const nameAlone = 'name:'

/** Id for a team of an imported draw that is not registered. */
export function idOfName(name: string): TeamId {
  return `${nameAlone}${name}`
}

export function isNameAlone(id: TeamId): boolean {
  return id.startsWith(nameAlone)
}

export function entryName(entry: Entry): string {
  return playersOf(entry).join(', ') || entry.teamName
}

export function drawTeamOf(entry: Names): DrawTeam {
  return { name: displayName(entry), players: playersOf(entry) }
}

/** A side's players, or the team's name if it has none; or TBD, or BYE. */
export function sideLabel(teams: Draw['teams'], side: Side): string {
  return sideNames(teams, side).join(', ')
}

/** `sideLabel` as a list. */
export function sideNames(teams: Draw['teams'], side: Side): readonly string[] {
  if (!isTeam(side)) return [side]
  const team = teams[side]
  if (!team) return ['Unknown Player']
  return team.players.length > 0 ? team.players : [team.name]
}

/** The short name the spec's sentences use: '{team} advanced to the next round'. */
export function sideName(teams: Draw['teams'], side: Side): string {
  return isTeam(side) ? (teams[side]?.name ?? 'Unknown Player') : side
}

/** 'Semi Finals: Anna, Ben beat Carl'. */
export function resultText(
  draw: Pick<Draw, 'teams'> & { rounds: readonly { name: string }[] },
  match: Match,
): string {
  const winner = winnerOf(match)
  const round = roundNameOf(draw, match)
  const [one, two] = [sideLabel(draw.teams, sideOf(match, 1)), sideLabel(draw.teams, sideOf(match, 2))]
  if (!winner) return `${round}: ${one} vs ${two}`
  if (!match.sides.every(isTeam)) return `${round}: ${messages.goesThrough(sideLabel(draw.teams, winner))}`
  const [won, lost] = match.winner === 1 ? [one, two] : [two, one]
  return `${round}: ${won} ${wonWords(match)} ${lost}`
}

export function wonWords({ walkover }: Pick<Match, 'walkover'>): string {
  return walkover ? 'had a walkover against' : 'beat'
}
