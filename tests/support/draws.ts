import fc from 'fast-check'
import {
  BYE,
  type Draw,
  type Entry,
  isTeam,
  type Match,
  type Side,
  type SideNumber,
  type TeamId,
} from '../../src/domain/cup.ts'
import { placeTeam, setAbsent } from '../../src/domain/draw/attendance.ts'
import { isPlayable, withMatches } from '../../src/domain/draw/draw-reader.ts'
import { exchangeSides } from '../../src/domain/draw/exchange-sides.ts'
import { drawRounds } from '../../src/domain/draw/make-draw.ts'
import { callMatch, uncallMatch } from '../../src/domain/draw/tables.ts'
import { advanceByes, recordWinner, undoWinner } from '../../src/domain/draw/winners.ts'
import type { Outcome } from '../../src/domain/outcome.ts'

export const at = '2025-05-02T21:15:00.000Z'

/** A draw of the teams in the order given, each named by its id. */
export function drawOf(teams: readonly TeamId[], { byesPlacedAtOnce = false } = {}): Draw {
  return {
    id: 'draw',
    edition: 11,
    createdAt: at,
    shuffleSeed: 'seed',
    teams: Object.fromEntries(teams.map((team) => [team, { name: team, players: [team] }])),
    absent: [],
    rounds: drawRounds({
      teams,
      matchId: (index) => `${index + 1}-abcdefgh`,
      byesPlacedAtOnce,
      revision: 1,
    }),
  }
}

/** 'a b c' → a draw of three teams. */
export function drawOfNames(names: string, options?: { byesPlacedAtOnce?: boolean }): Draw {
  return drawOf(names.split(' '), options)
}

/** An approved entry; its first player is named by its id. */
export function entryOf(id: TeamId, more: Partial<Entry> = {}): Entry {
  const approved = true
  return { id, player1Name: id, player2Name: '', teams: '', teamName: '', approved, createdAt: at, ...more }
}

export function teamIds(count: number): TeamId[] {
  return Array.from({ length: count }, (_, index) => `t${index + 1}`)
}

type Result = { readonly matches: readonly Match[]; readonly absent?: readonly TeamId[] }

/** The draw with a rule's changes; throws for a refusal. */
export function afterwards(draw: Draw, outcome: Outcome<Result>): Draw {
  if (!outcome.ok) throw new Error(`refused: ${outcome.reason}`)
  const { matches, absent = draw.absent } = outcome.value
  return { ...withMatches(draw, matches), absent }
}

/** Records wins in order: 'a' wins its latest match. */
export function won(draw: Draw, ...winners: readonly TeamId[]): Draw {
  return winners.reduce((played, winner) => {
    const match = lastMatchOf(played, winner)
    const side: SideNumber = match.sides[0] === winner ? 1 : 2
    return afterwards(played, recordWinner(played, { match, side, at, revision: nextRevision(played) }))
  }, draw)
}

export function gone(draw: Draw, team: TeamId): Draw {
  return afterwards(draw, absence(draw, team, true))
}

export function absence(draw: Draw, team: TeamId, absent: boolean) {
  return setAbsent(draw, { team, absent, at, revision: nextRevision(draw) })
}

export function lastMatchOf(draw: Draw, team: TeamId): Match {
  const found = draw.rounds.flatMap(({ matches }) => matches).findLast(({ sides }) => sides.includes(team))
  if (!found) throw new Error(`${team} is not in the draw`)
  return found
}

export function nextRevision(draw: Draw): number {
  return (
    1 + Math.max(0, ...draw.rounds.map(({ matches }) => Math.max(...matches.map(({ revision }) => revision))))
  )
}

/** A random action of an organiser: numbers are taken modulo what the draw has, so that any number is valid. */
export type Action = {
  readonly kind: Kind
  readonly one: number
  readonly other: number
  readonly side: SideNumber
}

const kinds = [
  'win',
  'win',
  'win',
  'play',
  'play',
  'play',
  'undo',
  'exchange',
  'absent',
  'present',
  'place',
  'byes',
  'call',
  'uncall',
] as const
type Kind = (typeof kinds)[number]

export const anyAction: fc.Arbitrary<Action> = fc.record({
  kind: fc.constantFrom(...kinds),
  one: fc.nat({ max: 9999 }),
  other: fc.nat({ max: 9999 }),
  side: fc.constantFrom<SideNumber>(1, 2),
})

