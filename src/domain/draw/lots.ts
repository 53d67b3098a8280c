import { type Draw, isTeam, type Match, placeOf, type SideNumber, type SideRef, sideOf, TBD } from '../cup.ts'
import { feederOf, hasBegun, withMatches } from './draw-reader.ts'

/** Pause before the first lot: time to look up. */
const leadMs = 4_000
const stepMs = 2_000
/** Upper bound of the show: with many teams the steps are shorter. */
const longestMs = 180_000

type Drawn = Pick<Draw, 'rounds' | 'createdAt' | 'show'>

/** The lots: the teams' places in the first round, in the order they are revealed, top to bottom. */
export function lotsOf({ rounds }: Pick<Draw, 'rounds'>): SideRef[] {
  const sides: readonly SideNumber[] = [1, 2]
  return (rounds[0]?.matches ?? []).flatMap((match) =>
    sides.flatMap((side) =>
      isTeam(sideOf(match, side)) ? [{ round: match.round, index: match.index, side }] : [],
    ),
  )
}

/**
 * Depends on time and draw alone, so that every screen agrees, also after a restart. The first call or result ends it:
 * players must know their places.
 */
export function isShowRunning(draw: Drawn, now: number): boolean {
  return draw.show === true && !hasBegun(draw) && now < showEnd(draw)
}

export function lotsShown(draw: Drawn, now: number): number {
  const lots = lotsOf(draw).length
  if (!isShowRunning(draw, now)) return lots
  const revealed = Math.floor((now - firstLotAt(draw)) / stepOf(lots)) + 1
  return Math.min(Math.max(revealed, 0), lots)
}

/** When the next lot is revealed; undefined once the show is over. */
export function nextLotAt(draw: Drawn, now: number): number | undefined {
  if (!isShowRunning(draw, now)) return undefined
  return firstLotAt(draw) + lotsShown(draw, now) * stepOf(lotsOf(draw).length)
}

/** The last lot is shown for a step, like the others. */
export function showEnd(draw: Drawn): number {
  const lots = lotsOf(draw).length
  return firstLotAt(draw) + lots * stepOf(lots)
}

/** The draw with only the first `revealed` lots. Other places are TBD; byes are no secret, they follow from the number of teams. */
export function drawAfterLots<Shown extends Pick<Draw, 'rounds'>>(draw: Shown, revealed: number): Shown {
  const later = lotsOf(draw).slice(revealed)
  const waiting = new Set(later.map(({ index, side }) => draw.rounds[0]?.matches[index]?.sides[side - 1]))
  const hidden = new Map<string, Match>()
  for (const match of draw.rounds.flatMap(({ matches }) => matches)) {
    // A walkover would give the absent team away: hidden until that team's lot is revealed.
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

function firstLotAt({ createdAt }: Drawn): number {
  return Date.parse(createdAt) + leadMs
}

function stepOf(lots: number): number {
  return Math.min(stepMs, longestMs / Math.max(lots, 1))
}
