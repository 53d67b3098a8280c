import {
  type Draw,
  isTeam,
  type Match,
  placeOf,
  type Settings,
  sideOf,
  type TeamId,
} from '../../domain/cup.ts'
import { eitherOf } from '../../domain/night/follow-words.ts'
import { outlookOf, possibleTeams } from '../../domain/night/outlook.ts'
import {
  buildSchedule,
  lastHourOfEvening,
  type ScheduleSettings,
  type Slot,
  startMinutes,
  startsAfterMidnight,
} from '../../domain/night/schedule.ts'
import { sideLabel } from '../../domain/teams/names.ts'
import { instantOf, wallTime } from '../../domain/wall-clock.ts'
import type { Route } from './+types/schedule-ics'
import type { Exported } from './draw-data.ts'
import { sendFile } from './files.ts'

/** The schedule as a calendar; `?team=ID` restricts it to that team's matches. */
export function loader({ context, url }: Route.LoaderArgs) {
  const team = url.searchParams.get('team') ?? ''
  return sendFile(context, 'text/calendar; charset=utf-8', (exported) => {
    const { draw, settings } = exported
    const isKnown = draw !== undefined && Object.hasOwn(draw.teams, team)
    return scheduleIcs({
      ...exported,
      evening: draw && eveningOf(draw.createdAt, settings),
      team: isKnown ? team : undefined,
    })
  })
}

/** Midnight before the schedule's first hour, on the cup's clock: on the date of the evening, or else the day the draw was made. */
export function eveningOf(madeAt: string, { timeZone = '', eventDate, ...settings }: ScheduleSettings): Date {
  const made = wallTime(madeAt, timeZone)
  const isMadeLate = made.getUTCHours() < lastHourOfEvening
  const evening = eventDate ? new Date(`${eventDate}T00:00Z`) : made
  const days = Number(startsAfterMidnight(settings)) - Number(!eventDate && isMadeLate)
  return new Date(Date.UTC(evening.getUTCFullYear(), evening.getUTCMonth(), evening.getUTCDate() + days))
}

type Calendar = Exported & { readonly evening: Date | undefined; readonly team?: TeamId | undefined }

/** iCalendar (RFC 5545): in UTC if the cup has a zone, else with floating times, by the bar's wall clock. */
export function scheduleIcs({ settings, draw, evening, team }: Calendar): string {
  const name =
    team && draw ? `${settings.editionTitle}: ${sideLabel(draw.teams, team)}` : settings.editionTitle
  // A team with an unconfirmed bye is not in its next match yet; the outlook names that match already.
  const outlook = team && draw ? outlookOf(draw, team) : undefined
  const next = outlook && 'match' in outlook ? outlook.match : undefined
  const events =
    draw && evening
      ? buildSchedule(draw, settings).flatMap((slot) =>
          slot.matches
            .filter((match) => team === undefined || match.sides.includes(team) || match === next)
            .flatMap((match) => eventOf({ draw, slot, match, evening, settings, team })),
        )
      : []
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//The Cup//Schedule//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    ...events,
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

type EventParts = {
  draw: Draw
  slot: Slot
  match: Match
  evening: Date
  settings: Settings
  team: TeamId | undefined
}

function eventOf({ draw, slot, match, evening, settings, team }: EventParts): string[] {
  const start = startMinutes(settings)
  const first = new Date(evening.getTime() + start * 60_000)
  const timeOf = (minutes: number) => calendarTime(first, minutes - start, settings)
  const place = [match.table && !match.winner && `Table ${match.table}`, settings.venue].filter(Boolean)
  const [one, two] = ([1, 2] as const).map((number) => {
    const side = sideOf(match, number)
    if (isTeam(side)) return sideLabel(draw.teams, side)
    // A team's own event names it, also before its bye is confirmed, and those it may meet.
    const possible = team === undefined ? [] : possibleTeams(draw, { ...match, side: number })
    return eitherOf(draw.teams, possible.includes(team ?? '') ? [team ?? ''] : possible) || 'to be decided'
  })
  return [
    'BEGIN:VEVENT',
    `UID:${draw.id}-${placeOf(match)}@the-cup`,
    `DTSTAMP:${draw.createdAt.replace(/[-:]|\.\d+/g, '')}`,
    // A calendar replaces an event by one with a higher sequence number.
    `SEQUENCE:${match.revision}`,
    `DTSTART:${timeOf(slot.minutes)}`,
    `DTEND:${timeOf(slot.minutes + settings.scheduleInterval)}`,
    `SUMMARY:${escapeText(`${one} vs ${two}`)}`,
    `DESCRIPTION:${escapeText(`${slot.roundName}, match ${match.index + 1}. The time is approximate.`)}`,
    ...(place.length > 0 ? [`LOCATION:${escapeText(place.join(', '))}`] : []),
    'END:VEVENT',
  ]
}

/**
 * '20250404T211500' on the wall, or '20250404T191500Z'. Only the first time is read off the wall: a match takes as long
 * when the clocks change that night.
 */
function calendarTime(first: Date, minutesLater: number, { timeZone }: Settings): string {
  const start = timeZone ? instantOf(first, timeZone) : first
  const at = new Date(start.getTime() + minutesLater * 60_000)
  return `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}${timeZone && 'Z'}`
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
}

/** Line folding at 75 bytes, never inside a character (RFC 5545, 3.1). */
function fold(line: string): string {
  const encoder = new TextEncoder()
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (bytes + size > 75) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}
