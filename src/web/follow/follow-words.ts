import type { Draw, Match, TeamId } from '../../domain/cup.ts'
import { upNext } from '../../domain/draw/tables.ts'
import { expectedTimes } from '../../domain/night/expected-times.ts'
import { matchesBefore, type Outlook } from '../../domain/night/outlook.ts'
import type { ScheduleSettings } from '../../domain/night/schedule.ts'
import { sideLabel } from '../../domain/teams/names.ts'
import type { Teams } from '../bracket/side-words.ts'
import { clockTime } from '../ui/use-clock.ts'

/** Teams as one reads them out: 'Anna, Ben', 'Anna, Ben or Carl', and past four only how many. */
export function eitherOf(teams: Teams, ids: readonly TeamId[]): string {
  if (ids.length > 4) return `one of ${ids.length} teams`
  return ids.map((id) => sideLabel(teams, id)).join(' or ')
}

/** What a call is told by: each is told once, and a match that is called again has a new one. */
export function callKey(call: string | undefined, outlook: Outlook): string {
  if (!('match' in outlook)) return ''
  return [outlook.match.id, call, outlook.match.calledAt].join(' ')
}

/** The words for a team that must come now, or get ready. */
export function callWords(draw: Draw, settings: ScheduleSettings, outlook: Outlook): string | undefined {
  if (outlook.state === 'playing') return `To table ${outlook.match.table}, please!`
  return isUpNext(draw, settings, outlook) ? 'You are up next. Get ready!' : undefined
}

/** What a follower wants to know first: whom, how many before, when, where. Without a clock nothing is said of time. */
export function outlookWords(draw: Draw, settings: ScheduleSettings, outlook: Outlook, now?: Date): string {
  if (outlook.state === 'champion') return 'Champions! Nobody left to beat.'
  if (outlook.state === 'alone') return 'The only team in the draw so far.'
  if (outlook.state === 'out') return 'Out this time. Thanks for playing.'
  if (!('match' in outlook)) return 'Not in this draw.'
  const { match, opponents } = outlook
  const opponent = opponents.length > 0 ? `against ${eitherOf(draw.teams, opponents)}` : 'a bye'
  const words =
    outlook.state === 'playing'
      ? [`Now: ${opponent}`, `table ${match.table}`, match.calledAt && `called ${clockTime(match.calledAt)}`]
      : [
          `Next: ${opponent}`,
          !isUpNext(draw, settings, outlook) && queueWords(outlook.matchesBefore, 'you'),
          timeWords(draw, settings, match, now),
        ]
  return words.filter(Boolean).join(' · ')
}

function isUpNext(draw: Draw, settings: ScheduleSettings, outlook: Outlook): boolean {
  return 'match' in outlook && upNext(draw, settings.scheduleGroupSize).includes(outlook.match)
}

/** How many matches come before one that waits, and when it is to be expected: '2 matches before it · about 9:30 PM'. */
export function waitWords(
  draw: Draw,
  settings: ScheduleSettings,
  match: Match,
  now: Date | undefined,
): string {
  const words = [queueWords(matchesBefore(draw, match), 'it'), timeWords(draw, settings, match, now)]
  return words.filter(Boolean).join(' · ')
}

function timeWords(draw: Draw, settings: ScheduleSettings, match: Match, now: Date | undefined) {
  const start = now && expectedTimes(draw, settings, now).start(match)
  return start && `about ${clockTime(start)}`
}

export function queueWords(matchesBefore: number, whom: 'you' | 'it'): string {
  if (matchesBefore === 0) return 'after those being played'
  return matchesBefore === 1 ? `1 match before ${whom}` : `${matchesBefore} matches before ${whom}`
}
