import { paths } from '../paths.ts'
import type { Route } from './+types/files'
import { drawCsv, drawData, type Exported, scheduleCsv } from './draw-data.ts'
import { drawSvg } from './draw-svg.ts'
import { sendFile } from './send-file.ts'

const csv = 'text/csv; charset=utf-8'

/** The draw and the schedule for other programs, by their addresses. */
const files: Readonly<Record<string, { type: string; make: (exported: Exported) => string }>> = {
  [paths.drawJson]: {
    type: 'application/json; charset=utf-8',
    make: (exported) => JSON.stringify(drawData(exported)),
  },
  [paths.drawCsv]: { type: csv, make: drawCsv },
  [paths.scheduleCsv]: { type: csv, make: scheduleCsv },
  [paths.drawSvg]: { type: 'image/svg+xml; charset=utf-8', make: drawSvg },
}

export function loader({ context, url }: Route.LoaderArgs) {
  const file = files[url.pathname]
  if (!file) throw new Response('There is no such file.\n', { status: 404 })
  return sendFile(context, file.type, file.make)
}
