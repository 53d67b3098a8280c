import type { Draw, Rounds, Side, TeamId } from '../cup.ts'
import { drawRounds, shuffle } from './make-draw.ts'

/** The sides of the first round, match by match. */
export type FirstRound = readonly (readonly [Side, Side])[]

/** A draw's input and result: enough to replay and verify it. */
export type DrawRecord = {
  readonly drawId: string
  readonly shuffleSeed: string
  /** Before the shuffle: ids in alphabetical order. */
  readonly order: readonly TeamId[]
  /** As drawn; teams may have changed places since. */
  readonly firstRound: FirstRound
}

/** The record of a draw just made. */
export function recordOf(made: Pick<Draw, 'id' | 'shuffleSeed' | 'teams' | 'rounds'>): DrawRecord {
  return {
    drawId: made.id,
    shuffleSeed: made.shuffleSeed,
    order: orderBefore(Object.keys(made.teams)),
    firstRound: firstRoundOf(made),
  }
}

/** The shuffle starts from ids in alphabetical order, so that nobody can arrange the list. */
export function orderBefore(teams: readonly TeamId[]): TeamId[] {
  return [...teams].sort()
}

export function firstRoundOf({ rounds }: Rounds): FirstRound {
  return rounds[0]?.matches.map(({ sides }) => sides) ?? []
}

/** Replays the draw: the same order and seed give the same first round. */
export function repeatDraw({ order, shuffleSeed }: Pick<DrawRecord, 'order' | 'shuffleSeed'>): FirstRound {
  const teams = shuffle(order, shuffleSeed)
  return firstRoundOf({
    rounds: drawRounds({ teams, matchId: () => '', byesPlacedAtOnce: false, revision: 0 }),
  })
}

/** A place of the first round that changed since the draw. */
export type ChangedPlace = { readonly index: number; readonly was: Side; readonly is: Side }

export function changedPlaces(before: FirstRound, now: FirstRound): ChangedPlace[] {
  return before.flatMap((sides, index) =>
    sides.flatMap((was, side) => {
      const is = now[index]?.[side] ?? was
      return is === was ? [] : [{ index, was, is }]
    }),
  )
}

/** Whether a replay gives the recorded first round. */
export function isRepeated(record: DrawRecord): boolean {
  const again = repeatDraw(record)
  return again.length === record.firstRound.length && changedPlaces(record.firstRound, again).length === 0
}
