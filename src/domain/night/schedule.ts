import type { Match, Round, Rounds, Settings } from '../cup.ts'
import { isBye } from '../draw/draw-reader.ts'
import { defaultScheduleStart } from '../settings/limits.ts'
import { minutesOf } from '../text.ts'
import { dateWords, instantOf, wallTime } from '../wall-clock.ts'

const minutesPerDay = 24 * 60

/** Minutes since midnight → '9:15 PM', modulo a day. */
export function clockText(minutes: number): string {
  const ofDay = ((minutes % minutesPerDay) + minutesPerDay) % minutesPerDay
  const hour = Math.floor(ofDay / 60)
  const minute = String(ofDay % 60).padStart(2, '0')
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`
}

/** '9:15 PM' in a zone. */
export function clockTime(instant: Date | string, zone: string): string {
  const wall = wallTime(instant, zone)
  return clockText(wall.getUTCHours() * 60 + wall.getUTCMinutes())
}

/** '21:15' → '9:15 PM'. */
export function twelveHour(time: string): string {
  const minutes = minutesOf(time)
  return minutes === undefined ? time : clockText(minutes)
}

/** When and where: 'Fri 2 May 2025, 9:15 PM · The Old Bar'; '' while neither is known. A start after midnight is on the next day. */
export function eveningWords({
  eventDate,
  venue,
  scheduleStart,
}: Pick<Settings, 'eventDate' | 'venue' | 'scheduleStart'>): string {
  const laterMs = startsAfterMidnight({ scheduleStart }) ? minutesPerDay * 60_000 : 0
  const when =
    eventDate && `${dateWords(new Date(Date.parse(eventDate) + laterMs))}, ${twelveHour(scheduleStart)}`
  return [when, venue].filter(Boolean).join(' · ')
}

export type Slot = {
  /** 12-hour clock: '9:15 PM'. */
  readonly time: string
  /** Since midnight of the first day; 1,440 or more after midnight. */
  readonly minutes: number
  readonly roundName: string
  readonly matches: readonly Match[]
}

const specOrder = ['First Round', 'Second Round', 'Quarter Finals', 'Semi Finals', 'Grand Finals']

export type ScheduleSettings = Pick<Settings, 'scheduleStart' | 'scheduleGroupSize' | 'scheduleInterval'> &
  Partial<Pick<Settings, 'timeZone' | 'eventDate'>>

/** Minutes since midnight. */
export function startMinutes({ scheduleStart }: Pick<Settings, 'scheduleStart'>): number {
  return minutesOf(scheduleStart) ?? minutesOf(defaultScheduleStart) ?? 0
}

/** A start before 6 AM belongs to the evening before. */
export const lastHourOfEvening = 6

export function startsAfterMidnight(settings: Pick<Settings, 'scheduleStart'>): boolean {
  return startMinutes(settings) < lastHourOfEvening * 60
}

/** When play starts on the date of the evening, in milliseconds; undefined without a date. */
export function plannedStart({
  eventDate,
  timeZone = '',
  ...settings
}: ScheduleSettings): number | undefined {
  if (!eventDate) return undefined
  const minutes = startMinutes(settings) + (startsAfterMidnight(settings) ? 24 * 60 : 0)
  return instantOf(new Date(Date.parse(eventDate) + minutes * 60_000), timeZone).getTime()
}

/** Rounds → time slots of one round each. Byes are not played, so they take no time. */
export function buildSchedule(draw: Rounds, settings: ScheduleSettings): Slot[] {
  const start = startMinutes(settings)
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

/** Sorts the spec's round names among themselves; other rounds keep their index. */
function inOrder(rounds: readonly Round[]): Round[] {
  const known = rounds
    .filter((round) => specOrder.includes(round.name))
    .sort((a, b) => specOrder.indexOf(a.name) - specOrder.indexOf(b.name))
  return rounds.map((round) => (specOrder.includes(round.name) ? (known.shift() ?? round) : round))
}

function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  const groups: Item[][] = []
  for (let at = 0; at < items.length; at += Math.max(1, size))
    groups.push(items.slice(at, at + Math.max(1, size)))
  return groups
}
