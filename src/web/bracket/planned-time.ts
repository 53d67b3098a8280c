import type { Draw, Match, MatchRef, Settings, TeamId } from '../../domain/cup.ts'
import { sideNumberOf } from '../../domain/draw/bracket.ts'
import { buildSchedule } from '../../domain/night/schedule.ts'

export type ScheduleSettings = Pick<Settings, 'scheduleStart' | 'scheduleGroupSize' | 'scheduleInterval'>

/** The time the schedule gives a match: '10:30 PM'; a bye has none. */
export function plannedTime(
  draw: Pick<Draw, 'rounds'>,
  settings: ScheduleSettings,
  { round, index }: MatchRef,
): string | undefined {
  return buildSchedule(draw, settings).find((slot) =>
    slot.matches.some((match) => match.round === round && match.index === index),
  )?.time
}

/** The time the schedule gives the final. */
export function plannedFinal(draw: Pick<Draw, 'rounds'>, settings: ScheduleSettings): string | undefined {
  const final = draw.rounds.at(-1)?.matches[0]
  return final && plannedTime(draw, settings, final)
}

/** The match a team is to be looked for at: the last one it stands in. */
export function whereIs(draw: Pick<Draw, 'rounds'>, team: TeamId): Match | undefined {
  return draw.rounds.flatMap(({ matches }) => matches.filter((match) => sideNumberOf(match, team))).at(-1)
}
