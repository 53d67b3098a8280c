import { buildSchedule } from '../../domain/build-schedule.ts'
import type { Draw, Match, MatchRef, Settings, TeamId } from '../../domain/cup.ts'
import { sideNumberOf } from '../../domain/draw-reader.ts'
import type { Outlook } from '../../domain/outlook.ts'
import { sideLabel } from '../../domain/team-names.ts'
import type { Teams } from './side-words.ts'

type ScheduleSettings = Pick<Settings, 'scheduleStart' | 'scheduleGroupSize' | 'scheduleInterval'>

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

/** Teams as one reads them out: 'Anna, Ben', 'Anna, Ben or Carl', and past four only how many. */
export function eitherOf(teams: Teams, ids: readonly TeamId[]): string {
  if (ids.length > 4) return `one of ${ids.length} teams`
  return ids.map((id) => sideLabel(teams, id)).join(' or ')
}

/** What a follower wants to know first, in one line. */
export function outlookWords(draw: Draw, settings: ScheduleSettings, outlook: Outlook): string {
  if (outlook.state === 'champion') return 'Champions! Nobody left to beat.'
  if (outlook.state === 'out') return 'Out this time. Thanks for playing.'
  if (!('match' in outlook)) return 'Not in this draw.'
  const { match, opponents, matchesBefore } = outlook
  const opponent = opponents.length > 0 ? `against ${eitherOf(draw.teams, opponents)}` : 'a bye'
  if (outlook.state === 'playing') return `Now on table ${match.table}, ${opponent}`
  const planned = plannedTime(draw, settings, match)
  return [`Next: ${opponent}`, planned && `about ${planned}`, queueWords(matchesBefore)]
    .filter(Boolean)
    .join(' · ')
}

export function queueWords(matchesBefore: number): string {
  if (matchesBefore === 0) return 'up next'
  return matchesBefore === 1 ? '1 match before' : `${matchesBefore} matches before`
}
