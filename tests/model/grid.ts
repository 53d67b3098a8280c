/**
 * The draw in the model: a grid of places with the winner's name beside each, independent of the app's code.
 * Consequences are not followed along a path; the whole grid is checked again and again until nothing is wrong.
 */

export type Decision = {
  /** The winning team, not its side. */
  winner?: string
  /** The absent team of a walkover. */
  over?: string
  decidedAt?: string
}

export type Place = Decision & {
  readonly id: string
  sides: [string, string]
  table?: number
  calledAt?: string
  revision: number
}

export type Grid = { rounds: Place[][]; absent: string[] }

export const isTeam = (side: string) => side !== 'BYE' && side !== 'TBD'
export const isBye = ({ sides }: Place) => sides.includes('BYE')
export const isOpen = ({ winner, sides }: Place) => winner === undefined && sides.every(isTeam)
/** Won by play: neither a bye nor a walkover. */
export const isPlayed = (place: Place) =>
  place.winner !== undefined && place.over === undefined && !isBye(place)

export function decide(place: Place, { winner, over, decidedAt }: Decision): void {
  forgetDecision(place)
  forgetTable(place)
  if (winner !== undefined) place.winner = winner
  if (over !== undefined) place.over = over
  if (decidedAt !== undefined) place.decidedAt = decidedAt
}

export function forgetDecision(place: Place): void {
  delete place.winner
  delete place.over
  delete place.decidedAt
}

export function forgetTable(place: Place): void {
  delete place.table
  delete place.calledAt
}

export function everyPlace(grid: Grid): { place: Place; round: number; index: number }[] {
  return grid.rounds.flatMap((places, round) => places.map((place, index) => ({ place, round, index })))
}

export function findPlace(grid: Grid, id: string) {
  return everyPlace(grid).find(({ place }) => place.id === id)
}

/** Writes the winner of a place into the next round. */
export function carryOn(grid: Grid, round: number, index: number): void {
  const winner = grid.rounds[round]?.[index]?.winner
  const next = grid.rounds[round + 1]?.[Math.floor(index / 2)]
  if (winner !== undefined && next) next.sides[index % 2] = winner
}

/** Sides of later rounds that did not win the match that feeds them. */
function wrongSides(grid: Grid) {
  return everyPlace(grid).flatMap(({ place, round, index }) =>
    [0, 1]
      .filter(
        (at) =>
          round > 0 &&
          isTeam(place.sides[at] as string) &&
          grid.rounds[round - 1]?.[index * 2 + at]?.winner !== place.sides[at],
      )
      .map((at) => ({ place, at })),
  )
}

const hasStrangeWinner = ({ winner, sides }: Place) => winner !== undefined && !sides.includes(winner)

const hasWrongWalkover = ({ over, sides }: Place, absent: readonly string[]) =>
  over !== undefined && !(sides.includes(over) && absent.includes(over))

/** Impossible states of a draw, in words. */
export function nonsense(grid: Grid): string[] {
  const words = wrongSides(grid).map(
    ({ place, at }) => `${place.sides[at]} did not win its way to ${place.id}`,
  )
  const tables = new Map<number, string>()
  for (const { place, round } of everyPlace(grid)) {
    if (hasStrangeWinner(place)) words.push(`${place.winner} won ${place.id} without standing in it`)
    if (place.winner !== undefined && !isTeam(place.winner)) words.push(`${place.winner} won ${place.id}`)
    if (hasWrongWalkover(place, grid.absent)) words.push(`${place.id} is a walkover over a team that is here`)
    if (isOpen(place) && place.sides.some((side) => grid.absent.includes(side)))
      words.push(`${place.id} waits for a team that does not come`)
    if (place.table === undefined) continue
    if (!isOpen(place)) words.push(`${place.id} is on a table and cannot be played`)
    if (tables.has(place.table))
      words.push(`${place.id} and ${tables.get(place.table)} share table ${place.table}`)
    tables.set(place.table, `${place.id} of round ${round}`)
  }
  for (const [round, places] of grid.rounds.entries()) {
    const teams = places.flatMap(({ sides }) => sides.filter(isTeam))
    if (new Set(teams).size < teams.length) words.push(`a team stands twice in round ${round}`)
  }
  return words
}

/** Repeats until the grid is consistent: unfounded results are cleared, and teams without an opponent go through. */
export function settle(grid: Grid, at: string): void {
  for (;;) {
    fall(grid)
    const due = everyPlace(grid).find(
      ({ place }) => isOpen(place) && place.sides.some((side) => grid.absent.includes(side)),
    )
    if (!due) return
    const [one, two] = due.place.sides
    const winner = grid.absent.includes(two) ? one : two
    decide(due.place, { winner, over: winner === one ? two : one, decidedAt: at })
    carryOn(grid, due.round, due.index)
  }
}

function fall(grid: Grid): void {
  for (let hasFallen = true; hasFallen; ) {
    hasFallen = false
    for (const { place, at } of wrongSides(grid)) {
      place.sides[at] = 'TBD'
      hasFallen = true
    }
    for (const { place } of everyPlace(grid)) {
      if (hasStrangeWinner(place) || hasWrongWalkover(place, grid.absent)) {
        forgetDecision(place)
        hasFallen = true
      }
      if (place.table !== undefined && !isOpen(place)) forgetTable(place)
    }
  }
}

/** Played results by winner and round (nobody wins twice in a round), with the revision of each. */
export function playedResults(grid: Grid): Map<string, number> {
  return new Map(
    everyPlace(grid)
      .filter(({ place }) => isPlayed(place))
      .map(({ place, round }) => [`${place.winner} in round ${round}`, place.revision]),
  )
}

/** Whether a played result was cleared, or is now between other teams. */
export function disturbsPlayed(before: Grid, after: Grid): boolean {
  return everyPlace(before).some(({ place, round, index }) => {
    const now = after.rounds[round]?.[index] as Place
    return isPlayed(place) && !(now.winner === place.winner && sameSides(now, place))
  })
}

export function sameSides(one: Place, other: Place): boolean {
  return one.sides[0] === other.sides[0] && one.sides[1] === other.sides[1]
}

export function sameDecision(one: Place, other: Place): boolean {
  return one.winner === other.winner && one.over === other.over && one.decidedAt === other.decidedAt
}

export function samePlace(one: Place, other: Place): boolean {
  return (
    sameSides(one, other) &&
    sameDecision(one, other) &&
    one.table === other.table &&
    one.calledAt === other.calledAt
  )
}

/** Swaps the matches that lead to one side with those that lead to another. */
export function swapBranches(grid: Grid, round: number, index: number, other: number): void {
  const places = grid.rounds[round]
  const [one, two] = [places?.[index], places?.[other]]
  if (!places || !one || !two) return
  places[index] = { ...two, id: one.id }
  places[other] = { ...one, id: two.id }
  for (const at of [0, 1]) swapBranches(grid, round - 1, index * 2 + at, other * 2 + at)
}
