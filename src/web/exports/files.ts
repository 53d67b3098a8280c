import type { RouterContextProvider } from 'react-router'
import { messages } from '../../domain/messages.ts'
import { requestParts } from '../app-context.ts'
import { isTimeout, logFailure } from '../page-loader.ts'
import { paths } from '../paths.ts'
import { drawSvg } from '../pictures/draw-svg.ts'
import { openToAll } from '../pictures/preview.ts'
import type { Route } from './+types/files'
import { drawCsv, drawData, type Exported, scheduleCsv } from './draw-data.ts'

const csv = 'text/csv; charset=utf-8'

/** The draw and the schedule for other programs, by address. */
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

/** Answers with a file made from the public view. */
export async function sendFile(
  context: Readonly<RouterContextProvider>,
  type: string,
  make: (exported: Exported) => string,
): Promise<Response> {
  try {
    const { settings, draw } = await context.get(requestParts).app.publicView()
    const text = make({ settings, ...(draw && { draw }) })
    return new Response(text, { headers: { 'content-type': type, ...openToAll } })
  } catch (error) {
    logFailure(error)
    const sentence = isTimeout(error) ? messages.loadTimeout : messages.loadFailed
    const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...openToAll }
    return new Response(`${sentence}\n`, { status: 503, headers: plain })
  }
}
