import { type Draw, isTeam, type Match, placeOf, type SideNumber, type SideRef, sideOf, TBD } from '../cup.ts'
import { feederOf, hasPlayed, withMatches } from './draw-reader.ts'

/** The first lot falls so long after the draw was made: time to look up. */
const leadMs = 4_000
const stepMs = 2_000
/** With many teams the step is shorter, so that nobody waits longer than this. */
const longestMs = 180_000

type Drawn = Pick<Draw, 'rounds' | 'createdAt' | 'show'>

/** The places that lots fall for, in the order in which they fall: from top to bottom. */
export function lotsOf({ rounds }: Pick<Draw, 'rounds'>): SideRef[] {
  const sides: readonly SideNumber[] = [1, 2]
  return (rounds[0]?.matches ?? []).flatMap((match) =>
    sides.flatMap((side) =>
      isTeam(sideOf(match, side)) ? [{ round: match.round, index: match.index, side }] : [],
    ),
  )
}

/** Whether lots are still falling: time and the draw alone decide, so that every screen agrees, also after a restart. */
export function isShowRunning(draw: Drawn, now: number): boolean {
  return draw.show === true && !hasBegun(draw) && now < showEnd(draw)
}

/** How many lots have fallen. */
export function lotsShown(draw: Drawn, now: number): number {
  const lots = lotsOf(draw).length
  if (!isShowRunning(draw, now)) return lots
  const fallen = Math.floor((now - firstLotAt(draw)) / stepOf(lots)) + 1
  return Math.min(Math.max(fallen, 0), lots)
}

/** When the picture changes next; undefined when the show is over. */
export function nextLotAt(draw: Drawn, now: number): number | undefined {
  if (!isShowRunning(draw, now)) return undefined
  return firstLotAt(draw) + lotsShown(draw, now) * stepOf(lotsOf(draw).length)
}

/** The last lot stays for a step, like the others. */
export function showEnd(draw: Drawn): number {
  const lots = lotsOf(draw).length
  return firstLotAt(draw) + lots * stepOf(lots)
}

/** The draw as it is shown once so many lots have fallen. Places that wait for theirs are TBD; byes follow from the number of teams alone. */
export function drawAfterLots<Shown extends Pick<Draw, 'rounds'>>(draw: Shown, fallen: number): Shown {
  const waiting = new Set(
    lotsOf(draw)
      .slice(fallen)
      .map((lot) => sideAt(draw, lot)),
  )
  const hidden = new Map<string, Match>()
  for (const match of draw.rounds.flatMap(({ matches }) => matches)) {
    // Who goes through because a team is not here is told only once that team's lot has fallen.
    const isOpen = (side: SideNumber) => {
      const feeder = feederOf({ ...match, side })
      return waiting.has(sideOf(match, side)) || (feeder !== undefined && hidden.has(placeOf(feeder)))
    }
    const sides = [isOpen(1) ? TBD : match.sides[0], isOpen(2) ? TBD : match.sides[1]] as const
    if (sides[0] === match.sides[0] && sides[1] === match.sides[1]) continue
    const { winner: _winner, walkover: _walkover, decidedAt: _decidedAt, ...rest } = match
    hidden.set(placeOf(match), { ...rest, sides })
  }
  return withMatches(draw, [...hidden.values()])
}

function sideAt({ rounds }: Pick<Draw, 'rounds'>, { round, index, side }: SideRef) {
  return rounds[round]?.matches[index]?.sides[side - 1] ?? TBD
}

/** Once matches are called, everybody has to know where they play. */
function hasBegun({ rounds }: Pick<Draw, 'rounds'>): boolean {
  return rounds.some(({ matches }) => matches.some((match) => hasPlayed(match) || match.table !== undefined))
}

function firstLotAt({ createdAt }: Drawn): number {
  return Date.parse(createdAt) + leadMs
}

function stepOf(lots: number): number {
  return Math.min(stepMs, longestMs / Math.max(lots, 1))
}
