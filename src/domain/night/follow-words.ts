import { type Draw, isTeam, type Match, type TeamId } from '../cup.ts'
import { nowPlaying, upNext } from '../draw/tables.ts'
import { onlyTeam } from '../messages.ts'
import { sideLabel } from '../teams/names.ts'
import { isolated } from '../text.ts'
import { expectedTimes, isLongBefore } from './expected-times.ts'
import { matchesBefore, type Outlook, outlookOf } from './outlook.ts'
import { clockTime, type ScheduleSettings } from './schedule.ts'

/** 'Anna, Ben', 'Anna, Ben or Carl'; beyond four teams only their number. */
export function eitherOf(teams: Draw['teams'], ids: readonly TeamId[]): string {
  if (ids.length > 4) return `one of ${ids.length} teams`
  return ids.map((id) => isolated(sideLabel(teams, id))).join(' or ')
}

/** Notification of a call, by the open page or by Web Push. */
export type CallNotice = {
  readonly title: string
  readonly body: string
  /** Notification tag: a notice replaces the previous one of its draw. */
  readonly tag: string
  readonly match: string
  /** Idempotency key: shown once. A repeated call has a new key. */
  readonly key: string
}

/** The teams that are called, or next. */
export function calledTeams(draw: Draw, { scheduleGroupSize }: ScheduleSettings): TeamId[] {
  return [...nowPlaying(draw), ...upNext(draw, scheduleGroupSize)].flatMap(({ sides }) =>
    sides.filter(isTeam),
  )
}

/** Undefined unless the team is called, or next. */
export function callNotice(
  draw: Draw,
  settings: ScheduleSettings,
  team: TeamId,
  now?: Date,
): CallNotice | undefined {
  const outlook = outlookOf(draw, team)
  const call = callWords(draw, settings, outlook, now)
  if (!call || !('match' in outlook)) return undefined
  const { id, calledAt } = outlook.match
  return {
    title: `${isolated(sideLabel(draw.teams, team))}: ${call}`,
    body: outlookWords(draw, settings, outlook, now),
    tag: draw.id,
    match: id,
    key: [id, call, calledAt].join(' '),
  }
}

/** The new notice, if it differs; a repeated call of the same match counts. */
export function callNews(
  before: CallNotice | undefined,
  after: CallNotice | undefined,
): CallNotice | undefined {
  if (!after || after.key === before?.key) return undefined
  const isAgain = after.match === before?.match && after.title === before.title
  return isAgain ? { ...after, body: `Called again. ${after.body}` } : after
}

/** For a team that is called, or up next; with `now` not days before the evening. */
export function callWords(
  draw: Draw,
  settings: ScheduleSettings,
  outlook: Outlook,
  now?: Date,
): string | undefined {
  if (outlook.state === 'playing') return `To table ${outlook.match.table}, please!`
  if (now && isLongBefore(draw, settings, now)) return undefined
  return isUpNext(draw, settings, outlook) ? 'You are up next. Get ready!' : undefined
}

/** Opponent, place in the queue, time and table: 'Next: against Ben · 2 matches before you · about 9:30 PM'. Without `now`, no times. */
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
          now && match.calledAt && `called ${clockTime(match.calledAt, settings.timeZone ?? '')}`,
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

/** '2 matches before it · about 9:30 PM'. */
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
  return start && `about ${clockTime(start, settings.timeZone ?? '')}`
}

export function queueWords(draw: Draw, matchesBefore: number, whom: 'you' | 'it'): string {
  if (matchesBefore === 0) return nowPlaying(draw).length > 0 ? 'after the current matches' : ''
  return matchesBefore === 1 ? `1 match before ${whom}` : `${matchesBefore} matches before ${whom}`
}
