import type { Draw, Match, TeamId } from '../../domain/cup.ts'
import { upNext } from '../../domain/draw/tables.ts'
import { estimateStart } from '../../domain/night/estimate.ts'
import type { Outlook } from '../../domain/night/outlook.ts'
import { sideLabel } from '../../domain/teams/names.ts'
import { plannedTime, type ScheduleSettings } from '../bracket/planned-time.ts'
import type { Teams } from '../bracket/side-words.ts'
import { clockTime } from '../ui/use-clock.ts'

/** Teams as one reads them out: 'Anna, Ben', 'Anna, Ben or Carl', and past four only how many. */
export function eitherOf(teams: Teams, ids: readonly TeamId[]): string {
  if (ids.length > 4) return `one of ${ids.length} teams`
  return ids.map((id) => sideLabel(teams, id)).join(' or ')
}

/** The words for a team that must come now, or get ready. */
export function callWords(draw: Draw, settings: ScheduleSettings, outlook: Outlook): string | undefined {
  if (outlook.state === 'playing') return `To table ${outlook.match.table}, please!`
  return isUpNext(draw, settings, outlook) ? 'You are up next. Get ready!' : undefined
}

/** What a follower wants to know first: whom, when, where. With `now`, also when it is to be expected at the pace so far. */
export function outlookWords(draw: Draw, settings: ScheduleSettings, outlook: Outlook, now?: Date): string {
  if (outlook.state === 'champion') return 'Champions! Nobody left to beat.'
  if (outlook.state === 'alone') return 'The only team in the draw so far.'
  if (outlook.state === 'out') return 'Out this time. Thanks for playing.'
  if (!('match' in outlook)) return 'Not in this draw.'
  const { match, opponents, matchesBefore } = outlook
  const opponent = opponents.length > 0 ? `against ${eitherOf(draw.teams, opponents)}` : 'a bye'
  const words =
    outlook.state === 'playing'
      ? [`Now: ${opponent}`, `table ${match.table}`, match.calledAt && `called ${clockTime(match.calledAt)}`]
      : [
          `Next: ${opponent}`,
          timeWords(draw, settings, match, now),
          !isUpNext(draw, settings, outlook) && queueWords(matchesBefore),
        ]
  return words.filter(Boolean).join(' · ')
}

function isUpNext(draw: Draw, settings: ScheduleSettings, outlook: Outlook): boolean {
  return 'match' in outlook && upNext(draw, settings.scheduleGroupSize).includes(outlook.match)
}

/** The planned time, and beside it the one to expect where the night does not keep to the plan. */
export function timeWords(draw: Draw, settings: ScheduleSettings, match: Match, now: Date | undefined) {
  const planned = plannedTime(draw, settings, match)
  const likely =
    now && estimateStart(draw, match, { now: now.toISOString(), tables: settings.scheduleGroupSize })
  if (!planned || !likely || isNear(planned, clockTime(likely))) return planned && `about ${planned}`
  return `likely ${clockTime(likely)}, planned ${planned}`
}

/** Nobody misses a match by less than ten minutes. */
function isNear(planned: string, likely: string): boolean {
  const day = 24 * 60
  const apart = (minutesOfText(likely) - minutesOfText(planned) + day) % day
  return Math.min(apart, day - apart) < 10
}

/** '9:15 PM' → 1275. */
function minutesOfText(time: string): number {
  const [hour = 0, minute = 0] = time.split(/\D/).map(Number)
  return (hour % 12) * 60 + minute + (time.endsWith('PM') ? 720 : 0)
}

export function queueWords(matchesBefore: number): string {
  if (matchesBefore === 0) return 'after those being played'
  return matchesBefore === 1 ? '1 match before' : `${matchesBefore} matches before`
}
