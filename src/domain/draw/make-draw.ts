import { BYE, type Match, type Round, type Side, TBD, type TeamId } from '../cup.ts'
import { drawSize, nextPlace } from './draw-reader.ts'

/** Teams in drawn order → rounds: the first one paired with its byes, later ones waiting for their teams. */
export function drawRounds({
  teams,
  matchId,
  byesPlacedAtOnce,
  revision,
}: {
  readonly teams: readonly TeamId[]
  readonly matchId: (index: number) => string
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
      const match: Match = { round, index, id: matchId(index), sides, revision }
      return sides[1] === BYE && sides[0] !== BYE ? { ...match, winner: 1 } : match
    })
    rounds.push({ name: roundName(round, roundCount), matches })
  }
  return byesPlacedAtOnce ? placeByes(rounds) : rounds
}

/** Named from the final backwards. Beyond 256 slots the spec has no name: 'Round {n}', counted from 1. */
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
 * Bit-reversal permutation: it visits the halves of the draw in turn, in each half its quarters in turn, and so on.
 * The first `byes` matches in that order are spread so that no two halves, quarters, eighths… differ by more than
 * one bye.
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

/** Fisher-Yates: every order is equally likely, and reproducible from the seed. */
export function shuffle<Item>(items: readonly Item[], seed: string): Item[] {
  const random = randomFrom(seed)
  const drawn = [...items]
  for (let last = drawn.length - 1; last > 0; last -= 1) {
    const pick = below(last + 1, random)
    const item = drawn[pick] as Item
    drawn[pick] = drawn[last] as Item
    drawn[last] = item
  }
  return drawn
}

/** A whole number below `limit`, without modulo bias (rejection sampling). */
function below(limit: number, random: () => number): number {
  const fair = 2 ** 32 - (2 ** 32 % limit)
  let drawn = random()
  while (drawn >= fair) drawn = random()
  return drawn % limit
}

/** sfc32: pseudo-random generator with 128 bits of state, 32 bits a call. */
function randomFrom(seed: string): () => number {
  let [a, b, c, counter] = hash128(seed)
  const next = () => {
    const mixed = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + mixed
    c |= 0
    return mixed >>> 0
  }
  // Warm-up: the first outputs still resemble the seed.
  for (let round = 0; round < 16; round += 1) next()
  return next
}

/** cyrb128: four multiplicative hashes that feed each other. */
function hash128(text: string): [number, number, number, number] {
  let [one, two, three, four] = [1779033703, 3144134277, 1013904242, 2773480762]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    one = two ^ Math.imul(one ^ code, 597399067)
    two = three ^ Math.imul(two ^ code, 2869860233)
    three = four ^ Math.imul(three ^ code, 951274213)
    four = one ^ Math.imul(four ^ code, 2716044179)
  }
  one = Math.imul(three ^ (one >>> 18), 597399067)
  two = Math.imul(four ^ (two >>> 22), 2869860233)
  three = Math.imul(one ^ (three >>> 17), 951274213)
  four = Math.imul(two ^ (four >>> 19), 2716044179)
  return [one ^ two ^ three ^ four, two ^ one, three ^ one, four ^ one]
}
