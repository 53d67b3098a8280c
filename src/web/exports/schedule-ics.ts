import { type Draw, isTeam, type Match, placeOf, type TeamId } from '../../domain/cup.ts'
import { outlookOf } from '../../domain/night/outlook.ts'
import { buildSchedule, type ScheduleSettings, type Slot, startMinutes } from '../../domain/night/schedule.ts'
import { sideLabel } from '../../domain/teams/names.ts'
import type { Exported } from './draw-data.ts'

/** The day of the evening, as the place of the cup counts it. */
export type Day = { readonly year: number; readonly month: number; readonly day: number }

/** Whoever draws lots after midnight is still at the evening before. */
const lastHourOfEvening = 6

/**
 * The day of the schedule's first hour, on the evening the draw was made for: the schedule has hours, but no date. `madeAt`
 * is read in this machine's time zone.
 */
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

/** The schedule as a calendar, of everybody or of one team. Times have no zone: they are those of the clock on the wall. */
export function scheduleIcs({ settings, draw, evening, team }: Calendar): string {
  const minutes = settings.scheduleInterval
  const name =
    team && draw ? `${settings.editionTitle}: ${sideLabel(draw.teams, team)}` : settings.editionTitle
  // Whom a bye takes to the next round is not written there before an organiser has confirmed it.
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
    // Calendars take over what is newer.
    `SEQUENCE:${match.revision}`,
    `DTSTART:${wallTime(evening, slot.minutes)}`,
    `DTEND:${wallTime(evening, slot.minutes + minutes)}`,
    `SUMMARY:${escapeText(`${one} vs ${two}`)}`,
    `DESCRIPTION:${escapeText(`${slot.roundName}, match ${match.index + 1}. The time is approximate.`)}`,
    ...(match.table && !match.winner ? [`LOCATION:Table ${match.table}`] : []),
    'END:VEVENT',
  ]
}

/** '20250404T211500': minutes past the day's end are of the next day. */
function wallTime({ year, month, day }: Day, minutes: number): string {
  const at = new Date(Date.UTC(year, month - 1, day, 0, minutes))
  return at.toISOString().slice(0, 19).replace(/[-:]/g, '')
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
}

/** No line is longer than 75 bytes; it goes on in the next, after a space, and no character is torn. */
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
