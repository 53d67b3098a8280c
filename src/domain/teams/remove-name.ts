import type { DrawTeam, Entry, TeamId } from '../cup.ts'
import { nameSeparator, removedName } from './names.ts'

export type Player = 1 | 2

/** A player to erase, with every spelling of the name. */
export type Forgotten = {
  readonly teamId: TeamId
  readonly player: Player
  readonly edition: number
  readonly names: readonly string[]
}

type Names = Pick<Entry, 'player1Name' | 'player2Name'>

export function playerName({ player1Name, player2Name }: Names, player: Player): string {
  return player === 1 ? player1Name : player2Name
}

/** Replaces whole words only: 'Ann' stays in 'Annika'. */
export function withoutNames(text: string, names: readonly string[]): string {
  return names.reduce((rest, name) => rest.replace(wholeName(name), removedName), text)
}

/** Replaces whole names of the list, so that 'Ann' stays in 'Ann Lee'; in a text that is no such list, whole words. */
function withoutWinner(winners: string, names: readonly string[]): string {
  const parts = winners.split(new RegExp(`(${nameSeparator.source})`, nameSeparator.flags))
  const replaced = parts.map((part) =>
    names.includes(part.trim()) ? part.replace(part.trim(), removedName) : part,
  )
  const text = replaced.join('')
  return text === winners ? withoutNames(winners, names) : text
}

function wholeName(name: string): RegExp {
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'gu')
}

/** Erases a player's name, and everything else that identifies the person. */
export function withoutPlayer<Team extends Names>(team: Team, player: Player): Team {
  const named = player === 1 ? { player1Name: removedName } : { player2Name: removedName }
  return {
    ...team,
    ...(playerName(team, player) !== '' && named),
    ...('teamPhoneNumber' in team && { teamPhoneNumber: '' }),
    ...('correctedFrom' in team && { correctedFrom: undefined }),
    ...('correction' in team && { correction: undefined }),
  }
}

/** Deep copy of journal data with every mention of the player erased. */
export function withoutPerson(value: unknown, who: Forgotten): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutPerson(each, who))
  if (typeof value !== 'object' || value === null) return value
  if ('player1Name' in value && 'id' in value && value.id === who.teamId)
    return withoutPlayer(value as unknown as Names, who.player)
  if ('winners' in value && 'number' in value && value.number === who.edition)
    return { ...value, winners: withoutWinner(String(value.winners), who.names) }
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === who.teamId && isDrawTeam(part) ? withoutPlayerOfDraw(part, who) : withoutPerson(part, who),
    ]),
  )
}

function withoutPlayerOfDraw({ name, players }: DrawTeam, { names }: Forgotten): DrawTeam {
  const replaced = (each: string) => (names.includes(each) ? removedName : each)
  return { name: replaced(name), players: players.map(replaced) }
}

function isDrawTeam(value: unknown): value is DrawTeam {
  return typeof value === 'object' && value !== null && 'players' in value && 'name' in value
}
