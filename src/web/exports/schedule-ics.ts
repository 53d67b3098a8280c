import { type Draw, isTeam, type Match, placeOf, type TeamId } from '../../domain/cup.ts'
import { outlookOf } from '../../domain/night/outlook.ts'
import { buildSchedule, type ScheduleSettings, type Slot, startMinutes } from '../../domain/night/schedule.ts'
import { sideLabel } from '../../domain/teams/names.ts'
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

export type Day = { readonly year: number; readonly month: number; readonly day: number }

/** A draw made before 6 AM belongs to the evening before. */
const lastHourOfEvening = 6

/** The date of the schedule's first hour: the schedule has hours only. `madeAt` is read in the server's time zone. */
export function eveningOf(madeAt: string, settings: ScheduleSettings): Day {
  const at = new Date(madeAt)
  const isMadeLate = at.getHours() < lastHourOfEvening
  const beginsLate = startMinutes(settings) < lastHourOfEvening * 60
  const evening = new Date(
    at.getFullYear(),
    at.getMonth(),
    at.getDate() - Number(isMadeLate) + Number(beginsLate),
  )
  return { year: evening.getFullYear(), month: evening.getMonth() + 1, day: evening.getDate() }
}

type Calendar = Exported & { readonly evening: Day | undefined; readonly team?: TeamId | undefined }

/** iCalendar (RFC 5545) with floating times: no zone, the wall clock of the bar. */
export function scheduleIcs({ settings, draw, evening, team }: Calendar): string {
  const minutes = settings.scheduleInterval
  const name =
    team && draw ? `${settings.editionTitle}: ${sideLabel(draw.teams, team)}` : settings.editionTitle
  // A bye's winner is in the next match only once an organiser has confirmed it; its outlook knows it already.
  const outlook = team && draw ? outlookOf(draw, team) : undefined
  const next = outlook && 'match' in outlook ? outlook.match : undefined
  const events =
    draw && evening
      ? buildSchedule(draw, settings).flatMap((slot) =>
          slot.matches
            .filter((match) => team === undefined || match.sides.includes(team) || match === next)
            .flatMap((match) => eventOf({ draw, slot, match, evening, minutes })),
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

type EventParts = { draw: Draw; slot: Slot; match: Match; evening: Day; minutes: number }

function eventOf({ draw, slot, match, evening, minutes }: EventParts): string[] {
  const [one, two] = match.sides.map((side) => (isTeam(side) ? sideLabel(draw.teams, side) : 'to be decided'))
  return [
    'BEGIN:VEVENT',
    `UID:${draw.id}-${placeOf(match)}@the-cup`,
    `DTSTAMP:${draw.createdAt.replace(/[-:]|\.\d+/g, '')}`,
    // A calendar replaces an event by one with a higher sequence number.
    `SEQUENCE:${match.revision}`,
    `DTSTART:${wallTime(evening, slot.minutes)}`,
    `DTEND:${wallTime(evening, slot.minutes + minutes)}`,
    `SUMMARY:${escapeText(`${one} vs ${two}`)}`,
    `DESCRIPTION:${escapeText(`${slot.roundName}, match ${match.index + 1}. The time is approximate.`)}`,
    ...(match.table && !match.winner ? [`LOCATION:Table ${match.table}`] : []),
    'END:VEVENT',
  ]
}

/** '20250404T211500'; minutes beyond midnight roll over to the next day. */
function wallTime({ year, month, day }: Day, minutes: number): string {
  const at = new Date(Date.UTC(year, month - 1, day, 0, minutes))
  return at.toISOString().slice(0, 19).replace(/[-:]/g, '')
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
