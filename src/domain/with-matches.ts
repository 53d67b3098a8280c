import type { Draw, Match } from './cup.ts'

/** The draw with some matches replaced; every other round and match stays the same object. */
export function withMatches<Rounds extends Pick<Draw, 'rounds'>>(
  draw: Rounds,
  matches: readonly Match[],
): Rounds {
  if (matches.length === 0) return draw
  const byRound = new Map<number, Match[]>()
  for (const match of matches) {
    const found = byRound.get(match.round)
    if (found) found.push(match)
    else byRound.set(match.round, [match])
  }
  const rounds = draw.rounds.map((round, index) => {
    const changed = byRound.get(index)
    if (!changed) return round
    const next = [...round.matches]
    for (const match of changed) if (match.index in next) next[match.index] = match
    return { ...round, matches: next }
  })
  return { ...draw, rounds }
}
