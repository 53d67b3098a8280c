import { type Draw, isTeam, type Match, type TeamId } from '../cup.ts'
import { nowPlaying, upNext } from '../draw/tables.ts'
import { onlyTeam } from '../messages.ts'
import { sideLabel } from '../teams/names.ts'
import { apart } from '../text.ts'
import { expectedTimes } from './expected-times.ts'
import { matchesBefore, type Outlook, outlookOf } from './outlook.ts'
import { clockTime, type ScheduleSettings } from './schedule.ts'

/** Teams as one reads them out: 'Anna, Ben', 'Anna, Ben or Carl', and past four only how many. */
export function eitherOf(teams: Draw['teams'], ids: readonly TeamId[]): string {
  if (ids.length > 4) return `one of ${ids.length} teams`
  return ids.map((id) => apart(sideLabel(teams, id))).join(' or ')
}

/** What a phone shows of a call, whether its page tells it or a push. */
export type CallNotice = {
  readonly title: string
  readonly body: string
  /** A notice takes the place of the last one of its draw. */
  readonly tag: string
  readonly match: string
  /** Each is told once; a match that is called again has a new one. */
  readonly key: string
}

/** The teams that must come now or get ready: nobody else is called. */
export function calledTeams(draw: Draw, { scheduleGroupSize }: ScheduleSettings): TeamId[] {
  return [...nowPlaying(draw), ...upNext(draw, scheduleGroupSize)].flatMap(({ sides }) =>
    sides.filter(isTeam),
  )
}

/** What there is to tell of a team now: nothing, unless it is called. */
export function callNotice(
  draw: Draw,
  settings: ScheduleSettings,
  team: TeamId,
  now?: Date,
): CallNotice | undefined {
  const outlook = outlookOf(draw, team)
  const call = callWords(draw, settings, outlook)
  if (!call || !('match' in outlook)) return undefined
  const { id, calledAt } = outlook.match
  return {
    title: `${apart(sideLabel(draw.teams, team))}: ${call}`,
    body: outlookWords(draw, settings, outlook, now),
    tag: draw.id,
    match: id,
    key: [id, call, calledAt].join(' '),
  }
}

/** What is new about a call, if anything; the same match may be called to its table again. */
export function callNews(
  before: CallNotice | undefined,
  after: CallNotice | undefined,
): CallNotice | undefined {
  if (!after || after.key === before?.key) return undefined
  const isAgain = after.match === before?.match && after.title === before.title
  return isAgain ? { ...after, body: `Called again. ${after.body}` } : after
}

/** The words for a team that must come now, or get ready. */
export function callWords(draw: Draw, settings: ScheduleSettings, outlook: Outlook): string | undefined {
  if (outlook.state === 'playing') return `To table ${outlook.match.table}, please!`
  return isUpNext(draw, settings, outlook) ? 'You are up next. Get ready!' : undefined
}

/** What a follower wants to know first: whom, how many before, when, where. Without a clock nothing is said of time. */
export function outlookWords(draw: Draw, settings: ScheduleSettings, outlook: Outlook, now?: Date): string {
  if (outlook.state === 'champion') return 'Champions! Nobody left to beat.'
  if (outlook.state === 'alone') return onlyTeam
  if (outlook.state === 'out') return 'Out this time. Thanks for playing.'
  if (!('match' in outlook)) return 'Not in this draw.'
  const { match, opponents } = outlook
  const opponent = opponents.length > 0 ? `against ${eitherOf(draw.teams, opponents)}` : 'a bye'
  const words =
    outlook.state === 'playing'
      ? [
          `Now: ${opponent}`,
          `table ${match.table}`,
          now && match.calledAt && `called ${clockTime(match.calledAt)}`,
        ]
      : [
          `Next: ${opponent}`,
          !isUpNext(draw, settings, outlook) && queueWords(draw, outlook.matchesBefore, 'you'),
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
  const words = [queueWords(draw, matchesBefore(draw, match), 'it'), timeWords(draw, settings, match, now)]
  return words.filter(Boolean).join(' · ')
}

function timeWords(draw: Draw, settings: ScheduleSettings, match: Match, now: Date | undefined) {
  const start = now && expectedTimes(draw, settings, now).start(match)
  return start && `about ${clockTime(start)}`
}

export function queueWords(draw: Draw, matchesBefore: number, whom: 'you' | 'it'): string {
  if (matchesBefore === 0) return nowPlaying(draw).length > 0 ? 'after those being played' : ''
  return matchesBefore === 1 ? `1 match before ${whom}` : `${matchesBefore} matches before ${whom}`
}
