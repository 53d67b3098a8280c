import { BYE, isTeam, type Match, sideOf } from './cup.ts'

/**
 * A result that people played for: recorded by an organiser, and neither a bye nor a walkover.
 * A result whose loser was taken out again (the side is TBD) is still one that was played.
 */
export function hasPlayed(match: Match): boolean {
  return match.winner !== undefined && !match.walkover && !isBye(match)
}

export function isBye(match: Match): boolean {
  return match.sides[0] === BYE || match.sides[1] === BYE
}

/** Two teams stand there and nobody has won yet. */
export function isPlayable(match: Match): boolean {
  return match.winner === undefined && isTeam(sideOf(match, 1)) && isTeam(sideOf(match, 2))
}
