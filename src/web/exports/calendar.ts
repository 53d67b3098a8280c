import type { Route } from './+types/calendar'
import { eveningOf, scheduleIcs } from './schedule-ics.ts'
import { sendFile } from './send-file.ts'

/** The schedule as a calendar; `?team=ID` has the matches of that team alone. */
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
