import type { Draw, Side, TeamId } from '../cup.ts'
import { drawRounds, shuffle } from './make-draw.ts'

/** The sides of the first round, match by match. */
export type FirstRound = readonly (readonly [Side, Side])[]

/** What was drawn: enough to draw the same lots again, and what came of them. */
export type DrawRecord = {
  readonly drawId: string
  readonly shuffleSeed: string
  /** The teams in the order before: their ids in alphabetical order. */
  readonly order: readonly TeamId[]
  /** As the lots fell. Teams may have changed places since. */
  readonly firstRound: FirstRound
}

/** The record of a draw that was just made. */
export function recordOf(made: Pick<Draw, 'id' | 'shuffleSeed' | 'teams' | 'rounds'>): DrawRecord {
  return {
    drawId: made.id,
    shuffleSeed: made.shuffleSeed,
    order: orderBefore(Object.keys(made.teams)),
    firstRound: firstRoundOf(made),
  }
}

/** Lots are drawn from the ids in alphabetical order, so that nobody can say the list was arranged. */
export function orderBefore(teams: readonly TeamId[]): TeamId[] {
  return [...teams].sort()
}

export function firstRoundOf({ rounds }: Pick<Draw, 'rounds'>): FirstRound {
  return rounds[0]?.matches.map(({ sides }) => sides) ?? []
}

/** Draws the same lots again: the same order and the same seed give the same first round. */
export function repeatDraw({ order, shuffleSeed }: Pick<DrawRecord, 'order' | 'shuffleSeed'>): FirstRound {
  const teams = shuffle(order, shuffleSeed)
  return firstRoundOf({
    rounds: drawRounds({ teams, matchId: () => '', byesPlacedAtOnce: false, revision: 0 }),
  })
}

/** A place of the first round that is not as it was. */
export type ChangedPlace = { readonly index: number; readonly was: Side; readonly is: Side }

/** Place by place, from top to bottom. */
export function changedPlaces(before: FirstRound, now: FirstRound): ChangedPlace[] {
  return before.flatMap((sides, index) =>
    sides.flatMap((was, side) => {
      const is = now[index]?.[side] ?? was
      return is === was ? [] : [{ index, was, is }]
    }),
  )
}

/** Whether the lots, drawn again, fall as they did. */
export function isRepeated(record: DrawRecord): boolean {
  const again = repeatDraw(record)
  return again.length === record.firstRound.length && changedPlaces(record.firstRound, again).length === 0
}
