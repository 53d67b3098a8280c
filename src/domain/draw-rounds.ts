import { BYE, type Match, type Round, type Side, TBD, type TeamId } from './cup.ts'
import { nextPlace } from './draw-reader.ts'

/** Teams in drawn order → rounds: the first one paired with its byes, later ones waiting for their teams. */
export function drawRounds({
  teams,
  matchId,
  byesPlacedAtOnce,
  revision,
}: {
  readonly teams: readonly TeamId[]
  readonly matchId: (round: number, index: number) => string
  readonly byesPlacedAtOnce: boolean
  readonly revision: number
}): Round[] {
  const size = drawSize(teams.length)
  const roundCount = Math.log2(size)
  const first = firstRoundSides(teams, size)

  const rounds: { name: string; matches: Match[] }[] = []
  for (let round = 0; round < roundCount; round += 1) {
    const matches = Array.from({ length: size / 2 ** (round + 1) }, (_, index): Match => {
      const sides = (round === 0 && first[index]) || ([TBD, TBD] as const)
      const match: Match = { round, index, id: matchId(round, index), sides, revision }
      return sides[1] === BYE && sides[0] !== BYE ? { ...match, winner: 1 } : match
    })
    rounds.push({ name: roundName(round, roundCount), matches })
  }
  return byesPlacedAtOnce ? placeByes(rounds) : rounds
}

/** The next power of two at or above the number of teams; 2 if there are none. */
export function drawSize(teamCount: number): number {
  let size = 2
  while (size < teamCount) size *= 2
  return size
}

/** Names count from the end. Past 256 slots there is no name to count with: 'Round {n}', n from 1 at the start. */
export function roundName(round: number, roundCount: number): string {
  const slots = 2 ** (roundCount - round)
  if (slots === 2) return 'Grand Finals'
  if (slots === 4) return 'Semi Finals'
  if (slots === 8) return 'Quarter Finals'
  if (slots === 16) return 'Eights'
  if (slots <= 256) return `Round of ${slots}`
  return `Round ${round + 1}`
}

function firstRoundSides(teams: readonly TeamId[], size: number): (readonly [Side, Side])[] {
  const matchCount = size / 2
  const byes = size - teams.length
  let drawn = 0
  return Array.from({ length: matchCount }, (_, index) => {
    const one = teams[drawn++] ?? BYE
    const two = hasBye(index, matchCount, byes) ? BYE : (teams[drawn++] ?? BYE)
    return [one, two] as const
  })
}

/**
 * Counting the matches with their bits reversed visits the halves of the draw in turn, in each half its quarters in
 * turn, and so on: the first `byes` matches counted that way are spread so that no two halves, quarters, eighths…
 * differ by more than one bye.
 */
function hasBye(index: number, matchCount: number, byes: number): boolean {
  let reversed = 0
  for (let bit = 1, rest = index; bit < matchCount; bit *= 2, rest = Math.floor(rest / 2)) {
    reversed = reversed * 2 + (rest % 2)
  }
  return reversed < byes
}

function placeByes(rounds: { name: string; matches: Match[] }[]): Round[] {
  for (const match of rounds[0]?.matches ?? []) {
    const place = match.winner && nextPlace(match, rounds.length)
    if (!place) continue
    const matches = rounds[place.round]?.matches
    const next = matches?.[place.index]
    if (!matches || !next) continue
    const team = match.sides[0]
    matches[place.index] = {
      ...next,
      sides: place.side === 1 ? [team, next.sides[1]] : [next.sides[0], team],
    }
  }
  return rounds
}
