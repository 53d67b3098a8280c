import { clockText, minutesOf } from './clock-text.ts'
import type { Draw, Match, Round, Settings } from './cup.ts'
import { isBye } from './has-played.ts'
import { defaultScheduleStart } from './settings.ts'

export type Slot = {
  /** 12-hour clock: '9:15 PM'. */
  readonly time: string
  /** Since midnight of the first day: a slot after midnight has more than a day's minutes. */
  readonly minutes: number
  readonly roundName: string
  readonly matches: readonly Match[]
}

const seedOrder = ['First Round', 'Second Round', 'Quarter Finals', 'Semi Finals', 'Grand Finals']

/** Rounds → time slots of one round each; matches with a BYE are not played, so they need no time. */
export function buildSchedule(
  draw: Pick<Draw, 'rounds'>,
  settings: Pick<Settings, 'scheduleStart' | 'scheduleGroupSize' | 'scheduleInterval'>,
): Slot[] {
  const start = minutesOf(settings.scheduleStart) ?? minutesOf(defaultScheduleStart) ?? 0
  const groups = inOrder(draw.rounds).flatMap((round) =>
    inGroups(
      round.matches.filter((match) => !isBye(match)),
      settings.scheduleGroupSize,
    ).map((matches) => ({ roundName: round.name, matches })),
  )
  return groups.map((group, index) => {
    const minutes = start + index * settings.scheduleInterval
    return { time: clockText(minutes), minutes, ...group }
  })
}

/** Names the seed knows stand in its order among themselves; every other round keeps the place its index gives it. */
function inOrder(rounds: readonly Round[]): Round[] {
  const known = rounds
    .filter((round) => seedOrder.includes(round.name))
    .sort((a, b) => seedOrder.indexOf(a.name) - seedOrder.indexOf(b.name))
  return rounds.map((round) => (seedOrder.includes(round.name) ? (known.shift() ?? round) : round))
}

function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  const groups: Item[][] = []
  for (let at = 0; at < items.length; at += Math.max(1, size))
    groups.push(items.slice(at, at + Math.max(1, size)))
  return groups
}
