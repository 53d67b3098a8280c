import { type Draw, isTeam, matchAt, sideOf, TBD, winnerOf } from '../cup.ts'
import { feederOf } from './draw-reader.ts'

/** Checks the invariants of a draw, and lists violations. Property tests expect none after any sequence of rules. */
export function findFaults(draw: Draw): string[] {
  const faults: string[] = []
  for (const [round, { matches }] of draw.rounds.entries()) {
    const seen = new Set<string>()
    if (matches.length !== 2 ** (draw.rounds.length - 1 - round))
      faults.push(`round ${round} has ${matches.length} matches`)
    for (const [index, match] of matches.entries()) {
      const name = `${round}.${index}`
      if (match.round !== round || match.index !== index)
        faults.push(`${name} says it is ${match.round}.${match.index}`)
      const winner = winnerOf(match)
      if (winner && !isTeam(winner)) faults.push(`${name} was won by ${winner}`)
      if (match.table !== undefined && (winner || !match.sides.every(isTeam)))
        faults.push(`${name} is on a table but cannot be played`)
      for (const side of [1, 2] as const) {
        const team = sideOf(match, side)
        if (isTeam(team)) {
          if (seen.has(team)) faults.push(`${team} stands twice in round ${round}`)
          if (!draw.teams[team]) faults.push(`${name} has a team without a name`)
          seen.add(team)
        }
        const feeder = feederOf({ round, index, side })
        const fed = feeder && matchAt(draw, feeder)
        if (fed && team !== TBD && winnerOf(fed) !== team)
          faults.push(`${name} side ${side} is ${team}, who did not win its feeder`)
      }
    }
  }
  return faults
}