/** The outcome of an action's rule. */
export function attempt(
  draw: Draw,
  action: Action,
  byesPlacedAtOnce = false,
): Outcome<Result & { cleared?: readonly Match[] }> {
  const moment = { at, revision: nextRevision(draw) }
  const all = draw.rounds.flatMap(({ matches }) => matches)
  const match = pick(all, action.one)
  switch (action.kind) {
    case 'win':
      return recordWinner(draw, { match, side: action.side, ...moment })
    case 'play': {
      const open = all.filter(isPlayable)
      return recordWinner(draw, {
        match: open.length > 0 ? pick(open, action.one) : match,
        side: action.side,
        ...moment,
      })
    }
    case 'undo':
      return undoWinner(draw, { match, ...moment })
    case 'exchange': {
      const round = draw.rounds[match.round]?.matches ?? all
      const other = pick(round, action.other)
      const from = { round: match.round, index: match.index, side: action.side }
      const to = { round: other.round, index: other.index, side: ((action.other % 2) + 1) as SideNumber }
      return exchangeSides(draw, { from, to, byesPlacedAtOnce, ...moment })
    }
    case 'absent':
    case 'present': {
      const known = draw.rounds[0]?.matches.flatMap(({ sides }) => sides.filter(isTeam)) ?? []
      const team = pick(action.kind === 'present' && draw.absent.length > 0 ? draw.absent : known, action.one)
      return absence(draw, team, action.kind === 'absent')
    }
    case 'place': {
      const places = all.flatMap((each) =>
        ([1, 2] as const)
          .filter((side) => each.sides[side - 1] === BYE || draw.absent.includes(each.sides[side - 1] ?? ''))
          .map((side) => ({ round: each.round, index: each.index, side })),
      )
      const place = places.length > 0 ? pick(places, action.one) : { ...match, side: action.side }
      return placeTeam(draw, { team: lateTeam(draw), place, ...moment })
    }
    case 'byes':
      return advanceByes(draw, moment)
    case 'call': {
      const called = callMatch({ draw, tables: 4, ...moment })
      return called.ok ? { ok: true, value: { matches: [called.value.match] } } : called
    }
    case 'uncall': {
      const uncalled = uncallMatch(match, moment)
      return uncalled.ok ? { ok: true, value: { matches: [uncalled.value.match] } } : uncalled
    }
  }
}

/** The draw after those of the actions that are allowed. */
export function afterActions(draw: Draw, actions: readonly Action[], byesPlacedAtOnce = false): Draw {
  return actions.reduce((before, action) => {
    const known = withLateTeam(before)
    const outcome = attempt(known, action, byesPlacedAtOnce)
    return outcome.ok ? afterwards(known, outcome) : known
  }, draw)
}

/** A team outside the draw, to be added with `withLateTeam`. */
function lateTeam(draw: Draw): TeamId {
  const inside = new Set(draw.rounds[0]?.matches.flatMap(({ sides }) => sides))
  return Object.keys(draw.teams).find((team) => !inside.has(team)) ?? `late${Object.keys(draw.teams).length}`
}

export function withLateTeam(draw: Draw): Draw {
  const team = lateTeam(draw)
  return { ...draw, teams: { ...draw.teams, [team]: draw.teams[team] ?? { name: team, players: [team] } } }
}

/** Open matches with an absent team, and walkovers over teams that are here. */
export function wrongWalkovers(draw: Draw): Match[] {
  const isMissing = (side: string | undefined) => side !== undefined && draw.absent.includes(side)
  return draw.rounds
    .flatMap(({ matches }) => matches)
    .filter((match) =>
      match.winner
        ? match.walkover && !isMissing(match.sides[match.winner === 1 ? 1 : 0])
        : match.sides.every(isTeam) && match.sides.some(isMissing),
    )
}

function pick<Item>(items: readonly Item[], number: number): Item {
  return items[number % items.length] as Item
}

/** Prints a draw as text, one match per line. A star marks the winner, 'w/o' a walkover. */
export function drawText(draw: Pick<Draw, 'rounds'> & { teams?: Draw['teams'] }): string {
  return draw.rounds
    .map(({ name, matches }) =>
      [name, ...matches.map((match) => `  ${matchText(match, draw.teams)}`)].join('\n'),
    )
    .join('\n')
}

export function matchText(match: Match, teams: Draw['teams'] = {}): string {
  const sides = match.sides.map((side, at) => label(side, teams) + (match.winner === at + 1 ? '*' : ''))
  const walkover = match.walkover ? ' w/o' : ''
  const table = match.table === undefined ? '' : ` @${match.table}`
  return `${sides.join(' - ')}${walkover}${table}`
}

function label(side: Side, teams: Draw['teams']): string {
  return isTeam(side) ? (teams[side]?.name ?? side) : side
}
