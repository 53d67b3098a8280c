import fc from 'fast-check'
import type { ExportedTeam } from '../../scripts/import/read-export.ts'
import { BYE, type Draw, isTeam, type Match, type Side, sideOf, TBD } from '../../src/domain/cup.ts'
import { drawTeamOf } from '../../src/domain/teams/names.ts'
import { afterwards, anyAction, attempt, drawOf } from './draws.ts'

type OldCup = { readonly draw: Draw; readonly teams: readonly ExportedTeam[] }

/** Teams may share their first player's name, even in one match, but not both players. Some teams are not approved. */
export const anyOldCup: fc.Arbitrary<OldCup> = fc
  .tuple(
    fc.uniqueArray(fc.tuple(fc.constantFrom('Ann', 'Ben', 'Sam'), fc.nat({ max: 9 })), {
      minLength: 1,
      maxLength: 20,
      selector: String,
    }),
    fc.array(anyAction, { maxLength: 40 }),
    fc.nat({ max: 3 }),
  )
  .map(([pairs, actions, pending]) => {
    const drawn = pairs.map(([one, other], at) => oldTeam(`team${at}`, [one, `Partner ${other}`]))
    const others = Array.from({ length: pending }, (_, at) => ({
      ...oldTeam(`pending${at}`, [`Late ${at}`, '']),
      approved: false,
    }))
    const draw = actions
      // A late team is not registered here, and the old system had neither tables nor walkovers.
      .filter(({ kind }) => ['win', 'play', 'undo', 'exchange', 'byes'].includes(kind))
      .reduce((before, action) => {
        const outcome = attempt(before, action)
        return outcome.ok ? afterwards(before, outcome) : before
      }, firstDraw(drawn))
    return { draw, teams: [...drawn, ...others] }
  })

function oldTeam(id: string, [player1Name, player2Name]: readonly [string, string]): ExportedTeam {
  return {
    id,
    player1Name,
    player2Name,
    teams: id === 'team0' ? '' : `Friends of ${id}`,
    teamPhoneNumber: `555-${id}`,
    teamName: `Team-${id}`,
    approved: true,
    createdAt: '2025-04-01T18:00:00.500Z',
  }
}

function firstDraw(teams: readonly ExportedTeam[]): Draw {
  const draw = drawOf(teams.map(({ id }) => id))
  return {
    ...draw,
    teams: Object.fromEntries(teams.map((team) => [team.id, drawTeamOf(team)])),
    rounds: draw.rounds.map(({ name, matches }, round) => ({
      name,
      matches: matches.map((match) => ({ ...match, id: `${match.index + 1}-round${round}` })),
    })),
  }
}

/** A cup as the old system's exporters write it: by names, nested or with `__collections__`. */
export function exportOf({ draw, teams: all }: OldCup, { isPlain }: { isPlain: boolean }): object {
  const teams = all.map(({ id, player1Name, player2Name, teams, teamPhoneNumber, teamName, ...team }) => [
    id,
    {
      player1Name,
      player2Name,
      teams,
      teamPhoneNumber,
      teamName,
      // Older records lack the field.
      ...(team.approved && { approved: true }),
      createdAt: instant(team.createdAt, isPlain),
    },
  ])
  const brackets = draw.rounds.map(({ name, matches }, roundIndex) => [
    `bracket${roundIndex}`,
    document(
      { name, roundIndex },
      'matches',
      matches.map((match) => [match.id, matchFields(draw, match)]),
      isPlain,
    ),
  ])
  // Collections are unordered.
  const tournament = document(
    { createdAt: instant(draw.createdAt, isPlain), status: 'active' },
    'brackets',
    brackets.toReversed(),
    isPlain,
  )
  const root = {
    teams: Object.fromEntries(teams),
    tournaments: { [draw.id]: tournament },
    system: { current: { tournamentID: draw.id, tournamentStatus: 'active' } },
  }
  return isPlain ? root : { __collections__: root }
}

function document(fields: object, name: string, documents: unknown[][], isPlain: boolean): object {
  const inside = { [name]: Object.fromEntries(documents) }
  return isPlain ? { ...fields, ...inside } : { ...fields, __collections__: inside }
}

function instant(iso: string, isPlain: boolean): unknown {
  const _seconds = Math.floor(Date.parse(iso) / 1_000)
  const value = { _seconds, _nanoseconds: (Date.parse(iso) % 1_000) * 1_000_000 }
  return isPlain ? iso : { __datatype__: 'timestamp', value }
}

function matchFields({ teams }: Draw, match: Match): object {
  const nameOf = (side: Side) => (isTeam(side) ? teams[side]?.name : side)
  const playersOf = (side: Side) => (isTeam(side) ? teams[side]?.players : [])
  const [one, two] = [sideOf(match, 1), sideOf(match, 2)]
  const winner = match.winner && sideOf(match, match.winner)
  const isUnclear = nameOf(one) === nameOf(two) && one !== BYE && one !== TBD
  return {
    team1: nameOf(one),
    team2: nameOf(two),
    team1Players: playersOf(one),
    team2Players: playersOf(two),
    winner: winner ? (isUnclear ? playersOf(winner)?.join(', ') : nameOf(winner)) : '',
  }
}
