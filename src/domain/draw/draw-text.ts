import { type Draw, isTeam, type Match, type Side } from '../cup.ts'

/** Prints a draw as text, one match a line: what tests read. A star marks the winner, 'w/o' a walkover. */
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
